/* SPDX-License-Identifier: BSD-3-Clause */
/* Random numbers by counting: each is a function of the seed and of its own number, so
 * that a member of an ensemble does not depend on the others. Philox 4x32 with ten rounds
 * ([SAL11]). */
#ifndef SWEEP_LOT_H
#define SWEEP_LOT_H
#include <stdint.h>

/* Four random words for this key and counter. */
void lot_words(const uint32_t key[2], const uint32_t counter[4], uint32_t word[4]);
/* A number in [0, 1), a multiple of 2^-53; `draw` numbers those of a member. */
double lot_uniform(uint64_t seed, uint64_t member, uint32_t draw);
/* A normally distributed number of mean 0 and deviation 1 ([BOX58]). */
double lot_normal(uint64_t seed, uint64_t member, uint32_t draw);

#endif
