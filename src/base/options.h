/* SPDX-License-Identifier: BSD-3-Clause */
/* Options inside the library: the same as invo_options_set, with a place for messages. */
#ifndef BASE_OPTIONS_H
#define BASE_OPTIONS_H
#include "context.h"

/* For every choice of involute_option.def an enumeration choice_FIELD of its words. */
#define WORD(member, text) member,
#define CHOICE(field, flag, initial, words, help)                                        \
    typedef enum choice_##field{words} choice_##field;
#include "involute_option.def"

/* The number of a word in a list separated by blanks, which is that of its member in the
 * enumeration; -1: it is not there. */
int options_number(const char *words, const char *value);

/* Sets one option from text and records an error at `where` if it cannot; forgets no
 * earlier diagnostics. */
invo_status options_set(invo_context *c, invo_options *o, place where, const char *name,
                        const char *value);

/* Checks options that a program filled in by hand: every range and choice, and that the
 * step sizes fit each other. */
invo_status options_check(invo_context *c, const invo_options *o);

#endif
