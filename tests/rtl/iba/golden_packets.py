#!/usr/bin/env python3
"""Packets of InfiniBand with their checksums, made without the RTL and without its model.

usage: golden_packets.py [--write]

Compares golden_packets.txt beside this file with what it makes; --write renews the file. The ICRC is
zlib.crc32 of the packet with the variant bits as ones, its lowest byte first; the VCRC is a division of
polynomials, bit by bit. The first packet is the local one of the InfiniBand Architecture Specification,
volume 1, section 7.8 (the bytes and the ICRC, 0x9625b75a, are also in a message of Eric Biggers to
linux-rdma of 29 January 2025, "RDMA/rxe: handle ICRC correctly on big endian systems").
"""

import pathlib
import sys
import zlib

FILE = pathlib.Path(__file__).with_suffix(".txt")
LRH, GRH = 8, 40
PUBLISHED = {
    "specification": ("7012375c000e17d2" "0a2024870087b1b3000dec2a" "01710a1c015d400238f27a050000000e"
                      "bb884d85fd5cfba4728bc0690ed40000", "9625b75a")}

# lane, level, DLID, SLID, opcode, solicited, migrated, P_Key, variant, QP, acknowledge, PSN of local
# packets; those of global ones go on with traffic class, flow label, hop limit, GIDs.
UNICAST = dict(lane=1, level=3, dlid=0x0007, slid=0x0002, opcode=0x04, solicited=1, migrated=0,
               pkey=0xffff, variant=0, qp=0x000012, acknowledge=1, psn=0xfffffe)
MULTICAST = dict(lane=0, level=0, dlid=0xc001, slid=0x0102, opcode=0x64, solicited=0, migrated=1,
                 pkey=0x8001, variant=0, qp=0xffffff, acknowledge=0, psn=0x00abcd,
                 tclass=0x5a, flow=0x12345, hops=0x40,
                 sgid="fe80000000000000000000000000002a", dgid="ff12401bffff00000000000000000001")


def bits(*fields):
    """Fields with their widths, the highest bit first."""
    value = 0
    width = 0
    for field, size in fields:
        assert field < 1 << size
        value = value << size | field
        width += size
    return value.to_bytes(width // 8, "big")


def headers_of(f, length):
    pad = -length % 4
    is_global = "dgid" in f
    after = 12 + length + pad + 4
    words = (LRH + (GRH if is_global else 0) + after) // 4
    text = bits((f["lane"], 4), (0, 4), (f["level"], 4), (0, 2), (3 if is_global else 2, 2),
                (f["dlid"], 16), (0, 5), (words, 11), (f["slid"], 16))
    if is_global:
        text += bits((6, 4), (f["tclass"], 8), (f["flow"], 20), (after, 16), (0x1b, 8), (f["hops"], 8))
        text += bytes.fromhex(f["sgid"]) + bytes.fromhex(f["dgid"])
    return text + bits((f["opcode"], 8), (f["solicited"], 1), (f["migrated"], 1), (pad, 2), (0, 4),
                       (f["pkey"], 16), (f["variant"], 8), (f["qp"], 24), (f["acknowledge"], 1), (0, 7),
                       (f["psn"], 24))


def icrc(packet):
    """ICRC over everything before it."""
    masked = bytearray(packet)
    bth = LRH
    masked[0] |= 0xf0
    if packet[1] & 3 == 3:
        bth += GRH
        masked[:LRH] = b"\xff" * LRH
        masked[8] |= 0x0f
        masked[9:12] = b"\xff" * 3
        masked[15] = 0xff
    masked[bth + 4] = 0xff
    return zlib.crc32(masked).to_bytes(4, "little")


def vcrc(packet):
    """Bits in the order of the link, the lowest one of each byte first, into x^16 + 0x100b."""
    register = 0xffff
    for byte in packet:
        for bit in range(8):
            feedback = (register >> 15) ^ (byte >> bit & 1)
            register = (register << 1 & 0xffff) ^ (0x100b if feedback else 0)
    mirrored = int(f"{register ^ 0xffff:016b}"[::-1], 2)
    return mirrored.to_bytes(2, "little")


def whole(packet):
    packet += icrc(packet)
    return packet + vcrc(packet)


def packets():
    """Name, length of the payload, packet."""
    for name, (text, known) in PUBLISHED.items():
        packet = bytes.fromhex(text)
        assert icrc(packet).hex() == known, f"{name}: ICRC {icrc(packet).hex()}, published {known}"
        yield name, len(packet) - LRH - 12 - (packet[9] >> 4 & 3), whole(packet)
    cases = [("unicast", UNICAST, length) for length in (0, 1, 2, 3, 4, 92)]
    cases += [("multicast", MULTICAST, length) for length in (0, 13, 64)]
    # The same packets after changes on the way: they keep their ICRCs.
    cases += [("unicast-changed", {**UNICAST, "lane": 14, "variant": 0xc0}, 4),
              ("multicast-changed", {**MULTICAST, "lane": 2, "level": 9, "dlid": 0xc123, "slid": 0x0001,
                                     "tclass": 0xa5, "flow": 0xedcba, "hops": 0x3f, "variant": 0x40}, 13)]
    kept = {}
    for name, fields, length in cases:
        payload = bytes((7 * i + length) & 0xff for i in range(length)) + bytes(-length % 4)
        packet = whole(headers_of(fields, length) + payload)
        first = kept.setdefault((name.split("-")[0], length), packet[-6:-2])
        assert packet[-6:-2] == first, f"{name}, {length} bytes: the ICRC has changed"
        yield f"{name}-{length}", length, packet


def main():
    text = "# Made by golden_packets.py: name, bytes of the payload, packet.\n"
    text += "".join(f"{name} {length} {packet.hex()}\n" for name, length, packet in packets())
    if "--write" in sys.argv:
        FILE.write_text(text)
    elif not FILE.exists() or FILE.read_text() != text:
        print(f"{FILE} differs from what golden_packets.py makes; --write renews it")
        return 1
    print(f"{len(text.splitlines()) - 1} packets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
