#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes src/output/power_of_ten.def: the first 128 bits of the powers of ten that src/output/decimal.c multiplies with.

    tools/power_of_ten.py > src/output/power_of_ten.def
"""
SMALLEST, LARGEST = -293, 341  # 10^16/x for the largest and for the smallest double

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
