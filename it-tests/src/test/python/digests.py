"""The checksums of the formats, by their published specifications, with nothing but Python.

usage: digests.py crc32c|xxh64|xxh3 FILE LENGTH...

Prints the digest of the first bytes of a file, one line for each length, in hexadecimal.
"""

import struct
import sys

MASK = (1 << 64) - 1

# The numbers of the specification of xxHash.
P32_1, P32_2, P32_3 = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
P1, P2 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F
P3, P4, P5 = 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5
MX1, MX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)
STRIPES = (len(SECRET) - 64) // 8
BLOCK = 64 * STRIPES


def crc_tables():
    first = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (0x82F63B78 if byte & 1 else 0)
        first.append(byte)
    tables = [first]
    for _ in range(7):
        tables.append([tables[-1][i] >> 8 ^ first[tables[-1][i] & 255] for i in range(256)])
    return tables


TABLES = crc_tables()


def crc32c(data):
    """CRC-32C, eight bytes at a time."""
    t0, t1, t2, t3, t4, t5, t6, t7 = TABLES
    crc = 0xFFFFFFFF
    whole = len(data) & ~7
    for low, high in struct.iter_unpack("<II", data[:whole]):
        low ^= crc
        crc = (
            t7[low & 255] ^ t6[low >> 8 & 255] ^ t5[low >> 16 & 255] ^ t4[low >> 24]
            ^ t3[high & 255] ^ t2[high >> 8 & 255] ^ t1[high >> 16 & 255] ^ t0[high >> 24]
        )
    for byte in data[whole:]:
        crc = crc >> 8 ^ t0[(crc ^ byte) & 255]
    return crc ^ 0xFFFFFFFF


def rotl(value, by):
    return (value << by | value >> (64 - by)) & MASK


def word(data, at):
    return int.from_bytes(data[at : at + 8], "little")


def half(data, at):
    return int.from_bytes(data[at : at + 4], "little")


def swapped(value, size):
    return int.from_bytes(value.to_bytes(size, "little"), "big")


def avalanche64(x):
    """The last step of XXH64, and of XXH3 for the shortest inputs."""
    x = (x ^ x >> 33) * P2 & MASK
    x = (x ^ x >> 29) * P3 & MASK
    return x ^ x >> 32


def avalanche(x):
    """The last step of XXH3."""
    x = (x ^ x >> 37) * MX1 & MASK
    return x ^ x >> 32


def round64(lane, value):
    return rotl(lane + value * P2 & MASK, 31) * P1 & MASK


def xxh64(data):
    """XXH64 with seed 0."""
    lanes = [P1 + P2 & MASK, P2, 0, -P1 & MASK]
    whole = len(data) & ~31
    a, b, c, d = lanes
    for w, x, y, z in struct.iter_unpack("<4Q", data[:whole]):
        a, b, c, d = round64(a, w), round64(b, x), round64(c, y), round64(d, z)
    return xxh64_of_lanes((a, b, c, d), len(data), data[whole:])


def xxh64_of_lanes(lanes, length, rest=b""):
    """What follows after the last 32 bytes: lanes count only if there were any."""
    if length < 32:
        total = P5
    else:
        total = sum(rotl(lane, by) for lane, by in zip(lanes, (1, 7, 12, 18))) & MASK
        for lane in lanes:
            total = ((total ^ round64(0, lane)) * P1 + P4) & MASK
    total = total + length & MASK
    at = 0
    while at + 8 <= len(rest):
        total = (rotl(total ^ round64(0, word(rest, at)), 27) * P1 + P4) & MASK
        at += 8
    if at + 4 <= len(rest):
        total = (rotl(total ^ half(rest, at) * P1 & MASK, 23) * P2 + P3) & MASK
        at += 4
    for byte in rest[at:]:
        total = rotl(total ^ byte * P5 & MASK, 11) * P1 & MASK
    return avalanche64(total)


def folded(x, y):
    product = x * y
    return (product ^ product >> 64) & MASK


def mix_step(data, at, secret):
    return folded(
        word(data, at) ^ word(SECRET, secret), word(data, at + 8) ^ word(SECRET, secret + 8)
    )


def xxh3(data):
    """XXH3-64 with seed 0 and the secret that belongs to it."""
    length = len(data)
    if length <= 16:
        return xxh3_small(data, length)
    if length <= 240:
        return xxh3_medium(data, length)
    return xxh3_large(data, length)


def xxh3_small(data, length):
    if length == 0:
        return avalanche64(word(SECRET, 56) ^ word(SECRET, 64))
    if length <= 3:
        mixed = data[-1] | length << 8 | data[0] << 16 | data[length >> 1] << 24
        return avalanche64(half(SECRET, 0) ^ half(SECRET, 4) ^ mixed)
    if length <= 8:
        mixed = half(data, length - 4) | half(data, 0) << 32
        value = word(SECRET, 8) ^ word(SECRET, 16) ^ mixed
        value = (value ^ rotl(value, 49) ^ rotl(value, 24)) * MX2 & MASK
        value = (value ^ (value >> 35) + length) * MX2 & MASK
        return value ^ value >> 28
    low = word(SECRET, 24) ^ word(SECRET, 32) ^ word(data, 0)
    high = word(SECRET, 40) ^ word(SECRET, 48) ^ word(data, length - 8)
    return avalanche(length + swapped(low, 8) + high + folded(low, high) & MASK)


def xxh3_medium(data, length):
    total = length * P1
    if length <= 128:
        for i in range((length - 1) // 32 + 1):
            total += mix_step(data, i * 16, i * 32)
            total += mix_step(data, length - i * 16 - 16, i * 32 + 16)
        return avalanche(total & MASK)
    for i in range(8):
        total += mix_step(data, i * 16, i * 16)
    total = avalanche(total & MASK)
    for i in range(8, length // 16):
        total += mix_step(data, i * 16, (i - 8) * 16 + 3)
    total += mix_step(data, length - 16, 119)
    return avalanche(total & MASK)


def accumulate(lanes, stripe, secret):
    for i in range(8):
        value = stripe[i] ^ secret[i]
        lanes[i ^ 1] += stripe[i]
        lanes[i] += (value & 0xFFFFFFFF) * (value >> 32)


def secret_words(at):
    return struct.unpack_from("<8Q", SECRET, at)


def xxh3_large(data, length):
    lanes = [P32_3, P1, P2, P3, P4, P32_2, P5, P32_1]
    secrets = [secret_words(8 * n) for n in range(STRIPES)]
    last = secret_words(len(SECRET) - 64)
    # A block is only scrambled if there is something behind it.
    stripes = (length - 1) // 64
    for n in range(stripes):
        accumulate(lanes, struct.unpack_from("<8Q", data, 64 * n), secrets[n % STRIPES])
        if n % STRIPES == STRIPES - 1:
            for i, lane in enumerate(lanes):
                lane &= MASK
                lanes[i] = (lane ^ lane >> 47 ^ last[i]) * P32_1 & MASK
    final = struct.unpack_from("<8Q", data, length - 64)
    accumulate(lanes, final, secret_words(len(SECRET) - 71))
    secret = secret_words(11)
    total = length * P1
    for i in range(0, 8, 2):
        total += folded(lanes[i] & MASK ^ secret[i], lanes[i + 1] & MASK ^ secret[i + 1])
    return avalanche(total & MASK)


def main(words):
    digest = {"crc32c": crc32c, "xxh64": xxh64, "xxh3": xxh3}[words[0]]
    with open(words[1], "rb") as file:
        data = file.read()
    for length in words[2:]:
        print("%x" % digest(data[: int(length)]))


if __name__ == "__main__":
    main(sys.argv[1:])
