/* SPDX-License-Identifier: BSD-3-Clause */
/* Philox 4x32-10 ([SAL11], section 3.3): multiplications whose high and low halves change
 * places, under a key that moves from round to round. */
#include "lot.h"
#include <math.h>
#include <string.h>

enum { LOT_ROUNDS = 10 };

static void lot_round(const uint32_t key[2], uint32_t x[4]) {
    const uint64_t first = (uint64_t)0xD2511F53u * x[0];
    const uint64_t second = (uint64_t)0xCD9E8D57u * x[2];
    const uint32_t next[4] = {(uint32_t)(second >> 32) ^ x[1] ^ key[0], (uint32_t)second,
                              (uint32_t)(first >> 32) ^ x[3] ^ key[1], (uint32_t)first};
    memcpy(x, next, sizeof next);
}

void lot_words(const uint32_t key[2], const uint32_t counter[4], uint32_t word[4]) {
    uint32_t k[2] = {key[0], key[1]};
    memcpy(word, counter, 4 * sizeof *word);
    for (int round = 0; round < LOT_ROUNDS; round++) {
        lot_round(k, word);
        k[0] += 0x9E3779B9u; /* the golden ratio */
        k[1] += 0xBB67AE85u; /* sqrt(3) - 1 */
    }
}

/* Two numbers in [0, 1) for a member and a draw. */
static void lot_pair(uint64_t seed, uint64_t member, uint32_t draw, double pair[2]) {
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    const uint32_t counter[4] = {(uint32_t)member, (uint32_t)(member >> 32), draw, 0};
    uint32_t word[4];
    lot_words(key, counter, word);
    for (int k = 0; k < 2; k++) {
        const uint64_t bits = (uint64_t)word[2 * k] << 32 | word[2 * k + 1];
        pair[k] = (double)(bits >> 11) * 0x1p-53;
    }
}

double lot_uniform(uint64_t seed, uint64_t member, uint32_t draw) {
    double pair[2];
    lot_pair(seed, member, draw, pair);
    return pair[0];
}

double lot_normal(uint64_t seed, uint64_t member, uint32_t draw) {
    static const double turn = 6.283185307179586;
    double pair[2];
    lot_pair(seed, member, draw, pair);
    return sqrt(-2 * log(1 - pair[0])) * cos(turn * pair[1]); /* 1 - pair[0] > 0 */
}
