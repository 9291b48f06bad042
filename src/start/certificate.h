/* SPDX-License-Identifier: BSD-3-Clause */
/* The certificate: what an inspection of the start of a completed system finds. Ranks and
 * condition numbers of its constraints and blocks, and which start values are free. */
#ifndef START_CERTIFICATE_H
#define START_CERTIFICATE_H
#include "../lowering/lower.h"

typedef struct certificate {
    invo_certificate summary;
    invo_block_info *block; /* [completion->blocks] */
    /* By slot of (u, z): */
    char *fixed, *given; /* by the model */
    char *free;          /* the constraints leave it open */
    char *choice;        /* of the independent coordinates that fix all others */
    char *open;          /* what the model fixes leaves it open */
    double *guess;       /* its start value, where given */
} certificate;

/* w has its initial point. Throws E_MEMORY only: what is too large is not inspected, and
 * marked so. */
certificate *certificate_new(lowered *w);

/* The coordinates' start values as the model gives them, before any constraint has moved
 * them: "NAME=VALUE,...". Throws E_MEMORY. */
char *certificate_written_starts(const lowered *w);

/* Returns where a value of the initial point comes from, in the words of invo_initial. */
const char *certificate_origin(const certificate *k, const lowered *w, int slot);

#endif
