/* SPDX-License-Identifier: BSD-3-Clause */
#include "limits.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include "signals.h"
#include "say.h"

static double limits_end = INFINITY; /* of the time, in seconds */

static double limits_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A positive number, which may end with one of the letters for powers of 1024; NaN: it is
 * none. */
static double limits_number(const char *text, const char *letters) {
    char *end;
    double value = strtod(text, &end);
    const char *letter = end != text && *end ? strchr(letters, *end) : NULL;
    if (letter) {
        value *= pow(1024, (double)(letter - letters + 1));
        end++;
    }
    return end == text || *end || !(value > 0 && value < 1e18) ? NAN : value;
}

static const char size_letters[] = "kMGT";

typedef struct limit_option {
    const char *name, *text, *letters, *what;
} limit_option;

int limits_check(const arguments *a) {
    const limit_option all[] = {
        {"max-seconds", a->max_seconds, "", "seconds, such as 10"},
        {"max-memory", a->max_memory, size_letters, "bytes, such as 500M"},
        {"max-file-size", a->max_file_size, size_letters, "bytes, such as 2G"},
        {"max-rows", a->max_rows, size_letters, "rows, such as 10000"},
        {"max-nesting", a->max_nesting, "", "levels, such as 50"},
        {"max-names", a->max_names, size_letters, "names, such as 100k"},
        {"max-name-length", a->max_name_length, size_letters, "bytes, such as 200"},
        {"max-expansion", a->max_expansion, size_letters, "steps, such as 1M"}};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k].text && isnan(limits_number(all[k].text, all[k].letters)))
            return arguments_complain(a, "--%s %s is no number of %s", all[k].name,
                                      all[k].text, all[k].what);
    return 0;
}

static void limits_set(int what, const char *text) {
    struct rlimit limit;
    const rlim_t value = (rlim_t)limits_number(text, size_letters);
    if (getrlimit(what, &limit))
        return;
    if (limit.rlim_max == RLIM_INFINITY || value < limit.rlim_max)
        limit.rlim_cur = value;
    setrlimit(what, &limit);
}

/* The system refuses what is beyond the limits: allocations and writing then fail as they
 * do on a machine or a disk that is full. */
void limits_begin(const arguments *a) {
    if (a->max_seconds)
        limits_end = limits_now() + limits_number(a->max_seconds, "");
    if (a->max_memory)
        limits_set(RLIMIT_AS, a->max_memory);
    if (a->max_file_size) {
        signal(SIGXFSZ, SIG_IGN);
        limits_set(RLIMIT_FSIZE, a->max_file_size);
    }
}

invo_status limits_give(const arguments *a, invo_context *c) {
    const struct {
        const char *word, *text;
    } all[] = {{"nesting", a->max_nesting},
               {"names", a->max_names},
               {"name-length", a->max_name_length},
               {"expansion", a->max_expansion}};
    invo_status status = INVO_OK;
    for (size_t k = 0; !status && k < sizeof all / sizeof *all; k++)
        if (all[k].text)
            status = invo_context_limit(c, all[k].word,
                                        limits_number(all[k].text, size_letters));
    return status;
}

static int limits_time_is_over(void) {
    return limits_end < INFINITY && limits_now() > limits_end;
}

int limits_ask(void *unused) {
    (void)unused;
    if (signals_came())
        return 1;
    return limits_time_is_over() ? INVO_TIME_IS_OVER : 0;
}

int limits_allow_row(const arguments *a, long rows) {
    if (!a->max_rows || (double)rows < limits_number(a->max_rows, size_letters))
        return 1;
    say(stderr,
        "error: the run has written %ld rows, the limit of --max-rows; let --points or "
        "--every ask for fewer, or --event-rows no\n",
        rows);
    return 0;
}

invo_status limits_name(const arguments *a, invo_status status) {
    if (status != INVO_E_INTERRUPT || signals_came() || !limits_time_is_over())
        return status;
    say(stderr, "error: the %s seconds of --max-seconds are over\n", a->max_seconds);
    return INVO_E_LIMIT;
}
