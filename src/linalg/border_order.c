/* SPDX-License-Identifier: BSD-3-Clause */
/* KLU's analysis of J gives the matching; minimum degree (AMD) on the matched matrix as a
 * whole, rather than by blocks, as the factors will not know of blocks. */
#include "border_order.h"
#include "sparse.h"
#include <amd.h>
#include <klu.h>
#include <stdlib.h>
#include <string.h>

/* J by columns. */
typedef struct inner {
    int size, *start, *row, *matched; /* [size + 1], [entries], [size] */
} inner;

static int take_inner(const invo_pattern *p, inner *j) {
    const int m = p->rows - 1;
    const int entries = p->start[m];
    j->size = m;
    j->start = calloc(2 * m + 2 + entries, sizeof(int));
    if (!j->start)
        return 0;
    j->matched = j->start + m + 1;
    j->row = j->matched + m + 1;
    for (int e = 0; e < entries; e++)
        if (p->column[e])
            j->start[p->column[e]]++;
    sparse_begin(m, j->start);
    for (int i = 0; i < m; i++)
        EACH_ENTRY(e, p, i)
            if (p->column[e])
                j->row[j->start[p->column[e] - 1]++] = i;
    sparse_rewind(m, j->start);
    return 1;
}

/* The column that each row is matched with; where J is structurally singular, any. */
static int border_order_match(inner *j) {
    klu_common common;
    klu_defaults(&common);
    klu_symbolic *s = klu_analyze(j->size, j->start, j->row, &common);
    if (!s)
        return 0;
    for (int k = 0; k < j->size; k++)
        j->matched[s->P[k]] = s->Q[k];
    klu_free_symbolic(&s, &common);
    return 1;
}

/* Orders J by minimum degree on its matched pairs, the full row and column last. */
int border_order(const invo_pattern *p, int *row, int *column, double *operations) {
    const int n = p->rows;
    const int m = n - 1;
    double info[AMD_INFO];
    inner j;
    int done = take_inner(p, &j) && border_order_match(&j);
    if (done) { /* rows by the names of their columns */
        for (int e = 0; e < j.start[m]; e++)
            j.row[e] = j.matched[j.row[e]];
        done = amd_order(m, j.start, j.row, column, NULL, info) >= AMD_OK;
    }
    if (done) {
        int *row_of = j.start; /* no longer needed */
        for (int i = 0; i < m; i++)
            row_of[j.matched[i]] = i;
        for (int k = 0; k < m; k++) {
            row[k] = row_of[column[k]];
            column[k]++;
        }
        row[m] = m;
        column[m] = 0;
        *operations = info[AMD_NDIV] + 2 * info[AMD_NMULTSUBS_LU] + 4 * info[AMD_LNZ];
    }
    free(j.start);
    return done;
}
