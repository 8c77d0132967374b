"""Opens sealed log files by docs/formats/sealed.md alone, with Python's standard library: it has no
cipher, so AES-256-GCM stands here, slow and by the book (FIPS 197, NIST SP 800-38D)."""

import base64
import hashlib
import hmac
import struct

from digests import crc32c

HEADER = 160
TAG = 16


def byte_tables():
    """The substitution, and its words already multiplied by the column (2, 1, 1, 3)."""
    box, p, q = [0] * 256, 1, 1
    while True:
        p = p ^ ((p << 1) & 0xFF) ^ (0x1B if p & 0x80 else 0)
        for shift in (1, 2, 4):
            q ^= q << shift
        q &= 0xFF
        q ^= 0x09 if q & 0x80 else 0
        turned = 0
        for by in range(5):
            turned ^= ((q << by) | (q >> (8 - by))) & 0xFF
        box[p] = turned ^ 0x63
        if p == 1:
            break
    box[0] = 0x63
    words = []
    for s in box:
        twice = ((s << 1) ^ (0x1B if s & 0x80 else 0)) & 0xFF
        words.append(twice << 24 | s << 16 | s << 8 | (twice ^ s))
    turned = [words]
    for _ in range(3):
        words = [(w >> 8 | w << 24) & 0xFFFFFFFF for w in words]
        turned.append(words)
    return box, turned


BOX, (T0, T1, T2, T3) = byte_tables()


class Aes256:
    def __init__(self, key):
        words = list(struct.unpack(">8I", key))
        power = 1
        for i in range(8, 60):
            word = words[-1]
            if i % 8 == 0:
                word = self.substituted((word << 8 | word >> 24) & 0xFFFFFFFF) ^ power << 24
                power <<= 1
            elif i % 8 == 4:
                word = self.substituted(word)
            words.append(words[i - 8] ^ word)
        self.words = words

    @staticmethod
    def substituted(word):
        return BOX[word >> 24] << 24 | BOX[word >> 16 & 255] << 16 | BOX[word >> 8 & 255] << 8 | BOX[word & 255]

    def encrypt(self, block):
        k = self.words
        a, b, c, d = (w ^ k[i] for i, w in enumerate(struct.unpack(">4I", block)))
        for at in range(4, 56, 4):
            a, b, c, d = (
                T0[a >> 24] ^ T1[b >> 16 & 255] ^ T2[c >> 8 & 255] ^ T3[d & 255] ^ k[at],
                T0[b >> 24] ^ T1[c >> 16 & 255] ^ T2[d >> 8 & 255] ^ T3[a & 255] ^ k[at + 1],
                T0[c >> 24] ^ T1[d >> 16 & 255] ^ T2[a >> 8 & 255] ^ T3[b & 255] ^ k[at + 2],
                T0[d >> 24] ^ T1[a >> 16 & 255] ^ T2[b >> 8 & 255] ^ T3[c & 255] ^ k[at + 3],
            )
        last = ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c))
        out = [
            (BOX[w >> 24] << 24 | BOX[x >> 16 & 255] << 16 | BOX[y >> 8 & 255] << 8 | BOX[z & 255])
            ^ k[56 + i]
            for i, (w, x, y, z) in enumerate(last)
        ]
        return struct.pack(">4I", *out)


class Gcm:
    def __init__(self, key):
        self.aes = Aes256(key)
        value = int.from_bytes(self.aes.encrypt(bytes(16)), "big")
        powers = []
        for _ in range(128):
            powers.append(value)
            value = value >> 1 ^ (0xE1 << 120 if value & 1 else 0)
        # Products of each byte at each place.
        self.products = []
        for place in range(16):
            row = [0] * 256
            for byte in range(1, 256):
                low = byte & -byte
                bit = 8 * place + 8 - low.bit_length()
                row[byte] = row[byte ^ low] ^ powers[bit]
            self.products.append(row)

    def ghash(self, *parts):
        sum_ = 0
        for part in parts:
            for at in range(0, len(part), 16):
                sum_ ^= int.from_bytes(part[at : at + 16].ljust(16, b"\0"), "big")
                product = 0
                for place, byte in enumerate(sum_.to_bytes(16, "big")):
                    product ^= self.products[place][byte]
                sum_ = product
        return sum_.to_bytes(16, "big")

    def open(self, nonce, sealed, aad=b""):
        """What was sealed, or an error."""
        text, tag = sealed[:-TAG], sealed[-TAG:]
        sizes = struct.pack(">QQ", 8 * len(aad), 8 * len(text))
        mask = self.aes.encrypt(nonce + b"\0\0\0\1")
        expected = bytes(x ^ y for x, y in zip(self.ghash(aad, text, sizes), mask))
        if not hmac.compare_digest(expected, tag):
            raise ValueError("a seal does not fit")
        stream = b"".join(
            self.aes.encrypt(nonce + struct.pack(">I", 2 + i)) for i in range((len(text) + 15) // 16)
        )
        size = len(text)
        return (int.from_bytes(text, "big") ^ int.from_bytes(stream[:size], "big")).to_bytes(size, "big")


def read_keys(path):
    keys = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            line = line.strip()
            if line and not line.startswith("#"):
                name, _, text = line.rpartition(":")
                text = text.strip()
                raw = bytes.fromhex(text) if len(text) == 64 else base64.b64decode(text)
                keys[name.strip() or "default"] = raw
    return keys


class Seal:
    """What the header of a sealing says, and its cipher."""

    def __init__(self, header, keys, mode):
        version, found, self.origin = struct.unpack_from("<IHH", header, 8)
        if header[:8] != b"TNDMSEAL" or version != 1 or found != mode:
            raise ValueError("is not sealed as its name says")
        if struct.unpack_from("<Q", header, 152)[0] != crc32c(header[:152]):
            raise ValueError("has a header of a sealing whose sum does not fit")
        name = header[64:80].rstrip(b"\0").decode("ascii")
        if name not in keys:
            raise ValueError("wants the key " + name)
        self.file_id = header[16:32]
        self.start = struct.unpack_from("<Q", header, 88)[0]
        commitment = header[120:152]
        made = hkdf(keys[name], header[32:64], b"tandem-log seal 1" + header[:120], 64)
        if made[32:] != commitment:
            raise ValueError("was sealed by another key of the name " + name)
        self.first_tag = commitment[:16]
        self.gcm = Gcm(made[:32])


def hkdf(key, salt, info, size):
    first = hmac.new(salt, key, hashlib.sha256).digest()
    out, last, count = b"", b"", 0
    while len(out) < size:
        count += 1
        last = hmac.new(first, last + info + bytes([count]), hashlib.sha256).digest()
        out += last
    return out[:size]


class Part:
    """One file of sealed blocks: bytes of a segment from `start` on, as far as they are whole."""

    def __init__(self, data, keys):
        seal = Seal(data[:HEADER], keys, 1)
        self.origin, self.start = seal.origin, seal.start
        self.ended, self.records = False, 0
        plain, tag, at, number = [], seal.first_tag, HEADER, 0
        while at + 24 <= len(data) and not self.ended:
            head = data[at : at + 24]
            size, kind, found, records = struct.unpack("<IIQQ", head)
            end = at + 24 + size + TAG
            if end > len(data):
                # A block that was being written.
                break
            if found != number:
                raise ValueError("has a block that is out of place")
            nonce = struct.pack("<Q4x", number)
            plain.append(seal.gcm.open(nonce, data[at + 24 : end], seal.file_id + tag + head))
            tag, at, number = data[end - TAG : end], end, number + 1
            self.records = records
            self.ended = kind == 2
        if self.ended and at != len(data):
            raise ValueError("goes on behind its end")
        self.bytes = b"".join(plain)


def lay(whole, covered, part):
    """Lays a part over what is known; where parts before had bytes, it fills zeros and no more."""
    end = part.start + len(part.bytes)
    # A segment's own header of 512 bytes may have stayed plain.
    if part.start > max(covered, 512):
        raise ValueError("lacks the sealed bytes before %d" % part.start)
    if len(whole) < end:
        whole.extend(bytes(end - len(whole)))
    again = max(0, min(covered, end) - part.start)
    for i in range(again):
        at, byte = part.start + i, part.bytes[i]
        if whole[at] == 0:
            whole[at] = byte
        elif byte not in (0, whole[at]):
            raise ValueError("has other bytes at %d than were sealed before" % at)
    whole[part.start + again : end] = part.bytes[again:]
    return max(covered, end)


class SealedRecords:
    """Opens records that were sealed one by one."""

    def __init__(self, data, keys):
        self.gcm = Seal(data[192 : 192 + HEADER], keys, 2).gcm
        mark = data[352:416]
        self.end = self.claims = None
        if mark == bytes(64):
            return
        head = data[:352] + bytes(64) + data[416:512]
        told = self.gcm.open(bytes(12), mark)
        self.end, self.claims = struct.unpack_from("<QQ", told)
        if told[16:] != hashlib.sha256(head).digest():
            raise ValueError("has another header than was sealed")

    def open(self, at, stored):
        """The record's bytes, its length and checksum first."""
        nonce = struct.pack("<QI", at, len(stored))
        return stored[:8] + self.gcm.open(nonce, stored[8:])
