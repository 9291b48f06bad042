/* SPDX-License-Identifier: BSD-3-Clause */
/* Two colours for the graph of dependences, by a forest of trees in which every
 * coordinate knows whether it is in the part of its root or in the other one. */
#include "splitting.h"
#include "../linalg/sparse.h"
#include <string.h>

typedef struct forest {
    int *parent, *other; /* other: 1 where the part is not that of the parent */
    int *first;          /* by root: the coordinate that is in part 1 */
} forest;

/* The root of i; *other is that of i to it. Paths are shortened on the way. */
static int find_root(forest *f, int i, int *other) {
    int root = i;
    int whole = 0;
    for (; f->parent[root] != root; root = f->parent[root])
        whole ^= f->other[root];
    *other = whole;
    while (f->parent[i] != root) {
        int next = f->parent[i];
        int step = f->other[i];
        f->parent[i] = root;
        f->other[i] = whole;
        i = next;
        whole ^= step;
    }
    return root;
}

/* i and k are in different parts; 0: they cannot be. */
static int splitting_separate(forest *f, int i, int k) {
    int a;
    int b;
    int root = find_root(f, i, &a);
    int with = find_root(f, k, &b);
    if (root == with)
        return a != b;
    f->parent[with] = root;
    f->other[with] = a ^ b ^ 1;
    return 1;
}

/* Is coordinate i before k? Time is after all others: it goes with either part. */
static int splitting_comes_first(const invo_system *s, int i, int k) {
    if (i == 0 || k == 0)
        return k == 0;
    if (!s->coordinate)
        return i < k;
    const invo_coordinate *x = &s->coordinate[i];
    const invo_coordinate *y = &s->coordinate[k];
    if (x->order != y->order)
        return x->order < y->order;
    return strcmp(x->name, y->name) < 0;
}

/* Colours by pairs that depend on each other; part 1 is that of the first coordinate. */
int splitting_find(const invo_system *s, int *part, int *work, int *of, int *on) {
    const invo_pattern *p = s->direction_pattern;
    const int n = s->coordinates;
    forest f = {work, work + n, work + 2 * n};
    for (int i = 0; i < n; i++) {
        f.parent[i] = i;
        f.other[i] = 0;
        f.first[i] = -1;
    }
    for (int i = 0; i < n; i++)
        EACH_ENTRY(e, p, i) {
            *of = i;
            *on = p->column[e];
            if (!splitting_separate(&f, *of, *on))
                return 0;
        }
    for (int i = 0, other; i < n; i++) {
        int *first = &f.first[find_root(&f, i, &other)];
        if (*first < 0 || splitting_comes_first(s, i, *first))
            *first = i;
    }
    for (int i = 0, other, of_first; i < n; i++) {
        int root = find_root(&f, i, &other);
        find_root(&f, f.first[root], &of_first);
        part[i] = other == of_first ? 1 : 2;
    }
    return 1;
}
