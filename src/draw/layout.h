/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts that panels in the plane and in space have in common: their look, their texts,
 * the legend. */
#ifndef DRAW_LAYOUT_H
#define DRAW_LAYOUT_H
#include "path.h"
#include "picture.h"
#include "scale.h"

enum { FONT_SIZE = 12, LINE_HEIGHT = 17 };

/* Attributes of strokes for the look of curve k. */
const char *look_color(const picture *p, int k);
const char *look_dash(const picture *p, int k); /* "none", or lengths */
/* A mark at (x, y), as part of a path. */
void look_add_mark(markup *m, const picture *p, int k, double x, double y);

/* Estimate of the width of words, on the safe side. */
double text_width(const char *words);
/* anchor: start, middle or end. */
void text_add(markup *m, const char *class, double x, double y, const char *anchor,
              const char *words, double most_width);
/* The label of an axis with its unit. */
void text_axis_label(const picture_axis *a, char *text, size_t size);

/* Adds heading and legend at the top of `room`, and takes the room they need from it. */
void legend_add(markup *m, const picture *p, box *room);

/* The range of axis k over all that is drawn. */
void layout_range(const picture *p, int k, double margin, scale *s);

/* One panel within its room; returns how far down it goes. */
double plane_add(markup *m, const picture *p, const box *room);
double solid_add(markup *m, const picture *p, const box *room);

#endif
