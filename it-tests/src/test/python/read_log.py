#!/usr/bin/env python3
"""Reads log files by docs/formats/log-file.md and sealed.md alone, with Python's standard library.

usage: read_log.py [--key-file FILE] FILE...

Prints each record as one line of JSON. A log file and its sealed parts are read as one, whichever
of them is named. What is compressed is refused. Exit codes: 0 all is whole; 1
something is damaged or missing; 2 a file is not read by this reader, or without its key.
"""

import datetime
import glob
import json
import os
import re
import struct
import sys

import sealed
from digests import MASK, rotl

A = 0x9E3779B97F4A7C15
B = 0xBF58476D1CE4E5B9
C = 0x94D049BB133111EB
D = 0xFF51AFD7ED558CCD
HEADER = 512
LEVELS = ["TRACE", "DEBUG", "INFO", "WARN", "ERROR"]
TEXT, STRUCTURED, THREAD, LOGGER, DESCRIPTOR, DROPS, ABANDONED = range(1, 8)
THROWABLE, CONTEXT, MARKERS, KEY_VALUES, TYPED = range(1, 6)
STRING = 6
INFINITY = float("inf")
PART = re.compile(r"\.tlog\.([0-9]+)\.sealed$")


def mix(z):
    z = ((z ^ (z >> 30)) * B) & MASK
    z = ((z ^ (z >> 27)) * C) & MASK
    return z ^ (z >> 31)


def content(path):
    with open(path, "rb") as file:
        return file.read()


def parts_of(path):
    """The sealed parts of a log file, in the order in which they were begun."""
    first = path + ".sealed"
    later = [p for p in glob.glob(glob.escape(path) + ".*.sealed") if PART.search(p)]
    later.sort(key=lambda p: int(PART.search(p).group(1)))
    return ([first] if os.path.exists(first) else []) + later


def padded(length):
    return (length + 7) & ~7


def checksum(data, at, length, file_id):
    """The sum that the record at this offset must have."""
    lanes = [A ^ length, B, C, D]
    words = struct.unpack_from("<%dQ" % ((padded(length) - 8) // 8), data, at + 8)
    for i, word in enumerate(words):
        lanes[i & 3] = rotl(((lanes[i & 3] ^ word) * A) & MASK, 29)
    a, b, c, d = lanes
    body = ((a ^ rotl(b, 13)) * B + (c ^ rotl(d, 13)) * D) & MASK
    folded = mix(body ^ file_id ^ ((at * A) & MASK))
    return (folded ^ (folded >> 32)) & 0xFFFFFFFF


class Body:
    """What stands behind a record's header, read from front to back."""

    def __init__(self, data, at, end):
        self.data, self.start, self.at, self.end = data, at, at, end

    def raw(self, length):
        if self.at + length > self.end:
            raise ValueError("a part of a record ends behind it")
        part = self.data[self.at : self.at + length]
        self.at += length
        return part

    def align(self):
        # Records begin at multiples of 8.
        self.at = padded(self.at)

    def word(self):
        self.align()
        return self.raw(8)

    def string(self):
        self.align()
        text = self.raw(struct.unpack("<I", self.raw(4))[0]).decode("utf-8")
        self.align()
        return text

    def value(self, kind):
        if kind == STRING:
            return self.string()
        bits = self.word()
        if kind in (1, 2, 9, 10):
            form = {1: "<q", 2: "<i4x", 9: "<h6x", 10: "<b7x"}[kind]
            return struct.unpack(form, bits)[0]
        if kind == 3:
            return struct.unpack("<d", bits)[0]
        if kind == 8:
            return shortest(struct.unpack("<f4x", bits)[0])
        if kind == 4:
            return bits != bytes(8)
        if kind == 5:
            return chr(struct.unpack("<H6x", bits)[0])
        if kind == 7:
            return None
        raise ValueError("an argument of the unknown type %d" % kind)

    def strings(self, end):
        texts = []
        while self.at + 8 <= end:
            texts.append(self.string())
        return texts

    def pairs(self, end):
        found = []
        while self.at + 8 <= end:
            found.append(self.string())
            kind = struct.unpack("<Q", self.word())[0]
            found.append(self.value(kind))
        return found


def shortest(value):
    """The decimal number with the fewest digits that is this 4-byte one."""
    for digits in range(1, 10):
        near = float("%.*g" % (digits, value))
        if struct.pack("<f", near) == struct.pack("<f", value):
            return near
    return value


def text_of(value):
    """As the Java platform has it, for which the patterns are."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value == value and value not in (INFINITY, -INFINITY):
        text = repr(value)
        if value and not 1e-3 <= abs(value) < 1e7:
            for count in range(17):
                digits, power = ("%.*e" % (count, value)).split("e")
                if float(digits + "e" + power) == value:
                    break
            return "%s%sE%d" % (digits, "" if "." in digits else ".0", int(power))
        return text
    if isinstance(value, float):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    return str(value)


def finite(value):
    """JSON has no other numbers."""
    odd = isinstance(value, float) and (value != value or value in (INFINITY, -INFINITY))
    return text_of(value) if odd else value


def fill(pattern, arguments):
    """Puts arguments into the places of a pattern as SLF4J does."""
    out, at, rest = [], 0, list(arguments)
    while rest:
        place = pattern.find("{}", at)
        if place < 0:
            break
        escaped = place > 0 and pattern[place - 1] == "\\"
        if escaped and not (place > 1 and pattern[place - 2] == "\\"):
            out.append(pattern[at : place - 1] + "{")
            at = place + 1
        else:
            out.append(pattern[at : place - 1 if escaped else place] + text_of(rest.pop(0)))
            at = place + 2
    return "".join(out) + pattern[at:]


class Segment:
    """One file."""

    def __init__(self, path, keys):
        self.path = path
        self.findings = []
        self.one_by_one = self.claims = None
        self.threads, self.loggers, self.patterns = {}, {}, {}
        parts = parts_of(path)
        if parts:
            self.read_parts(path, parts, keys)
        else:
            self.data = content(path)
            self.read_plain(keys)

    def read_parts(self, path, parts, keys):
        """Puts a segment together from what was sealed and what is still plain."""
        whole = bytearray(content(path)) if os.path.exists(path) else bytearray()
        plain, covered, sealed_as_written = bytes(whole), 0, None
        for file in parts:
            part = sealed.Part(content(file), keys)
            covered = sealed.lay(whole, covered, part)
            if part.origin == 0:
                sealed_as_written = part
        self.data = bytes(whole)
        self.read_header()
        if plain:
            # The claims in a sealed header are of the moment in which it was sealed.
            word = struct.unpack_from("<Q", plain, 128)[0] or struct.unpack_from("<Q", plain, 64)[0]
            self.claims = word >> 36
            self.end = min(word & ((1 << 36) - 1), self.capacity, len(self.data))
        else:
            self.end = covered
            # What was found later has not been counted by who wrote it.
            whole_run = len(parts) == 1 and sealed_as_written and sealed_as_written.ended
            if whole_run:
                self.claims = sealed_as_written.records
            elif sealed_as_written and len(parts) == 1:
                self.findings.append("has no sealed end")

    def read_plain(self, keys):
        flags = self.read_header()
        claimed = struct.unpack_from("<Q", self.data, 64)[0]
        closed = struct.unpack_from("<Q", self.data, 128)[0]
        word = closed or claimed
        self.claims = word >> 36
        self.end = min(word & ((1 << 36) - 1), self.capacity, len(self.data))
        if flags & 2 and struct.unpack_from("<Q", self.data, 136)[0]:
            raise ValueError("was sealed elsewhere")
        if flags & 1:
            self.one_by_one = sealed.SealedRecords(self.data, keys)
            if self.one_by_one.claims is None:
                # Who wrote it was killed: its end is in its claims, under no seal.
                return
            self.end, self.claims = self.one_by_one.end, self.one_by_one.claims
            if len(self.data) != self.end:
                raise ValueError("does not end where it was sealed")

    def read_header(self):
        data = self.data
        if len(data) < HEADER or data[:8] != b"TNDMLOG1":
            raise ValueError("is no log segment")
        version, length = struct.unpack_from("<II", data, 8)
        if version != 1 or length != HEADER:
            raise ValueError("has version %d" % version)
        words = struct.unpack_from("<8Q", data, 0)
        total = 0
        for word in words[:7]:
            total = mix(total ^ word)
        if total != words[7]:
            raise ValueError("has a header whose sum does not fit")
        self.file_id, self.capacity = words[2], words[5]
        return words[6]

    def is_whole(self, at):
        length, total = struct.unpack_from("<II", self.data, at)
        fits = 32 <= length and at + padded(length) <= self.end
        return fits and checksum(self.data, at, length, self.file_id) == total

    def records(self):
        at = HEADER
        committed = 0
        while at + 32 <= self.end:
            if not self.is_whole(at):
                # The next record is where the next sum fits.
                begin = at
                while at + 32 <= self.end and not self.is_whole(at):
                    at += 8
                self.findings.append("%d bytes from %d on are no record" % (at - begin, begin))
                continue
            length = struct.unpack_from("<I", self.data, at)[0]
            committed += 1
            record = self.record(at, length)
            if record:
                yield record
            at += padded(length)
        if self.claims is not None and committed != self.claims:
            self.findings.append("%d claims and %d records" % (self.claims, committed))

    def record(self, at, length):
        data = self.data[at : at + length]
        if self.one_by_one:
            data = self.one_by_one.open(at, data)
        time, thread, logger, kind, level, flags, aux = struct.unpack_from("<qiIBBHI", data, 8)
        body = Body(data, 32, len(data))
        if kind == THREAD:
            self.threads[thread] = body.raw(aux).decode("utf-8")
        elif kind == LOGGER:
            self.loggers[logger] = body.raw(aux).decode("utf-8")
        elif kind == DESCRIPTOR:
            signature = struct.unpack("<Q", body.word())[0]
            self.patterns[aux] = (body.string(), signature)
        elif kind in (TEXT, STRUCTURED, DROPS):
            return self.told(body, time, thread, logger, kind, level, flags, aux)
        elif kind != ABANDONED:
            self.findings.append("offset %d: the unknown kind %d" % (at, kind))
        return None

    def told(self, body, time, thread, logger, kind, level, flags, aux):
        seconds, nanos = divmod(time, 1_000_000_000)
        moment = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)
        record = {
            "time": "%s.%09dZ" % (moment.strftime("%Y-%m-%dT%H:%M:%S"), nanos),
            "ns": time,
            "level": LEVELS[level],
            "thread": self.threads[thread],
            "logger": self.loggers[logger],
        }
        if kind == TEXT:
            record["message"] = body.raw(aux).decode("utf-8")
        elif kind == DROPS:
            record["dropped"] = [struct.unpack("<q", body.word())[0] for _ in range(aux)]
            told = ["%s %d" % (LEVELS[i], n) for i, n in enumerate(record["dropped"]) if n]
            record["message"] = "records dropped for want of room: " + " ".join(told)
        else:
            pattern, signature = self.patterns[aux]
            arguments = []
            while signature:
                arguments.append(body.value(signature & 15))
                signature >>= 4
            record["message"] = fill(pattern, arguments)
            record["pattern"] = pattern
            if arguments:
                record["arguments"] = [finite(value) for value in arguments]
        if flags & 1:
            self.blocks(body, record)
        if flags & 2:
            record["cut"] = True
        return record

    def blocks(self, body, record):
        body.align()
        while body.at + 8 <= body.end:
            kind, length = struct.unpack("<II", body.raw(8))
            end = body.at + length
            if kind == THROWABLE:
                record["thrown"] = body.string()
            elif kind == CONTEXT:
                texts = body.strings(end)
                record["context"] = dict(zip(texts[::2], texts[1::2]))
            elif kind == MARKERS:
                record["markers"] = body.strings(end)
            elif kind == KEY_VALUES:
                record["keyValues"] = body.strings(end)
            elif kind == TYPED:
                record["keyValues"] = [finite(value) for value in body.pairs(end)]
            body.at = end
            body.align()


def main(words):
    keys = {}
    if words[:1] == ["--key-file"]:
        keys = sealed.read_keys(words[1])
        words = words[2:]
    worst = 0
    # A file and its sealed parts are one.
    for path in dict.fromkeys(re.sub(r"\.tlog(\.[0-9]+)?\.sealed$", ".tlog", p) for p in words):
        try:
            if path.endswith(".zst"):
                raise ValueError("is compressed")
            segment = Segment(path, keys)
            for record in segment.records():
                print(json.dumps(record, ensure_ascii=False))
            for finding in segment.findings:
                print("%s: %s" % (path, finding), file=sys.stderr)
                worst = max(worst, 1)
        except ValueError as refused:
            print("%s: %s: not read by this reader" % (path, refused), file=sys.stderr)
            worst = 2
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
