/* SPDX-License-Identifier: BSD-3-Clause */
/* The format of reproduce/NUMBER.items. */
#include "items.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../cli/say.h"

int item_word(const char **at, const char *end, char *word, size_t size) {
    assert(*at <= end && size > 0);
    while (*at < end && (**at == ' ' || **at == '\t'))
        ++*at;
    size_t n = 0;
    while (*at < end && **at != ' ' && **at != '\t') {
        if (n + 1 < size)
            word[n++] = **at;
        ++*at;
    }
    word[n] = 0;
    return n > 0;
}

static void items_refuse(const char *file, const char *line, int length) {
    say(stderr, "error: %s: cannot read '%.*s'\n", file, length, line);
    exit(EXIT_FAILURE);
}

static double items_number(const char *word, int *good) {
    char *end;
    double x = strtod(word, &end);
    if (*end == '%' && !end[1])
        return x / 100;
    if (*end || !*word)
        *good = 0;
    return x;
}

int item_next_cell(const char **at, char *key, size_t size) {
    size_t n = strcspn(*at, ",");
    snprintf(key, size, "%.*s", (int)n, *at);
    *at += (*at)[n] ? n + 1 : n;
    return n > 0;
}

/* "288 ours 290 +- 1 errata 7 cell KEY" after the relation; a tolerance in % is relative.
 */
static int items_read_values(const char *at, const char *end, check *k) {
    assert(at <= end);
    char word[ITEM_WORD], key[ITEM_WORD];
    int good = 1;
    if (!item_word(&at, end, word, sizeof word))
        return 0;
    k->paper = strcmp(word, "-") == 0 ? NAN : items_number(word, &good);
    while (good && item_word(&at, end, key, sizeof key)) {
        if (strcmp(key, "cell") == 0) {
            if (!item_word(&at, end, k->cell, sizeof k->cell))
                return 0;
            continue;
        }
        if (!item_word(&at, end, word, sizeof word))
            return 0;
        double x = items_number(word, &good);
        if (strcmp(key, "ours") == 0)
            k->ours = x;
        else if (strcmp(key, "errata") == 0)
            k->errata = (int)x;
        else if (strcmp(key, "+-") == 0) {
            double about = isnan(k->ours) ? k->paper : k->ours;
            k->tolerance = strchr(word, '%') ? x * fabs(about) : x;
        } else
            return 0;
    }
    return good;
}

static int read_check(const char *at, const char *end, check *k) {
    char word[ITEM_WORD];
    *k = (check){.paper = NAN, .ours = NAN, .tolerance = NAN};
    while (item_word(&at, end, word, sizeof word)) {
        if (strcmp(word, "=") == 0)
            return items_read_values(at, end, k);
        if (strcmp(word, "<=") == 0) {
            k->relation = AT_MOST;
            return items_read_values(at, end, k);
        }
        if (strlen(k->quantity) + strlen(word) + 2 > sizeof k->quantity)
            return 0;
        if (*k->quantity)
            strcat(k->quantity, " ");
        strcat(k->quantity, word);
    }
    return 0;
}

static line_kind items_kind_of(const char *word) {
    static const struct {
        const char *word;
        line_kind kind;
    } table[] = {
        {"item", LINE_ITEM},       {"note", LINE_NOTE},   {"errata", LINE_ERRATA},
        {"run", LINE_RUN},         {"long", LINE_LONG},   {"sweep", LINE_SWEEP},
        {"against", LINE_AGAINST}, {"exact", LINE_EXACT}, {"fails", LINE_FAILS},
        {"split", LINE_SPLIT},     {"part", LINE_PART}};
    for (size_t k = 0; k < sizeof table / sizeof *table; k++)
        if (strcmp(word, table[k].word) == 0)
            return table[k].kind;
    return LINE_DRAW;
}

/* Indented lines are checks; of others the first word decides. */
item_line item_next(const char **at, const char *file) {
    char word[ITEM_WORD];
    while (**at) {
        const char *line = *at;
        const char *end = line + strcspn(line, "\n");
        const char *rest = line;
        int is_indented = *line == ' ';
        item_line found = {.kind = LINE_END};
        *at = *end ? end + 1 : end;
        if (!item_word(&rest, end, word, sizeof word) || *word == '#')
            continue;
        while (rest < end && *rest == ' ')
            rest++;
        found.text = rest;
        found.length = (int)(end - rest);
        if (is_indented && read_check(line, end, &found.check))
            found.kind = LINE_CHECK;
        else if (!is_indented)
            found.kind = items_kind_of(word);
        snprintf(found.word, sizeof found.word, "%.19s", word);
        if (found.kind == LINE_END)
            items_refuse(file, line, (int)(end - line));
        return found;
    }
    return (item_line){.kind = LINE_END};
}
