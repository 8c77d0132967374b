"""Reads a write-ahead log by docs/formats/wal.md and journal.md alone, with the standard library.

usage: read_wal.py DIRECTORY

Prints the records as `tandem wal dump --json` does, one a line, and at last how the log ends.
"""

import datetime
import json
import os
import re
import struct
import sys

from digests import crc32c

MASK64 = (1 << 64) - 1
NOT_ZERO = re.compile(rb"[^\0]")


def instant(ns):
    """Nanoseconds since 1970 in ISO 8601, with as many threes of digits as it takes."""
    seconds, fraction = divmod(ns, 10**9)
    text = (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=seconds)).isoformat()
    if fraction == 0:
        return text + "Z"
    digits = "%09d" % fraction
    while digits.endswith("000"):
        digits = digits[:-3]
    return text + "." + digits + "Z"


def mix(value):
    z = value + 0x9E3779B97F4A7C15 & MASK64
    z = (z ^ z >> 33) * 0xFF51AFD7ED558CCD & MASK64
    z = (z ^ z >> 33) * 0xC4CEB9FE1A85EC53 & MASK64
    return z ^ z >> 33


def seed_of(log_id, epoch, number):
    h = mix(mix(mix(log_id) + epoch & MASK64) + number & MASK64)
    return (h ^ h >> 32) & 0xFFFFFFFF


class Damage(Exception):
    """Something that was synced is not there any more."""


class Segment:
    """A segment file, read whole."""

    def __init__(self, directory, number, log_id):
        self.name = "segment-%016d.wal" % number
        try:
            with open(os.path.join(directory, self.name), "rb") as file:
                self.data = file.read()
        except FileNotFoundError:
            raise Damage(self.name + ": is missing") from None
        head = self.data[:64]
        if len(head) < 64 or head[:8] != b"TNDMWAL\0":
            raise Damage(self.name + ": no header")
        version, kind, found_id, epoch, found, self.made, _, zero, crc = struct.unpack_from(
            "<IIQQQQqII", head, 8
        )
        if crc != crc32c(head[:60]) or (version, kind, zero) != (1, 1, 0):
            raise Damage(self.name + ": the header does not hold")
        if found != number or found_id != log_id:
            raise Damage(self.name + ": the header is of another segment")
        self.seed = seed_of(log_id, epoch, number)

    def at(self, place):
        """Type, sequence, time, body and stored checksum of what is sound there; None if nothing."""
        if place + 24 > len(self.data):
            return None
        stored, length, word, time = struct.unpack_from("<IIQq", self.data, place)
        end = place + (length + 7 & ~7)
        if length < 24 or end > len(self.data):
            return None
        if crc32c(self.data[place + 4 : end]) ^ self.seed != stored:
            return None
        kind = (word & 255) - (256 if word & 128 else 0)
        if kind in (-1, -2, -4) and length != 40:
            return None
        return kind, word >> 8, time, self.data[place + 24 : place + length], stored, end

    def synced_behind(self, place, expected):
        """Whether a mark from this place on says that the expected sequence had been synced."""
        while True:
            found = NOT_ZERO.search(self.data, place)
            if not found:
                return False
            place = found.start() & ~7
            if place + 40 <= len(self.data):
                length, word = struct.unpack_from("<IQ", self.data, place + 4)
                sequence = word >> 8
                if length == 40 and expected <= sequence <= expected + (1 << 32):
                    it = self.at(place)
                    if it and it[0] in (-1, -2, -4):
                        if struct.unpack_from("<q", it[3])[0] >= expected:
                            return True
            place += 8


def extent(directory):
    with open(os.path.join(directory, "wal.extent"), "rb") as file:
        data = file.read()
    best = None
    for at in (0, 4096):
        copy = data[at : at + 64]
        if len(copy) < 64 or copy[:8] != b"TNDMEXT\0":
            continue
        version, _, log_id, generation, first, last = struct.unpack_from("<IIQQqq", copy, 8)
        if struct.unpack_from("<I", copy, 60)[0] == crc32c(copy[:60]) and version == 1:
            if best is None or generation > best[0]:
                best = generation, log_id, first, last
    if best is None:
        raise Damage("wal.extent: neither copy holds")
    return best[1:]


def read(directory, take):
    """Gives each record to `take`; returns how the log ends."""
    log_id, first, last = extent(directory)
    there = {
        int(name[8:24])
        for name in os.listdir(directory)
        if re.fullmatch(r"segment-\d{16}\.wal", name)
    }
    number = first
    if number not in there:
        if last >= first:
            raise Damage("segment %d is missing" % first)
        return "no records"
    if last >= first and last not in there:
        raise Damage("segment %d is missing" % last)
    expected = chain = None
    segment = Segment(directory, number, log_id)
    place = 64
    closed = False
    while True:
        it = segment.at(place)
        if it and expected is not None and it[1] != expected:
            it = None
        if it and it[0] in (-1, -2, -4):
            synced, before, zero = struct.unpack("<qII", it[3])
            if (chain is not None and before != chain) or zero:
                it = None
        elif it and (it[0] < -4 or expected is None):
            it = None
        if it is None:
            check_end(directory, log_id, segment, place, expected or 0, there)
            if len(segment.data) < segment.made:
                raise Damage(segment.name + ": cut off")
            if expected is None and first > 1:
                raise Damage(segment.name + ": its first record is missing")
            if expected is None:
                return "no records"
            return "ended" if closed and place == 64 else "open"
        kind, sequence, time, body, stored, place = it
        if kind >= 0:
            take(sequence, kind, time, body)
            expected = sequence + 1
        elif kind == -3:
            expected = sequence + 1
        else:
            expected = sequence
            chain = stored
        if kind in (-2, -4):
            number += 1
            closed = kind == -4
            if number not in there:
                if kind == -2:
                    raise Damage("segment %d is missing" % number)
                return "ended"
            segment = Segment(directory, number, log_id)
            place = 64


def check_end(directory, log_id, segment, place, expected, there):
    number = int(segment.name[8:24])
    behind = segment.synced_behind(place, expected)
    while not behind and number + 1 in there:
        number += 1
        behind = Segment(directory, number, log_id).synced_behind(64, expected)
    if behind:
        raise Damage("%s: damaged at %d, sequence %d" % (segment.name, place, expected))


def main():
    def take(sequence, kind, time, body):
        print(
            json.dumps(
                {"sequence": sequence, "time": instant(time), "type": kind, "body": body.hex()}
            )
        )

    try:
        end = read(sys.argv[1], take)
    except Damage as damage:
        print(json.dumps({"end": "damaged", "why": str(damage)}))
        return 1
    print(json.dumps({"end": end}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
