/* SPDX-License-Identifier: BSD-3-Clause */
/* Arrays as numpy.load reads them: an archive (PKWARE's .ZIP File Format Specification
 * 6.3.9) of stored files NAME.npy, one for each column (NEP 1, version 1.0 of the
 * format). Sizes and places beyond 4 GB go into ZIP64 fields (its section 4.5.3). Dates
 * are those of the first day that the format has: the same columns give the same bytes.
 */
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "dataset.h"

enum {
    NPZ_LOCAL = 0x04034b50,
    NPZ_CENTRAL = 0x02014b50,
    NPZ_END = 0x06054b50,
    NPZ_END64 = 0x06064b50,
    NPZ_LOCATOR64 = 0x07064b50,
    NPZ_VERSION = 45,     /* of the specification that readers must know: ZIP64 */
    NPZ_UTF8 = 1 << 11,   /* names are UTF-8 */
    NPZ_DATE = 1 << 5 | 1 /* 1980-01-01 */
};
#define NPZ_MOST 0xffffffffu /* of a size or place that needs no ZIP64 field */

/* A file of the archive. */
typedef struct npz_entry {
    char *name;
    uint64_t size, place;
    uint32_t crc;
} npz_entry;

typedef struct npz_archive {
    FILE *out;
    uint64_t place;
    uint32_t crc; /* of the file that is being written */
    uint32_t table[256];
} npz_archive;

/* The CRC of the format: x^32 + x^26 + x^23 + x^22 + x^16 + x^12 + x^11 + x^10 + x^8 +
 * x^7 + x^5 + x^4 + x^2 + x + 1, reflected. */
static void npz_fill_table(npz_archive *a) {
    for (uint32_t k = 0; k < 256; k++) {
        uint32_t rest = k;
        for (int bit = 0; bit < 8; bit++)
            rest = rest & 1 ? 0xedb88320u ^ rest >> 1 : rest >> 1;
        a->table[k] = rest;
    }
}

static void npz_put(npz_archive *a, const void *from, size_t size) {
    const unsigned char *byte = from;
    uint32_t crc = ~a->crc;
    for (size_t k = 0; k < size; k++)
        crc = a->table[(crc ^ byte[k]) & 255] ^ crc >> 8;
    a->crc = ~crc;
    fwrite(from, 1, size, a->out);
    a->place += size;
}

/* Writes the low bytes of a number, lowest first. */
static void npz_number(npz_archive *a, uint64_t x, int bytes) {
    unsigned char byte[8];
    for (int k = 0; k < bytes; k++)
        byte[k] = (unsigned char)(x >> 8 * k);
    npz_put(a, byte, (size_t)bytes);
}

static uint64_t npz_short(uint64_t x) {
    return x < NPZ_MOST ? x : NPZ_MOST;
}

/* The part of a header that both copies of it have. */
static void npz_header(npz_archive *a, const npz_entry *e, int extra) {
    npz_number(a, NPZ_VERSION, 2);
    npz_number(a, NPZ_UTF8, 2);
    npz_number(a, 0, 2); /* stored */
    npz_number(a, 0, 2); /* midnight */
    npz_number(a, NPZ_DATE, 2);
    npz_number(a, e->crc, 4);
    npz_number(a, npz_short(e->size), 4);
    npz_number(a, npz_short(e->size), 4);
    npz_number(a, strlen(e->name), 2);
    npz_number(a, (uint64_t)extra, 2);
}

/* The length of the ZIP64 field: both sizes, then the place where that is asked for. */
static int npz_extra(const npz_entry *e, int has_place) {
    const int both = e->size >= NPZ_MOST ? 16 : 0;
    const int where = has_place && e->place >= NPZ_MOST ? 8 : 0;
    return both + where ? 4 + both + where : 0;
}

static void npz_put_extra(npz_archive *a, const npz_entry *e, int has_place) {
    const int size = npz_extra(e, has_place);
    if (!size)
        return;
    npz_number(a, 1, 2);
    npz_number(a, (uint64_t)size - 4, 2);
    if (e->size >= NPZ_MOST) {
        npz_number(a, e->size, 8);
        npz_number(a, e->size, 8);
    }
    if (has_place && e->place >= NPZ_MOST)
        npz_number(a, e->place, 8);
}

static void npz_local(npz_archive *a, const npz_entry *e) {
    npz_number(a, NPZ_LOCAL, 4);
    npz_header(a, e, npz_extra(e, 0));
    npz_put(a, e->name, strlen(e->name));
    npz_put_extra(a, e, 0);
}

static void npz_central(npz_archive *a, const npz_entry *e) {
    npz_number(a, NPZ_CENTRAL, 4);
    npz_number(a, NPZ_VERSION, 2);
    npz_header(a, e, npz_extra(e, 1));
    npz_number(a, 0, 2); /* no comment */
    npz_number(a, 0, 2); /* first disk */
    npz_number(a, 0, 2); /* attributes */
    npz_number(a, 0, 4);
    npz_number(a, npz_short(e->place), 4);
    npz_put(a, e->name, strlen(e->name));
    npz_put_extra(a, e, 1);
}

static void npz_end64(npz_archive *a, uint64_t count, uint64_t first, uint64_t size) {
    const uint64_t here = a->place;
    npz_number(a, NPZ_END64, 4);
    npz_number(a, 44, 8); /* bytes of this record that follow */
    npz_number(a, NPZ_VERSION, 2);
    npz_number(a, NPZ_VERSION, 2);
    npz_number(a, 0, 8); /* disks */
    npz_number(a, count, 8);
    npz_number(a, count, 8);
    npz_number(a, size, 8);
    npz_number(a, first, 8);
    npz_number(a, NPZ_LOCATOR64, 4);
    npz_number(a, 0, 4);
    npz_number(a, here, 8);
    npz_number(a, 1, 4);
}

static void npz_end(npz_archive *a, uint64_t count, uint64_t first) {
    const uint64_t size = a->place - first;
    enum { MOST_ENTRIES = 0xffff };
    if (count >= MOST_ENTRIES || first >= NPZ_MOST || size >= NPZ_MOST)
        npz_end64(a, count, first, size);
    const uint64_t few = count < MOST_ENTRIES ? count : MOST_ENTRIES;
    npz_number(a, NPZ_END, 4);
    npz_number(a, 0, 4);
    npz_number(a, few, 2);
    npz_number(a, few, 2);
    npz_number(a, npz_short(size), 4);
    npz_number(a, npz_short(first), 4);
    npz_number(a, 0, 2);
}

/* --- columns --- */

/* Reads one character of UTF-8; bytes that are none of it stand for themselves. */
static uint32_t npz_character(const char **text) {
    const unsigned char *s = (const unsigned char *)*text;
    int more = 0;
    uint32_t c = *s;
    if (c >= 0xf0 && c < 0xf8)
        more = 3;
    else if (c >= 0xe0 && c < 0xf0)
        more = 2;
    else if (c >= 0xc0 && c < 0xe0)
        more = 1;
    for (int k = 1; k <= more; k++)
        if ((s[k] & 0xc0) != 0x80)
            more = 0;
    if (more)
        c &= 0x3fu >> more;
    for (int k = 1; k <= more; k++)
        c = c << 6 | (s[k] & 0x3fu);
    *text += 1 + more;
    return c;
}

static long npz_length(const char *text) {
    long n = 0;
    for (; *text; n++)
        npz_character(&text);
    return n;
}

/* The longest text of a column; arrays of texts of no length cannot be. */
static long npz_width(const invo_dataset *d, int column) {
    long width = 1;
    for (long i = 0; i < d->rows; i++) {
        const long n = npz_length(d->text(d->data, i, column));
        width = n > width ? n : width;
    }
    return width;
}

enum { NPZ_HEAD = 128 }; /* bytes before the numbers of an array */

/* What an array file begins with, padded so that numbers begin at a multiple of 64. */
static void npz_write_head(npz_archive *a, const invo_dataset *d, int column,
                           long width) {
    char text[NPZ_HEAD + 1];
    char type[32] = "<f8";
    if (d->kind[column] == INVO_COLUMN_WHOLE)
        strcpy(type, "<i8");
    if (d->kind[column] == INVO_COLUMN_TEXT)
        snprintf(type, sizeof type, "<U%ld", width);
    const int n = snprintf(text, sizeof text,
                           "{'descr': '%s', 'fortran_order': False, 'shape': (%ld,), }",
                           type, d->rows);
    const int size = NPZ_HEAD - 10; /* after magic, version and this number */
    npz_put(a, "\x93NUMPY\x01\x00", 8);
    npz_number(a, (uint64_t)size, 2);
    npz_put(a, text, (size_t)n);
    for (int k = n; k < size - 1; k++)
        npz_put(a, " ", 1);
    npz_put(a, "\n", 1);
}

static void npz_write_text(npz_archive *a, const char *text, long width) {
    for (long k = 0; k < width; k++)
        npz_number(a, *text ? npz_character(&text) : 0, 4);
}

static void npz_write_value(npz_archive *a, const invo_dataset *d, long i, int column) {
    const double x = d->number(d->data, i, column);
    uint64_t bits;
    if (d->kind[column] == INVO_COLUMN_WHOLE)
        bits = (uint64_t)(int64_t)x;
    else
        memcpy(&bits, &x, sizeof bits);
    npz_number(a, bits, 8);
}

static char *npz_name(const char *column) {
    char *name = malloc(strlen(column) + sizeof ".npy");
    if (name)
        strcat(strcpy(name, column), ".npy");
    return name;
}

/* Writes one array; its header is written again when the check sum is known. */
static void npz_write_array(npz_archive *a, const invo_dataset *d, int column,
                            npz_entry *e) {
    const int is_text = d->kind[column] == INVO_COLUMN_TEXT;
    const long width = is_text ? npz_width(d, column) : 0;
    e->size = NPZ_HEAD + (uint64_t)d->rows * (is_text ? 4 * (uint64_t)width : 8);
    e->place = a->place;
    npz_local(a, e);
    a->crc = 0;
    npz_write_head(a, d, column, width);
    for (long i = 0; i < d->rows && !ferror(a->out); i++)
        if (is_text)
            npz_write_text(a, d->text(d->data, i, column), width);
        else
            npz_write_value(a, d, i, column);
    const uint64_t after = a->place;
    e->crc = a->crc;
    fseeko(a->out, (off_t)e->place, SEEK_SET);
    npz_local(a, e);
    fseeko(a->out, (off_t)after, SEEK_SET);
    a->place = after;
}

void npz_write(output_file *f, const invo_dataset *d) {
    assert(f->stream);
    npz_archive a = {.out = f->stream};
    npz_entry *entry = calloc((size_t)d->columns, sizeof *entry);
    int is_named = entry != NULL;
    npz_fill_table(&a);
    for (int j = 0; is_named && j < d->columns; j++)
        is_named = (entry[j].name = npz_name(d->name[j])) != NULL;
    if (!is_named)
        f->error = ENOMEM;
    for (int j = 0; is_named && j < d->columns; j++)
        npz_write_array(&a, d, j, &entry[j]);
    const uint64_t first = a.place;
    for (int j = 0; is_named && j < d->columns; j++)
        npz_central(&a, &entry[j]);
    npz_end(&a, (uint64_t)d->columns, first);
    for (int j = 0; entry && j < d->columns; j++)
        free(entry[j].name);
    free(entry);
}
