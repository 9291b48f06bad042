/* SPDX-License-Identifier: BSD-3-Clause */
/* Scales: a range of values on a length of paper, and the ticks on it. */
#ifndef DRAW_SCALE_H
#define DRAW_SCALE_H

/* Values that are larger in size are drawn like those that are not finite. */
#define SCALE_LARGEST 1e300

typedef struct scale {
    double low, high; /* low < high; both positive where is_log */
    int is_log;
    double from, to; /* where they are drawn */
} scale;

/* Includes a value in a range that begins as low = +infinity, high = -infinity. */
void scale_include(scale *s, double value);
/* Widens the range by `margin` of its length on both sides. A range of one value, or of
 * none, becomes one that can be drawn. */
void scale_settle(scale *s, double margin);
/* Where a value is drawn; NaN where it has no place. */
double scale_at(const scale *s, double value);

enum { TICKS_MOST = 24, TICKS_LABEL = 32 };

/* Ticks at steps of 1, 2 or 5 times a power of ten, or at powers of ten on a logarithmic
 * scale. Labels differ from each other; the value of a tick is
 *     label * factor + offset,
 * and `note` has factor and offset where they are not 1 and 0. */
typedef struct ticks {
    int count;
    double value[TICKS_MOST];
    char label[TICKS_MOST][TICKS_LABEL];
    char note[120]; /* "×10⁻⁵ + 59.65", or "" */
} ticks;

/* Chooses about `wanted` ticks between low and high. */
void ticks_choose(ticks *t, const scale *s, int wanted);

#endif
