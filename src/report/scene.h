/* SPDX-License-Identifier: BSD-3-Clause */
/* What moves in the page of a model that another program flattened: shapes, arrows and
 * frames of Modelica.Mechanics.MultiBody, which are known by the names of their
 * variables. */
#ifndef REPORT_SCENE_H
#define REPORT_SCENE_H
#include "../draw/markup.h"
#include "../draw/thinned.h"
#include "involute.h"

/* A number of a row, or one that stays. */
typedef struct scene_number {
    int column; /* of a row, from 1; 0: it is `value` */
    double value;
} scene_number;

typedef enum scene_kind {
    SCENE_SHAPE, /* box, cylinder, ... */
    SCENE_ARROW, /* a force, a torque, ... */
    SCENE_FRAME  /* of a joint or a body */
} scene_kind;

/* What things are made of. Shapes and arrows have the first twelve, frames an origin. */
enum {
    SCENE_ROTATION = 0,      /* R.T: [3, 3] row-major, from the world to its own frame */
    SCENE_ORIGIN = 9,        /* r, in the world */
    SCENE_SHAPE_ORIGIN = 12, /* r_shape, in its own frame as all below */
    SCENE_ALONG = 15,        /* lengthDirection */
    SCENE_ACROSS = 18,       /* widthDirection */
    SCENE_SIZE = 21,         /* length, width, height */
    SCENE_VECTOR = 12,       /* of an arrow: coordinates */
    SCENE_NUMBERS = 24
};

/* What stays as it is in the first row. */
enum {
    SCENE_COLOR = 0,
    SCENE_EXTRA = 3,    /* of a shape: windings of a spring, hole of a pipe, ... */
    SCENE_INWARD = 3,   /* of an arrow: its head is at the origin */
    SCENE_HEADS = 4,    /* of an arrow: it has two heads */
    SCENE_QUANTITY = 5, /* of an arrow: which ones have the same scale */
    SCENE_TRAITS = 6
};

typedef struct scene_thing {
    scene_kind kind;
    char *name;       /* of its component; owned */
    const char *type; /* of a shape: "box", ...; the model's */
    int from;         /* of a frame: the thing at the other end of a line, or -1 */
    int first;        /* column of `poses` with which its pose begins */
    scene_number at[SCENE_NUMBERS];
    scene_number trait[SCENE_TRAITS];
    double fixed[SCENE_TRAITS]; /* traits in the first row */
} scene_thing;

/* Numbers of a pose, in the world. Of a shape: origin, directions of length and width,
 * length, width, height; of an arrow: origin and vector; of a frame: its origin. */
enum { POSE_SHAPE = 12, POSE_ARROW = 6, POSE_FRAME = 3 };

typedef struct scene {
    scene_thing *thing; /* [count]; owned */
    int count, capacity;
    int has_up;
    double up[3];  /* against gravity */
    thinned poses; /* time, and the poses of all things */
    double *pose;  /* [poses.columns]: a row at work; owned */
    int *number; /* [poses.columns]: among those that move, after scene_end; -1: it stays;
                    owned */
} scene;

/* Finds the things among the columns of rows and the parameters: shapes and arrows, and
 * where there are none and `with_frames`, frames. Returns 0 without memory. */
int scene_begin(scene *s, const invo_model *m, int columns, const char *const *column,
                int with_frames);
void scene_take_row(scene *s, const double *row); /* [1 + columns] */
void scene_end(scene *s);
void scene_free(scene *s);

/* Adds "points": [...], "links": [...] of the frames. */
void scene_add_frames(markup *m, const scene *s);
/* Adds "shapes", "arrows", "poses", "up" and, as each of them, a comma before it. */
void scene_add_shapes(markup *m, const scene *s);

#endif
