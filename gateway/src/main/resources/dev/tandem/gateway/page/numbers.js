"use strict";
// Numbers that are exact, and how they are shown. Both pages have it.
const $ = id => document.getElementById(id);
const whole = n => (typeof n === "number" ? n : BigInt(n)).toLocaleString("en");

// Ids, prices and lots have up to 63 bits, a number here 53: those of 16 digits and more are read as texts. Only an
// error has a text in which that could be found.
const LARGE = /([:,[])(-?\d{16,})(?=[,\]}])/g;
function read(json) { return JSON.parse(json.startsWith('{"t":"error"') ? json : json.replace(LARGE, '$1"$2"')); }
// What is compared and reckoned with: a number, or a BigInt where that is too small.
function exact(n) { return typeof n === "string" ? BigInt(n) : n; }
function plus(a, b) {
  const sum = typeof a === "number" && typeof b === "number" ? a + b : NaN;
  return Number.isSafeInteger(sum) ? sum : BigInt(a) + BigInt(b);
}
function minus(a, b) { return typeof a === "number" && typeof b === "number" ? a - b : BigInt(a) - BigInt(b); }
function gap(a, b) { return Number(minus(a, b)); }
// A count of smallest units as a decimal.
function decimal(n, decimals) {
  const text = String(n), digits = text.replace("-", "").padStart(decimals + 1, "0");
  return (text.startsWith("-") ? "-" : "") + (decimals ? digits.slice(0, -decimals) + "." + digits.slice(-decimals) : digits);
}
// The other way round, as a BigInt; null if it is no such decimal.
function counted(text, decimals) {
  const parts = /^([0-9]+)(?:[.]([0-9]+))?$/.exec(text.trim());
  if (!parts) return null;
  const behind = (parts[2] ?? "").replace(/0+$/, "");
  return behind.length > decimals ? null : BigInt(parts[1] + behind.padEnd(decimals, "0"));
}
function shown(n, decimals) {
  const [front, behind] = decimal(n, decimals ?? 0).split(".");
  return (front === "-0" ? front : whole(front)) + (behind === undefined ? "" : "." + behind);
}
const signed = (n, text) => (n > 0 ? "+" : "") + text;
const words = name => name.toLowerCase().replaceAll("_", " ");
function cell(row, text, kind) {
  const c = row.insertCell();
  c.textContent = text;
  if (kind) c.className = kind;
  return c;
}
// A status is read aloud when it is written: only where it says something else.
function written(id, text) { if ($(id).textContent !== text) $(id).textContent = text; }
function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue("--" + name); }
// What somebody has chosen is remembered where the browser lets a page do so.
function remember(name, value) { try { localStorage.setItem("tandem." + name, value); } catch (e) { /* for this visit alone */ } }
function remembered(name) { try { return localStorage.getItem("tandem." + name); } catch (e) { return null; } }
