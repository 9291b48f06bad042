/* SPDX-License-Identifier: BSD-3-Clause */
// clang-format off
/* Every number that the papers print of their results: reproduce/NUMBER.printed. A line is
 *
 *     table-1/plain/euler-constant/steps = 18049     key, relation, digits as printed
 *     table-3/plain/euler-adaptive/average = 1.5 unit 0.01    a last digit that is not shown
 *     figure-5b/mgps < 2e-15                         said to be smaller than that
 *     figure-4a/gps ~ 1e-2                           of that order of magnitude
 *     figure-4a/hamiltonian-mgps <~ 1e-16            of that order or below
 *     table-1/plain/euler-constant/cpu-dist = 1.03 seconds    of their machine: not compared
 *     table-1/rheinboldt/u1 = 2.734e-10 quoted       of another program: not compared
 *
 * A check of an item names the key (items.h): met is what equals the number rounded to its
 * printed digits, near what is within 2 %; a number that no check names is not met. */
// clang-format on
#ifndef REPRODUCE_PRINTED_H
#define REPRODUCE_PRINTED_H
#include <stddef.h>
#include <stdio.h>
#include "items.h"

typedef enum printed_relation {
    PRINTED_EQUAL,
    PRINTED_BELOW,
    PRINTED_ORDER,
    PRINTED_ORDER_OR_BELOW
} printed_relation;

typedef enum printed_kind {
    PRINTED_NUMBER,
    PRINTED_SECONDS,
    PRINTED_QUOTED
} printed_kind;

typedef enum printed_verdict {
    PRINTED_NOT_MET, /* also: named by no check */
    PRINTED_NEAR,
    PRINTED_MET,
    PRINTED_VERDICTS
} printed_verdict;

typedef struct printed_number {
    char paper[8];
    char key[ITEM_CELL];
    char digits[32];
    printed_relation relation;
    printed_kind kind;
    double value, unit;
    char item[ITEM_WORD]; /* that has its check; "": none */
    int is_long;          /* that item runs with --long only */
    printed_verdict verdict;
    double ours; /* NaN: not computed */
} printed_number;

typedef struct printed_list {
    printed_number *at; /* [count] */
    int count;
    int lacks_memory; /* for some of them */
} printed_list;

/* The list of all papers. A line that cannot be read ends the program: the text is part
 * of it. Free with printed_free. */
printed_list printed_load(void);
void printed_free(printed_list *list);

/* The number of this key, or NULL. */
printed_number *printed_find(const printed_list *list, const char *paper,
                             const char *key);

/* Notes that a check of `item` has this number. Ends the program where the check's value
 * is another one, or the number has a check already. */
void printed_join(printed_number *n, const check *k, const char *item, int is_long);

printed_verdict printed_judge(const printed_number *n, double ours);
const char *printed_word(printed_verdict verdict);

/* One line for each paper that has numbers in the list, and one for all: "N printed
 * numbers: M met, K near, J not met". */
void printed_summary(const printed_list *list, int markdown, FILE *out);
/* The same with every number, as JSON; `failed` checks differ from what was expected. */
void printed_json(const printed_list *list, long failed, FILE *out);

#endif
