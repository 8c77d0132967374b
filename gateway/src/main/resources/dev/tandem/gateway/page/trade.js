"use strict";
// The connection: what comes by it goes to the parts of the page, which are drawn at most once a frame.
let socket, receivedAt = 0, retry = 500, asked = 0, dirty = new Set(), drawing = false;
// What takes long to draw and needs no eye on each trade.
const SELDOM = new Set(["chart", "account", "positions"]), SELDOM_MILLIS = 250, drawnAt = {}, later = new Set();
// What asks something of the exchange; whether it was carried out is not known where its answer is lost.
const waits = new Map(), COMMANDS = new Set(["place", "amend", "cancel", "mass_cancel"]);
const PARTS = { book: drawBook, trades: drawTrades, own: drawOwn, ticker: drawTicker, chart: drawChart, account: drawAccount, positions: drawPositions, cost: drawCost };

function touch(part) {
  const wait = SELDOM.has(part) ? (drawnAt[part] ?? -SELDOM_MILLIS) + SELDOM_MILLIS - performance.now() : 0;
  if (wait > 0) { if (!later.has(part)) { later.add(part); setTimeout(() => { later.delete(part); touch(part); }, wait + 1); } return; }
  dirty.add(part);
  if (!drawing) { drawing = true; requestAnimationFrame(draw); }
}
function draw() {
  drawing = false;
  const parts = dirty;
  dirty = new Set();
  for (const [name, part] of Object.entries(PARTS)) if (parts.has(name)) { part(); drawnAt[name] = performance.now(); }
}
function send(message, then) {
  if (!socket || socket.readyState !== 1) { say("not connected", true); return; }
  message.id = String(++asked);
  if (then) waits.set(message.id, { then, orders: COMMANDS.has(message.op) });
  socket.send(JSON.stringify(message));
}
// The book is of now, and of the symbol that is chosen; otherwise nothing on it can be pressed.
function live(on) {
  document.body.classList.toggle("stale", !on);
  for (const b of document.querySelectorAll("#entry .go, #ladder button, #own button, dialog .go")) b.disabled = !on;
  $("cancelAll").disabled = !on || !lines.size;
}
function isLive() { return !document.body.classList.contains("stale"); }
// A price is of one symbol.
function choose(one) {
  if (one !== symbol) {
    symbol = one; book = null; trades = []; tradesRun = tradesSeq = null;
    for (const id of ["price", "trigger", "trailing"]) $(id).value = "";
    for (const id of ["amend", "asked"]) if ($(id).open) $(id).close("");
    newMarket(); live(false); fitted();
    for (const part of Object.keys(PARTS)) touch(part);
  }
  $("symbol").value = symbol;
}
function state(text, up) { written("state", text); $("dot").className = up ? "dot up" : "dot"; }
function needsKey(text) { $("login").hidden = false; state(text, false); }

async function begin() { if (await askDemo()) await connect(); else needsKey("needs a key"); }
$("loginForm").onsubmit = event => {
  event.preventDefault();
  key = $("key").value.trim(); user = $("userId").value === "" ? null : $("userId").value;
  $("key").value = "";
  newUser();
  $("login").hidden = true; connect();
};
async function connect() {
  let answer, named;
  try {
    if (demo && !await askDemo()) { needsKey("needs a key"); return; }
    answer = await get("/v1/symbols");
    if (answer.ok) named = await get("/v1/currencies");
  } catch (e) { again(); return; }
  if (answer.status === 401) {
    const problem = await answer.json();
    // This clock is behind that of a gateway which has just started.
    if (problem.code === "SIGN_AGAIN") again(); else needsKey(problem.detail);
    return;
  }
  if (!answer.ok || !named.ok) { again(); return; }
  const symbols = read(await answer.text()).symbols, chosen = symbol;
  specs = new Map(symbols.map(s => [s.symbol, s]));
  currencies = new Map(read(await named.text()).currencies.map(c => [c.currency, c]));
  $("symbol").replaceChildren(...symbols.map(s => new Option(s.name ?? "Symbol " + s.symbol, s.symbol)));
  if (symbols.length === 0) { state("no symbols yet", true); again(); return; }
  choose(symbols.some(s => s.symbol === chosen) ? chosen : symbols[0].symbol);
  const first = await login();
  socket = new WebSocket((location.protocol === "https:" ? "wss://" : "ws://") + location.host + "/v1/stream");
  socket.onmessage = event => { receivedAt = performance.now(); received(read(event.data)); };
  socket.onclose = again;
  socket.onopen = () => {
    retry = 500; receivedAt = performance.now();
    send(first);
    send({ op: "stats" });
    if (user !== null) {
      early = [];
      followUser();
      askOrders();
      askBalances(); askFills();
    }
    watch("subscribe");
  };
}
function again() {
  if ([...waits.values()].some(w => w.orders)) say("the connection was lost: whether it was carried out, own orders and fills show", true);
  waits.clear();
  live(false); state("connecting", false); setTimeout(connect, retry); retry = Math.min(retry * 2, 8000);
}
// Trades continue where they were, as far as they are kept.
function watch(op) {
  send({ op, channel: "levels", symbol });
  const comes = op === "subscribe", known = comes && tradesRun && tradesSeq !== null;
  send({ op, channel: "trades", symbol, ...known ? { run: tradesRun, from: tradesSeq } : {} }, comes ? m => watched(m, known) : undefined);
}
$("symbol").onchange = () => {
  watch("unsubscribe");
  choose(Number($("symbol").value));
  watch("subscribe");
};
// Figures come each second. A connection that is dead without an end is given up.
setInterval(() => {
  if (!socket || socket.readyState !== 1 || performance.now() - receivedAt < 5000) return;
  socket.onclose = socket.onmessage = null; socket.close(); again();
}, 1000);
function received(m) {
  switch (m.t) {
    case "snapshot": case "levels": case "trades": marketMessage(m); break;
    case "report": case "fill": ownTrades(m); execution(m); break;
    case "stats": state(m.sound ? "up" : "stopped", m.sound); break;
    case "error": refused(m.code, m.detail);
  }
  if (m.id !== undefined && waits.has(m.id)) { waits.get(m.id).then(m); waits.delete(m.id); }
}
for (const b of document.querySelectorAll("dialog .back")) b.onclick = () => b.closest("dialog").close("");
function redraw() { fitChart(); touch("book"); touch("chart"); }
addEventListener("resize", redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
newMarket(); live(false);
for (const part of Object.keys(PARTS)) touch(part);
begin().catch(again);
