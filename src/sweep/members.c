/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranges, lists, distributions and samples, read from the command line and a file. */
#include "members.h"
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lot.h"

/* What is being read, and what is wrong with it. */
typedef struct members_reader {
    members *m;
    char *message;
    int is_random;
} members_reader;

static invo_status members_refuse(const members_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static invo_status members_refuse(const members_reader *r, const char *format, ...) {
    va_list list;
    va_start(list, format);
    vsnprintf(r->message, MEMBERS_MESSAGE, format, list);
    va_end(list);
    return INVO_E_ARGUMENT;
}

/* Reads a finite number that fills the text up to `end`; returns whether it does. */
static int members_number(const char *text, const char *end, double *x) {
    char *after = NULL;
    *x = strtod(text, &after);
    return after == end && after > text && isfinite(*x);
}

static int members_whole(const char *text, const char *end, long most, long *n) {
    char *after = NULL;
    errno = 0;
    *n = strtol(text, &after, 10);
    return after == end && after > text && !errno && *n >= 0 && *n <= most;
}

/* The '=' behind a name, which may be quoted; NULL: there is none. */
static const char *members_equals(const char *text) {
    const char *from = text[0] == '\'' ? strchr(text + 1, '\'') : text;
    return from ? strchr(from, '=') : NULL;
}

static invo_status members_add(members_reader *r, const char *name, size_t size,
                               axis **added) {
    members *m = r->m;
    while (size && (name[0] == ' ' || name[0] == '\t')) {
        name++;
        size--;
    }
    while (size && (name[size - 1] == ' ' || name[size - 1] == '\t'))
        size--;
    for (int k = 0; k < m->axes; k++)
        if (strlen(m->axis[k].name) == size && strncmp(m->axis[k].name, name, size) == 0)
            return members_refuse(r, "'%s' is given twice; give each name once",
                                  m->axis[k].name);
    axis *more = realloc(m->axis, sizeof *more * (size_t)(m->axes + 1));
    if (!more)
        return INVO_E_MEMORY;
    m->axis = more;
    *added = &more[m->axes++];
    **added = (axis){.name = strndup(name, size), .count = 1};
    return (*added)->name ? INVO_OK : INVO_E_MEMORY;
}

/* value ("," value)* */
static invo_status read_list(const members_reader *r, axis *x, const char *over,
                             const char *text) {
    long count = 1;
    for (const char *p = text; *p; p++)
        count += *p == ',';
    x->kind = AXIS_LIST;
    x->list = calloc((size_t)count, sizeof *x->list);
    if (!x->list)
        return INVO_E_MEMORY;
    x->count = count;
    for (long k = 0; k < count; k++) {
        const char *end = text + strcspn(text, ",");
        if (!members_number(text, end, &x->list[k]))
            return members_refuse(r, "--over %s: expected a number, found '%.*s'", over,
                                  (int)(end - text), text);
        text = end + 1;
    }
    return INVO_OK;
}

enum { MOST_WORDS = 4 };

/* Splits "a:b:c" at its colons; returns the number of words, MOST_WORDS + 1: too many.
 */
static int split_words(const char *text, const char *from[MOST_WORDS],
                       const char *to[MOST_WORDS]) {
    for (int n = 0; n < MOST_WORDS; n++) {
        from[n] = text;
        to[n] = text + strcspn(text, ":");
        if (!*to[n])
            return n + 1;
        text = to[n] + 1;
    }
    return MOST_WORDS + 1;
}

static int word_is(const char *from, const char *to, const char *word) {
    return (size_t)(to - from) == strlen(word) && strncmp(from, word, strlen(word)) == 0;
}

static invo_status check_log(const members_reader *r, const axis *x, const char *over) {
    if (x->kind != AXIS_LOG || (x->low > 0 && x->high > 0))
        return INVO_OK;
    return members_refuse(r,
                          "--over %s: on a logarithmic scale both ends must be positive, "
                          "found %.6g and %.6g",
                          over, x->low, x->high);
}

/* LOW:HIGH, LOW:HIGH:log, normal:MEAN:DEVIATION */
static invo_status read_distribution(const members_reader *r, axis *x, const char *over,
                                     const char *text) {
    const char *from[MOST_WORDS];
    const char *to[MOST_WORDS];
    const int n = split_words(text, from, to);
    if (n == 3 && word_is(from[0], to[0], "normal") &&
        members_number(from[1], to[1], &x->low) &&
        members_number(from[2], to[2], &x->high)) {
        x->kind = AXIS_NORMAL;
        if (x->high >= 0)
            return INVO_OK;
        return members_refuse(r, "--over %s: the deviation must not be negative", over);
    }
    const int is_log = n == 3 && word_is(from[2], to[2], "log");
    if ((n != 2 && !is_log) || !members_number(from[0], to[0], &x->low) ||
        !members_number(from[1], to[1], &x->high))
        return members_refuse(r,
                              "--over %s: with --random, expected LOW:HIGH, LOW:HIGH:log "
                              "or normal:MEAN:DEVIATION",
                              over);
    x->kind = is_log ? AXIS_LOG : AXIS_EQUAL;
    return check_log(r, x, over);
}

/* LOW:HIGH:COUNT, LOW:HIGH:COUNT:log, or a list */
static invo_status read_grid(const members_reader *r, axis *x, const char *over,
                             const char *text) {
    const char *from[MOST_WORDS];
    const char *to[MOST_WORDS];
    const int n = split_words(text, from, to);
    if (n == 1)
        return read_list(r, x, over, text);
    const int is_log = n == 4 && word_is(from[3], to[3], "log");
    if (n == 2)
        return members_refuse(r,
                              "--over %s: how many values? Write LOW:HIGH:COUNT, or add "
                              "--random N",
                              over);
    if ((n != 3 && !is_log) || !members_number(from[0], to[0], &x->low) ||
        !members_number(from[1], to[1], &x->high))
        return members_refuse(r,
                              "--over %s: expected LOW:HIGH:COUNT, LOW:HIGH:COUNT:log or "
                              "a list VALUE,VALUE,...",
                              over);
    if (!members_whole(from[2], to[2], MEMBERS_MOST, &x->count) || x->count < 1)
        return members_refuse(r,
                              "--over %s: expected a count from 1 to %ld, found '%.*s'",
                              over, MEMBERS_MOST, (int)(to[2] - from[2]), from[2]);
    x->kind = is_log ? AXIS_LOG : AXIS_EQUAL;
    return check_log(r, x, over);
}

static invo_status read_over(members_reader *r, const char *over) {
    const char *equals = members_equals(over);
    axis *x;
    if (!equals || equals == over)
        return members_refuse(r, "--over %s: expected NAME=LOW:HIGH:COUNT", over);
    const invo_status status = members_add(r, over, (size_t)(equals - over), &x);
    if (status)
        return status;
    return r->is_random ? read_distribution(r, x, over, equals + 1)
                        : read_grid(r, x, over, equals + 1);
}

static invo_status count_grid(members_reader *r) {
    members *m = r->m;
    m->count = 1;
    for (int k = 0; k < m->axes; k++) {
        if (m->count > MEMBERS_MOST / m->axis[k].count)
            return members_refuse(r, "the grid has more than %ld members; use --random N",
                                  MEMBERS_MOST);
        m->count *= m->axis[k].count;
    }
    return INVO_OK;
}

static invo_status read_random(members_reader *r, const members_request *q) {
    members *m = r->m;
    const char *text = q->random;
    char *end = NULL;
    if (!members_whole(text, text + strlen(text), MEMBERS_MOST, &m->count) ||
        m->count < 1)
        return members_refuse(r,
                              "--random %s: expected a number of members from 1 to %ld",
                              text, MEMBERS_MOST);
    if (!q->over_count)
        return members_refuse(r,
                              "--random needs --over NAME=LOW:HIGH for every name that "
                              "is drawn");
    m->is_random = 1;
    errno = 0;
    m->seed = q->seed ? strtoull(q->seed, &end, 10) : 1;
    if (q->seed && (errno || *end || end == q->seed || strchr(q->seed, '-')))
        return members_refuse(r, "--seed %s: expected a whole number from 0 to 2^64 - 1",
                              q->seed);
    return INVO_OK;
}

/* A column of the file is a name; "member", which our own files begin with, is none. */
static invo_status read_columns(members_reader *r, const char *path) {
    members *m = r->m;
    for (int j = 0; j < invo_table_columns(m->table); j++) {
        const char *name = invo_table_name(m->table, j);
        const double *value = invo_table_column(m->table, j);
        axis *x;
        if (strcmp(name, "member") == 0)
            continue;
        const invo_status status = members_add(r, name, strlen(name), &x);
        if (status)
            return status;
        x->column = j;
        for (long i = 0; i < m->count; i++)
            if (!isfinite(value[i]) || invo_table_word(m->table, j, 0))
                return members_refuse(
                    r, "--samples %s: row %ld has no finite number for '%s'", path, i + 1,
                    name);
    }
    if (!m->axes)
        return members_refuse(r,
                              "--samples %s: there is no column with a name of the "
                              "model",
                              path);
    return INVO_OK;
}

static invo_status read_samples(members_reader *r, invo_context *c, const char *path) {
    members *m = r->m;
    const invo_status status = invo_table_read(c, path, &m->table);
    if (status) {
        snprintf(r->message, MEMBERS_MESSAGE, "%s", invo_context_error(c));
        return status;
    }
    m->count = invo_table_rows(m->table);
    if (m->count < 1)
        return members_refuse(r,
                              "--samples %s has no rows; give a head of names and a "
                              "row for each member",
                              path);
    return read_columns(r, path);
}

invo_status members_read(invo_context *c, const members_request *q, members *m,
                         char message[MEMBERS_MESSAGE]) {
    members_reader r = {m, message, q->random != NULL};
    *m = (members){0};
    snprintf(message, MEMBERS_MESSAGE, "out of memory");
    if (q->samples && (q->over_count || q->random))
        return members_refuse(&r,
                              "--samples and %s both say what the members are; give "
                              "one of them",
                              q->random ? "--random" : "--over");
    if (!q->samples && !q->over_count && !q->random)
        return members_refuse(&r, "a sweep needs --over NAME=LOW:HIGH:COUNT or --samples "
                                  "FILE.csv");
    if (q->seed && !q->random)
        return members_refuse(&r, "--seed requires --random N");
    if (q->samples)
        return read_samples(&r, c, q->samples);
    invo_status status = INVO_OK;
    for (int k = 0; !status && k < q->over_count; k++)
        status = read_over(&r, q->over[k]);
    if (status)
        return status;
    return q->random ? read_random(&r, q) : count_grid(&r);
}

void members_free(members *m) {
    for (int k = 0; k < m->axes; k++) {
        free(m->axis[k].name);
        free(m->axis[k].list);
    }
    free(m->axis);
    invo_table_free(m->table);
    *m = (members){0};
}

/* A value between the ends, these exactly. */
static double axis_between(const axis *x, double share) {
    if (share == 0)
        return x->low;
    if (share == 1)
        return x->high;
    return x->kind == AXIS_LOG ? x->low * pow(x->high / x->low, share)
                               : x->low + (x->high - x->low) * share;
}

static double axis_draw(const members *m, const axis *x, long member, int number) {
    const uint64_t who = (uint64_t)member;
    if (x->kind == AXIS_NORMAL)
        return x->low + x->high * lot_normal(m->seed, who, (uint32_t)number);
    return axis_between(x, lot_uniform(m->seed, who, (uint32_t)number));
}

double members_value(const members *m, long member, int number) {
    assert(member >= 0 && member < m->count && number >= 0 && number < m->axes);
    const axis *x = &m->axis[number];
    if (m->table)
        return invo_table_column(m->table, x->column)[member];
    if (m->is_random)
        return axis_draw(m, x, member, number);
    for (int k = m->axes - 1; k > number; k--) /* the last name changes fastest */
        member /= m->axis[k].count;
    const long at = member % x->count;
    if (x->kind == AXIS_LIST)
        return x->list[at];
    return x->count == 1 ? x->low : axis_between(x, (double)at / (double)(x->count - 1));
}

char *members_text(const members *m, long member, int number) {
    const char *name = m->axis[number].name;
    const size_t size = strlen(name) + 40;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s=%.17g", name, members_value(m, member, number));
    return text;
}

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *from = bytes;
    hash ^= size * 0x9E3779B97F4A7C15u;
    while (size) {
        uint64_t word = 0;
        const size_t n = size < sizeof word ? size : sizeof word;
        memcpy(&word, from, n);
        hash = (hash ^ word) * 0xD6E8FEB86659FD93u;
        hash ^= hash >> 32;
        from += n;
        size -= n;
    }
    return hash;
}

static uint64_t axis_hash(uint64_t hash, const axis *x) {
    const double numbers[] = {x->low, x->high, (double)x->count, (double)x->kind};
    hash = hash_bytes(hash, x->name, strlen(x->name));
    hash = hash_bytes(hash, numbers, sizeof numbers);
    return hash_bytes(hash, x->list, x->list ? sizeof *x->list * (size_t)x->count : 0);
}

uint64_t members_hash(const members *m) {
    const uint64_t numbers[] = {(uint64_t)m->count, (uint64_t)m->is_random, m->seed,
                                m->table != NULL};
    uint64_t hash = hash_bytes(1, numbers, sizeof numbers);
    for (int k = 0; k < m->axes; k++) {
        hash = axis_hash(hash, &m->axis[k]);
        if (m->table)
            hash = hash_bytes(hash, invo_table_column(m->table, m->axis[k].column),
                              sizeof(double) * (size_t)m->count);
    }
    return hash;
}
