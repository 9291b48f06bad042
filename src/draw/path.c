/* SPDX-License-Identifier: BSD-3-Clause */
#include "path.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* In pixels: how wide a column is, and how far a line may be from a point it drops. */
#define COLUMN 0.5
#define FLAT 0.05

int box_has(const box *b, double x, double y) {
    return x >= b->left && x <= b->right && y >= b->top && y <= b->bottom;
}

/* --- thinning --- */

/* Keeps first, last, lowest and highest of points i...end-1 in their order. */
static long thin_column(long i, long end, double *x, double *y, long kept) {
    assert(i <= end && kept <= i);
    long low = i;
    long high = i;
    long last = end - 1;
    for (long k = i; k < end; k++) {
        if (y[k] < y[low])
            low = k;
        if (y[k] > y[high])
            high = k;
    }
    for (long k = i; k < end; k++) {
        if (k != i && k != last && k != low && k != high)
            continue;
        x[kept] = x[k];
        y[kept++] = y[k];
    }
    return kept;
}

static long thin_columns(long count, double *x, double *y) {
    long kept = 0;
    for (long i = 0, end; i < count; i = end) {
        double column = floor(x[i] / COLUMN);
        for (end = i + 1; end < count && floor(x[end] / COLUMN) == column;)
            end++;
        kept = thin_column(i, end, x, y, kept);
    }
    return kept;
}

static double distance_from_chord(double px, double py, double dx, double dy) {
    double length = hypot(dx, dy);
    double along = length > 0 ? (px * dx + py * dy) / length : 0;
    if (along < 0 || along > length || length == 0)
        return hypot(px, py);
    return fabs(px * dy - py * dx) / length;
}

static int path_is_flat(const double *x, const double *y, long from, long to) {
    assert(from <= to);
    for (long k = from + 1; k < to; k++)
        if (distance_from_chord(x[k] - x[from], y[k] - y[from], x[to] - x[from],
                                y[to] - y[from]) > FLAT)
            return 0;
    return 1;
}

/* Chords span few points at a time, so that the work stays in proportion to their
 * number. */
static long thin_straight(long count, double *x, double *y) {
    enum { LONGEST_CHORD = 32 };
    long kept = 0;
    for (long i = 0, next; i < count; i = next) {
        x[kept] = x[i];
        y[kept++] = y[i];
        next = i + 1;
        while (next + 1 < count && next - i < LONGEST_CHORD &&
               path_is_flat(x, y, i, next + 1))
            next++;
    }
    return kept;
}

long path_thin(long count, double *x, double *y) {
    assert(count >= 0);
    return thin_straight(thin_columns(count, x, y), x, y);
}

/* --- clipping --- */

/* Narrows [t0, t1] to where p + t*d is within low...high; 0: nowhere. */
static int clip_range(double p, double d, double low, double high, double *t0,
                      double *t1) {
    assert(low <= high && *t0 <= *t1);
    if (d == 0)
        return p >= low && p <= high;
    double a = (low - p) / d;
    double b = (high - p) / d;
    *t0 = fmax(*t0, fmin(a, b));
    *t1 = fmin(*t1, fmax(a, b));
    return *t0 <= *t1;
}

/* Points of a piece, on their way into the text. */
typedef struct piece {
    markup *out;
    const box *box;
    long count;
    double *x, *y;
} piece;

static void piece_end(piece *p) {
    if (p->count == 0)
        return;
    long count = path_thin(p->count, p->x, p->y);
    for (long k = 0; k < count; k++) {
        markup_add(p->out, "%c", k ? 'L' : 'M');
        markup_add_number(p->out, p->x[k]);
        markup_add(p->out, " ");
        markup_add_number(p->out, p->y[k]);
    }
    if (count == 1)
        markup_add(p->out, "h1.5"); /* a point by itself */
    p->count = 0;
}

/* Rounding of a clipped end may leave the box by an ulp. */
static void piece_add(piece *p, double x, double y) {
    p->x[p->count] = fmin(fmax(x, p->box->left), p->box->right);
    p->y[p->count++] = fmin(fmax(y, p->box->top), p->box->bottom);
}

static void piece_segment(piece *p, double x, double y, double dx, double dy) {
    double t0 = 0;
    double t1 = 1;
    if (!clip_range(x, dx, p->box->left, p->box->right, &t0, &t1) ||
        !clip_range(y, dy, p->box->top, p->box->bottom, &t0, &t1)) {
        piece_end(p);
        return;
    }
    if (t0 > 0)
        piece_end(p);
    if (p->count == 0)
        piece_add(p, x + t0 * dx, y + t0 * dy);
    piece_add(p, x + t1 * dx, y + t1 * dy);
    if (t1 < 1)
        piece_end(p);
}

static int is_drawn(double x, double y) {
    return isfinite(x) && isfinite(y);
}

void path_add(markup *m, const box *b, long count, const double *x, const double *y) {
    assert(b->left <= b->right && b->top <= b->bottom);
    double *block = malloc((2 * (size_t)count + 4) * sizeof *block);
    if (!block) {
        m->has_failed = 1;
        return;
    }
    piece p = {.out = m, .box = b, .x = block, .y = block + count + 2};
    for (long i = 0; i < count; i++) {
        const int joins = i + 1 < count && is_drawn(x[i + 1], y[i + 1]);
        if (!is_drawn(x[i], y[i]))
            continue;
        if (joins)
            piece_segment(&p, x[i], y[i], x[i + 1] - x[i], y[i + 1] - y[i]);
        else if (p.count == 0 && box_has(b, x[i], y[i]))
            piece_add(&p, x[i], y[i]);
        if (!joins)
            piece_end(&p);
    }
    piece_end(&p);
    free(block);
}
