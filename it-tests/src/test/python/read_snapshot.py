#!/usr/bin/env python3
"""Reads snapshots of an exchange by docs/formats/snapshot.md alone, with Python's standard library.

usage: read_snapshot.py DIRECTORY...

Each directory is one snapshot, `snapshot-<sequence>`. Prints for each one line of JSON: all that it
holds, or under "damage" what is wrong with it and where. Exit codes: 0 all are sound; 1 one is
damaged.
"""

import json
import os
import re
import struct
import sys

from digests import word, xxh3, xxh64, xxh64_of_lanes

HEADER = 440
ENTRIES = 80
SUM = 432
# Words of a row, by kind.
TABLES = {1: 290, 2: 19, 3: 6, 4: 6, 5: 3, 6: 3, 7: 8, 8: 9, 9: 3, 10: 5, 11: 4}
NAMES = dict(
    enumerate(
        "clients symbols orders users balances currencies results stops timed names "
        "icebergs".split(),
        1,
    )
)
# Of a symbol or a currency.
NAME = re.compile(rb"(?![0-9]*\0*$)[A-Z0-9./_-]{1,24}\0*")
WINDOW = 256
# Where a client's row has the sums of its commands.
SUMS = 34
RESULTS = (
    "PENDING OK DUPLICATE_COMMAND UNKNOWN_COMMAND UNKNOWN_USER INVALID_USER_ID USER_EXISTS "
    "USER_SUSPENDED USER_NOT_SUSPENDED UNKNOWN_SYMBOL SYMBOL_EXISTS INVALID_SYMBOL "
    "DUPLICATE_TRANSACTION INVALID_AMOUNT INSUFFICIENT_FUNDS OVERFLOW INVALID_ORDER_ID "
    "DUPLICATE_ORDER_ID UNKNOWN_ORDER INVALID_PRICE INVALID_QUANTITY INVALID_SIDE "
    "INVALID_ORDER_TYPE NOT_IN_CONTINUOUS_TRADING NOT_IN_AUCTION ALREADY_IN_STATE NO_RISK_STAGE "
    "LOG_FULL STALE_COMMAND STALE_TRANSACTION CLIENT_SEQUENCE_REUSED TOO_MANY_OPEN_ORDERS "
    "QUANTITY_TOO_LARGE NOTIONAL_TOO_LARGE PRICE_OUT_OF_BAND INVALID_TRIGGER "
    "UNSUPPORTED_INSTRUCTION INVALID_STATE NOT_ALLOWED_IN_STATE WOULD_TAKE BOOK_CROSSED "
    "QUANTITY_NOT_IN_STEPS QUANTITY_TOO_SMALL CONTRADICTORY_INSTRUCTION "
    "INVALID_MIN_QUANTITY LIMIT_REQUIRED INVALID_BUDGET INVALID_EXPIRE_TIME ALREADY_EXPIRED "
    "INVALID_CURRENCY CURRENCY_EXISTS NAME_IN_USE "
    "INVALID_DISPLAY_QUANTITY TOO_MANY_PARTS UNKNOWN_PAYEE PAYEE_IS_PAYER "
    "SYMBOL_FIELD_FIXED UNKNOWN_LINKED_ORDER INVALID_LINKED_ORDER ORDER_IS_LINKED"
).split()
STATES = "CONTINUOUS AUCTION HALTED CANCEL_ONLY POST_ONLY CLOSED".split()


class Damage(Exception):
    """Something that does not hold."""


def demand(holds, what):
    if not holds:
        raise Damage(what)


def halves(value):
    """The low and the high 32 bits of a word, signed."""
    return struct.unpack("<ii", struct.pack("<q", value))


def name_of(sequence):
    return "snapshot-" + ("-" * 20 if sequence == -1 else "%020d" % sequence)


def name(words, place, most):
    """A name and two numbers of decimals, of which the second is at most `most`."""
    text = struct.pack("<3q", *words[:3])
    demand(NAME.fullmatch(text), place + ": a name that cannot be")
    decimals, quantity = halves(words[3])
    demand(0 <= decimals <= 18 and 0 <= quantity <= most, place + ": decimals that cannot be")
    return [text.rstrip(b"\0").decode("ascii"), decimals, quantity]


class Snapshot:
    """One file, read whole; its tables as lists of rows of signed words."""

    def __init__(self, directory):
        path = os.path.join(directory, "state")
        try:
            with open(path, "rb") as file:
                self.data = file.read()
        except FileNotFoundError:
            raise Damage("state: is missing") from None
        self.read_header(os.path.basename(os.path.normpath(directory)))
        self.read_tables()
        self.read_results()
        self.read_clients()
        self.read_books()
        self.read_users()
        self.read_currencies()
        demand(xxh64(self.state_records()) == self.state_hash, "header, 48: not this state's hash")

    def read_header(self, name):
        data = self.data
        demand(len(data) >= HEADER, "header: shorter than %d bytes" % HEADER)
        demand(data[:8] == b"TANDSNAP", "header, 0: no snapshot")
        demand(xxh3(data[:SUM]) == word(data, SUM), "header: its checksum does not fit")
        version, tables = struct.unpack_from("<II", data, 8)
        demand((version, tables) == (4, len(TABLES)), "header, 8: version %d" % version)
        self.sequence, self.created = struct.unpack_from("<qq", data, 16)
        self.risk, self.matching = struct.unpack_from("<II", data, 32)
        self.event_hash, self.state_hash, length = struct.unpack_from("<QQQ", data, 40)
        self.log_id, self.mark = struct.unpack_from("<qq", data, 64)
        demand(length == len(data), "header, 56: the file has %d bytes" % len(data))
        demand(name == name_of(self.sequence), "header, 16: not the sequence of the name")

    def read_tables(self):
        self.tables = {}
        end = HEADER
        for i, (kind, words) in enumerate(TABLES.items()):
            at = ENTRIES + 32 * i
            found, found_words, rows, offset, total = struct.unpack_from("<IIQQQ", self.data, at)
            place = "table of " + NAMES[kind]
            demand((found, found_words) == (kind, words), "header, %d: no %s" % (at, place))
            demand(offset == end, "header, %d: %s begins elsewhere" % (at, place))
            end = offset + 8 * words * rows
            demand(end <= len(self.data), "%s: ends behind the file" % place)
            part = self.data[offset:end]
            demand(xxh3(part) == total, "%s: its checksum does not fit" % place)
            self.tables[NAMES[kind]] = list(struct.iter_unpack("<%dq" % words, part))
        demand(end == len(self.data), "%d: bytes behind the last table" % end)

    def rising(self, table, keys):
        demand(all(a < b for a, b in zip(keys, keys[1:])), table + ": not by rising key")

    def read_results(self):
        rows = self.tables["results"]
        demand(len(rows) == 1, "results: %d rows" % len(rows))
        self.commands, self.trades, self.records = rows[0][:3]
        demand(
            self.records >= self.commands >= 0 and self.records >= self.trades >= 0,
            "results: counts that cannot be",
        )
        lanes = struct.unpack("<4Q", struct.pack("<4q", *rows[0][3:7]))
        # An event record is 64 bytes: none is left over behind the lanes.
        demand(
            xxh64_of_lanes(lanes, 64 * self.records) == self.event_hash,
            "header, 40: not the hash of these events",
        )

    def read_clients(self):
        rows = self.tables["clients"]
        self.rising("clients", [row[0] for row in rows])
        self.clients = []
        for row in rows:
            window = struct.pack("<32q", *row[2:SUMS])
            answers = []
            for back in range(WINDOW - 1, -1, -1):
                place = (row[1] - back) % WINDOW
                answer = window[place]
                demand(answer or row[SUMS + place] == 0, "clients: a sum where nothing was seen")
                if answer:
                    demand(answer < len(RESULTS), "clients: an unknown result %d" % answer)
                    answers.append([row[1] - back, RESULTS[answer], row[SUMS + place]])
            self.clients.append({"client": row[0], "highest": row[1], "answers": answers})

    def read_books(self):
        rows = self.tables["symbols"]
        orders = iter(self.tables["orders"])
        stops = iter(self.tables["stops"])
        timed = list(self.tables["timed"])
        icebergs = list(self.tables["icebergs"])
        self.rising("symbols", [halves(row[0])[0] for row in rows])
        self.symbols = []
        for row in rows:
            symbol, state = halves(row[0])
            base, quote = halves(row[1])
            place = "symbol %d" % symbol
            demand(0 <= state < len(STATES), place + ": an unknown state %d" % state)
            self.symbols.append(
                {
                    "symbol": symbol,
                    "state": STATES[state],
                    "base": base,
                    "quote": quote,
                    "lotScale": row[2],
                    "tickScale": row[3],
                    "makerFeePpm": row[4],
                    "takerFeePpm": row[5],
                    "limits": list(row[10:14]),
                    "protection": row[14],
                    "name": name(row[15:], place, 18) if any(row[15:]) else None,
                    "buys": self.side(orders, row[6], -1, place + ", buys"),
                    "sells": self.side(orders, row[7], 1, place + ", sells"),
                    "lastPrice": row[8],
                    "stops": self.stops(stops, row[8], row[9], place + ", stops"),
                }
            )
            self.demand_pairs(self.symbols[-1], place + ", stops")
            self.symbols[-1]["timed"] = self.timed(timed, self.symbols[-1], place + ", timed")
            found = self.hidden(icebergs, self.symbols[-1], place + ", icebergs")
            self.symbols[-1]["icebergs"] = found
        named = [s["name"][0] for s in self.symbols if s["name"]]
        demand(len(set(named)) == len(named), "symbols: a name twice")
        demand(not timed, "timed: more than the symbols have")
        demand(not icebergs, "icebergs: more than the symbols have")
        demand(next(orders, None) is None, "orders: more than the symbols have")
        demand(next(stops, None) is None, "stops: more than the symbols have")

    def demand_pairs(self, symbol, place):
        """A leg that sleeps has another one that rests, of its user and side, and has not traded."""
        legs = [stop for stop in symbol["stops"] if stop["linked"]]
        demand(len({leg["linked"] for leg in legs}) == len(legs), place + ": a leg twice")
        for leg in legs:
            side = symbol["sells" if leg["side"] else "buys"]
            fits = any(
                (o["order"], o["user"], o["filled"]) == (leg["linked"], leg["user"], 0) for o in side
            )
            demand(fits and not leg["waits"], place + ": a leg without another one")

    def timed(self, timed, symbol, place):
        """Ids and times: those for the auction and the day, the oldest first, then by time."""
        found = []
        while timed and timed[0][0] == symbol["symbol"]:
            found.append(timed.pop(0)[1:])
        ids = dict(found)
        times = [time for _, time in found]
        least = -1 if symbol["state"] == "AUCTION" else 0
        demand(times == sorted(times) and min(times, default=0) >= least, place + ": not in order")
        live = {o["order"] for side in ("buys", "sells", "stops") for o in symbol[side]}
        demand(live.issuperset(ids) and len(ids) == len(found), place + ": not live orders")
        for stop in symbol["stops"]:
            time = ids.get(stop["order"], -1)
            fits = {3: time == 0, 4: time > 0}.get(stop["terms"] & 15, time == -1)
            demand(fits, place + ": not what the terms of a stop say")
        return found

    def hidden(self, icebergs, symbol, place):
        """Ids, what each shows at most and hides: in the order of the orders."""
        found = []
        while icebergs and icebergs[0][0] == symbol["symbol"]:
            found.append(icebergs.pop(0)[1:])
        lots = {o["order"]: o["lots"] for side in ("buys", "sells") for o in symbol[side]}
        ids = [order for order, _, _ in found]
        demand(ids == [order for order in lots if order in ids], place + ": not in order")
        for order, display, hidden in found:
            shown = lots[order] - hidden
            demand(hidden >= 0 and 0 < shown <= display, place + ": lots that cannot be")
        return found

    def stops(self, stops, last, count, place):
        """Those that sleep by entry, then those that wait for their turn."""
        demand(last >= 0, place + ": a last price that cannot be")
        demand(0 <= count <= len(self.tables["stops"]), place + ": a count that cannot be")
        found = []
        for _ in range(count):
            row = next(stops, None)
            demand(row, place + ": orders are missing")
            side, terms, waits, self_trade = (row[0] >> bits & 255 for bits in (0, 8, 16, 24))
            ppm = row[0] >> 40
            known = side < 2 and waits in (0, 1) and 3 <= terms >> 4 <= 7 and terms & 15 < 5
            known = known and self_trade < 5 and row[0] >> 32 & 255 == 0 and ppm in (0, 1)
            demand(known, place + ": a first word that cannot be")
            demand(waits or not (found and found[-1]["waits"]), place + ": not in order")
            rises = (terms >> 4 in (3, 4, 7)) == (side == 0)
            trigger = self.trigger(row, terms >> 4 == 7 and not waits, ppm, rises, last, place)
            reached = last and trigger and (last >= trigger if rises else last <= trigger)
            demand(row[4] > 0 and (waits or not reached), place + ": sleeps behind its trigger")
            order = dict(zip(("order", "user", "price", "lots", "word", "best", "offset", "linked"), row[1:]))
            head = {"side": side, "terms": terms, "waits": waits == 1, "selfTrade": self_trade}
            found.append({**head, **order, "ppm": ppm == 1, "trigger": trigger})
        return found

    def trigger(self, row, trails, ppm, rises, last, place):
        """The first price that triggers an order; 0 if none does."""
        price, best, offset = row[5:8]
        if not trails:
            demand(price > 0 and best == offset == ppm == 0, place + ": a trigger that cannot be")
            return price
        demand(price == 0 and 0 < offset < (10**6 if ppm else 2**63), place + ": an offset")
        demand(best <= last if rises and last else best >= last, place + ": a best price")
        demand((best == 0) == (last == 0), place + ": a best price without a trade")
        behind = best * offset if ppm else offset * 10**6
        exact = best * 10**6 + (behind if rises else -behind)
        ticks = -(-exact // 10**6) if rises else exact // 10**6
        return ticks if best and 0 < ticks < 2**63 else 0

    def side(self, orders, count, direction, place):
        """Orders of one side; `direction` says where prices go to, the best one first."""
        demand(0 <= count <= len(self.tables["orders"]), place + ": a count that cannot be")
        found = []
        for _ in range(count):
            row = next(orders, None)
            demand(row, place + ": orders are missing")
            order = dict(zip(("order", "user", "price", "lots", "modes", "filled"), row))
            demand(order["lots"] > 0, place + ": an order of no lots")
            demand(order["filled"] >= 0, place + ": less than no lots are filled")
            post_only, self_trade = order["modes"] >> 16 & 255, order["modes"] >> 24
            known = post_only < 3 and 0 <= self_trade < 5 and order["modes"] & 65535 == 0
            demand(known, place + ": modes that cannot be")
            worse = found and (order["price"] - found[-1]["price"]) * direction < 0
            demand(not worse, place + ": not in price-time order")
            found.append(order)
        return found

    def read_users(self):
        rows = self.tables["users"]
        known = self.risk != 0 or not (rows or self.tables["currencies"])
        demand(known, "header, 32: users or currencies without risk")
        balances = iter(self.tables["balances"])
        self.rising("users", [row[0] for row in rows])
        self.users = []
        for user, suspended, count, highest, bits, group in rows:
            place = "user %d" % user
            demand(suspended in (0, 1), place + ": neither suspended nor not")
            demand(0 <= count <= len(self.tables["balances"]), place + ": a count that cannot be")
            own = []
            for _ in range(count):
                row = next(balances, None)
                demand(row, place + ": balances are missing")
                own.append(dict(zip(("currency", "available", "held"), row)))
                demand(row[1] or row[2], place + ": an empty balance")
            self.rising(place, [balance["currency"] for balance in own])
            accepted = [highest - bit for bit in range(63, -1, -1) if bits >> bit & 1]
            self.users.append(
                {
                    "user": user,
                    "suspended": suspended == 1,
                    "highestTransaction": highest,
                    "transactions": accepted,
                    "balances": own,
                }
            )
        demand(next(balances, None) is None, "balances: more than the users have")

    def read_currencies(self):
        rows = self.tables["currencies"]
        self.rising("currencies", [row[0] for row in rows])
        self.currencies = [dict(zip(("currency", "fees", "supply"), row)) for row in rows]
        names = self.tables["names"]
        self.rising("names", [row[0] for row in names])
        self.names = [[row[0], *name(row[1:], "currency %d" % row[0], 0)] for row in names]
        demand(len({n[1] for n in self.names}) == len(self.names), "names: a name twice")

    def state_records(self):
        """What the state hash is over: eight words a record."""
        out = []

        def put(*words):
            out.append(struct.pack("<8q", *words, *[0] * (8 - len(words))))

        for row in self.tables["clients"]:
            put(1, row[0], row[1])
            for words in (row[2:SUMS], row[SUMS:]):
                for at in range(0, len(words), 6):
                    put(1, row[0], *words[at : at + 6])
        for row, told in zip(self.tables["symbols"], self.symbols):
            symbol = told["symbol"]
            put(2, symbol, row[1], *row[2:6], STATES.index(told["state"]))
            put(2, symbol, told["lastPrice"], *told["limits"], told["protection"])
            if told["name"]:
                put(2, symbol, 1 << 34, *row[15:])
            for side, orders in enumerate((told["buys"], told["sells"])):
                for order in orders:
                    put(2, symbol, side, *list(order.values())[:5])
                    if order["filled"]:
                        put(2, symbol, 1 << 37, order["order"], order["filled"])
            for stop in told["stops"]:
                first = stop["side"] | stop["terms"] << 8 | stop["waits"] << 16
                first |= stop["selfTrade"] << 24 | stop["ppm"] << 40 | 1 << 32
                put(2, symbol, first, *list(stop.values())[4:9])
                if stop["offset"]:
                    put(2, symbol, 1 << 35, stop["best"], stop["offset"])
                if stop["linked"]:
                    put(2, symbol, 1 << 38, stop["order"], stop["linked"])
            for order, time in told["timed"]:
                put(2, symbol, 1 << 33, order, time)
            for iceberg in told["icebergs"]:
                put(2, symbol, 1 << 36, *iceberg)
        for row, told in zip(self.tables["users"], self.users):
            put(3, row[0], row[1], row[3], row[4], row[5])
            for balance in told["balances"]:
                put(3, row[0], 1, *balance.values())
        for row in self.tables["currencies"]:
            put(4, *row)
        for row in self.tables["names"]:
            put(5, *row)
        return b"".join(out)

    def told(self):
        totals = {}
        for user in self.users:
            for balance in user["balances"]:
                total = totals.setdefault(balance["currency"], [0, 0])
                total[0] += balance["available"]
                total[1] += balance["held"]
        return {
            "sequence": self.sequence,
            "createdNs": self.created,
            "bytes": len(self.data),
            "riskShards": self.risk,
            "matchingShards": self.matching,
            "eventHash": "%016x" % self.event_hash,
            "stateHash": "%016x" % self.state_hash,
            "logId": self.log_id,
            "mark": self.mark,
            "commands": self.commands,
            "trades": self.trades,
            "records": self.records,
            "clients": self.clients,
            "symbols": self.symbols,
            "users": self.users,
            "currencies": self.currencies,
            "names": self.names,
            "totals": [
                {"currency": currency, "available": total[0], "held": total[1]}
                for currency, total in sorted(totals.items())
            ],
        }


def main(words):
    worst = 0
    for directory in words:
        try:
            told = Snapshot(directory).told()
        except Damage as damage:
            told = {"damage": str(damage)}
            worst = 1
        print(json.dumps(told))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
