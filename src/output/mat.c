/* SPDX-License-Identifier: BSD-3-Clause */
/* Results as MATLAB files of version 4 in the layout of Dymola's trajectories (binTrans),
 * which Dymola, OpenModelica and Python's readers of these take: matrices Aclass, name,
 * description, dataInfo, data_1 (constants: none but time) and data_2, one column for
 * each row of results. Its number of columns is in the head of data_2 and is written
 * again whenever the file is made readable.
 * The head of a matrix: type, rows, columns, 0, length of the name (with its zero), then
 * the name and the values by columns. type: 1000 for big endian, 10 times the kind of
 * number (0 double, 2 int, 5 byte), 1 for text. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "format.h"

enum { MAT_DOUBLE = 0, MAT_INTEGER = 20, MAT_TEXT = 51, BIG_ENDIAN_TYPE = 1000 };

static int32_t mat_type(int kind) {
    const uint16_t one = 1;
    return kind + (*(const unsigned char *)&one ? 0 : BIG_ENDIAN_TYPE);
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

/* Texts as the columns of a matrix, filled up with zeros; `first` is that of the time. */
static void mat_texts(output_table *t, const char *matrix, const char *first,
                      int has_names) {
    FILE *out = t->file.stream;
    size_t longest = strlen(first);
    for (int j = 0; has_names && j < t->columns; j++)
        if (strlen(t->name[j]) > longest)
            longest = strlen(t->name[j]);
    mat_head(out, matrix, MAT_TEXT, (long)longest, t->columns + 1);
    for (int j = -1; j < t->columns; j++) {
        const char *text = has_names && j >= 0 ? t->name[j] : "";
        if (j < 0)
            text = first;
        for (size_t k = 0; k < longest; k++)
            putc(k < strlen(text) ? text[k] : 0, out);
    }
}

/* Where the values of each variable are: in data_2 (time: in both), in which row, with
 * linear interpolation (0) and no extrapolation (-1). */
static void mat_places(output_table *t) {
    mat_head(t->file.stream, "dataInfo", MAT_INTEGER, 4, t->columns + 1);
    for (int j = 0; j <= t->columns; j++) {
        int32_t info[] = {j ? 2 : 0, j + 1, 0, -1};
        fwrite(info, sizeof info, 1, t->file.stream);
    }
}

static void mat_begin(output_table *t) {
    static const double span[] = {0, 1};
    FILE *out = t->file.stream;
    mat_class(out);
    mat_texts(t, "name", "time", 1);
    mat_texts(t, "description", "s", 0);
    mat_places(t);
    mat_head(out, "data_1", MAT_DOUBLE, 1, 2);
    fwrite(span, sizeof span, 1, out);
    t->patch = ftell(out) + 2 * (long)sizeof(int32_t);
    mat_head(out, "data_2", MAT_DOUBLE, t->columns + 1, 0);
}

static void mat_row(output_table *t, const double *value) {
    fwrite(value, sizeof *value, 1, t->file.stream);
    for (int j = 0; j < t->columns; j++)
        fwrite(&value[t->from[j]], sizeof *value, 1, t->file.stream);
}

/* Writes the number of rows into the head of data_2. */
static void mat_settle(output_table *t) {
    const int32_t rows = (int32_t)t->rows;
    fseek(t->file.stream, t->patch, SEEK_SET);
    fwrite(&rows, sizeof rows, 1, t->file.stream);
    fseek(t->file.stream, 0, SEEK_END);
}

const output_format format_mat = {mat_begin, mat_row, mat_settle};
