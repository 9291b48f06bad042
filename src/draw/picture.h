/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures: curves, points and surfaces over axes with a legend. This folder draws
 * numbers and knows nothing of models; svg.h renders what is described here. */
#ifndef DRAW_PICTURE_H
#define DRAW_PICTURE_H

enum { PICTURE_NAME = 160, PICTURE_SHORT = 48 };

typedef struct picture_axis {
    char label[PICTURE_NAME];
    char unit[PICTURE_SHORT]; /* "m/s"; "": none */
    int is_log;               /* values that are not positive make gaps */
    double low, high;         /* NaN: from the data */
} picture_axis;

typedef enum picture_style {
    PICTURE_LINE,
    PICTURE_POINTS,
    PICTURE_BOTH,    /* a line with a mark at each point */
    PICTURE_POLYGON, /* closed, with a light filling */
    PICTURE_GUIDE    /* a thin grey line to compare with: a slope, a set of points */
} picture_style;

/* Curves of a picture with the same name are pieces of one curve: they look the same and
 * have one entry in the legend. A name "" has no entry. */
typedef struct picture_curve {
    char name[PICTURE_NAME];
    picture_style style;
    long count;
    double *at[3]; /* x, y and in space z, each [count]; non-finite values make gaps */
} picture_curve;

/* A grid of points in space, drawn as a mesh. */
typedef struct picture_surface {
    int rows, columns;
    double *at[3]; /* each [rows, columns], row by row */
} picture_surface;

typedef struct picture {
    char heading[PICTURE_NAME];
    picture_axis axis[3];
    int dimensions; /* 2, or 3: seen from (1, -1, 1), isometric */
    int is_equal;   /* the same scale on all axes: circles are round */
    int has_floor;  /* curves in space have their projection on the floor */
    int curves, surfaces;
    picture_curve *curve;
    picture_surface *surface;
} picture;

picture *picture_new(int dimensions);
void picture_free(picture *p);
void picture_label(picture *p, int axis, const char *label, const char *unit);
/* Copies [count] values; z is NULL in the plane. Both return 0 without memory. */
int picture_add_curve(picture *p, const char *name, picture_style style, long count,
                      const double *x, const double *y, const double *z);
int picture_add_surface(picture *p, int rows, int columns, const double *x,
                        const double *y, const double *z);
/* The number of curves before curve k that differ from it and from each other by name: k
 * looks like that. */
int picture_look(const picture *p, int k);
/* Whether a curve before k has its name. */
int picture_is_piece(const picture *p, int k);

#endif
