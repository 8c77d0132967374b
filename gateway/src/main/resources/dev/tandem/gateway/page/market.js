"use strict";
// The chosen symbol's market: ladder, depth, trades. State is kept as messages come.
const DEPTH = 12, TRADES = 60;
let specs = new Map(), currencies = new Map(), symbol = null, book = null, trades = [], tradesRun = null, tradesSeq = null;

// Messages have ticks, lots and units; what is shown and typed has decimals, without a name none.
const spec = id => specs.get(id) ?? {};
const symbolName = id => spec(id).name ?? "symbol " + id;
const currencyName = id => currencies.get(id)?.name ?? "currency " + id;
function plainPrice(n, id = symbol) { return decimal(n, spec(id).priceDecimals ?? 0); }
function plainLots(n, id = symbol) { return decimal(n, spec(id).quantityDecimals ?? 0); }
function price(n, id = symbol) { return shown(n, spec(id).priceDecimals); }
function lots(n, id = symbol) { return shown(n, spec(id).quantityDecimals); }
function money(units, currency) { return shown(units, currencies.get(currency)?.decimals); }
// What so many lots are worth at a price, in units of the quote currency.
function worth(ticks, quantity, id = symbol) { return BigInt(ticks) * BigInt(quantity) * BigInt(spec(id).tickScale ?? 1); }

function marketMessage(m) {
  if (m.symbol !== symbol) return;
  switch (m.t) {
    case "snapshot":
      book = { bids: new Map(), asks: new Map(), seq: m.seq, state: m.state };
      for (const [p, q, n] of m.bids) book.bids.set(exact(p), [exact(q), n]);
      for (const [p, q, n] of m.asks) book.asks.set(exact(p), [exact(q), n]);
      tradesSeq ??= m.seq;
      live(true); touch("book"); break;
    case "levels":
      if (!book || m.seq <= book.seq) break;
      book.seq = m.seq;
      if (m.state !== undefined) book.state = m.state;
      for (const [side, p, q, n] of m.changes) {
        const of = side === "BUY" ? book.bids : book.asks;
        if (n === 0) of.delete(exact(p)); else of.set(exact(p), [exact(q), n]);
      }
      touch("book"); break;
    case "trades":
      tradesSeq = m.seq;
      for (const [id, side, p, q] of m.changes) {
        trades.unshift([m.time / 1e6, side, p, q]);
        traded(exact(id), m.time / 1e9, exact(p), exact(q));
      }
      trades.length = Math.min(trades.length, TRADES);
      touch("trades"); touch("ticker"); touch("chart"); touch("positions");
  }
}
// Whether trades are missing says the answer; without a history nobody can say which.
function watched(m, known) {
  if (m.t === "error") return;
  tradesRun = m.run;
  if (known && m.resumed === false) { tradesSeq = book?.seq ?? null; if (!TERMS.history) newMarket(); }
  setTimeout(askHistory, HISTORY_LAG_MILLIS);
}
function sorted(side, falling) { return [...side].sort((a, b) => (a[0] < b[0]) === falling ? 1 : -1); }
function best(side) {
  let found = null;
  for (const p of book?.[side].keys() ?? []) if (found === null || (side === "bids" ? p > found : p < found)) found = p;
  return found;
}
// Rows are kept and only their texts change, so that keyboard focus stays where it is.
function levelRows(body, count) {
  while (body.rows.length < count) {
    const row = body.insertRow(), b = document.createElement("button");
    b.type = "button"; b.disabled = !isLive();
    b.onclick = () => { $("price").value = b.textContent.replaceAll(",", ""); fitted(); $("lots").focus(); };
    row.insertCell().append(b);
    for (let i = 0; i < 3; i++) cell(row, "");
  }
  while (body.rows.length > count) body.deleteRow(-1);
}
function fillLevels(id, levels, kind, most, mine) {
  const body = $(id);
  levelRows(body, levels.length);
  levels.forEach(([p, [q, n]], i) => {
    const row = body.rows[i], b = row.cells[0].firstChild, here = mine.get(String(p));
    b.textContent = price(p); b.className = kind;
    b.setAttribute("aria-label", (kind === "sell" ? "ask, use price " : "bid, use price ") + plainPrice(p));
    row.cells[1].textContent = lots(q); row.cells[2].textContent = n; row.cells[3].textContent = here === undefined ? "" : lots(here);
    row.className = here === undefined ? "" : "mine";
    row.style.setProperty("--part", (100 * Number(q) / most).toFixed(1) + "%");
  });
}
// Own lots that rest, by price.
function ownLevels(side) {
  const found = new Map();
  for (const o of own.values()) {
    if (o.symbol !== symbol || o.side !== side || o.asleep) continue;
    found.set(String(o.price), plus(found.get(String(o.price)) ?? 0, exact(o.quantity)));
  }
  return found;
}
// What the end of an auction would give now is asked for each second while one is held.
let indicated = null;
async function askIndicative() {
  const asked = symbol;
  if (!isLive() || book?.state !== "AUCTION") { indicated = null; return; }
  const answer = await get("/v1/symbols/" + asked + "/auction"), text = await answer.text();
  indicated = answer.ok && asked === symbol ? read(text) : null;
  touch("book");
}
setInterval(() => askIndicative().catch(() => { indicated = null; }), 1000);
function phase() {
  if (!book || book.state === "CONTINUOUS") return "";
  if (book.state !== "AUCTION" || indicated?.symbol !== symbol) return words(book.state);
  const p = exact(indicated.price);
  return words(book.state) + (p ? ": " + lots(exact(indicated.quantity)) + " would trade at " + price(p) : ": nothing would trade");
}
function drawBook() {
  const bids = book ? sorted(book.bids, true) : [], asks = book ? sorted(book.asks, false) : [];
  const b = bids.slice(0, DEPTH), a = asks.slice(0, DEPTH);
  const most = Math.max(1, ...b.concat(a).map(l => Number(l[1][0])));
  fillLevels("asks", a.slice().reverse(), "sell", most, ownLevels("SELL")); fillLevels("bids", b, "buy", most, ownLevels("BUY"));
  $("spread").rows[0].cells[0].textContent = a.length && b.length ? "spread " + price(minus(a[0][0], b[0][0])) : "one side is empty";
  written("phase", phase());
  if ($("price").value === "" && $("price").required && b.length && document.activeElement !== $("price")) $("price").value = plainPrice(b[0][0]);
  const seen = near(bids.slice(0, 60), asks.slice(0, 60));
  drawDepth(seen[0], seen[1]);
  drawCost();
}
// Without single orders far away, beside which nobody would see the others.
function near(...sides) {
  const firsts = sides.filter(s => s.length).map(s => s[0][0]), middle = gap(firsts.at(-1) ?? 0, firsts[0] ?? 0) / 2, far = ([p]) => Math.abs(gap(p, firsts[0]) - middle);
  const all = sides.flat().map(far).sort((a, b) => a - b), most = 4 * all[all.length >> 1];
  return sides.map(s => s.filter(l => far(l) <= most));
}
function drawDepth(bids, asks) {
  const canvas = $("depth"), ratio = devicePixelRatio || 1, w = canvas.clientWidth, h = canvas.clientHeight, pad = 18;
  canvas.width = w * ratio; canvas.height = h * ratio;
  const g = canvas.getContext("2d");
  g.scale(ratio, ratio);
  if (!bids.length && !asks.length) return;
  const sum = side => { let s = 0; return side.map(([p, [q]]) => [p, s = plus(s, q)]); };
  const b = sum(bids), a = sum(asks), ends = [b.at(-1), b[0], a[0], a.at(-1)].filter(Boolean), largest = (m, n) => n > m ? n : m;
  const low = ends.map(e => e[0]).reduce((m, n) => n < m ? n : m), high = ends.map(e => e[0]).reduce(largest), top = ends.map(e => e[1]).reduce(largest);
  const x = p => high === low ? w / 2 : gap(p, low) / gap(high, low) * (w - 8) + 4, y = q => h - pad - Number(q) / Number(top) * (h - pad - 14);
  for (const [points, kind, edge] of [[b, "buy", x(low)], [a, "sell", x(high)]]) {
    if (!points.length) continue;
    g.beginPath(); g.moveTo(x(points[0][0]), h - pad);
    let last = h - pad;
    for (const [p, q] of points) { g.lineTo(x(p), last); last = y(q); g.lineTo(x(p), last); }
    g.lineTo(edge, last); g.lineTo(edge, h - pad); g.closePath();
    g.fillStyle = colour(kind + "bar"); g.fill();
    g.strokeStyle = colour(kind); g.lineWidth = 1.5; g.stroke();
  }
  g.fillStyle = colour("dim"); g.font = "11px system-ui, sans-serif";
  g.fillText(price(low), 4, h - 4); g.textAlign = "right"; g.fillText(price(high), w - 4, h - 4); g.fillText(lots(top), w - 4, 11);
  canvas.setAttribute("aria-label", "Depth from " + price(low) + " to " + price(high) + ": " + lots(b.length ? b[b.length - 1][1] : 0) + " to buy, " + lots(a.length ? a[a.length - 1][1] : 0) + " to sell");
}
function drawTrades() {
  const body = $("trades").tBodies[0];
  body.replaceChildren();
  if (!trades.length) cell(body.insertRow(), "none since the page is open", "empty").colSpan = 4;
  for (const [time, side, p, q] of trades) {
    const row = body.insertRow(), taker = SIDES[side] ?? "";
    cell(row, new Date(time).toLocaleTimeString("en-GB")); cell(row, taker || "auction", taker); cell(row, price(p), taker); cell(row, lots(q));
  }
}
