/* SPDX-License-Identifier: BSD-3-Clause */
/* What a handle of a model holds. */
#ifndef API_HANDLE_H
#define API_HANDLE_H
#include "../algebra/decompose.h"
#include "../translate/constraints.h"
#include "../structure/certificate.h"
#include "../structure/hybrid.h"
#include "../structure/levels.h"

/* A hidden constraint; its texts are made when somebody asks for them. */
typedef struct hidden_constraint {
    expr f;
    int row, level; /* row: of the ledger */
    const char *text, *equation;
} hidden_constraint;

struct invo_model {
    invo_context *context;
    arena *arena;     /* what the model says */
    arena *completed; /* what follows from it for a run; goes with the next completion */
    char *text;
    source source;
    model *model;
    lowered *lowered; /* NULL before completion */
    crossings *crossings;
    invo_structure structure;
    int plain_count, *plain;   /* equations of kind EQUATION_PLAIN in the (first) mode */
    const char **plain_text;   /* [plain_count] as far as somebody asked; or NULL */
    hidden_constraint *hidden; /* NULL: nobody asked for one yet */
    int hidden_count;
    constraint_levels *levels; /* of its first-order form; NULL: none, or ... */
    int looked_for_levels;     /* ... nobody asked yet */
    certificate *certificate;  /* NULL before it is asked for */
    polynomials *polynomials;  /* likewise */
    prime_texts primes;        /* of invo_model_decompose */
    double prepare_seconds;
};

#endif
