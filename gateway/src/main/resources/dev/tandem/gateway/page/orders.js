"use strict";
// The user's own orders: what is known of them, and how they are amended and cancelled.
let own = new Map(), ownSeq = 0, early = null, amended = null;
const lines = new Map();

// All pages of them, one after the other.
function askOrders(after) { send({ op: "orders", user, after }, m => ordersKnown(m, after)); }
// What has come before the last page is looked at behind it. Each page is of its own moment: its orders know of the
// reports up to that.
function ordersKnown(m, after) {
  if (m.t === "orders") {
    if (after === undefined) { own.clear(); ownSeq = m.seq; }
    for (const o of m.orders) { o.seq = m.seq; own.set(o.symbol + "/" + o.order, o); }
    touch("own");
    if (m.next !== undefined) { askOrders(m.next); return; }
  } else if (m.code === "QUESTION_RATE_LIMITED") {
    const asker = socket;
    setTimeout(() => { if (socket === asker) askOrders(after); }, 1000);
    return;
  }
  const waited = early;
  early = null;
  waited.forEach(execution);
  touch("own");
}
function execution(m) {
  if (early) { early.push(m); return; }
  if (m.seq <= ownSeq) return;
  const id = m.symbol + "/" + m.order;
  if (own.has(id) && m.seq <= own.get(id).seq) return;
  if (m.t === "report") { if (m.open !== undefined) own.set(id, ownOrder(m, own.get(id))); linkOther(m.symbol, m.order, m.order); }
  else {
    if (own.has(id)) { const o = own.get(id); o.quantity = minus(o.quantity, m.quantity); o.filled = plus(o.filled ?? 0, m.quantity); }
    say("order " + m.order + ": " + plainLots(m.quantity, m.symbol) + " filled at " + plainPrice(m.price, m.symbol));
  }
  if (own.has(id) && own.get(id).quantity <= 0) { linkOther(m.symbol, m.order, undefined); own.delete(id); }
  touch("own");
}
// A report names the other leg of its own order alone; where one leg leaves, the other stands alone.
function linkOther(of, order, link) {
  const other = own.get(of + "/" + own.get(of + "/" + order)?.linkedOrder);
  if (other) other.linkedOrder = link;
}
// What a report says of an order; a report of a PLACE may also be of a stop that is triggered, and rests.
function ownOrder(m, before) {
  const o = { timeInForce: "GTC", ...before, symbol: m.symbol, order: m.order, side: m.side, price: m.price, quantity: m.open, filled: plus(before?.filled ?? 0, m.filled ?? 0), seq: m.seq };
  if (m.command === "AMEND" && m.triggerPrice !== undefined) o.triggerPrice = m.triggerPrice;
  if (m.command !== "PLACE") return o;
  for (const name of ["timeInForce", "expireTime", "postOnly", "selfTrade", "displayQuantity", "linkedOrder"]) if (m[name] !== undefined) o[name] = m[name];
  o.asleep = m.asleep; o.type = m.asleep ? m.type : "LIMIT";
  for (const name of ["triggerPrice", "trailing", "trailingPpm"]) o[name] = m.asleep ? m[name] : undefined;
  return o;
}
function typeOf(o) {
  const said = [words(o.type)];
  if (o.asleep) said[0] += o.trailing ? " by " + price(o.trailing, o.symbol) : o.trailingPpm ? " by " + whole(o.trailingPpm) + " ppm" : " at " + price(o.triggerPrice, o.symbol);
  if (o.timeInForce !== "GTC") said.push(o.timeInForce.length > 3 ? words(o.timeInForce) : o.timeInForce);
  if (o.expireTime) said.push("to " + new Date(o.expireTime).toLocaleString("en-GB"));
  if (o.postOnly) said.push("post only");
  if (o.selfTrade) said.push("self-trades " + words(o.selfTrade));
  if (o.displayQuantity) said.push("shows " + lots(o.displayQuantity, o.symbol));
  if (o.linkedOrder) said.push("or order " + o.linkedOrder);
  return said.join(", ");
}
// Rows are kept by order, as those of the book by place. Where the order in focus is gone, the next one gets the focus.
function drawOwn() {
  const body = $("own").tBodies[0], mine = new Map([...own].filter(([, o]) => o.symbol === symbol)), none = body.querySelector(".empty");
  let lost = -1, kind = "button";
  for (const [id, row] of lines) {
    if (mine.has(id)) continue;
    if (row.contains(document.activeElement)) { lost = row.sectionRowIndex; kind = "." + document.activeElement.className.replaceAll(" ", "."); }
    row.remove(); lines.delete(id);
  }
  if (none && mine.size) none.parentNode.remove();
  if (!none && !mine.size) cell(body.insertRow(), "none in this symbol", "empty").colSpan = 6;
  for (const [id, o] of mine) {
    if (!lines.has(id)) lines.set(id, ownRow(body, id, o));
    const row = lines.get(id);
    row.cells[2].textContent = price(o.price); row.cells[3].textContent = lots(o.quantity); row.cells[4].textContent = typeOf(o);
  }
  if (lost >= 0) (mine.size ? body.rows[Math.min(lost, body.rows.length - 1)].querySelector(kind) : $("ownRows")).focus();
  $("cancelAll").disabled = !isLive() || !mine.size;
  if (amended) drawAmend();
  touch("book");
}
function ownRow(body, id, o) {
  const row = body.insertRow(), acts = document.createElement("td");
  cell(row, o.order); cell(row, o.side.toLowerCase(), o.side === "BUY" ? "buy" : "sell"); cell(row, ""); cell(row, ""); cell(row, "");
  for (const [kind, text, act] of [["amend", "Amend", () => openAmend(id)], ["cancel", "Cancel", () => cancel(o)]]) {
    const b = document.createElement("button");
    b.type = "button"; b.className = "small " + kind; b.disabled = !isLive(); b.textContent = text;
    b.setAttribute("aria-label", text + " order " + o.order);
    b.onclick = act;
    acts.append(b, " ");
  }
  row.append(acts);
  return row;
}
function cancel(o) { send({ op: "cancel", user, symbol: o.symbol, order: o.order }, a => answered(a, () => "order " + o.order + " cancelled")); }
// As many commands as it takes: each cancels a bounded number.
function cancelAll() {
  const of = symbol;
  const next = () => send({ op: "mass_cancel", user, symbol: of }, a => {
    if (a.t === "answer" && a.code === "OK" && a.left > 0) next();
    else answered(a, () => "all orders in " + symbolName(of) + " cancelled");
  });
  next();
}
$("cancelAll").onclick = () => {
  const count = lines.size;
  confirmed("Cancel " + (count === 1 ? "this order" : "all " + count + " orders") + "?", "In " + symbolName(symbol) + ", stops that sleep too.", "Cancel all", cancelAll);
};

// The form in which an order gets another price, quantity or trigger. The order lives on meanwhile. Its quantity is all
// of it, with what is filled: a fill that comes before the amend changes nothing of what is meant.
const totalOf = o => BigInt(o.quantity) + BigInt(o.filled ?? 0);
function openAmend(id) {
  const o = own.get(id);
  if (!o) return;
  amended = id;
  $("amendName").textContent = "Amend order " + o.order;
  $("amendText").textContent = words(o.side) + ", " + typeOf(o) + ", in " + symbolName(o.symbol);
  $("amendPriceName").textContent = o.asleep ? "Limit when triggered" : "Price";
  const hasTrigger = Boolean(o.asleep) && !o.trailing && !o.trailingPpm;
  $("amendTrigger").closest("label").hidden = !hasTrigger; $("amendTrigger").required = hasTrigger;
  $("amendTrigger").value = hasTrigger ? plainPrice(o.triggerPrice, o.symbol) : "";
  $("amendPrice").value = plainPrice(o.price, o.symbol); $("amendLots").value = plainLots(totalOf(o), o.symbol);
  $("amendForm").oninput();
  drawAmend();
  $("amend").showModal();
}
function drawAmend() {
  const o = own.get(amended);
  document.querySelector("#amend .go").disabled = !o || !isLive();
  $("amendNote").textContent = !o
    ? "It is no longer live."
    : "Filled " + lots(o.filled ?? 0, o.symbol) + ", open " + lots(o.quantity, o.symbol) + ". With less at the same price it keeps its place in the queue; otherwise it goes to the end.";
}
function sayAmend(text, field) {
  $("amendSaid").textContent = text;
  if (field) { $(field).setAttribute("aria-invalid", "true"); $(field).focus(); }
}
$("amendForm").oninput = () => { for (const id of ["amendTrigger", "amendPrice", "amendLots"]) $(id).removeAttribute("aria-invalid"); sayAmend(""); };
$("amendForm").onsubmit = event => {
  event.preventDefault();
  const o = own.get(amended);
  if (!o || !isLive()) return;
  const { priceDecimals = 0, quantityDecimals = 0 } = spec(o.symbol), hasTrigger = !$("amendTrigger").closest("label").hidden;
  const numbers = {};
  for (const [id, name, decimals] of [["amendTrigger", "trigger price", priceDecimals], ["amendPrice", "price", priceDecimals], ["amendLots", "quantity", quantityDecimals]]) {
    if (id === "amendTrigger" && !hasTrigger) continue;
    numbers[id] = counted($(id).value, decimals);
    if (!numbers[id]) { sayAmend("the " + name + (numbers[id] === null ? " has more decimals than the symbol" : " must be above zero"), id); return; }
  }
  const sameTrigger = !hasTrigger || numbers.amendTrigger === BigInt(o.triggerPrice);
  if (sameTrigger && numbers.amendPrice === BigInt(o.price) && numbers.amendLots === totalOf(o)) { sayAmend("nothing is changed", "amendPrice"); return; }
  const request = {
    op: "amend", user, symbol: o.symbol, order: o.order, price: plainPrice(numbers.amendPrice, o.symbol), quantity: plainLots(numbers.amendLots, o.symbol),
    ...sameTrigger ? {} : { triggerPrice: plainPrice(numbers.amendTrigger, o.symbol) },
  };
  send(request, a => {
    if (a.t === "answer" && a.code === "OK") { $("amend").close(); say("order " + o.order + " amended"); return; }
    const [plain, field] = WHY[a.code] ?? [];
    sayAmend("refused: " + (plain ?? words(a.code)), { trigger: "amendTrigger", price: "amendPrice", lots: "amendLots" }[field]);
  });
};
$("amend").onclose = () => { amended = null; };
