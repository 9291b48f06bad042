/* SPDX-License-Identifier: BSD-3-Clause */
/* Space on paper: isometric projection of a box seen from (1, -1, 1), and which points a
 * surface hides. */
#ifndef DRAW_SPACE_H
#define DRAW_SPACE_H
#include "path.h"
#include "picture.h"
#include "scale.h"

typedef struct space {
    scale scale[3];    /* of the axes, onto the edges of the box */
    double zoom, x, y; /* from the plane of projection to paper */
    float *depth;      /* [SPACE_CELLS, SPACE_CELLS]: nearest surface; NULL: none */
    box frame;
} space;

enum { SPACE_CELLS = 240 };

/* Fits the box of the axes into the frame; `is_equal`: edges in proportion. */
void space_fit(space *s, const box *frame, int is_equal);
/* Paper and, in q[2], depth of the point p; larger is nearer. NaN outside the box. */
void space_project(const space *s, const double p[3], double q[3]);
/* Draws the mesh of a surface, its far parts first, and keeps what it hides. */
void space_add_surface(space *s, markup *m, const picture_surface *surface);
int space_is_hidden(const space *s, const double q[3]);
void space_free(space *s);

#endif
