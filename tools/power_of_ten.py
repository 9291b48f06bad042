#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes what src/output/decimal.c reads: the first 128 bits of the powers of ten that it multiplies with, and where they lie among doubles.

    tools/power_of_ten.py powers > src/output/power_of_ten.def
    tools/power_of_ten.py decades > src/output/decade.def
"""
import sys
from fractions import Fraction

SMALLEST, LARGEST = -293, 341  # 10^16/x for the largest and for the smallest double
DIGITS, BIAS, NORMAL = 17, 1023, range(1, 2047)


def bits_of(n):
    """floor(log2(10^n))"""
    return (10**n).bit_length() - 1 if n >= 0 else -(10**-n).bit_length()


def exponent_of(x):
    """floor(log10(x))"""
    n = 0
    while Fraction(10) ** n > x:
        n -= 1
    while Fraction(10) ** (n + 1) <= x:
        n += 1
    return n


def shift_of(e, exponent):
    """The 64 bits that begin the product of m 2^(e - 63) with 10^(16 - exponent) end with so many bits of its fraction."""
    return 62 - e - bits_of(DIGITS - 1 - exponent)


def powers():
    print("/* SPDX-License-Identifier: BSD-3-Clause */")
    print("/* POWER(n, high, low): the first 128 bits of 10^n: written by tools/power_of_ten.py. */")
    print("// clang-format off")
    for n in range(SMALLEST, LARGEST + 1):
        if n >= 0:
            bits = (10**n).bit_length()
            first = 10**n << (128 - bits) if bits <= 128 else 10**n >> (bits - 128)
        else:
            divisor = 10**-n
            first = (1 << (divisor.bit_length() + 127)) // divisor
            first >>= first.bit_length() - 128
        print(f"POWER({n}, 0x{first >> 64:016x}, 0x{first & (1 << 64) - 1:016x})")


def decades():
    print("/* SPDX-License-Identifier: BSD-3-Clause */")
    print("/* DECADE(bits, next, exponent, shift, shift_next): doubles with these bits of the exponent: written by tools/power_of_ten.py. */")
    print("// clang-format off")
    exponent = exponent_of(Fraction(2) ** (NORMAL[0] - BIAS))
    for bits in NORMAL:
        e = bits - BIAS
        low = Fraction(2) ** e
        if Fraction(10) ** (exponent + 1) <= low:
            exponent += 1
        next_power = Fraction(10) ** (exponent + 1) / low * 2**63
        is_inside = next_power < 2**64
        # of a double, the last eleven bits are zero
        first = -(-next_power // 2**11) * 2**11 if is_inside else 2**64 - 1
        shift_next = shift_of(e, exponent + 1) if first < 2**64 else 0
        print(f"DECADE({bits}, 0x{min(first, 2**64 - 1):016x}, {exponent}, {shift_of(e, exponent)}, {shift_next if is_inside else 0})")


{"powers": powers, "decades": decades}[sys.argv[1]]()
