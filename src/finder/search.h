/* SPDX-License-Identifier: BSD-3-Clause */
/* One search: relations among the rates of products on one surface, degree by degree. */
#ifndef FINDER_SEARCH_H
#define FINDER_SEARCH_H
#include "finder.h"
#include "independence.h"

typedef struct search {
    lowered *lowered;
    arena *arena;
    effort *effort;
    surface *surface;
    generators *generators;
    products *products;
    independence *independence;
    LIST(double *) point; /* [2 * generators] each: values and rates */
    quad_rows look;       /* of the second look */
    int perturbed;
    quad_rows *other; /* [perturbed]: the same for other values of parameters */
    finding *finding;
    LIST(found_quantity) found;
    LIST(candidate) whole; /* [found]: their terms */
} search;

/* Finds generators on the surface that f has, or takes those that it has. */
void search_prepare(search *f, const finder_request *q);
/* Goes through the degrees up to this one, 0: as large as is quick. */
void search_run(search *f, int degree);

#endif
