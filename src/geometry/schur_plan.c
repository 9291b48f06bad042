/* SPDX-License-Identifier: BSD-3-Clause */
/* E is found as a matching of rows and unknowns: of the equations of motion with
 * derivatives as far as that goes, of the rest of them with other unknowns, which are
 * then eliminated with E, and of derivatives that are left (of what has no mass) with
 * differentiated constraints. What is not matched is lambda and G. The parts of E are the
 * strongly connected sets of the matched pairs (Tarjan 1972), those they need first. */
#include "schur_plan.h"
#include <string.h>

/* Sums of more unknowns than this are not searched for the one that stands for the sum.
 */
enum { LONGEST_SUM = 32 };

/* What the search works with; all arrays are [size]. */
typedef struct search {
    const invo_system *s;
    const invo_block *k;
    const int *is_derivative;
    int *unknown_of, *row_of; /* the matching; -1: free */
    int *seen, *came_from, *queue;
    int *low, *next, *stack, *path; /* of Tarjan's algorithm */
    int stacked, count;
    int look; /* of augment: what it has seen is marked by this number */
} search;

size_t schur_plan_integers(int size) {
    return 5 * (size_t)size + 4;
}
size_t schur_plan_work(int size) {
    return 9 * (size_t)size;
}

static int is_derivative(const search *w, int j) {
    return w->is_derivative[w->k->unknown[j]];
}

/* An equation of motion, or one that serves to write them down: it has an unknown that is
 * no derivative, or is no derivative of a constraint. */
static int is_upper(const search *w, int i) {
    const invo_pattern *p = &w->k->pattern;
    EACH_ENTRY(e, p, i)
        if (!is_derivative(w, p->column[e]))
            return 1;
    return w->s->row && w->s->row[w->k->row[i]].level == 0;
}

/* Matches the free row i, others changing their unknowns where needed; what is matched
 * stays so. Only derivatives are newly taken unless `any`. */
static int schur_plan_augment(search *w, int i, int any) {
    const invo_pattern *p = &w->k->pattern;
    int head = 0;
    int tail = 0;
    w->look++; /* larger than all marks before */
    w->queue[tail++] = i;
    while (head < tail) {
        int r = w->queue[head++];
        EACH_ENTRY(e, p, r) {
            int j = p->column[e];
            if (w->seen[j] == w->look)
                continue;
            w->seen[j] = w->look;
            w->came_from[j] = r;
            if (w->row_of[j] >= 0) {
                w->queue[tail++] = w->row_of[j];
            } else if (any || is_derivative(w, j)) {
                while (j >= 0) {
                    int from = w->came_from[j];
                    int before = w->unknown_of[from];
                    w->row_of[j] = from;
                    w->unknown_of[from] = j;
                    j = before;
                }
                return 1;
            }
        }
    }
    return 0;
}

/* Marks the derivatives whose equations contain unknown j, by `mark`. */
static void mark_reach(const search *w, int j, int mark) {
    const invo_pattern *p = &w->k->pattern;
    for (int i = 0; i < w->k->size; i++)
        EACH_ENTRY(e, p, i)
            if (p->column[e] == j && w->unknown_of[i] >= 0)
                w->seen[w->unknown_of[i]] = mark;
}

/* Does a differentiated constraint contain just the marked derivatives? */
static int schur_plan_is_constraint(const search *w, int mark) {
    const invo_pattern *p = &w->k->pattern;
    int marked = 0;
    for (int j = 0; j < w->k->size; j++)
        marked += w->seen[j] == mark;
    for (int i = 0; i < w->k->size; i++) {
        int length = p->start[i + 1] - p->start[i];
        int common = 0;
        if (length != marked || w->unknown_of[i] >= 0 || is_upper(w, i))
            continue;
        EACH_ENTRY(e, p, i)
            common += w->seen[p->column[e]] == mark;
        if (common == length)
            return 1;
    }
    return 0;
}

/* How many of the others in row i are seen to be multipliers if j stands for their sum:
 * together with j they act on what a constraint contains. */
static int multipliers_if(const search *w, int i, int j) {
    const invo_pattern *p = &w->k->pattern;
    int count = 0;
    memset(w->seen, 0, sizeof *w->seen * w->k->size);
    EACH_ENTRY(e, p, i) {
        int other = p->column[e];
        int mark = e - p->start[i] + 1;
        if (other == j || is_derivative(w, other))
            continue;
        mark_reach(w, j, mark);
        mark_reach(w, other, mark);
        count += schur_plan_is_constraint(w, mark);
    }
    return count;
}

/* In lx = lambda1 + lambda2 any of the three can be eliminated, but only lx leaves
 * multipliers behind whose columns are the rows of G: a symmetric Schur complement. */
static void eliminate_sum(search *w, int i) {
    const invo_pattern *p = &w->k->pattern;
    int best = -1;
    int most = 0;
    EACH_ENTRY(e, p, i) {
        int j = p->column[e];
        if (is_derivative(w, j) || w->row_of[j] >= 0)
            continue;
        int count = multipliers_if(w, i, j);
        if (count > most) {
            best = j;
            most = count;
        }
    }
    if (best >= 0) {
        w->unknown_of[i] = best;
        w->row_of[best] = i;
    }
}

static void schur_plan_match(search *w) {
    const invo_pattern *p = &w->k->pattern;
    int n = w->k->size;
    for (int i = 0; i < n; i++) {
        w->unknown_of[i] = w->row_of[i] = -1;
        w->seen[i] = 0;
    }
    w->look = LONGEST_SUM + 1;
    for (int i = 0; i < n; i++)
        if (is_upper(w, i))
            schur_plan_augment(w, i, 0);
    for (int i = 0; i < n; i++)
        if (w->unknown_of[i] < 0 && is_upper(w, i) &&
            p->start[i + 1] - p->start[i] <= LONGEST_SUM)
            eliminate_sum(w, i);
    for (int i = 0; i < n; i++)
        if (w->unknown_of[i] < 0 && is_upper(w, i))
            schur_plan_augment(w, i, 1);
    for (int i = 0; i < n; i++)
        if (w->unknown_of[i] < 0)
            schur_plan_augment(w, i, 0);
}

/* Takes the part that ends on top of the stack with row i. */
static void take_part(search *w, schur_plan *p, int i) {
    int r;
    p->part[p->parts++] = p->q;
    do {
        r = w->stack[--w->stacked];
        w->seen[r] = 0;
        p->row_at[p->q] = r;
        p->row[r] = p->q;
        p->place[w->unknown_of[r]] = p->q++;
    } while (r != i);
}

/* All parts that can be reached from row i. seen: 0, or the number of a row that is on
 * the stack; came_from: that of any that has been there. */
static void connect(search *w, schur_plan *p, int i) {
    const invo_pattern *a = &w->k->pattern;
    int depth = 0;
    for (w->path[depth++] = i; depth > 0;) {
        int r = w->path[depth - 1];
        if (!w->came_from[r]) {
            w->came_from[r] = w->low[r] = w->seen[r] = ++w->count;
            w->stack[w->stacked++] = r;
            w->next[r] = a->start[r];
        }
        int deeper = 0;
        while (w->next[r] < a->start[r + 1] && !deeper) {
            int to = w->row_of[a->column[w->next[r]]];
            if (to >= 0 && !w->came_from[to]) {
                w->path[depth++] = to;
                deeper = 1;
            } else if (to >= 0 && w->seen[to] && w->low[to] < w->low[r]) {
                w->low[r] = w->low[to];
                w->next[r]++;
            } else
                w->next[r]++;
        }
        if (deeper)
            continue;
        if (w->low[r] == w->came_from[r])
            take_part(w, p, r);
        depth--;
    }
}

static void schur_plan_find_parts(search *w, schur_plan *p) {
    int n = w->k->size;
    memset(w->seen, 0, sizeof *w->seen * n);
    memset(w->came_from, 0, sizeof *w->came_from * n);
    for (int i = 0; i < n; i++)
        if (w->unknown_of[i] >= 0 && !w->came_from[i])
            connect(w, p, i);
    p->part[p->parts] = p->q;
}

/* Are all equations of motion and all derivatives in E? */
static int schur_plan_is_whole(const search *w) {
    int whole = 1;
    for (int i = 0; i < w->k->size; i++)
        whole &= (w->unknown_of[i] >= 0 || !is_upper(w, i)) &&
                 (w->row_of[i] >= 0 || !is_derivative(w, i));
    return whole;
}

schur_plan schur_plan_open(int size, int *kept) {
    schur_plan p = {.q = kept[0], .l = kept[1], .parts = kept[2], .part = kept + 3};
    p.place = p.part + size + 1;
    p.row = p.place + size;
    p.row_at = p.row + size;
    p.diagonal = p.row_at + size;
    return p;
}

static search open_search(const invo_system *s, const invo_block *k,
                          const int *is_derivative, int *work) {
    size_t n = k->size;
    search w = {.s = s, .k = k, .is_derivative = is_derivative};
    w.unknown_of = work;
    w.row_of = work + n;
    w.seen = work + 2 * n;
    w.came_from = work + 3 * n;
    w.queue = work + 4 * n;
    w.low = work + 5 * n;
    w.next = work + 6 * n;
    w.stack = work + 7 * n;
    w.path = work + 8 * n;
    return w;
}

void schur_plan_make(const invo_system *s, const invo_block *k, const int *is_derivative,
                     int *kept, int *work) {
    search w = open_search(s, k, is_derivative, work);
    memset(kept, 0, sizeof *kept * schur_plan_integers(k->size));
    schur_plan p = schur_plan_open(k->size, kept);
    schur_plan_match(&w);
    schur_plan_find_parts(&w, &p);
    p.l = schur_plan_is_whole(&w) ? k->size - p.q : 0;
    for (int j = 0, last = p.q; j < k->size; j++)
        if (w.row_of[j] < 0)
            p.place[j] = last++;
    for (int i = 0, last = p.q; i < k->size; i++)
        if (w.unknown_of[i] < 0)
            p.row[i] = last++;
    for (int i = 0; i < k->size; i++)
        EACH_ENTRY(e, &k->pattern, i)
            if (p.place[k->pattern.column[e]] == p.row[i] && p.row[i] < p.q)
                p.diagonal[p.row[i]] = e;
    kept[0] = p.q;
    kept[1] = p.l;
    kept[2] = p.parts;
}
