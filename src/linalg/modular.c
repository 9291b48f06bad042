/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauss-Jordan elimination that takes one row after the other, so that the rows before i
 * are a reduced echelon form at any time and all multipliers of row i can be read from it
 * as it stands. Multiples are Shoup's: one quotient for a whole row. */
#include "modular.h"
#include <assert.h>
#include <stddef.h>
#include "natural.h"

uint64_t modular_multiply(uint64_t x, uint64_t y, uint64_t p) {
    return (uint64_t)((two_limbs)x * y % p);
}

static uint64_t modular_power(uint64_t x, uint64_t exponent, uint64_t p) {
    uint64_t result = 1;
    for (x %= p; exponent; exponent >>= 1, x = modular_multiply(x, x, p))
        if (exponent & 1)
            result = modular_multiply(result, x, p);
    return result;
}

uint64_t modular_inverse(uint64_t x, uint64_t p) {
    assert(x % p);
    return modular_power(x, p - 2, p);
}

/* Miller and Rabin's test for one base. */
static int passes(uint64_t n, uint64_t base) {
    int twos = __builtin_ctzll(n - 1);
    uint64_t x = modular_power(base, (n - 1) >> twos, n);
    if (x == 0 || x == 1 || x == n - 1)
        return 1;
    while (--twos) {
        x = modular_multiply(x, x, n);
        if (x == n - 1)
            return 1;
    }
    return 0;
}

/* n > 2 odd. The first twelve primes as bases decide below 3.1e23 (Sorenson, Webster
 * 2015). */
static int is_prime(uint64_t n) {
    static const uint64_t base[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    enum { BASES = sizeof base / sizeof *base };
    for (int i = 1; i < BASES; i++)
        if (n % base[i] == 0)
            return n == base[i];
    for (int i = 0; i < BASES; i++)
        if (!passes(n, base[i]))
            return 0;
    return 1;
}

uint64_t modular_prime(uint64_t below) {
    assert(below > 3);
    uint64_t n = (below - 2) | 1;
    while (!is_prime(n))
        n -= 2;
    return n;
}

/* y -= c x */
static void subtract_multiple(uint64_t p, int n, uint64_t c, const uint64_t *x,
                              uint64_t *y) {
    uint64_t quotient = (uint64_t)(((two_limbs)c << 64) / p);
    for (int j = 0; j < n; j++) {
        uint64_t q = (uint64_t)((two_limbs)quotient * x[j] >> 64);
        uint64_t rest = y[j] + 2 * p - (c * x[j] - q * p); /* c x - q p < 2 p */
        rest -= rest >= 2 * p ? 2 * p : 0;
        y[j] = rest - (rest >= p ? p : 0);
    }
}

static void modular_scale(uint64_t p, int n, uint64_t c, uint64_t *x) {
    for (int j = 0; j < n; j++)
        if (x[j])
            x[j] = modular_multiply(c, x[j], p);
}

static int first_nonzero(int n, const uint64_t *x) {
    int j = 0;
    while (j < n && !x[j])
        j++;
    return j;
}

/* Reduces row after row; the product of the pivots is the determinant of their minor. */
uint64_t modular_echelon(uint64_t p, int rows, int columns, int width, uint64_t *m,
                         int *lead) {
    assert(p >> MODULAR_BITS == 0);
    uint64_t product = 1;
    for (int i = 0; i < rows; i++) {
        uint64_t *row = m + (size_t)i * (size_t)width;
        for (int k = 0; k < i; k++) {
            int from = lead[k];
            if (from < columns && row[from])
                subtract_multiple(p, width - from, row[from],
                                  m + (size_t)k * (size_t)width + from, row + from);
        }
        int pivot = lead[i] = first_nonzero(columns, row);
        if (pivot == columns)
            continue;
        product = modular_multiply(product, row[pivot], p);
        modular_scale(p, width - pivot, modular_inverse(row[pivot], p), row + pivot);
        for (int k = 0; k < i; k++) {
            uint64_t *above = m + (size_t)k * (size_t)width + pivot;
            if (lead[k] < columns && above[0])
                subtract_multiple(p, width - pivot, above[0], row + pivot, above);
        }
    }
    return product;
}
