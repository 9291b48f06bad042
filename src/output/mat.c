/* SPDX-License-Identifier: BSD-3-Clause */
/* Results as MATLAB files of version 4 in the layout of Dymola's trajectories (binTrans),
 * which Dymola, OpenModelica and Python's readers of these take: matrices Aclass, name,
 * description, dataInfo, data_1 (time and parameters) and data_2, one column for each
 * row of results. Its number of columns is in the head of data_2 and is written
 * again whenever the file is made readable.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "format.h"
#include "mat.h"

static int32_t mat_type(int kind) {
    const uint16_t one = 1;
    return kind + (*(const unsigned char *)&one ? 0 : MAT_BIG_ENDIAN);
}

static void mat_head(FILE *out, const char *name, int kind, long rows, long columns) {
    int32_t head[] = {mat_type(kind), (int32_t)rows, (int32_t)columns, 0,
                      (int32_t)strlen(name) + 1};
    fwrite(head, sizeof head, 1, out);
    fwrite(name, 1, strlen(name) + 1, out);
}

/* The words of a matrix that tells what the file is, by columns. */
static void mat_class(FILE *out) {
    static const char words[4][12] = {"Atrajectory", "1.1        ", "           ",
                                      "binTrans   "};
    mat_head(out, "Aclass", MAT_TEXT, 4, 11);
    for (int column = 0; column < 11; column++)
        for (int row = 0; row < 4; row++)
            putc(words[row][column], out);
}

enum { MAT_UNIT = 100 };

/* The i-th text of a matrix of texts, if need be put together in the buffer: of time, the
 * columns, the parameters. */
typedef const char *mat_text(const output_table *t, int i, char *buffer);

static const char *mat_name(const output_table *t, int i, char *buffer) {
    invo_parameter p = {"", 0};
    (void)buffer;
    if (i > t->columns && invo_model_parameter(t->model, i - t->columns - 1, &p))
        return p.name;
    return i ? t->name[i - 1] : "time";
}

/* "[m]", as Dymola ends its descriptions. */
static const char *mat_description(const output_table *t, int i, char *buffer) {
    char name[1], unit[MAT_UNIT] = "";
    if (i == 0)
        return "Simulation time [s]";
    if (t->model)
        invo_column_unit(t->model, mat_name(t, i, name), unit, sizeof unit);
    if (!*unit)
        return "";
    snprintf(buffer, MAT_UNIT + 3, "[%s]", unit);
    return buffer;
}

/* Texts as the columns of a matrix, filled up with zeros. */
static void mat_texts(const output_table *t, const char *matrix, int count,
                      mat_text *text) {
    char buffer[MAT_UNIT + 3];
    FILE *out = t->file.stream;
    size_t longest = 1;
    for (int i = 0; i < count; i++) {
        const size_t size = strlen(text(t, i, buffer));
        if (size > longest)
            longest = size;
    }
    mat_head(out, matrix, MAT_TEXT, (long)longest, count);
    for (int i = 0; i < count; i++) {
        const char *word = text(t, i, buffer);
        const size_t size = strlen(word);
        for (size_t k = 0; k < longest; k++)
            putc(k < size ? word[k] : 0, out);
    }
}

/* Where the values of each variable are: time in both data_1 and data_2 (0), columns in
 * data_2, parameters in data_1; in which row, with linear interpolation (0), and not
 * defined outside (-1) or constant (0). */
static void mat_places(const output_table *t, int count) {
    mat_head(t->file.stream, "dataInfo", MAT_INTEGER, 4, count);
    for (int i = 0; i < count; i++) {
        int32_t info[] = {i ? 2 : 0, i + 1, 0, -1};
        if (i > t->columns) {
            info[0] = 1;
            info[1] = i - t->columns + 1;
            info[3] = 0;
        }
        fwrite(info, sizeof info, 1, t->file.stream);
    }
}

/* Writes data_1: first and last time, then the parameters, the same at both. */
static void mat_constants(output_table *t, int parameters) {
    FILE *out = t->file.stream;
    invo_parameter p;
    mat_head(out, "data_1", MAT_DOUBLE, 1 + parameters, 2);
    for (int column = 0; column < 2; column++) {
        t->time_place = ftell(out);
        fwrite(&t->time, sizeof t->time, 1, out);
        for (int i = 0; i < parameters && invo_model_parameter(t->model, i, &p); i++)
            fwrite(&p.value, sizeof p.value, 1, out);
    }
}

static void mat_begin(output_table *t) {
    FILE *out = t->file.stream;
    invo_parameter p;
    int parameters = 0;
    while (t->model && invo_model_parameter(t->model, parameters, &p))
        parameters++;
    const int count = 1 + t->columns + parameters;
    mat_class(out);
    mat_texts(t, "name", count, mat_name);
    mat_texts(t, "description", count, mat_description);
    mat_places(t, count);
    mat_constants(t, parameters);
    t->rows_place = ftell(out) + 2 * (long)sizeof(int32_t);
    mat_head(out, "data_2", MAT_DOUBLE, t->columns + 1, 0);
}

static void mat_row(output_table *t, const double *value) {
    fwrite(value, sizeof *value, 1, t->file.stream);
    for (int j = 0; j < t->columns; j++)
        fwrite(&value[t->from[j]], sizeof *value, 1, t->file.stream);
}

/* Writes the number of rows into the head of data_2, behind rows that are in the file,
 * and the last time into data_1. */
static void mat_settle(output_table *t) {
    FILE *out = t->file.stream;
    const int32_t rows = (int32_t)t->rows;
    fseek(out, t->time_place, SEEK_SET);
    fwrite(&t->time, sizeof t->time, 1, out);
    fseek(out, t->rows_place, SEEK_SET);
    fwrite(&rows, sizeof rows, 1, out);
    fseek(out, 0, SEEK_END);
}

const output_format format_mat = {.begin = mat_begin,
                                  .row = mat_row,
                                  .settle = mat_settle,
                                  .read = mat_read,
                                  .most_rows = INT32_MAX};
