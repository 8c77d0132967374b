"use strict";
// The user's own fills, balances, and what both come to.
const SHOWN_FILLS = 100, FILL_PAGES = 10, DAY_MILLIS = 86_400_000;
let fills = new Map(), fillsFrom = Date.now() / 1000, fillsAfter, fillsLeft = false, balances = null, balancesDue = false, reportRun = null, reportSeq = 0, positions = new Map();

// Reports and the history may have the same fill.
function addFill(trade, order, f) { fills.set(trade + "/" + order, { trade: exact(trade), order, ...f }); }
function ownTrades(m) {
  reportSeq = m.seq;
  if (m.t === "fill") addFill(m.trade, m.order, { time: m.time / 1e6, symbol: m.symbol, side: m.side, price: m.price, quantity: m.quantity });
  else for (const t of m.trades ?? []) if (m.order) addFill(t.id, m.order, { time: m.time / 1e6, symbol: m.symbol, side: m.side, price: t.price, quantity: t.quantity });
  touch("account"); askBalances();
}
function forgetFills() { fills.clear(); fillsFrom = Date.now() / 1000; touch("account"); }
// Another key or user: nothing is known of it yet.
function newUser() {
  own.clear(); early = null; ownSeq = 0;
  fillsAfter = undefined; fillsLeft = false; reportRun = null; reportSeq = 0; balances = null; positions = new Map();
  forgetFills(); touch("own"); touch("cost");
}
// After a lost connection the reports that were missed come first, as far as they are kept.
function followUser() {
  send({ op: "executions", user, ...reportRun ? { run: reportRun, from: reportSeq } : {} }, m => {
    if (m.t === "error") return;
    // Fills are missing, and no history has them, or it has more than are asked for.
    if (reportRun && m.resumed === false && (!TERMS.history || fillsLeft)) forgetFills();
    reportRun = m.run; if (!m.resumed) reportSeq = m.seq;
  });
}
// The history's, and each minute what it has since: it has a fill a moment after the stream. More than can be asked for
// are left to the stream: a position of some of them would be of none.
async function askFills() {
  if (!TERMS.history || fillsLeft || !key || user === null || user === undefined) return;
  const from = Date.now() - DAY_MILLIS, found = [];
  let after = fillsAfter, more = true;
  try {
    for (let pages = 0; more && pages < FILL_PAGES; pages++) {
      const answer = await get("/v1/history/fills?user=" + user + "&limit=1000" + (after === undefined ? "&from=" + new Date(from).toISOString() : "&after=" + after));
      if (!answer.ok) return;
      const page = read(await answer.text());
      found.push(...page.fills);
      if (page.fills.length) after = page.fills.at(-1).trade;
      more = page.next !== undefined;
    }
  } catch (e) { return; }
  fillsLeft = more;
  if (more) {
    // Those that were known may end before what the stream has brought since.
    if (fillsAfter !== undefined) forgetFills();
    return;
  }
  for (const f of found) addFill(f.trade, f.order, { time: Date.parse(f.time), symbol: f.symbol, side: f.side, price: f.price, quantity: f.quantity });
  fillsFrom = Math.min(fillsFrom, from / 1000);
  fillsAfter = after;
  touch("account");
}
setInterval(() => { if (isLive()) askFills(); }, REFRESH_MILLIS);
// At most twice a second, and each ten seconds for what no report says, as a deposit.
function askBalances() {
  if (balancesDue || user === null || user === undefined) return;
  balancesDue = true;
  setTimeout(async () => {
    balancesDue = false;
    try {
      const answer = await get("/v1/users/" + user + "/balances");
      if (answer.ok) { balances = read(await answer.text()).balances; touch("account"); touch("cost"); }
    } catch (e) { /* the page connects again, and asks then */ }
  }, 500);
}
setInterval(() => { if (isLive()) askBalances(); }, 10_000);
function free(currency) { return balances?.find(b => b.currency === currency)?.available ?? 0; }

function drawAccount() {
  const rows = $("balances").tBodies[0];
  rows.replaceChildren();
  for (const b of balances ?? []) {
    const row = rows.insertRow();
    cell(row, currencyName(b.currency)); cell(row, money(b.available, b.currency)); cell(row, money(b.held, b.currency));
  }
  if (!balances?.length) cell(rows.insertRow(), balances ? "none" : "not known", "empty").colSpan = 3;
  const all = [...fills.values()].sort((a, b) => a.trade < b.trade ? -1 : 1);
  drawFills(all);
  positions = positionsOf(all);
  drawPositions();
}
function drawFills(all) {
  const body = $("fills").tBodies[0];
  body.replaceChildren();
  for (const f of all.slice(-SHOWN_FILLS).reverse()) {
    const row = body.insertRow(), kind = SIDES[f.side];
    cell(row, moment(f.time / 1000).replace(/\d\d:\d\d$/, new Date(f.time).toLocaleTimeString("en-GB"))); cell(row, symbolName(f.symbol)); cell(row, kind, kind); cell(row, price(f.price, f.symbol)); cell(row, lots(f.quantity, f.symbol)); cell(row, f.order, "wide");
  }
  if (!all.length) cell(body.insertRow(), "none", "empty").colSpan = 6;
  $("fillsSince").textContent = "since " + moment(fillsFrom);
}
// Bought and sold by turns at the average price of what is open, in lots and ticks; fees are not in it.
function positionsOf(all) {
  const found = new Map();
  for (const f of all) {
    const p = found.get(f.symbol) ?? { net: 0n, cost: 0n, made: 0n }, side = f.side === "BUY" ? 1n : -1n, quantity = BigInt(f.quantity), ticks = BigInt(f.price);
    const has = p.net < 0n ? -p.net : p.net, closes = p.net * side < 0n ? (has < quantity ? has : quantity) : 0n;
    if (closes > 0n) {
      const part = p.cost * closes / has;
      p.made += side * (part - ticks * closes);
      p.cost -= part; p.net += side * closes;
    }
    p.cost += ticks * (quantity - closes); p.net += side * (quantity - closes);
    found.set(f.symbol, p);
  }
  return found;
}
// At the last price, which moves more often than the fills.
function drawPositions() {
  const body = $("positions").tBodies[0];
  body.replaceChildren();
  for (const [of, p] of positions) {
    const row = body.insertRow(), s = spec(of), scale = BigInt(s.tickScale ?? 1), has = p.net < 0n ? -p.net : p.net;
    const gain = n => { const c = cell(row, n === null ? "–" : signed(n, money(n, s.quote))); if (n) c.className = n > 0n ? "buy" : "sell"; };
    cell(row, symbolName(of)); cell(row, signed(p.net, lots(p.net, of))); cell(row, has ? price((p.cost + has / 2n) / has, of) : "–");
    gain(p.made * scale);
    gain(!has ? 0n : of === symbol && lastPrice !== null ? (p.net * BigInt(lastPrice) - (p.net < 0n ? -p.cost : p.cost)) * scale : null);
  }
  if (!positions.size) cell(body.insertRow(), "none", "empty").colSpan = 5;
  $("positionsSince").textContent = "Reckoned on this page from the fills above, since " + moment(fillsFrom) + ", without fees. Open: at the last price.";
}
