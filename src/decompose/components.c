/* SPDX-License-Identifier: BSD-3-Clause */
#include "components.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int components_add(decomposition *d, component c) {
    component *wider = realloc(d->at, sizeof *d->at * (size_t)(d->count + 1));
    if (!wider)
        return 0;
    d->at = wider;
    d->at[d->count++] = c;
    return 1;
}

int components_add_generator(decomposition *d, const char *text) {
    assert(d->count > 0);
    component *c = d->count ? &d->at[d->count - 1] : NULL;
    char **wider =
        c ? realloc(c->generator, sizeof *wider * (size_t)(c->count + 1)) : NULL;
    if (!wider)
        return 0;
    c->generator = wider;
    wider[c->count] = strdup(text);
    if (!wider[c->count])
        return 0;
    c->count++;
    return 1;
}

invo_status components_find(invo_model *m, double seconds, decomposition *d) {
    invo_component from;
    *d = (decomposition){.engine = "Involute"};
    invo_status status = invo_model_decompose(m, seconds);
    for (int k = 0; !status && invo_model_component(m, k, &from); k++) {
        component c = {from.dimension, from.degree, from.is_all, 0, NULL};
        int good = components_add(d, c);
        for (int i = 0; good && i < from.count; i++)
            good = components_add_generator(d, from.generator[i]);
        if (!good)
            status = INVO_E_MEMORY;
    }
    return status;
}

/* The generator in the model's names; integers that are long become real numbers. */
static char *name_symbols(const invo_model *m, const char *text) {
    char *out = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&out, &size);
    if (!f)
        return NULL;
    for (size_t n; *text; text += n) {
        invo_symbol s;
        n = strcspn(text, "vt0123456789");
        if (n) {
            fprintf(f, "%.*s", (int)n, text);
            continue;
        }
        int is_name = *text == 'v' || *text == 't';
        n = is_name + strspn(text + is_name, "0123456789");
        if (is_name && invo_model_symbol(m, atoi(text + 1) - 1, &s))
            fputs(s.name, f);
        else
            fprintf(f, "%.*s%s", (int)n, text, n > 9 ? ".0" : "");
    }
    if (!fclose(f))
        return out;
    free(out);
    return NULL;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int by_size(const void *a, const void *b) {
    const component *x = a;
    const component *y = b;
    if (x->dimension != y->dimension)
        return y->dimension - x->dimension;
    if (x->count != y->count)
        return x->count - y->count;
    for (int i = 0; i < x->count; i++) {
        size_t n = strlen(x->generator[i]);
        size_t k = strlen(y->generator[i]);
        int order =
            n != k ? (n > k) - (n < k) : by_text(&x->generator[i], &y->generator[i]);
        if (order)
            return order;
    }
    return 0;
}

int components_arrange(const invo_model *m, decomposition *d) {
    assert(d->count >= 0);
    if (d->count)
        qsort(d->at, (size_t)d->count, sizeof *d->at, by_size);
    for (int k = 0; k < d->count; k++)
        for (int i = 0; i < d->at[k].count; i++) {
            char *named = name_symbols(m, d->at[k].generator[i]);
            if (!named)
                return 0;
            free(d->at[k].generator[i]);
            d->at[k].generator[i] = named;
        }
    return 1;
}

void components_free(decomposition *d) {
    for (int k = 0; k < d->count; k++) {
        for (int i = 0; i < d->at[k].count; i++)
            free(d->at[k].generator[i]);
        free(d->at[k].generator);
    }
    free(d->at);
}
