/* SPDX-License-Identifier: BSD-3-Clause */
/* Options of a run: defaults, values from text, range checks and the list for help texts,
 * all from involute_option.def. */
#include "options.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum option_kind { IS_REAL, IS_COUNT, IS_CHOICE, IS_TEXT, IS_FLAG } option_kind;

typedef struct option {
    const char *name, *argument, *help;
    option_kind kind;
    size_t offset; /* of the field in invo_options */
    double initial, low, high;
    const char *word;         /* initial value of choices and texts */
    const char *const *words; /* of choices */
} option;

#define WORD(member, text) text,
#define CHOICE(field, flag, initial, words, help)                                        \
    static const char *const words_of_##field[] = {words};
#include "involute_option.def"

#define AT(field) offsetof(invo_options, field)
#define REAL(field, flag, initial, low, high, argument, help)                            \
    {flag, argument, help, IS_REAL, AT(field), initial, low, high, NULL, NULL},
#define COUNT(field, flag, initial, low, high, argument, help)                           \
    {flag, argument, help, IS_COUNT, AT(field), initial, low, high, NULL, NULL},
#define WORD(member, text) " " text
#define CHOICE(field, flag, initial, words, help)                                        \
    {flag, &(words)[1], help, IS_CHOICE, AT(field), 0, 0, 0, initial, words_of_##field},
#define TEXT(field, flag, initial, argument, help)                                       \
    {flag, argument, help, IS_TEXT, AT(field), 0, 0, 0, initial, NULL},
#define FLAG(field, flag, help) {flag, "", help, IS_FLAG, AT(field), 0, 0, 1, NULL, NULL},
static const option table[] = {
#include "involute_option.def"
};
enum { OPTIONS = sizeof table / sizeof *table };

/* Numbers of the options in `table`, and of the first one of each group. */
enum {
#define REAL(field, ...) NUMBER_##field,
#define COUNT(field, ...) NUMBER_##field,
#define CHOICE(field, ...) NUMBER_##field,
#define TEXT(field, ...) NUMBER_##field,
#define FLAG(field, ...) NUMBER_##field,
#define GROUP(word, ...) FIRST_##word, BEFORE_##word = FIRST_##word - 1,
#include "involute_option.def"
};

typedef struct option_group {
    const char *word;
    int first;
} option_group;

static const option_group groups[] = {
#define GROUP(word, ...) {#word, FIRST_##word},
#include "involute_option.def"
};
enum { GROUPS = sizeof groups / sizeof *groups };

static const char *group_of(int option_number) {
    int k = GROUPS - 1;
    while (groups[k].first > option_number)
        k--;
    return groups[k].word;
}

static void *field(invo_options *o, const option *p) {
    return (char *)o + p->offset;
}
static const void *field_read(const invo_options *o, const option *p) {
    return (const char *)o + p->offset;
}

invo_options *invo_options_init(invo_options *o) {
    memset(o, 0, sizeof *o);
    for (const option *p = table; p < table + OPTIONS; p++)
        switch (p->kind) {
        case IS_REAL:
            *(double *)field(o, p) = p->initial;
            break;
        case IS_COUNT:
            *(long *)field(o, p) = (long)p->initial;
            break;
        case IS_CHOICE:
        case IS_TEXT:
            *(const char **)field(o, p) = p->word;
            break;
        case IS_FLAG:
            break;
        }
    return o;
}

/* Near names. */

enum { LONGEST_NAME = 64 };

static int smaller(int a, int b) {
    return a < b ? a : b;
}

/* Returns the letter of the C locale as a small one, whatever the locale is. */
static int small_letter(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

/* How many letters must be changed, put in or left out (Levenshtein); capital letters
 * count as small ones. */
static int options_distance(const char *a, size_t n, const char *b, size_t m) {
    int row[LONGEST_NAME + 1];
    if (n > LONGEST_NAME || m > LONGEST_NAME)
        return LONGEST_NAME;
    for (size_t j = 0; j <= m; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= m; j++) {
            int changed = diagonal + (small_letter(a[i - 1]) != small_letter(b[j - 1]));
            diagonal = row[j];
            row[j] = smaller(changed, smaller(row[j], row[j - 1]) + 1);
        }
    }
    return row[m];
}

const char *invo_name_near(const char *name, const char *words, size_t *length) {
    size_t size = strlen(name);
    int best = 2 + (size >= 4) + (size >= 9); /* beyond that it is another word */
    const char *nearest = NULL;
    for (size_t n; *(words += strspn(words, " ")); words += n) {
        n = strcspn(words, " ");
        int begins = size >= 3 && size < n && strncasecmp(name, words, size) == 0;
        int d = begins ? 1 : options_distance(name, size, words, n);
        if (d < best && d < (int)n) {
            best = d;
            nearest = words;
            *length = n;
        }
    }
    return nearest;
}

static const char *all_names(char *text, size_t size) {
    size_t used = 0;
    for (const option *p = table; p < table + OPTIONS; p++)
        used += (size_t)snprintf(text + used, size - used, "%s ", p->name);
    assert(used < size);
    return text;
}

static const option *options_find(const char *name) {
    for (const option *p = table; p < table + OPTIONS; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

static invo_status unknown(invo_context *c, place where, const char *name) {
    char names[OPTIONS * LONGEST_NAME];
    size_t n = 0;
    const char *near = invo_name_near(name, all_names(names, sizeof names), &n);
    if (near)
        diagnose(c, SEVERITY_ERROR, INVO_E_ARGUMENT, where,
                 "there is no option '%s'; did you mean '%.*s'?", name, (int)n, near);
    else
        diagnose(c, SEVERITY_ERROR, INVO_E_ARGUMENT, where,
                 "there is no option '%s'; 'involute run --help' lists them", name);
    return INVO_E_ARGUMENT;
}

/* Values. */

static const char TINY_MEANS_POSITIVE[] = "a number greater than 0";
static const double TINY = 1e-300; /* the low end of an open range (0, ...) */

/* What an option allows, in words. */
static const char *allowed(const option *p, char *text, size_t size) {
    const char *number = p->kind == IS_COUNT ? "a whole number" : "a number";
    if (p->low > 0 && p->low <= TINY && isinf(p->high))
        snprintf(text, size, "%s", TINY_MEANS_POSITIVE);
    else if (isinf(p->low) && isinf(p->high))
        snprintf(text, size, "a finite number");
    else if (isinf(p->high))
        snprintf(text, size, "%s of at least %.15g", number, p->low);
    else
        snprintf(text, size, "%s from %.15g to %.15g", number, p->low, p->high);
    return text;
}

/* The default as text; "" where it is not given. */
static void options_print_initial(const option *p, char *text, size_t size) {
    const int is_number = p->kind == IS_REAL || p->kind == IS_COUNT;
    if (is_number && !isnan(p->initial))
        snprintf(text, size, "%.15g", p->initial);
    else if (p->word)
        snprintf(text, size, "%s", p->word);
    else
        *text = 0;
}

int invo_option_describe(int i, invo_option_info *info) {
    if (i < 0 || i >= OPTIONS)
        return 0;
    const option *p = &table[i];
    *info = (invo_option_info){
        .name = p->name, .argument = p->argument, .help = p->help, .group = group_of(i)};
    options_print_initial(p, info->initial, sizeof info->initial);
    if (p->kind == IS_REAL || p->kind == IS_COUNT)
        allowed(p, info->range, sizeof info->range);
    return 1;
}

static invo_status options_refuse(invo_context *c, place where, const option *p,
                                  const char *value, const char *why) {
    char text[96];
    diagnose(c, SEVERITY_ERROR, INVO_E_ARGUMENT, where,
             "option --%s: '%.100s' %s; it takes %s", p->name, value, why,
             allowed(p, text, sizeof text));
    return INVO_E_ARGUMENT;
}

/* Infinity is a value only where it is also the default; NaN means 'not given'. */
static int options_in_range(const option *p, double x) {
    if (isnan(x))
        return isnan(p->initial);
    if (isinf(x) && x != p->initial)
        return 0;
    return x >= p->low && x <= p->high;
}

static invo_status options_read_number(invo_context *c, place where, const option *p,
                                       const char *value, double *x) {
    assert(value);
    char *end;
    *x = strtod(value, &end);
    if (end == value || *end || isnan(*x))
        return options_refuse(c, where, p, value, "is not a number");
    if (p->kind == IS_COUNT && *x != floor(*x))
        return options_refuse(c, where, p, value, "is not a whole number");
    if (!options_in_range(p, *x))
        return options_refuse(c, where, p, value, "is out of range");
    return INVO_OK;
}

int options_number(const char *words, const char *value) {
    assert(words && value);
    for (int k = 0;; k++) {
        const char *v = value;
        while (*words == ' ')
            words++;
        if (!*words)
            return -1;
        for (; *words && *words != ' ' && *words == *v; words++)
            v++;
        if (!*v && (!*words || *words == ' '))
            return k;
        while (*words && *words != ' ')
            words++;
    }
}

/* Words of other tools for a choice, and the word to write. */
typedef struct foreign_word {
    const char *option, *word, *ours;
} foreign_word;

static const foreign_word foreign_words[] = {
    {"method", "bdf", "radau"},
    {"method", "dassl", "radau"},
    {"method", "daspk", "radau"},
    {"method", "ida", "radau"},
    {"method", "cvode", "radau"},
    {"method", "lsodar", "auto"},
    {"method", "lsoda", "auto"},
    {"method", "ode15s", "radau"},
    {"method", "ode15i", "radau"},
    {"method", "ode23s", "radau"},
    {"method", "ode23t", "trapezoid"},
    {"method", "rodas", "radau"},
    {"method", "rodas5", "radau"},
    {"method", "sdirk", "radau"},
    {"method", "esdirk", "radau"},
    {"method", "radau5", "radau2a5"},
    {"method", "radauiia", "radau"},
    {"method", "ode23", "bs32"},
    {"method", "rk23", "bs32"},
    {"method", "rk45", "dopri54"},
    {"method", "ode45", "dopri54"},
    {"method", "dopri", "dopri54"},
    {"method", "dopri5", "dopri54"},
    {"method", "tsit5", "dopri54"},
    {"method", "adams", "dop853"},
    {"method", "ode113", "dop853"},
    {"method", "ode89", "dop853"},
    {"method", "dop8", "dop853"},
    {"method", "rungekutta", "rk4"},
    {"method", "runge-kutta", "rk4"},
    {"method", "backward-euler", "implicit-euler"},
    {"method", "crank-nicolson", "trapezoid"},
    {"retraction", "projection", "orthogonal"},
};

static const char *foreign_choice(const char *of, const char *word) {
    for (size_t i = 0; i < sizeof foreign_words / sizeof *foreign_words; i++) {
        const foreign_word *f = &foreign_words[i];
        if (strcmp(f->option, of) == 0 && strcasecmp(f->word, word) == 0)
            return f->ours;
    }
    return NULL;
}

/* Accepts the words of a choice; of another word the message has the nearest one, or the
 * one that stands for it here. */
static invo_status check_choice(invo_context *c, place where, const option *p,
                                const char *value) {
    size_t n = 0;
    if (options_number(p->argument, value) >= 0)
        return INVO_OK;
    const char *near = invo_name_near(value, p->argument, &n);
    const char *ours = foreign_choice(p->name, value);
    char hint[LONGEST_NAME + 32] = "; it";
    if (ours)
        snprintf(hint, sizeof hint, "; write '%s' instead. It", ours);
    else if (near)
        snprintf(hint, sizeof hint, "; did you mean '%.*s'? It", (int)n, near);
    diagnose(c, SEVERITY_ERROR, INVO_E_ARGUMENT, where,
             "option --%s: unknown value '%.100s'%s takes one of: %s", p->name, value,
             hint, p->argument);
    return INVO_E_ARGUMENT;
}

static invo_status read_flag(invo_context *c, place where, const option *p,
                             const char *value, int *flag) {
    *flag = !value || options_number("true yes on 1", value) >= 0;
    if (*flag || options_number("false no off 0", value) >= 0)
        return INVO_OK;
    diagnose(c, SEVERITY_ERROR, INVO_E_ARGUMENT, where,
             "option --%s: '%.100s' is neither true nor false", p->name, value);
    return INVO_E_ARGUMENT;
}

/* every, points and steps exclude each other: the last one said counts. */
static void choose_output_rows(invo_options *o, size_t offset) {
    if (offset == AT(every))
        o->steps = 0;
    if (offset == AT(points)) {
        o->every = NAN;
        o->steps = 0;
    }
    if (offset == AT(steps) && o->steps)
        o->every = NAN;
}

/* Reads a text as the kind of value that the option has, and stores it in its field. */
static invo_status set_value(invo_context *c, invo_options *o, place where,
                             const option *p, const char *value) {
    double x;
    switch (p->kind) {
    case IS_REAL:
        TRY(options_read_number(c, where, p, value, &x));
        *(double *)field(o, p) = x;
        break;
    case IS_COUNT:
        TRY(options_read_number(c, where, p, value, &x));
        *(long *)field(o, p) = (long)x;
        break;
    case IS_CHOICE:
        TRY(check_choice(c, where, p, value));
        *(const char **)field(o, p) = p->words[options_number(p->argument, value)];
        break;
    case IS_TEXT:
        *(const char **)field(o, p) = value;
        break;
    case IS_FLAG:
        return read_flag(c, where, p, value, field(o, p));
    }
    return INVO_OK;
}

/* The settings of the papers, as far as they are options. */
typedef struct paper_setting {
    const char *paper, *name, *value;
} paper_setting;

static const paper_setting paper_settings[] = {
    {"000", "method", "dopri54"},
    {"000", "controller", "elementary"},
    {"000", "max-growth", "5"},
    {"000", "safety", "0.9"},
    {"000", "min-factor", "0.25"},
    {"000", "norm", "rms"},
    {"000", "estimate", "retracted"},
    {"000", "advance", "low"},
    {"000", "max-move", "1e300"},
    {"000", "by", "arclength"},
    {"000", "retraction", "orthogonal"},
    {"000", "newton", "inexact"},
    {"000", "newton-epsilon", "0.5"},
    {"000", "stop-step", "whole"},
    {"000", "newton-forcing", "squared"},
    {"000", "newton-first-epsilon", "0.01"},
    {"000", "newton-first-test", "relative"},
    {"000", "newton-start", "initialized"},
    {"000", "newton-test", "hybrid"},
    {"000", "newton-tolerance", "1e-6"},
    {"000", "newton-relative", "1e-10"},
    {"000", "metric", "euclidean"},
    {"000", "project", "stages"},
    {"001", "method", "rk4"},
    {"001", "step-size", "given"},
    {"001", "controller", "richardson"},
    {"001", "pi-power", "0"},
    {"001", "max-growth", "1000"},
    {"001", "min-factor", "0"},
    {"001", "norm", "length"},
    {"001", "advance", "low"},
    {"001", "max-move", "1e300"},
    {"001", "retraction", "chart"},
    {"001", "newton", "simplified"},
    {"001", "newton-start", "stage"},
    {"001", "newton-test", "sum"},
    {"001", "newton-tolerance", "1e-13"},
    {"001", "jacobian", "auto"},
    {"001", "difference-step", "1e-13"},
    {"001", "norm-over", "written"},
    {"001", "after-rejection", "1000"},
    {"001", "first-step", "0.01"},
    {"001", "pivot-tolerance", "1e-15"},
    {"001", "metric", "euclidean"},
    {"001", "ambient", "first-order"},
    {"001", "project", "stages"},
    {"002", "method", "rk4"},
    {"002", "retraction", "radial"},
    {"002", "fold-limit", "0"},
    {"002", "metric", "euclidean"},
    {"002", "project", "step"},
    {"003", "method", "dopri54"},
    {"003", "controller", "elementary"},
    {"003", "retraction", "orthogonal"},
    {"003", "newton", "exact"},
    {"003", "newton-test", "move"},
    {"003", "newton-tolerance", "1e-7"},
    {"003", "max-move", "1e300"},
    {"003", "by", "arclength"},
    {"003", "jacobian", "third"},
    {"003", "newton-start", "curvature"},
    {"003", "metric", "euclidean"},
    {"003", "project", "stages"},
    {"004", "method", "euler"},
    {"004", "controller", "halving"},
    {"004", "retraction", "orthogonal"},
    {"004", "newton", "exact"},
    {"004", "newton-test", "move"},
    {"004", "newton-tolerance", "1e-2"},
    {"004", "jacobian", "third"},
    {"004", "newton-start", "previous"},
    {"004", "pi-power", "0"},
    {"004", "norm", "length"},
    {"004", "max-move", "1e300"},
    {"004", "by", "arclength"},
    {"004", "metric", "euclidean"},
    {"004", "project", "stages"},
};

static invo_status set_like(invo_context *c, invo_options *o, place where,
                            const char *paper) {
    for (size_t k = 0; k < sizeof paper_settings / sizeof *paper_settings; k++) {
        const paper_setting *s = &paper_settings[k];
        if (strcmp(s->paper, paper) == 0)
            TRY(set_value(c, o, where, options_find(s->name), s->value));
    }
    return INVO_OK;
}

invo_status options_set(invo_context *c, invo_options *o, place where, const char *name,
                        const char *value) {
    assert(name);
    const option *p = options_find(name);
    if (!p)
        return unknown(c, where, name);
    if (!value && p->kind != IS_FLAG)
        return options_refuse(c, where, p, "", "(no value given)");
    TRY(set_value(c, o, where, p, value));
    choose_output_rows(o, p->offset);
    if (p->offset == AT(like))
        return set_like(c, o, where, o->like);
    return INVO_OK;
}

invo_status invo_options_set(invo_context *c, invo_options *o, const char *name,
                             const char *value) {
    context_reset(c);
    return options_set(c, o, nowhere, name, value);
}

/* Checks the range or the word of one field of options that a program has filled in
 * itself. */
static invo_status check_field(invo_context *c, const invo_options *o, const option *p) {
    char text[64];
    const void *at = field_read(o, p);
    switch (p->kind) {
    case IS_REAL:
        if (options_in_range(p, *(const double *)at))
            return INVO_OK;
        snprintf(text, sizeof text, "%.17g", *(const double *)at);
        return options_refuse(c, nowhere, p, text, "is out of range");
    case IS_COUNT:
        if (options_in_range(p, (double)*(const long *)at))
            return INVO_OK;
        snprintf(text, sizeof text, "%ld", *(const long *)at);
        return options_refuse(c, nowhere, p, text, "is out of range");
    case IS_CHOICE:
        if (!*(const char *const *)at)
            return options_refuse(c, nowhere, p, "", "(no value given)");
        return check_choice(c, nowhere, p, *(const char *const *)at);
    case IS_TEXT:
    case IS_FLAG:
        break;
    }
    return INVO_OK;
}

/* NaN stands for 'not given' and fits everything. */
static invo_status check_order(invo_context *c, const char *small_name, double small,
                               const char *large_name, double large) {
    assert(small_name && large_name);
    if (!(small > large))
        return INVO_OK;
    return report(c, INVO_E_ARGUMENT, NAN, "--%s %.6g is larger than --%s %.6g",
                  small_name, small, large_name, large);
}

invo_status options_check(invo_context *c, const invo_options *o) {
    for (const option *p = table; p < table + OPTIONS; p++)
        TRY(check_field(c, o, p));
    TRY(check_order(c, "min-step", o->min_step, "max-step", o->max_step));
    TRY(check_order(c, "min-step", o->min_step, "first-step", o->first_step));
    return check_order(c, "first-step", o->first_step, "max-step", o->max_step);
}
