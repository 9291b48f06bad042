/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of small models with checkpoints, and files that are like theirs: for the fuzz
 * target of checkpoints and for tests. */
#ifndef CHECKPOINTS_H
#define CHECKPOINTS_H
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../src/base/archive.h"
#include "involute.h"

typedef struct resumed_model {
    const char *name, *text, *section;
    const char *method, *by;
    double stop, length, step;
    long steps; /* between checkpoints: the last one is not near the end */
} resumed_model;

static const resumed_model resumed_models[] = {
    {"ball.mo",
     "model Ball\n"
     "  Real h(start = 1, fixed = true);\n"
     "  Real v(start = 0, fixed = true);\n"
     "equation\n"
     "  der(h) = v;\n"
     "  der(v) = -9.81;\n"
     "  when h < 0 then\n"
     "    reinit(v, -0.9*pre(v));\n"
     "  end when;\n"
     "end Ball;\n",
     "v", NULL, NULL, 1.5, NAN, NAN, 3},
    {"modes.mo",
     "model Modes\n"
     "  Real x(start = 1, fixed = true, min = -0.5), y(start = 0, fixed = true);\n"
     "  Real z;\n"
     "  discrete Real gain(start = 1, fixed = true);\n"
     "  Integer n(start = 0, fixed = true);\n"
     "equation\n"
     "  der(x) = -gain*y + (if y > 0.3 then -0.2*x else 0.1*cos(time));\n"
     "  der(y) = if x > 0 then 1 - y else x - y;\n"
     "  z^3 + z = x;\n"
     "  when sample(0.5, 0.7) then\n"
     "    gain = 1 + 0.5*sin(time);\n"
     "    n = pre(n) + 1;\n"
     "  end when;\n"
     "  when y < -0.2 then\n"
     "    reinit(y, 0.5);\n"
     "  end when;\n"
     "end Modes;\n",
     NULL, NULL, NULL, 6, NAN, NAN, 12},
    {"stiff.mo",
     "model Stiff\n"
     "  Real x(start = 2, fixed = true), v(start = 0, fixed = true);\n"
     "equation\n"
     "  der(x) = v;\n"
     "  der(v) = 30*(1 - x^2)*v - x;\n"
     "end Stiff;\n",
     NULL, "auto", NULL, 100, NAN, NAN, 60},
    {"fold.mo",
     "model Fold\n"
     "  Real y(start = 1, fixed = true), z(start = 0, fixed = true);\n"
     "equation\n"
     "  2*y*der(y) = -1;\n"
     "  der(z) = y*cos(z);\n"
     "end Fold;\n",
     NULL, NULL, "arclength", 3, 3, NAN, 2},
    {"rods.mo",
     "model Rods\n"
     "  Real x[3](start = {1, 2, 3}), y[3], F[3];\n"
     "equation\n"
     "  for i in 1:3 loop\n"
     "    der(der(x[i])) = -F[i]*x[i];\n"
     "    der(der(y[i])) = -F[i]*y[i] - 9.81;\n"
     "    x[i]^2 + y[i]^2 = i^2;\n"
     "  end for;\n"
     "end Rods;\n",
     NULL, "dopri54", NULL, 3, NAN, NAN, 10},
    {"swing.mo",
     "model Swing\n"
     "  Real x(start = 1, fixed = true), y(start = 0), F;\n"
     "equation\n"
     "  der(der(x)) = -F*x;\n"
     "  der(der(y)) = -F*y - 9.81;\n"
     "  x^2 + y^2 = 1;\n"
     "end Swing;\n",
     "x", "rk4", NULL, 2, NAN, 0.05, 15}};
enum { RESUMED_MODELS = sizeof resumed_models / sizeof *resumed_models };

/* Runs it; message: what the context says in the end. */
static inline invo_status resumed_run(const resumed_model *of,
                                      const invo_checkpoint *given, char message[512]) {
    invo_checkpoint k = *given;
    invo_context *c = invo_context_new();
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    invo_options_init(&o);
    o.stop = of->stop;
    if (isfinite(of->length))
        o.length = of->length;
    if (of->method)
        o.method = of->method;
    if (of->by)
        o.by = of->by;
    o.step = of->step;
    o.rtol = 1e-4;
    o.points = 5;
    o.max_steps = 2000;
    k.steps = of->steps;
    o.checkpoint = &k;
    invo_status status =
        c ? invo_model_parse(c, of->name, of->text, strlen(of->text), &m) : INVO_E_MEMORY;
    if (!status && of->section)
        status = invo_model_section(m, of->section);
    if (!status)
        status = invo_model_run(m, &o, &r);
    for (int i = 0; r && i < 100; i++) { /* what readers of results look at */
        invo_ledger_row row = {0};
        invo_result_event_row event;
        invo_singular singular;
        if (invo_result_ledger(r, i, &row) && row.row.equation)
            (void)(strlen(row.row.equation) + strlen(row.row.where));
        (void)invo_result_event(r, i, &event);
        (void)invo_result_singular(r, i, &singular);
    }
    snprintf(message, 512, "%s", c ? invo_context_message(c) : "");
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return status;
}

typedef struct resumed_file {
    unsigned char *bytes;
    size_t size;
    size_t state; /* where it begins: what is before that tells the run from others */
} resumed_file;

/* Where the bytes begin that the checksum is of: after a line and two numbers. */
static inline size_t resumed_payload(const resumed_file *f) {
    const unsigned char *end = memchr(f->bytes, '\n', f->size);
    return (size_t)(end - f->bytes) + 1 + 2 * sizeof(uint64_t);
}

/* Reads it; 0: it is not there. */
static inline int resumed_read(const char *path, resumed_file *f) {
    FILE *in = fopen(path, "rb");
    *f = (resumed_file){0};
    if (!in)
        return 0;
    f->bytes = malloc(1 << 20);
    f->size = f->bytes ? fread(f->bytes, 1, 1 << 20, in) : 0;
    fclose(in);
    if (f->size == 0)
        return 0;
    const size_t from = resumed_payload(f);
    int64_t words;
    memcpy(&words, f->bytes + from, sizeof words);
    f->state = from + sizeof words + (size_t)words;
    return f->state < f->size;
}

/* Makes the number and the checksum of its bytes right; so many of them are kept. */
static inline void resumed_seal(resumed_file *f, size_t size) {
    const size_t from = resumed_payload(f);
    const uint64_t kept = size - from;
    const uint64_t head[2] = {kept,
                              archive_hash(ARCHIVE_HASH_BEGIN, f->bytes + from, kept)};
    memcpy(f->bytes + from - sizeof head, head, sizeof head);
    f->size = size;
}

#endif
