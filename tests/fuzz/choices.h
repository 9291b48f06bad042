/* SPDX-License-Identifier: BSD-3-Clause */
/* Decisions that are taken from bytes, for generators of inputs: after the last byte they
 * are all 0. */
#ifndef CHOICES_H
#define CHOICES_H
#include <stdint.h>

typedef struct choices {
    const uint8_t *at, *end;
} choices;

static inline int choose(choices *c, int below) {
    return c->at < c->end ? *c->at++ % below : 0;
}

#endif
