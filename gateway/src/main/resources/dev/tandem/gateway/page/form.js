"use strict";
// The order form has the fields that the chosen type and time in force take.
let nextOrder = Date.now() * 1000 + Math.floor(Math.random() * 1000);

// What came of the last thing that was sent, in plain words; on a phone beside the own orders, too, which are below.
function say(text, bad = false) { for (const id of ["said", "ownSaid"]) { $(id).textContent = text; $(id).classList.toggle("bad", bad); } }
function refused(code, detail) {
  const [plain, field] = WHY[code] ?? [];
  if (field && $(field).offsetParent) $(field).setAttribute("aria-invalid", "true");
  say(detail === undefined ? "refused: " + (plain ?? words(code)) : plain ?? words(code) + ": " + detail, true);
}
function answered(a, text) {
  if (a.t !== "answer") return;
  if (a.code === "OK") say(text(a)); else refused(a.code);
}
// Asks where the user wants to be asked.
function confirmed(name, text, yes, then) {
  if (!$("confirm").checked) { then(); return; }
  $("askedName").textContent = name; $("askedText").textContent = text; $("askedYes").textContent = yes;
  $("asked").returnValue = "";
  $("asked").onclose = () => { if ($("asked").returnValue === "yes" && isLive()) then(); };
  $("asked").showModal(); $("askedYes").focus();
}
function fields() { return [...$("entry").elements].filter(e => e.name); }
function options(select, values, text) { const chosen = select.value; select.replaceChildren(...values.map(v => new Option(text(v), v))); if (values.includes(chosen)) select.value = chosen; }
function show(id, on, needed) { const field = $(id); field.closest("label").hidden = !on; field.required = on && needed; }
function fitForm() {
  const type = TERMS.types.find(t => t.name === $("type").value);
  options($("time"), type.times, v => EXPLAINED[v] ? v + ", " + EXPLAINED[v] : words(v));
  const time = TERMS.times.find(t => t.name === $("time").value), free = type.limit && time.rests;
  show("trigger", type.trigger, true); show("ppm", type.trailing, false); show("price", true, type.price); show("budget", type.budget, false);
  show("expires", time.expires, true); show("postOnly", free, false); show("least", type.limit, false); show("display", free, false);
  show("linked", free || type.trigger || type.trailing, false);
  $("price").placeholder = type.price ? "" : "no limit";
  fitLots(); fitTicks(); fitted();
}
function fitTicks() { const ppm = $("ppm"); show("trailing", !ppm.closest("label").hidden && ppm.value === "", true); }
function fitLots() { show("lots", $("budget").value === "" || $("budget").closest("label").hidden, true); }
// A field that was refused is another one now.
function fitted() { for (const f of fields()) f.removeAttribute("aria-invalid"); drawCost(); }
$("type").onchange = () => { fitForm(); if (!$("price").required) $("price").value = ""; touch("book"); };
$("time").onchange = fitForm; $("budget").oninput = fitLots; $("ppm").oninput = fitTicks;
$("entry").addEventListener("input", fitted);
$("confirm").checked = remembered("confirm") === "yes";
$("confirm").onchange = () => remember("confirm", $("confirm").checked ? "yes" : "no");

// What the order is worth: at its price, without one at the best prices of the book.
function drawCost() {
  const s = spec(symbol), quantity = counted($("lots").value, s.quantityDecimals ?? 0), budget = $("budget");
  const at = $("price").value === "" ? null : counted($("price").value, s.priceDecimals ?? 0);
  const value = p => money(worth(p, quantity), s.quote) + " " + currencyName(s.quote);
  let text = "–";
  if (!budget.closest("label").hidden && budget.value !== "") text = budget.value + " " + currencyName(s.quote);
  else if (quantity !== null && at !== null) text = value(at);
  else if (quantity !== null && $("price").value === "" && !$("price").required) {
    const ask = best("asks"), bid = best("bids");
    text = [ask !== null && "buy about " + value(ask), bid !== null && "sell about " + value(bid)].filter(Boolean).join(", ") || "–";
  }
  $("notional").textContent = symbol === null ? "–" : text;
  $("available").textContent = symbol === null || !balances ? "" : "Free " + money(free(s.quote), s.quote) + " " + currencyName(s.quote) + ", " + money(free(s.base), s.base) + " " + currencyName(s.base);
}
options($("type"), TERMS.types.map(t => t.name), words);
options($("postOnly"), ["", ...TERMS.postOnly], v => v === "" ? "no" : words(v) + (v === "REJECT" ? " where it would take" : ""));
options($("selfTrade"), TERMS.selfTrade, v => v === "NONE" ? "trade with them" : words(v));
fitForm();

// What is asked about an order before it is sent.
function summary(place) {
  const amount = place.budget ? place.budget + " " + currencyName(spec(symbol).quote) + " of" : place.quantity;
  return [words(place.side) + " " + amount + " " + symbolName(symbol) + (place.price ? " at " + place.price : " without a limit") + ", " + words(place.type), place.timeInForce,
    place.triggerPrice && "triggered at " + place.triggerPrice, place.trailing && place.trailing + " behind the best price", place.trailingPpm && place.trailingPpm + " ppm behind the best price",
    place.postOnly && "post only", place.displayQuantity && "shows " + place.displayQuantity, place.linkedOrder && "or order " + place.linkedOrder, "notional " + $("notional").textContent].filter(Boolean).join(", ");
}
$("entry").onsubmit = event => {
  event.preventDefault();
  if (!isLive()) { say("not connected", true); return; }
  if (user === null || user === undefined) { say("this key has no user to trade for", true); return; }
  const side = event.submitter ? event.submitter.value : "BUY", order = nextOrder++;
  const place = { op: "place", user, symbol, order, side };
  for (const field of fields()) {
    if (field.closest("label").hidden || field.value === "") continue;
    place[field.name] = field.type === "datetime-local" ? new Date(field.value).toISOString() : field.value;
  }
  confirmed("Send this order?", summary(place), side === "BUY" ? "Buy" : "Sell", () => send(place, a => answered(a, () => {
    // A pair has two.
    $("linked").value = "";
    return words(side) + " order " + order + ": " + plainLots(a.filled, a.symbol) + " filled, " + plainLots(a.open, a.symbol) + (a.asleep ? " sleep until the trigger, " : " rest, ") + plainLots(a.released, a.symbol) + " cancelled";
  })));
};
