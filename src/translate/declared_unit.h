/* SPDX-License-Identifier: BSD-3-Clause */
/* Units as a model declares them. */
#ifndef TRANSLATE_DECLARED_UNIT_H
#define TRANSLATE_DECLARED_UNIT_H
#include "../units/unit.h"

/* One text, read once. */
typedef struct declared_unit {
    const char *text;
    unit value;
    int is_known; /* its text is understood */
    const struct declared_unit *next;
} declared_unit;

/* What a name declares: the unit of all its elements, or one for each. */
typedef struct unit_choice {
    const declared_unit *all;         /* or NULL */
    const declared_unit *const *each; /* one for each element, or NULL */
} unit_choice;

static inline const declared_unit *unit_of_element(const unit_choice *u, int k) {
    return u->each ? u->each[k] : u->all;
}

enum { UNIT_BUCKETS = 256 };

/* All texts of a model by their hashes, and what was reported. */
typedef struct unit_table {
    const declared_unit *bucket[UNIT_BUCKETS];
    int has_units;      /* is any of them known? Else there is nothing to check. */
    int warnings;       /* how many were found; the first few are shown */
    const void *misfit; /* the display unit that was reported last, or NULL */
} unit_table;

#endif
