"use strict";
// Candles and the ticker: from the history where there is one, and from the trades that the stream brings.
const SPANS = { 60: { text: "1 min", reach: 6 * 3600 }, 300: { text: "5 min", reach: 86400 }, 3600: { text: "1 h", reach: 7 * 86400 } };
const DAY_SPAN = 300, MOST_PAGES = 10, MOST_RECENT = 100_000, REFRESH_MILLIS = 60_000, CANDLE_PIXELS = 9, LEAST_SEEN = 30;
// The history has a trade a moment after the stream.
const HISTORY_LAG_MILLIS = 700;
let span = 60, candles = new Map(), recent = [], lastPrice = null, lastTrade = -1, since = 0, plot = null, drawn = [];

// Another symbol: nothing is known of it yet. A candle is [begins, open, high, low, close, volume].
function newMarket() {
  candles = new Map(Object.keys(SPANS).map(s => [Number(s), { all: new Map(), base: new Map(), loaded: false, whole: false, last: -1 }]));
  recent = []; lastPrice = null; lastTrade = -1; since = Date.now() / 1000;
  touch("ticker"); touch("chart");
}
function fold(all, of, time, p, q) {
  const begins = Math.floor(time / of) * of, c = all.get(begins);
  if (!c) { all.set(begins, [begins, p, p, p, p, q]); return; }
  if (p > c[2]) c[2] = p;
  if (p < c[3]) c[3] = p;
  c[4] = p; c[5] = plus(c[5], q);
}
function traded(id, time, p, q) {
  lastPrice = p; lastTrade = id;
  if (TERMS.history && recent.push([id, time, p, q]) > MOST_RECENT) recent = recent.slice(MOST_RECENT / 2);
  for (const [of, kept] of candles) fold(kept.all, of, time, p, q);
}
// The history's candles, and behind them the trades that came since. What is asked again each minute is the newest
// candle and what is behind it: it also has trades that the stream could not bring, as while it was away.
async function askCandles(of) {
  const asked = symbol, kept = candles.get(of), begins = Date.now() / 1000 - SPANS[of].reach;
  const from = kept.loaded ? Math.max(begins, ...kept.base.keys()) : begins, found = new Map();
  let before, last = kept.last, pages = 0;
  do {
    const answer = await get("/v1/history/candles?symbol=" + asked + "&interval=" + of + "&from=" + new Date(from * 1000).toISOString() + "&limit=1000" + (before === undefined ? "" : "&before=" + before));
    const text = await answer.text();
    // Another symbol was chosen meanwhile, or this one anew.
    if (!answer.ok || candles.get(of) !== kept) return;
    const page = read(text);
    for (const c of page.candles) older(found, Date.parse(c.time) / 1000, ["open", "high", "low", "close", "volume"].map(n => exact(c[n])));
    if (before === undefined && page.last !== undefined) last = exact(page.last);
    before = page.next;
  } while (before !== undefined && ++pages < MOST_PAGES);
  if (before !== undefined) {
    // So many trades are not asked for at once: what is before them is not known, and the oldest candle not whole.
    if (found.size > 1) found.delete(Math.min(...found.keys()));
    kept.whole = false;
  } else if (kept.loaded) {
    for (const [t, c] of kept.base) if (t < from && t > begins - of) found.set(t, c);
  } else kept.whole = true;
  kept.base = found; kept.loaded = true; kept.last = last;
  kept.all = new Map([...found].map(([t, c]) => [t, [...c]]));
  for (const [id, time, p, q] of recent) if (id > last) fold(kept.all, of, time, p, q);
  const newest = kept.all.get(Math.max(...kept.all.keys()));
  // Also behind trades that the stream could not bring.
  if (newest && last > lastTrade) { lastPrice = newest[4]; lastTrade = last; }
  const least = [...candles.values()].filter(c => c.loaded).map(c => c.last).reduce((m, n) => n < m ? n : m);
  recent = recent.filter(t => t[0] > least);
  touch("ticker"); touch("chart"); touch("positions");
}
function older(all, begins, [open, high, low, close, volume]) {
  const newer = all.get(begins);
  all.set(begins, newer
    ? [begins, open, high > newer[2] ? high : newer[2], low < newer[3] ? low : newer[3], newer[4], plus(newer[5], volume)]
    : [begins, open, high, low, close, volume]);
}
async function askHistory() {
  if (!TERMS.history || !key || symbol === null) return;
  const asked = symbol;
  try { for (const of of new Set([DAY_SPAN, span])) if (asked === symbol) await askCandles(of); }
  catch (e) { /* the next minute asks again */ }
}
setInterval(() => { if (isLive()) askHistory(); }, REFRESH_MILLIS);
const clock = seconds => new Date(seconds * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = seconds => new Date(seconds * 1000).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
const moment = seconds => (Date.now() / 1000 - seconds > 43200 ? day(seconds) + " " : "") + clock(seconds);

// Of the last 24 hours, or since it is known.
function drawTicker() {
  const kept = candles.get(DAY_SPAN), edge = Date.now() / 1000 - 86400;
  const all = kept ? [...kept.all.values()].filter(c => c[0] + DAY_SPAN > edge).sort((a, b) => a[0] - b[0]) : [];
  $("last").textContent = lastPrice === null ? "–" : price(lastPrice);
  if (!all.length) { for (const id of ["change", "high", "low", "volume"]) $(id).textContent = "–"; }
  else {
    const open = all[0][1], change = minus(lastPrice, open);
    $("change").textContent = signed(change, price(change)) + " (" + signed(change, (100 * Number(change) / Number(open)).toFixed(2)) + "%)";
    $("change").className = $("last").className = change > 0 ? "buy" : change < 0 ? "sell" : "";
    $("high").textContent = price(all.map(c => c[2]).reduce((m, n) => n > m ? n : m));
    $("low").textContent = price(all.map(c => c[3]).reduce((m, n) => n < m ? n : m));
    $("volume").textContent = lots(all.map(c => c[5]).reduce(plus));
  }
  $("since").textContent = kept?.loaded && kept.whole ? "last 24 h" : "since " + moment(kept?.loaded && all.length ? all[0][0] : since);
}
function axis(more) { return { stroke: () => colour("dim"), grid: { stroke: () => colour("line"), width: 1 }, ticks: { stroke: () => colour("line"), width: 1, size: 4 }, font: "11px system-ui, sans-serif", ...more }; }
function makePlot() {
  const decimals = () => spec(symbol).priceDecimals ?? 0;
  plot = new uPlot({
    width: $("chart").clientWidth, height: $("chart").clientHeight, padding: [8, 8, 0, 0], legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: true, range: u => { if (!drawn.length) return [0, 1]; const min = drawn[0][0], max = drawn.at(-1)[0], seen = Math.min(Math.floor(u.over.clientWidth / CANDLE_PIXELS), Math.max(LEAST_SEEN, (max - min) / span + 2)); return [max - (seen - 1) * span, max + 1.5 * span]; } },
      y: { range: (u, min, max) => { if (min === null) return [0, 1]; const room = Math.max((max - min) * 0.08, 10 ** -decimals(), max * 1e-9); return [min - 3 * room, max + room]; } },
    },
    axes: [
      axis({ size: 26, values: (u, at) => at.map((t, i) => i > 0 && new Date(at[i - 1] * 1000).getDate() !== new Date(t * 1000).getDate() || new Date(t * 1000).getHours() + new Date(t * 1000).getMinutes() === 0 ? day(t) : clock(t)) }),
      axis({ side: 1, size: 66, incrs: () => [...Array(40).keys()].flatMap(n => [1, 2, 5].map(m => m * 10 ** (n - decimals()))), values: (u, at) => at.map(v => shown(Math.round(v * 10 ** decimals()), decimals())) }),
    ],
    series: [{}, ...["high", "low"].map(label => ({ label, paths: () => null, points: { show: false } }))],
    hooks: { draw: [drawCandles], setCursor: [u => drawOhlc(u.cursor.idx)] },
  }, [[], [], []], $("chart"));
}
// Where the pixels of the canvas end, a candle ends.
function drawCandles(u) {
  const g = u.ctx, { left, top, width, height } = u.bbox, [from, to] = [u.scales.x.min, u.scales.x.max];
  const one = width * span / (to - from), body = Math.max(1, Math.floor(one * 0.7)), most = Math.max(1, ...drawn.filter(c => c[0] >= from).map(c => Number(c[5])));
  g.save();
  g.beginPath(); g.rect(left, top, width, height); g.clip();
  const scale = 10 ** (spec(symbol).priceDecimals ?? 0), y = p => Math.round(u.valToPos(Number(p) / scale, "y", true));
  for (const [t, open, high, low, close, volume] of drawn) {
    if (t < from - span) continue;
    const middle = Math.round(u.valToPos(t, "x", true)), kind = close >= open ? "buy" : "sell";
    const tall = Number(volume) / most * height * 0.16;
    g.fillStyle = colour(kind + "bar"); g.fillRect(middle - body / 2, top + height - tall, body, tall);
    g.fillStyle = colour(kind);
    const line = Math.max(1, Math.round(devicePixelRatio));
    g.fillRect(middle - line / 2, y(high), line, Math.max(1, y(low) - y(high)));
    g.fillRect(middle - body / 2, Math.min(y(open), y(close)), body, Math.max(line, Math.abs(y(close) - y(open))));
  }
  g.restore();
}
function drawOhlc(at) {
  const c = drawn[at ?? drawn.length - 1];
  $("ohlc").textContent = c
    ? moment(c[0]) + "  open " + price(c[1]) + "  high " + price(c[2]) + "  low " + price(c[3]) + "  close " + price(c[4]) + "  volume " + lots(c[5])
    : "no trade yet";
}
function drawChart() {
  if (!plot) makePlot();
  const kept = candles.get(span);
  drawn = kept ? [...kept.all.values()].sort((a, b) => a[0] - b[0]) : [];
  const scale = 10 ** (spec(symbol).priceDecimals ?? 0);
  plot.setData([drawn.map(c => c[0]), drawn.map(c => Number(c[2]) / scale), drawn.map(c => Number(c[3]) / scale)]);
  $("chart").dataset.bars = drawn.length;
  drawOhlc(plot.cursor.idx);
  const hours = SPANS[span].reach / 3600, reach = hours > 24 ? hours / 24 + " days" : hours + " hours";
  $("covers").textContent = kept?.loaded
    ? kept.whole ? "Trades of the last " + reach + "." : "Trades since " + moment(drawn[0]?.[0] ?? since) + ": more than the history is asked for at once."
    : TERMS.history ? "" : "Trades since " + moment(since) + ": this exchange keeps no history.";
}
function fitChart() { if (plot && $("chart").clientWidth) plot.setSize({ width: $("chart").clientWidth, height: $("chart").clientHeight }); }
$("spans").onchange = event => { span = Number(event.target.value); remember("span", span); touch("chart"); askHistory(); };
if (remembered("span") in SPANS) { span = Number(remembered("span")); document.querySelector('#spans [value="' + span + '"]').checked = true; }
