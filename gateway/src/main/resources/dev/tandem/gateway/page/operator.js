"use strict";
// What /health and /metrics say, every two seconds. Neither needs a key.
const EVERY_MILLIS = 2000, POINTS = 300, LATE_MILLIS = 5000, HISTORY_LATE_MILLIS = 60_000;
const LATENCIES = [["p50", "p50", "buy"], ["p99", "p99", "mark"], ["p99.9", "p99.9", "sell"]];
let points = [], before = null, latencyPlot = null, ratePlot = null, answeredAt = 0;

// The lines of Prometheus, as a list of labels and values by name.
function meters(text) {
  const found = new Map();
  for (const line of text.split("\n")) {
    const parts = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/.exec(line);
    if (!parts) continue;
    const labels = Object.fromEntries([...(parts[2] ?? "").matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(m => [m[1], m[2]]));
    if (!found.has(parts[1])) found.set(parts[1], []);
    found.get(parts[1]).push({ labels, value: Number(parts[3]) });
  }
  return found;
}
const count = v => Math.abs(v) < 10 && !Number.isInteger(v) ? v.toFixed(1) : Math.round(v).toLocaleString("en");
const UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];
function bytes(v) { let unit = 0; while (v >= 1024 && unit < UNITS.length - 1) { v /= 1024; unit++; } return (unit ? v.toFixed(1) : v) + " " + UNITS[unit]; }
function seconds(v) { return v < 0.001 ? (v * 1e6).toFixed(0) + " µs" : v < 1 ? (v * 1e3).toFixed(1) + " ms" : v < 120 ? v.toFixed(1) + " s" : v < 7200 ? (v / 60).toFixed(0) + " min" : (v / 3600).toFixed(1) + " h"; }
const yes = v => v ? "yes" : "no", when = v => v > 0 ? new Date(v * 1000).toLocaleString("en-GB") : "none";
// Each card: its name, and what it has: name, meter, how it is shown, what is bad. A card or line without its meter is
// left out, as that of a cluster where there is none.
const CARDS = [
  ["Connections", [
    ["HTTP and streams", "tandem_gateway_connections", count], ["Streams", "tandem_gateway_sessions", count],
    ["Binary", "tandem_gateway_binary_connections", count], ["FIX", "tandem_gateway_fix_connections", count],
    ["Live orders", "tandem_gateway_open_orders", count], ["Reports kept", "tandem_gateway_reports_kept", count],
    ["Reports kept, bytes", "tandem_gateway_reports_kept_bytes", bytes]]],
  ["Kernel", [
    ["Submitted", "tandem_exchange_submitted_commands_total", count], ["Answered", "tandem_exchange_answered_commands_total", count],
    ["Waiting", "tandem_exchange_waiting_commands", count], ["Room for", "tandem_exchange_ring_size_commands", count],
    ["Failed", "tandem_exchange_failed", yes, v => v > 0]]],
  ["Snapshots", [
    ["Taken", "tandem_exchange_snapshots_taken_total", count], ["Failed", "tandem_exchange_snapshots_failed_total", count, v => v > 0],
    ["Age, or since the start", "tandem_exchange_snapshots_age_seconds", v => v < 0 || Number.isNaN(v) ? "none" : seconds(v)]]],
  ["Log", [
    ["Records appended", "tandem_wal_appended_records_total", count], ["Records synced", "tandem_wal_synced_records_total", count],
    ["Written", "tandem_wal_bytes_total", bytes], ["Not yet written", "tandem_wal_queued_bytes", bytes],
    ["Sync, p99", "tandem_wal_sync_p99_seconds", seconds], ["Sync, longest", "tandem_wal_sync_max_seconds", seconds],
    ["Appends that waited", "tandem_wal_blocked_records_total", count], ["Appends refused", "tandem_wal_refused_records_total", count, v => v > 0],
    ["Segments ready", "tandem_wal_segments_ready", count], ["Segments made", "tandem_wal_segments_made_total", count],
    ["Failures of listeners", "tandem_wal_listener_failures_total", count, v => v > 0]]],
  ["Cluster", [
    ["Leader", "tandem_cluster_leader", yes], ["Term", "tandem_cluster_term", count], ["On a majority", "tandem_cluster_committed_bytes", bytes],
    ["Behind", "tandem_cluster_lag_bytes", bytes], ["Last command", "tandem_cluster_command", count], ["Same as others at", "tandem_cluster_agreed_command", count],
    ["Newest snapshot", "tandem_cluster_snapshot_time_seconds", when], ["It stopped the replica", "tandem_cluster_snapshot_took_seconds", seconds],
    ["Disk taken", "tandem_cluster_disk_bytes", bytes], ["Disk left", "tandem_cluster_disk_free_bytes", bytes], ["Unanswered", "tandem_cluster_unanswered_commands", count]]],
];
// Counted by a label, largest first; what has not happened is left out.
const COUNTED = [
  ["Answers by code", "tandem_exchange_answers_commands_total", "code"], ["Refused by the gateway", "tandem_gateway_refused_total", "reason"],
  ["Connections ended", "tandem_gateway_closed_total", "reason"], ["Answers of HTTP", "tandem_gateway_responses_total", "status"],
  ["Orders cancelled", "tandem_gateway_cancelled_total", "by"], ["Streams resumed", "tandem_gateway_reports_resumed_total", "outcome"],
];

function list(to, lines) {
  to.replaceChildren(...lines.map(([name, text, bad]) => {
    const line = document.createElement("div"), dt = document.createElement("dt"), dd = document.createElement("dd");
    dt.textContent = name; dd.textContent = text; if (bad) dd.className = "bad";
    line.append(dt, dd);
    return line;
  }));
}
function card(name, lines) {
  const id = "card-" + name.replace(/\W+/g, "-").toLowerCase();
  let section = $(id);
  if (!section) {
    section = document.createElement("section"); section.id = id;
    const head = document.createElement("h2"), dl = document.createElement("dl");
    head.id = id + "-name"; head.textContent = name; dl.className = "list";
    section.setAttribute("aria-labelledby", head.id);
    section.append(head, dl); $("cards").append(section);
  }
  section.hidden = !lines.length;
  list(section.lastChild, lines);
}
function drawCards(all) {
  for (const [name, lines] of CARDS)
    card(name, lines.filter(l => all.has(l[1])).map(([text, meter, show, bad]) => { const v = all.get(meter).reduce((sum, m) => sum + m.value, 0); return [text, show(v), bad?.(v)]; }));
  for (const [name, meter, label] of COUNTED)
    card(name, (all.get(meter) ?? []).filter(m => m.value > 0).sort((a, b) => b.value - a.value).map(m => [words(m.labels[label] ?? Object.values(m.labels)[0] ?? "all"), count(m.value)]));
}
function drawTiles(health, rate, tradeRate) {
  const lines = [["Commands a second", rate === null ? "–" : count(rate)], ["Trades a second", tradeRate === null ? "–" : count(tradeRate)], ["Commands", whole(health.commands)], ["Trades", whole(health.trades)],
    ["Waiting", whole(health.waiting)], ["Connections", whole(health.connections)], ["Streams", whole(health.sessions)]];
  if (health.role !== undefined) lines.push(["Role", words(String(health.role))], ["Term", whole(health.term)], ["Behind, bytes", whole(health.lag), health.lag > 1 << 20]);
  list($("tiles"), lines);
}
const clock = s => new Date(s * 1000).toLocaleTimeString("en-GB");
function makePlot(id, series, scale) {
  const axis = more => ({ stroke: () => colour("dim"), grid: { stroke: () => colour("line"), width: 1 }, ticks: { show: false }, font: "11px system-ui, sans-serif", ...more });
  return new uPlot({
    width: $(id).clientWidth, height: $(id).clientHeight, padding: [8, 12, 0, 0], legend: { show: false }, cursor: { show: false },
    scales: { x: { range: (u, min, max) => max === null ? [0, 1] : [max - Math.max(60, max - min), max] }, y: scale },
    axes: [axis({ size: 26, space: 80, values: (u, at) => at.map(clock) }), axis({ size: 60, values: (u, at) => at.map(v => v === null ? "" : count(v)) })],
    series: [{}, ...series.map(kind => ({ stroke: () => colour(kind), width: 1.5, points: { show: false } }))],
  }, [[], ...series.map(() => [])], $(id));
}
function drawPlots() {
  latencyPlot ??= makePlot("latency", LATENCIES.map(l => l[2]), { distr: 3, range: (u, min, max) => min === null ? [1, 1000] : [10 ** Math.floor(Math.log10(min)), 10 ** Math.ceil(Math.log10(max * 1.01))] });
  ratePlot ??= makePlot("rate", ["mark"], { range: (u, min, max) => [0, Math.max(10, (max ?? 0) * 1.15)] });
  const x = points.map(p => p.time);
  latencyPlot.setData([x, ...LATENCIES.map(([name]) => points.map(p => p.latency[name] > 0 ? p.latency[name] : null))]);
  ratePlot.setData([x, points.map(p => p.rate)]);
  const now = points.at(-1);
  $("latencyNow").replaceChildren(...LATENCIES.flatMap(([name, , kind]) => { const key = document.createElement("span"); key.className = "key"; key.style.background = "var(--" + kind + ")"; return [key, name + " " + whole(Math.round(now.latency[name] ?? 0))]; }));
  $("rateNow").textContent = now.rate === null ? "" : count(now.rate);
}
function state(text, up) { written("state", text); $("dot").className = up ? "dot up" : "dot"; document.body.classList.toggle("stale", !up); }

async function poll() {
  try {
    const [first, second] = await Promise.all(["/health", "/metrics"].map(path => fetch(path, { signal: AbortSignal.timeout(LATE_MILLIS) })));
    const health = read(await first.text()), all = meters(await second.text()), time = Date.now() / 1000;
    answeredAt = performance.now();
    const passed = before ? time - before.time : 0, rateOf = name => before && health[name] >= before[name] ? (Number(health[name]) - Number(before[name])) / passed : null;
    const rate = rateOf("commands"), tradeRate = rateOf("trades");
    before = { time, commands: health.commands, trades: health.trades };
    points.push({ time, rate, latency: health.latencyMicros });
    if (points.length > POINTS) points.shift();
    state(health.status === "up" ? "up" : "stopped", health.status === "up");
    drawTiles(health, rate, tradeRate); drawCards(all); drawPlots();
  } catch (e) { if (performance.now() - answeredAt > LATE_MILLIS) state("not reached", false); }
  setTimeout(poll, EVERY_MILLIS);
}
// What needs a key: states of symbols, and how far the history is.
async function askKeyed() {
  if (!key) return;
  try {
    const answer = await get("/v1/symbols");
    if (answer.status === 401 || answer.status === 403) {
      const problem = await answer.json();
      // This clock is behind that of a gateway which has just started, or a demo has a new key.
      if (problem.code === "SIGN_AGAIN" || demo && await askDemo()) return;
      key = null; $("loginForm").hidden = false; $("keyed").textContent = problem.detail;
      return;
    }
    if (answer.ok) drawSymbols(read(await answer.text()).symbols);
    const status = TERMS.history ? await get("/v1/history") : null;
    drawHistory(status?.ok ? read(await status.text()) : null);
  } catch (e) { /* asked again in a moment */ }
}
function drawSymbols(symbols) {
  const body = $("symbols").tBodies[0];
  $("loginForm").hidden = true; $("symbols").hidden = false; $("keyed").textContent = "";
  body.replaceChildren();
  for (const s of symbols) {
    const row = body.insertRow();
    cell(row, s.name ?? "symbol " + s.symbol); cell(row, words(s.state), s.state === "CONTINUOUS" ? "" : "sell"); cell(row, whole(s.makerFeePpm)); cell(row, whole(s.takerFeePpm)); cell(row, s.priceBandPpm ? whole(s.priceBandPpm) : "none");
  }
  if (!symbols.length) cell(body.insertRow(), "none yet", "empty").colSpan = 5;
}
function drawHistory(h) {
  $("history").hidden = false;
  if (!h) { list($("history"), [["History", TERMS.history ? "not answered" : "none is kept"]]); return; }
  list($("history"), [["History", words(h.state), h.state === "STOPPED" || h.state === "BEHIND" && Date.now() - Date.parse(h.time) > HISTORY_LATE_MILLIS], ["It has events up to", whole(minus(exact(h.next), 1))], ["And times up to", h.time ? new Date(h.time).toLocaleString("en-GB") : "–"], ...h.problem ? [["Problem", h.problem, true]] : []]);
}
$("loginForm").onsubmit = event => { event.preventDefault(); key = $("key").value.trim(); $("key").value = ""; askKeyed(); };
function redraw() { for (const [plot, id] of [[latencyPlot, "latency"], [ratePlot, "rate"]]) if (plot) { plot.setSize({ width: $(id).clientWidth, height: $(id).clientHeight }); plot.redraw(); } }
addEventListener("resize", redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
setInterval(askKeyed, 5000);
poll();
askDemo().then(isDemo => { if (isDemo) { $("loginForm").hidden = true; askKeyed(); } }).catch(() => {});
