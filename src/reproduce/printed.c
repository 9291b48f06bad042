/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of printed numbers, and how many of them are met. */
#include "printed.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../cli/embedded.h"
#include "../cli/say.h"

static const double NEAR = 0.02; /* relative; what 'near' means */

static void printed_refuse(const char *path, const char *text, int length,
                           const char *why) {
    say(stderr, "error: %s: '%.*s': %s\n", path, length, text, why);
    exit(EXIT_FAILURE);
}

/* --- reading --- */

/* Returns the unit of the last digit: 0.01 for "1.35", 1 for "288", 1e-4 for "0.42e-2".
 */
static double printed_last_digit(const char *digits) {
    const char *dot = strchr(digits, '.');
    const char *e = strchr(digits, 'e');
    const char *end = e ? e : digits + strlen(digits);
    int power = e ? atoi(e + 1) : 0;
    if (dot)
        power -= (int)(end - dot) - 1;
    return pow(10, power);
}

static int printed_read_relation(const char *word, printed_relation *r) {
    static const char *const words[] = {"=", "<", "~", "<~"};
    for (int k = 0; k < 4; k++)
        if (strcmp(word, words[k]) == 0) {
            *r = (printed_relation)k;
            return 1;
        }
    return 0;
}

/* Reads "KEY RELATION DIGITS [unit U] [seconds|quoted]". */
static int printed_read(const char *at, const char *end, printed_number *n) {
    assert(at < end);
    char word[ITEM_WORD];
    char *rest;
    item_word(&at, end, n->key, sizeof n->key);
    if (!item_word(&at, end, word, sizeof word))
        return 0;
    if (!printed_read_relation(word, &n->relation))
        return 0;
    if (!item_word(&at, end, n->digits, sizeof n->digits))
        return 0;
    n->value = strtod(n->digits, &rest);
    if (*rest)
        return 0;
    n->unit = printed_last_digit(n->digits);
    while (item_word(&at, end, word, sizeof word)) {
        if (strcmp(word, "seconds") == 0)
            n->kind = PRINTED_SECONDS;
        else if (strcmp(word, "quoted") == 0)
            n->kind = PRINTED_QUOTED;
        else if (strcmp(word, "unit") == 0 && item_word(&at, end, word, sizeof word))
            n->unit = strtod(word, &rest);
        else
            return 0;
    }
    return n->unit > 0;
}

static void printed_add(printed_list *list, const printed_number *n) {
    size_t count = (size_t)list->count + 1;
    printed_number *more = realloc(list->at, count * sizeof *more);
    if (!more) {
        list->lacks_memory = 1;
        return;
    }
    more[list->count++] = *n;
    list->at = more;
}

/* Reads the lists that the program carries: reproduce/NUMBER.printed. */
printed_list printed_load(void) {
    printed_list list = {0};
    char name[100];
    for (const embedded_file *f = embedded_files; f->path; f++) {
        const char *dot = strrchr(f->path, '.');
        if (!embedded_is_in(f, "reproduce", name, sizeof name))
            continue;
        if (!dot || strcmp(dot, ".printed") != 0)
            continue;
        for (const char *line = f->text; *line;) {
            const char *end = line + strcspn(line, "\n");
            printed_number n = {.ours = NAN};
            snprintf(n.paper, sizeof n.paper, "%.7s", name);
            if (end > line && *line != '#') {
                if (!printed_read(line, end, &n))
                    printed_refuse(f->path, line, (int)(end - line), "cannot be read");
                printed_add(&list, &n);
            }
            line = *end ? end + 1 : end;
        }
    }
    return list;
}

void printed_free(printed_list *list) {
    free(list->at);
    *list = (printed_list){0};
}

printed_number *printed_find(const printed_list *list, const char *paper,
                             const char *key) {
    for (int k = 0; k < list->count; k++)
        if (strcmp(list->at[k].paper, paper) == 0 && strcmp(list->at[k].key, key) == 0)
            return &list->at[k];
    return NULL;
}

void printed_join(printed_number *n, const check *k, const char *item, int is_long) {
    assert(item);
    char why[400];
    if (*n->item) {
        snprintf(why, sizeof why, "has a check in %s and in %s", n->item, item);
        printed_refuse(n->paper, n->key, (int)strlen(n->key), why);
    }
    if (fabs(k->paper - n->value) > 1e-9 * fabs(n->value)) {
        snprintf(why, sizeof why, "is printed %s, and %.10g in %s", n->digits, k->paper,
                 item);
        printed_refuse(n->paper, n->key, (int)strlen(n->key), why);
    }
    snprintf(n->item, sizeof n->item, "%s", item);
    n->is_long = is_long;
}

/* --- judging --- */

/* Compares with half a unit of the last printed digit; the factor is for a tie that
 * round-off breaks. */
static printed_verdict printed_judge_equal(const printed_number *n, double ours) {
    double d = fabs(ours - n->value);
    if (d <= 0.5 * n->unit * (1 + 1e-9))
        return PRINTED_MET;
    return d <= NEAR * fabs(n->value) ? PRINTED_NEAR : PRINTED_NOT_MET;
}

printed_verdict printed_judge(const printed_number *n, double ours) {
    const double half = sqrt(10); /* of an order of magnitude */
    if (isnan(ours))
        return PRINTED_NOT_MET;
    switch (n->relation) {
    case PRINTED_EQUAL:
        return printed_judge_equal(n, ours);
    case PRINTED_BELOW:
        if (ours <= n->value)
            return PRINTED_MET;
        return ours <= (1 + NEAR) * n->value ? PRINTED_NEAR : PRINTED_NOT_MET;
    case PRINTED_ORDER:
        if (ours < n->value / half)
            return PRINTED_NOT_MET;
        return ours <= n->value * half ? PRINTED_MET : PRINTED_NOT_MET;
    case PRINTED_ORDER_OR_BELOW:
        return ours <= n->value * half ? PRINTED_MET : PRINTED_NOT_MET;
    }
    return PRINTED_NOT_MET;
}

const char *printed_word(printed_verdict verdict) {
    static const char *const words[] = {"not met", "near", "met"};
    return words[verdict];
}

/* --- counting --- */

typedef struct printed_counts {
    int numbers, met, near, not_met, not_run, seconds, quoted;
} printed_counts;

/* Counts the numbers of one paper, or with NULL of all. */
static printed_counts printed_count(const printed_list *list, const char *paper) {
    assert(list->count >= 0);
    printed_counts c = {0};
    for (int k = 0; k < list->count; k++) {
        const printed_number *n = &list->at[k];
        if (paper && strcmp(n->paper, paper) != 0)
            continue;
        if (n->kind == PRINTED_SECONDS)
            c.seconds++;
        if (n->kind == PRINTED_QUOTED)
            c.quoted++;
        if (n->kind != PRINTED_NUMBER)
            continue;
        c.numbers++;
        if (n->verdict == PRINTED_MET)
            c.met++;
        if (n->verdict == PRINTED_NEAR)
            c.near++;
        if (n->verdict == PRINTED_NOT_MET)
            c.not_met++;
        if (n->verdict == PRINTED_NOT_MET && n->is_long && isnan(n->ours))
            c.not_run++;
    }
    return c;
}

static void printed_row(const char *name, const printed_counts *c, int markdown,
                        FILE *out) {
    if (markdown) {
        fprintf(out, "| %s | %d | %d | %d | %d | %d |\n", name, c->numbers, c->met,
                c->near, c->not_met, c->seconds + c->quoted);
        return;
    }
    fprintf(out, "%s: %d printed numbers: %d met, %d near, %d not met", name, c->numbers,
            c->met, c->near, c->not_met);
    if (c->not_run)
        fprintf(out, ", %d of them not run without --long", c->not_run);
    if (c->seconds)
        fprintf(out, "; %d seconds", c->seconds);
    if (c->quoted)
        fprintf(out, "; %d quoted", c->quoted);
    fprintf(out, "%s\n", c->seconds + c->quoted ? " not compared" : "");
}

/* Calls with each paper once: lines of a paper stand together. */
static const char *printed_next_paper(const printed_list *list, int *k) {
    const char *paper = *k < list->count ? list->at[*k].paper : (const char *)NULL;
    while (*k < list->count && strcmp(list->at[*k].paper, paper) == 0)
        ++*k;
    return paper;
}

void printed_summary(const printed_list *list, int markdown, FILE *out) {
    const char *paper;
    char name[40];
    if (markdown)
        fprintf(out,
                "\n| paper | printed numbers | met | near | not met | seconds and "
                "quoted numbers, not compared |\n| --- | --- | --- | --- | --- | --- "
                "|\n");
    for (int k = 0; (paper = printed_next_paper(list, &k));) {
        printed_counts c = printed_count(list, paper);
        snprintf(name, sizeof name, "%s%s", markdown ? "" : "paper ", paper);
        printed_row(name, &c, markdown, out);
    }
    printed_counts all = printed_count(list, NULL);
    printed_row(markdown ? "all" : "all papers", &all, markdown, out);
}

static void printed_json_counts(const char *name, const printed_counts *c, FILE *out) {
    fprintf(out,
            "\"%s\": {\"printed\": %d, \"met\": %d, \"near\": %d, \"not_met\": %d, "
            "\"not_run\": %d, \"seconds\": %d, \"quoted\": %d}",
            name, c->numbers, c->met, c->near, c->not_met, c->not_run, c->seconds,
            c->quoted);
}

static void printed_json_number(const printed_number *n, FILE *out) {
    char ours[40] = "null";
    if (isfinite(n->ours))
        snprintf(ours, sizeof ours, "%.17g", n->ours);
    fprintf(
        out,
        "    {\"paper\": \"%s\", \"cell\": \"%s\", \"printed\": \"%s\", \"ours\": %s, "
        "\"verdict\": \"%s\"}",
        n->paper, n->key, n->digits, ours, printed_word(n->verdict));
}

/* Writes JSON by hand: keys and digits are plain ASCII, numbers finite or null. */
void printed_json(const printed_list *list, long failed, FILE *out) {
    const char *paper;
    int some = 0;
    fprintf(out, "{\n  \"papers\": {\n");
    for (int k = 0; (paper = printed_next_paper(list, &k));) {
        printed_counts c = printed_count(list, paper);
        fprintf(out, "    ");
        printed_json_counts(paper, &c, out);
        fprintf(out, ",\n");
    }
    printed_counts all = printed_count(list, NULL);
    fprintf(out, "    ");
    printed_json_counts("all", &all, out);
    fprintf(out, "\n  },\n  \"failed\": %ld,\n  \"numbers\": [\n", failed);
    for (int k = 0; k < list->count; k++) {
        if (list->at[k].kind != PRINTED_NUMBER)
            continue;
        if (some++)
            fprintf(out, ",\n");
        printed_json_number(&list->at[k], out);
    }
    fprintf(out, "\n  ]\n}\n");
}
