/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads trajectories in Dymola's layout (mat.c): the variables whose rows are in data_2.
 * Files of other programs may have another order of bytes and other kinds of numbers. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mat.h"

enum { MAT_NAME = 40 }; /* bytes of a matrix' name that count */

typedef struct mat_matrix {
    char name[MAT_NAME];
    long rows, columns;
    int kind; /* of number, 0 to 5 */
    off_t at; /* of its values */
} mat_matrix;

typedef struct mat_reader {
    invo_context *context;
    const char *path;
    FILE *in;
    off_t size;
    int is_swapped;
    mat_matrix of_class, name, places, data; /* Aclass, name, dataInfo, data_2 */
} mat_reader;

static const size_t mat_sizes[] = {8, 4, 4, 2, 2, 1};

static void mat_swap(unsigned char *bytes, size_t size) {
    for (size_t k = 0; k < size / 2; k++) {
        const unsigned char one = bytes[k];
        bytes[k] = bytes[size - 1 - k];
        bytes[size - 1 - k] = one;
    }
}

/* The number of a kind at `bytes`, which it may turn round. */
static double mat_number(const mat_reader *r, int kind, unsigned char *bytes) {
    assert(kind >= 0 && kind <= 5);
    union {
        double as_double;
        float as_float;
        int32_t as_int;
        int16_t as_short;
        uint16_t as_unsigned;
    } x;
    if (r->is_swapped)
        mat_swap(bytes, mat_sizes[kind]);
    memcpy(&x, bytes, mat_sizes[kind]);
    switch (kind) {
    case 0:
        return x.as_double;
    case 1:
        return (double)x.as_float;
    case 2:
        return x.as_int;
    case 3:
        return x.as_short;
    case 4:
        return x.as_unsigned;
    }
    return bytes[0];
}

/* Reads a head; returns 1, 0 at the end of the file, or -1 for what is none. */
static int mat_read_head(mat_reader *r, mat_matrix *m) {
    int32_t head[5];
    if (fread(head, sizeof head, 1, r->in) != 1)
        return 0;
    if (head[0] < 0 || head[0] > 4052) /* no type: of another order */
        r->is_swapped = 1;
    for (int k = 0; k < 5 && r->is_swapped; k++)
        mat_swap((unsigned char *)&head[k], sizeof head[k]);
    *m = (mat_matrix){.rows = head[1], .columns = head[2], .kind = head[0] / 10 % 10};
    if (head[0] < 0 || head[0] > 4052 || m->kind > 5 || m->rows < 0 || m->columns < 0 ||
        head[3] != 0 || head[4] < 1 || head[4] > r->size)
        return -1;
    for (int k = 0; k < head[4]; k++) {
        const int byte = getc(r->in);
        if (k < MAT_NAME - 1 && byte != EOF)
            m->name[k] = (char)byte;
    }
    m->at = ftello(r->in);
    return 1;
}

/* How many columns of a matrix the file really holds: one that was being written may
 * have fewer. */
static long mat_columns_held(const mat_reader *r, const mat_matrix *m) {
    const off_t width = (off_t)mat_sizes[m->kind] * m->rows;
    const off_t held = width ? (r->size - m->at) / width : 0;
    return held < m->columns ? (long)held : m->columns;
}

/* Finds the matrices; returns whether all are there. */
static int mat_find_all(mat_reader *r) {
    mat_matrix m;
    const struct {
        const char *name;
        mat_matrix *to;
    } wanted[] = {{"Aclass", &r->of_class},
                  {"name", &r->name},
                  {"dataInfo", &r->places},
                  {"data_2", &r->data}};
    enum { WANTED = sizeof wanted / sizeof *wanted };
    int found = 0;
    while (found < WANTED && mat_read_head(r, &m) > 0) {
        const long columns = mat_columns_held(r, &m);
        for (int k = 0; k < WANTED; k++)
            if (strcmp(m.name, wanted[k].name) == 0) {
                *wanted[k].to = m;
                wanted[k].to->columns = columns;
                found++;
            }
        if (columns < m.columns) /* the file ends within it: nothing else can follow */
            break;
        const off_t size = (off_t)mat_sizes[m.kind] * m.rows * m.columns;
        if (fseeko(r->in, m.at + size, SEEK_SET))
            break;
    }
    return found == WANTED;
}

/* The values of a small matrix, by columns; NULL: no memory, or not there. */
static double *mat_load(mat_reader *r, const mat_matrix *m) {
    const size_t count = (size_t)m->rows * (size_t)m->columns;
    const size_t size = mat_sizes[m->kind];
    double *values = memory_alloc(r->context, (count + 1) * sizeof *values);
    unsigned char bytes[8];
    fseeko(r->in, m->at, SEEK_SET);
    for (size_t k = 0; values && k < count; k++)
        if (fread(bytes, size, 1, r->in) == 1)
            values[k] = mat_number(r, m->kind, bytes);
    return values;
}

/* Where the values of the table's columns are in a column of data_2. */
typedef struct mat_place {
    long row;
    double sign;
} mat_place;

/* A character of a matrix of texts, whose numbers may be any. */
static char mat_character(double x) {
    return x >= 0 && x <= 255 ? (char)(unsigned char)x : '?';
}

/* Adds the variables that have rows, time first, and notes their places. */
static invo_status mat_add_columns(mat_reader *r, const double *names,
                                   const double *places, mat_place *to, invo_table *t) {
    const long length = r->places.columns ? r->name.rows : 0; /* which fit in the file */
    char *text = memory_alloc(r->context, (size_t)length + 1);
    invo_status status = text ? INVO_OK : INVO_E_MEMORY;
    for (long i = 0; !status && i < r->places.columns; i++) {
        const double *info = places + i * r->places.rows;
        const double row = fabs(info[1]);
        if (info[0] != 2 && (i > 0 || info[0] != 0))
            continue;
        if (!(row >= 1 && row <= (double)r->data.rows)) {
            status = sheet_refuse(r->context, r->path,
                                  "dataInfo refers to row %.17g of data_2, which has %ld",
                                  row, r->data.rows);
            continue;
        }
        for (long k = 0; k < length; k++)
            text[k] = mat_character(names[i * length + k]);
        for (long k = length; k > 0 && (!text[k - 1] || text[k - 1] == ' '); k--)
            text[k - 1] = 0;
        to[t->columns] = (mat_place){(long)row - 1, info[1] < 0 ? -1 : 1};
        status = sheet_add_column(r->context, t, text);
    }
    free(text);
    return status;
}

static invo_status mat_read_rows(mat_reader *r, const mat_place *from, invo_table *t) {
    const size_t size = mat_sizes[r->data.kind];
    const size_t width = (size_t)r->data.rows * size;
    if (r->data.columns == 0)
        return INVO_OK;
    TRY(sheet_reserve(r->context, t, r->data.columns));
    unsigned char *bytes = memory_alloc(r->context, 2 * width + 1);
    if (!bytes)
        return INVO_E_MEMORY;
    unsigned char *one = bytes + width; /* turned round without harm to aliases */
    fseeko(r->in, r->data.at, SEEK_SET);
    while (t->rows < r->data.columns && fread(bytes, width, 1, r->in) == 1) {
        for (int j = 0; j < t->columns; j++) {
            memcpy(one, bytes + (size_t)from[j].row * size, size);
            t->column[j].value[t->rows] = from[j].sign * mat_number(r, r->data.kind, one);
        }
        t->rows++;
    }
    free(bytes);
    return INVO_OK;
}

/* Whether the matrices belong together and stand as they do in binTrans. */
static invo_status mat_check(mat_reader *r, const double *of_class) {
    const mat_matrix *k = &r->of_class;
    char words[12] = "";
    for (long j = 0; k->rows >= 4 && j < k->columns && j < 11; j++)
        words[j] = mat_character(of_class[j * k->rows + 3]);
    if (strncmp(words, "binTrans", 8) != 0)
        return sheet_refuse(r->context, r->path,
                            "the layout '%.8s' is not read; save the file as binTrans",
                            words);
    if (r->places.rows != 4 || r->places.columns > r->name.columns)
        return sheet_refuse(r->context, r->path,
                            "dataInfo has %ld rows and %ld columns for %ld names",
                            r->places.rows, r->places.columns, r->name.columns);
    return INVO_OK;
}

static invo_status mat_read_all(mat_reader *r, invo_table *t) {
    fseeko(r->in, 0, SEEK_END);
    r->size = ftello(r->in);
    rewind(r->in);
    if (!mat_find_all(r))
        return sheet_refuse(r->context, r->path,
                            "not a result in Dymola's layout: Aclass, name, dataInfo or "
                            "data_2 is missing");
    double *of_class = mat_load(r, &r->of_class);
    double *names = mat_load(r, &r->name);
    double *places = mat_load(r, &r->places);
    mat_place *from =
        memory_alloc(r->context, ((size_t)r->places.columns + 1) * sizeof *from);
    invo_status status = INVO_E_MEMORY;
    if (of_class && names && places && from)
        status = mat_check(r, of_class);
    if (!status)
        status = mat_add_columns(r, names, places, from, t);
    if (!status)
        status = mat_read_rows(r, from, t);
    free(of_class);
    free(names);
    free(places);
    free(from);
    return status;
}

invo_status mat_read(invo_context *c, const char *path, int is_part, invo_table *t) {
    mat_reader r = {.context = c, .path = path, .in = fopen(path, "rb")};
    (void)is_part; /* the head of data_2 tells how much is there */
    if (!r.in)
        return report(c, INVO_E_FILE, NAN, "cannot read '%.400s': %s", path,
                      strerror(errno));
    invo_status status = mat_read_all(&r, t);
    fclose(r.in);
    return status;
}
