/* SPDX-License-Identifier: BSD-3-Clause */
/* The text of a JSON value: that of jansson's json_dumps with JSON_INDENT(2) and
 * JSON_REAL_PRECISION(17), several times as fast. A run may well take less than its
 * summary did. */
#ifndef OUTPUT_JSON_TEXT_H
#define OUTPUT_JSON_TEXT_H
#include <jansson.h>

/* malloc'ed; NULL without memory. */
char *json_text(const json_t *value);

#endif
