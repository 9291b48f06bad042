/* SPDX-License-Identifier: BSD-3-Clause */
#include "labels.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PARAMETERS = 3 };

typedef struct labels {
    int count;
    const char *const *file;
    invo_side_file *const *side;
    char (*label)[LABEL_SIZE];
} labels;

static int are_distinct(const labels *s) {
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(s->label[i], s->label[k]) == 0)
                return 0;
    return 1;
}

static void extend_label(const labels *s, int i, const char *words) {
    char *label = s->label[i];
    const size_t used = strlen(label);
    snprintf(label + used, LABEL_SIZE - used, "%s%s", used ? ", " : "", words);
}

/* --- files --- */

static const char *last_part_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Adds the name of file i, without folder and ending where these do not tell it apart. */
static void add_file(const labels *s, int i) {
    char name[LABEL_SIZE];
    const char *part = last_part_of(s->file[i]);
    for (int k = 0; k < s->count; k++)
        if (k != i && strcmp(last_part_of(s->file[k]), part) == 0)
            part = s->file[i];
    size_t n = strlen(part);
    const char *dot = strrchr(part, '.');
    int is_needed = !dot || dot == part || strchr(dot, '/') != NULL;
    for (int k = 0; k < s->count && !is_needed; k++)
        is_needed = k != i && strncmp(s->file[k], s->file[i],
                                      strlen(s->file[i]) - strlen(dot) + 1) == 0;
    if (!is_needed)
        n = (size_t)(dot - part);
    snprintf(name, sizeof name, "%.*s", (int)(n < sizeof name ? n : sizeof name - 1),
             part);
    extend_label(s, i, name);
}

/* --- entries of side files --- */

static int is_same_entry(const invo_side_entry *a, const invo_side_entry *b) {
    if (a->text || b->text)
        return a->text && b->text && strcmp(a->text, b->text) == 0;
    return a->value == b->value || (isnan(a->value) && isnan(b->value));
}

/* Whether all files have the entry, with values that are not all the same. */
static int has_difference(const labels *s, const char *object, const char *name) {
    invo_side_entry first, other;
    int differs = 0;
    if (!invo_side_file_find(s->side[0], object, name, &first))
        return 0;
    for (int i = 1; i < s->count; i++) {
        if (!invo_side_file_find(s->side[i], object, name, &other))
            return 0;
        differs = differs || !is_same_entry(&first, &other);
    }
    return differs;
}

static void print_entry(const invo_side_entry *e, int digits, char *text, size_t size) {
    if (e->text)
        snprintf(text, size, "%s", e->text);
    else if (isnan(e->value))
        snprintf(text, size, "none");
    else
        snprintf(text, size, "%.*g", digits, e->value);
}

/* As many digits as it takes to see that numbers differ. */
static int digits_for(const labels *s, const char *object, const char *name) {
    enum { FEW = 6, ALL = 17 };
    invo_side_entry e, f;
    char a[LABEL_SIZE], b[LABEL_SIZE];
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < i; k++) {
            invo_side_file_find(s->side[i], object, name, &e);
            invo_side_file_find(s->side[k], object, name, &f);
            print_entry(&e, FEW, a, sizeof a);
            print_entry(&f, FEW, b, sizeof b);
            if (!is_same_entry(&e, &f) && strcmp(a, b) == 0)
                return ALL;
        }
    return FEW;
}

/* Adds "name = value" to all labels where the values differ; returns whether they do. */
static int add_difference(const labels *s, const char *object, const char *name) {
    if (!has_difference(s, object, name))
        return 0;
    const int digits = digits_for(s, object, name);
    for (int i = 0; i < s->count; i++) {
        invo_side_entry e;
        char value[LABEL_SIZE];
        char words[2 * LABEL_SIZE];
        invo_side_file_find(s->side[i], object, name, &e);
        print_entry(&e, digits, value, sizeof value);
        snprintf(words, sizeof words, "%.60s = %s", name, value);
        extend_label(s, i, strcmp(name, "model") == 0 ? value : words);
    }
    return 1;
}

/* Parameters, method and tolerance are what people change; the other settings often
 * follow from these, and are named only where it takes them to tell runs apart. */
static void add_differences(const labels *s) {
    invo_side_entry e;
    int added = 0;
    add_difference(s, "", "model");
    for (int k = 0;
         added < MOST_PARAMETERS && invo_side_file_entry(s->side[0], "parameters", k, &e);
         k++)
        added += add_difference(s, "parameters", e.name);
    add_difference(s, "settings", "method");
    add_difference(s, "settings", "rtol");
    for (int k = 0;
         !are_distinct(s) && invo_side_file_entry(s->side[0], "settings", k, &e); k++)
        if (strcmp(e.name, "method") != 0 && strcmp(e.name, "rtol") != 0)
            add_difference(s, "settings", e.name);
}

void labels_choose(int count, const char *const *file, invo_side_file *const *side,
                   char (*label)[LABEL_SIZE]) {
    const labels s = {count, file, side, label};
    int has_all = count > 1;
    assert(count > 0);
    for (int i = 0; i < count; i++) {
        label[i][0] = 0;
        has_all = has_all && side[i];
    }
    if (has_all)
        add_differences(&s);
    if (!are_distinct(&s) || count == 1)
        for (int i = 0; i < count; i++)
            add_file(&s, i);
}
