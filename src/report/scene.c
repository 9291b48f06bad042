/* SPDX-License-Identifier: BSD-3-Clause */
/* A component of an exported model is a shape where it has the variables R.T, r, r_shape,
 * lengthDirection, widthDirection, length, width, height and the String shapeType; an
 * arrow where it has R.T, r and coordinates; a frame where it has r_0. The world's vector
 * n has the direction of gravity. Their meaning is that of
 * Modelica.Mechanics.MultiBody.Visualizers.Advanced: a shape begins at r_shape in the
 * frame (r, R.T) and extends along lengthDirection, its width and height are centred. */
#include "scene.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCENE_MOST = 400, SCENE_DIGITS = 8 }; /* things, digits of their poses */

/* --- names --- */

typedef struct named {
    const char *name;
    scene_number number;
} named;

/* All numbers by their names. */
typedef struct directory {
    named *at; /* [count], sorted; owned */
    int count;
} directory;

static int named_order(const void *a, const void *b) {
    const named *x = a;
    const named *y = b;
    return strcmp(x->name, y->name);
}

static int directory_make(directory *d, const invo_model *m, int columns,
                          const char *const *column) {
    invo_parameter p;
    int parameters = 0;
    while (invo_model_parameter(m, parameters, &p))
        parameters++;
    d->at = calloc((size_t)(columns + parameters) + 1, sizeof *d->at);
    if (!d->at)
        return 0;
    for (int k = 0; k < columns; k++)
        d->at[d->count++] = (named){column[k], {k + 1, 0}};
    for (int i = 0; invo_model_parameter(m, i, &p); i++)
        d->at[d->count++] = (named){p.name, {0, p.value}};
    qsort(d->at, (size_t)d->count, sizeof *d->at, named_order);
    return 1;
}

static int directory_get(const directory *d, const char *name, scene_number *out) {
    const named key = {name, {0, 0}};
    const named *found =
        bsearch(&key, d->at, (size_t)d->count, sizeof *d->at, named_order);
    if (found)
        *out = found->number;
    return found != NULL;
}

/* Finds 'a.b[1]', 'a.b'[1] or a.b[1]: as exports write arrays apart or whole, or as
 * people write records. */
static int directory_find(const directory *d, const char *component, const char *field,
                          const char *subscript, scene_number *out) {
    static const char *const quotes[][3] = {{"'", "", "'"}, {"'", "'", ""}, {"", "", ""}};
    char name[1000];
    for (size_t k = 0; k < sizeof quotes / sizeof *quotes; k++) {
        const int n = snprintf(name, sizeof name, "%s%s.%s%s%s%s", quotes[k][0],
                               component, field, quotes[k][1], subscript, quotes[k][2]);
        if (n < (int)sizeof name && directory_get(d, name, out))
            return 1;
    }
    return 0;
}

static int find_vector(const directory *d, const char *component, const char *field,
                       scene_number *out) {
    static const char *const subscript[] = {"[1]", "[2]", "[3]"};
    for (int i = 0; i < 3; i++)
        if (!directory_find(d, component, field, subscript[i], &out[i]))
            return 0;
    return 1;
}

static int find_matrix(const directory *d, const char *component, const char *field,
                       scene_number *out) {
    char subscript[20];
    for (int k = 0; k < 9; k++) {
        snprintf(subscript, sizeof subscript, "[%d,%d]", k / 3 + 1, k % 3 + 1);
        if (!directory_find(d, component, field, subscript, &out[k]))
            return 0;
    }
    return 1;
}

/* The component of a name 'a.b.field' or a.b.field; NULL: another field, or no memory. */
static char *component_of(const char *name, const char *field) {
    const size_t quoted = *name == '\'';
    const size_t n = strlen(name);
    const size_t m = strlen(field) + quoted;
    if (n < m + quoted + 2 || (quoted && name[n - 1] != '\''))
        return NULL;
    const char *end = name + n - m;
    if (end[-1] != '.' || strncmp(end, field, strlen(field)) != 0)
        return NULL;
    return strndup(name + quoted, (size_t)(end - 1 - (name + quoted)));
}

/* --- things --- */

/* Takes over the name; returns 0 where there is no memory. */
static int scene_push(scene *s, scene_thing one) {
    if (s->count == s->capacity) {
        const int more = s->capacity ? 2 * s->capacity : 32;
        scene_thing *at = realloc(s->thing, (size_t)more * sizeof *at);
        if (!at) {
            free(one.name);
            return 0;
        }
        s->thing = at;
        s->capacity = more;
    }
    s->thing[s->count++] = one;
    return 1;
}

static int find_pose(const directory *d, scene_thing *one) {
    return find_matrix(d, one->name, "R.T", one->at + SCENE_ROTATION) &&
           find_vector(d, one->name, "r", one->at + SCENE_ORIGIN);
}

static int find_shape(const directory *d, scene_thing *one) {
    one->trait[SCENE_EXTRA] = (scene_number){0, 0};
    (void)directory_find(d, one->name, "extra", "", &one->trait[SCENE_EXTRA]);
    (void)find_vector(d, one->name, "color", one->trait + SCENE_COLOR);
    return find_pose(d, one) &&
           find_vector(d, one->name, "r_shape", one->at + SCENE_SHAPE_ORIGIN) &&
           find_vector(d, one->name, "lengthDirection", one->at + SCENE_ALONG) &&
           find_vector(d, one->name, "widthDirection", one->at + SCENE_ACROSS) &&
           directory_find(d, one->name, "length", "", &one->at[SCENE_SIZE]) &&
           directory_find(d, one->name, "width", "", &one->at[SCENE_SIZE + 1]) &&
           directory_find(d, one->name, "height", "", &one->at[SCENE_SIZE + 2]);
}

static int find_arrow(const directory *d, scene_thing *one) {
    (void)directory_find(d, one->name, "headAtOrigin", "", &one->trait[SCENE_INWARD]);
    (void)directory_find(d, one->name, "twoHeadedArrow", "", &one->trait[SCENE_HEADS]);
    (void)directory_find(d, one->name, "quantity", "", &one->trait[SCENE_QUANTITY]);
    (void)find_vector(d, one->name, "color", one->trait + SCENE_COLOR);
    return find_pose(d, one) &&
           find_vector(d, one->name, "coordinates", one->at + SCENE_VECTOR);
}

/* Takes over the name. Where the component is no such thing, nothing is added. */
static int scene_try(scene *s, const directory *d, scene_thing one) {
    static const double grey = 128;
    for (int i = 0; i < 3; i++)
        one.trait[SCENE_COLOR + i].value = grey;
    const int is_one =
        one.kind == SCENE_SHAPE ? find_shape(d, &one) : find_arrow(d, &one);
    if (is_one && s->count < SCENE_MOST)
        return scene_push(s, one);
    free(one.name);
    return 1;
}

static int scene_find_shapes(scene *s, const directory *d, const invo_model *m) {
    invo_text_parameter text;
    for (int i = 0; invo_model_text_parameter(m, i, &text); i++) {
        char *name = component_of(text.name, "shapeType");
        if (name &&
            !scene_try(s, d, (scene_thing){SCENE_SHAPE, name, text.text, .from = -1}))
            return 0;
    }
    return 1;
}

static int scene_find_arrows(scene *s, const directory *d, int columns,
                             const char *const *column) {
    for (int k = 0; k < columns; k++) {
        char *name = component_of(column[k], "coordinates[1]");
        if (name && !scene_try(s, d, (scene_thing){SCENE_ARROW, name, .from = -1}))
            return 0;
    }
    return 1;
}

/* Adds the origin of a frame; a frame that has no variables is left out. */
static int scene_push_frame(scene *s, const directory *d, const char *component,
                            const char *field, int from) {
    scene_thing one = {SCENE_FRAME, strdup(component), .from = from};
    if (one.name && find_vector(d, component, field, one.at + SCENE_ORIGIN))
        return scene_push(s, one);
    const int has_memory = one.name != NULL;
    free(one.name);
    return has_memory;
}

/* Adds the frames of all components, with a line between the two of one component. */
static int scene_find_frames(scene *s, const directory *d, int columns,
                             const char *const *column) {
    for (int k = 0; k < columns && s->count < SCENE_MOST; k++) {
        char *name = component_of(column[k], "frame_a.r_0[1]");
        if (!name)
            continue;
        const int before = s->count;
        const int good =
            scene_push_frame(s, d, name, "frame_a.r_0", -1) &&
            (s->count == before || scene_push_frame(s, d, name, "frame_b.r_0", before));
        free(name);
        if (!good)
            return 0;
    }
    return 1;
}

static void scene_find_up(scene *s, const directory *d) {
    scene_number n[3];
    if (!find_vector(d, "world", "n", n) || n[0].column || n[1].column || n[2].column)
        return;
    const double length = hypot(hypot(n[0].value, n[1].value), n[2].value);
    s->has_up = length > 0 && isfinite(length);
    for (int i = 0; s->has_up && i < 3; i++)
        s->up[i] = 0 - n[i].value / length;
}

static int pose_size(scene_kind kind) {
    switch (kind) {
    case SCENE_SHAPE:
        return POSE_SHAPE;
    case SCENE_ARROW:
        return POSE_ARROW;
    case SCENE_FRAME:
        return POSE_FRAME;
    }
    return 0;
}

/* Makes room for poses behind the time. */
static int scene_make_room(scene *s) {
    int columns = 1;
    for (int k = 0; k < s->count; k++) {
        s->thing[k].first = columns;
        columns += pose_size(s->thing[k].kind);
    }
    s->pose = calloc((size_t)columns, sizeof *s->pose);
    s->number = calloc((size_t)columns, sizeof *s->number);
    return s->pose && s->number && thinned_begin(&s->poses, columns);
}

int scene_begin(scene *s, const invo_model *m, int columns, const char *const *column,
                int with_frames) {
    directory d = {0};
    *s = (scene){0};
    int good = directory_make(&d, m, columns, column) && scene_find_shapes(s, &d, m) &&
               scene_find_arrows(s, &d, columns, column);
    if (good && with_frames && !s->count)
        good = scene_find_frames(s, &d, columns, column);
    if (good)
        scene_find_up(s, &d);
    free(d.at);
    return good && (!s->count || scene_make_room(s));
}

void scene_free(scene *s) {
    for (int k = 0; k < s->count; k++)
        free(s->thing[k].name);
    free(s->thing);
    free(s->pose);
    free(s->number);
    thinned_free(&s->poses);
    *s = (scene){0};
}

/* --- poses --- */

static double number_in(scene_number n, const double *row) {
    return n.column ? row[n.column] : n.value;
}

/* v: [3], in the frame of a thing; out: the same in the world, by the transposed R.T. */
static void pose_turn(const double *rotation, const double *v, double *out) {
    for (int i = 0; i < 3; i++)
        out[i] = rotation[i] * v[0] + rotation[3 + i] * v[1] + rotation[6 + i] * v[2];
}

static double pose_length(const double *v) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void pose_scale(double *v, double factor) {
    for (int i = 0; i < 3; i++)
        v[i] *= factor;
}

/* Makes `along` and `across` orthogonal and of length 1. A length of zero is replaced by
 * the x-axis; a width along the length by the axis that is farthest from it. */
static void pose_directions(double *along, double *across) {
    static const double parallel = 1e-6; /* sine of an angle that is none */
    const double length = pose_length(along);
    if (length > 0)
        pose_scale(along, 1 / length);
    else
        along[0] = 1;
    for (int attempt = 0; attempt < 2; attempt++) {
        const double before = pose_length(across);
        double dot = 0;
        for (int i = 0; i < 3; i++)
            dot += along[i] * across[i];
        for (int i = 0; i < 3; i++)
            across[i] -= dot * along[i];
        const double rest = pose_length(across);
        if (rest > parallel * before) {
            pose_scale(across, 1 / rest);
            return;
        }
        int least = 0;
        for (int i = 1; i < 3; i++)
            if (fabs(along[i]) < fabs(along[least]))
                least = i;
        for (int i = 0; i < 3; i++)
            across[i] = i == least;
    }
}

static void pose_of_shape(const double *v, double *pose) {
    double along[3];
    double across[3];
    memcpy(along, v + SCENE_ALONG, sizeof along);
    memcpy(across, v + SCENE_ACROSS, sizeof across);
    pose_directions(along, across);
    pose_turn(v + SCENE_ROTATION, v + SCENE_SHAPE_ORIGIN, pose);
    for (int i = 0; i < 3; i++)
        pose[i] += v[SCENE_ORIGIN + i];
    pose_turn(v + SCENE_ROTATION, along, pose + 3);
    pose_turn(v + SCENE_ROTATION, across, pose + 6);
    memcpy(pose + 9, v + SCENE_SIZE, 3 * sizeof *pose);
}

static void pose_of_thing(const scene_thing *one, const double *row, double *pose) {
    double v[SCENE_NUMBERS];
    for (int k = 0; k < SCENE_NUMBERS; k++)
        v[k] = number_in(one->at[k], row);
    switch (one->kind) {
    case SCENE_SHAPE:
        pose_of_shape(v, pose);
        return;
    case SCENE_ARROW:
        memcpy(pose, v + SCENE_ORIGIN, 3 * sizeof *pose);
        pose_turn(v + SCENE_ROTATION, v + SCENE_VECTOR, pose + 3);
        return;
    case SCENE_FRAME:
        memcpy(pose, v + SCENE_ORIGIN, 3 * sizeof *pose);
        return;
    }
}

static void scene_fix_traits(scene *s, const double *row) {
    for (int k = 0; k < s->count; k++)
        for (int j = 0; j < SCENE_TRAITS; j++)
            s->thing[k].fixed[j] = number_in(s->thing[k].trait[j], row);
}

void scene_take_row(scene *s, const double *row) {
    if (!s->count)
        return;
    if (!s->poses.rows)
        scene_fix_traits(s, row);
    s->pose[0] = row[0];
    for (int k = 0; k < s->count; k++)
        pose_of_thing(&s->thing[k], row, s->pose + s->thing[k].first);
    thinned_add(&s->poses, s->pose);
}

/* Whether a column of the poses never changes, but for round-off. */
static int pose_stays(const thinned *p, int column) {
    const double value = p->first[column];
    const double noise = 1e-12 * (1 + fabs(value));
    for (long i = 0; i < p->count; i++)
        if (!(p->low[i * p->columns + column] >= value - noise &&
              p->high[i * p->columns + column] <= value + noise))
            return 0;
    return 1;
}

void scene_end(scene *s) {
    if (!s->poses.rows)
        return;
    thinned_end(&s->poses);
    int moving = 0;
    for (int k = 1; k < s->poses.columns; k++)
        s->number[k] = pose_stays(&s->poses, k) ? -1 : moving++;
}

/* --- JSON --- */

static void scene_add_number(markup *m, double x) {
    if (isfinite(x))
        markup_add(m, "%.*g", SCENE_DIGITS, x);
    else
        markup_add(m, "null");
}

/* Adds "at": [...] with the numbers of a pose: {"pose": k} or {"value": x}. */
static void scene_add_pose(markup *m, const scene *s, const scene_thing *one) {
    const int end = one->first + pose_size(one->kind);
    markup_add(m, "\"at\": [");
    for (int k = one->first; k < end; k++) {
        markup_add(m, k > one->first ? ", " : "");
        if (s->number[k] >= 0) {
            markup_add(m, "{\"pose\": %d}", s->number[k]);
            continue;
        }
        markup_add(m, "{\"value\": ");
        scene_add_number(m, s->poses.first[k]);
        markup_add(m, "}");
    }
    markup_add(m, "]");
}

static void scene_add_name(markup *m, const scene_thing *one, int is_first) {
    markup_add(m, is_first ? "{\"name\": " : ",\n{\"name\": ");
    markup_add_quoted(m, one->name);
    markup_add(m, ", ");
}

static void scene_add_color(markup *m, const scene_thing *one) {
    markup_add(m, ", \"color\": [");
    for (int i = 0; i < 3; i++) {
        markup_add(m, i ? ", " : "");
        scene_add_number(m, one->fixed[SCENE_COLOR + i]);
    }
    markup_add(m, "]");
}

/* The first thing of a kind from one on; `count`: there is none. */
static int scene_next(const scene *s, int from, scene_kind kind) {
    while (from < s->count && s->thing[from].kind != kind)
        from++;
    return s->poses.count ? from : s->count;
}

void scene_add_frames(markup *m, const scene *s) {
    int is_first = 1;
    markup_add(m, "\"points\": [");
    for (int k = scene_next(s, 0, SCENE_FRAME); k < s->count; k++) {
        const scene_thing *one = &s->thing[k];
        const int is_alone =
            one->from < 0 && (k + 1 == s->count || s->thing[k + 1].from != k);
        scene_add_name(m, one, k == 0);
        markup_add(m, "\"trace\": false, \"mark\": %s, ", is_alone ? "true" : "false");
        scene_add_pose(m, s, one);
        markup_add(m, "}");
    }
    markup_add(m, "], \"links\": [");
    for (int k = scene_next(s, 0, SCENE_FRAME); k < s->count; k++) {
        if (s->thing[k].from < 0)
            continue;
        markup_add(m, "%s[%d, %d]", is_first ? "" : ", ", s->thing[k].from, k);
        is_first = 0;
    }
    markup_add(m, "]");
}

static void scene_add_things(markup *m, const scene *s, scene_kind kind) {
    int is_first = 1;
    for (int k = scene_next(s, 0, kind); k < s->count; k = scene_next(s, k + 1, kind)) {
        const scene_thing *one = &s->thing[k];
        scene_add_name(m, one, is_first);
        is_first = 0;
        if (kind == SCENE_SHAPE) {
            markup_add(m, "\"type\": ");
            markup_add_quoted(m, one->type);
            markup_add(m, ", \"extra\": ");
            scene_add_number(m, one->fixed[SCENE_EXTRA]);
        } else {
            markup_add(m, "\"inward\": %s, \"heads\": %d, \"quantity\": ",
                       one->fixed[SCENE_INWARD] != 0 ? "true" : "false",
                       one->fixed[SCENE_HEADS] != 0 ? 2 : 1);
            scene_add_number(m, one->fixed[SCENE_QUANTITY]);
        }
        scene_add_color(m, one);
        markup_add(m, ", ");
        scene_add_pose(m, s, one);
        markup_add(m, "}");
    }
}

static void scene_add_column(markup *m, const thinned *p, int column) {
    markup_add(m, "[");
    for (long i = 0; i < p->count; i++) {
        markup_add(m, i ? "," : "");
        scene_add_number(m, p->first[i * p->columns + column]);
    }
    markup_add(m, "]");
}

void scene_add_shapes(markup *m, const scene *s) {
    markup_add(m, ", \"shapes\": [");
    scene_add_things(m, s, SCENE_SHAPE);
    markup_add(m, "], \"arrows\": [");
    scene_add_things(m, s, SCENE_ARROW);
    markup_add(m, "], \"up\": ");
    if (s->has_up)
        markup_add(m, "[%.17g, %.17g, %.17g]", s->up[0], s->up[1], s->up[2]);
    else
        markup_add(m, "null");
    markup_add(m, ",\n\"poses\": {\"t\": ");
    scene_add_column(m, &s->poses, 0);
    markup_add(m, ", \"value\": [");
    for (int k = 1; k < s->poses.columns; k++) {
        if (s->number[k] < 0)
            continue;
        markup_add(m, s->number[k] ? ",\n" : "");
        scene_add_column(m, &s->poses, k);
    }
    markup_add(m, "]}");
}
