"use strict";
// What the exchange has, from its own lists, and whether it keeps a history: the gateway writes it in here.
const TERMS = /*TERMS*/null;
