"use strict";
// The key, and what is signed by it. Both pages have it.
let key, user, demo = false, node = { number: 0, of: 1 };

// Each start of a demo has a key of its own.
async function askDemo() {
  const answer = await (await fetch("/v1/demo")).json();
  demo = answer.demo;
  node = { number: answer.node, of: answer.nodes };
  if (demo) { key = answer.key; user = answer.user; }
  return demo;
}
const hex = bytes => [...new Uint8Array(bytes)].map(b => b.toString(16).padStart(2, "0")).join("");
// A browser signs where nobody can have changed this page: by TLS and on its own machine. Elsewhere it sends the key.
async function signature(lines) {
  const dot = key.indexOf("."), utf8 = new TextEncoder(), time = Date.now();
  let nonce;
  // A node of a cluster takes only nonces that are for it.
  do nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
  while ([...nonce].reduce((sum, c) => sum + c.charCodeAt(0), 0) % node.of !== node.number);
  const secret = await crypto.subtle.digest("SHA-256", utf8.encode(key.slice(dot + 1)));
  const mac = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const text = lines(time, nonce, key.slice(0, dot)).join("\n");
  return { key: key.slice(0, dot), time, nonce, signature: hex(await crypto.subtle.sign("HMAC", mac, utf8.encode(text))) };
}
async function get(path) {
  let shown = "Bearer " + key;
  if (crypto.subtle) {
    const s = await signature((time, nonce) => ["GET", path, time, nonce, ""]);
    shown = "Tandem-HMAC-SHA256 key=" + s.key + ", time=" + s.time + ", nonce=" + s.nonce + ", signature=" + s.signature;
  }
  return fetch(path, { headers: { Authorization: shown } });
}
async function login() {
  return { op: "login", ...crypto.subtle ? await signature((time, nonce, name) => ["STREAM LOGIN", name, 0, time, nonce]) : { key } };
}
