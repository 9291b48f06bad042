/* SPDX-License-Identifier: BSD-3-Clause */
/* Units of measurement: their texts read, combined, compared and printed. */
#ifndef UNITS_UNIT_H
#define UNITS_UNIT_H
#include <stddef.h>

/* Exponents are rational numbers and stored in sixtieths: x^(1/2) has 30, x^1.4 has 84.
 */
enum { UNIT_BASES = 7, UNIT_WHOLE = 60 };

/* x in this unit is factor*x + offset in m^e[0] kg^e[1] s^e[2] A^e[3] K^e[4] mol^e[5]
 * cd^e[6]. */
typedef struct unit {
    int exponent[UNIT_BASES];
    int angle;             /* exponent of plane angles, which have no dimension ... */
    int turn;              /* ... and of whole turns among them */
    double factor, offset; /* offset: of a unit by itself, as degC */
} unit;

/* Why a text is not a unit: words that follow "the unit 'm/foo' is not understood: ". */
typedef struct unit_fault {
    char text[120];
} unit_fault;

/* Reads a text as section 19 of the Modelica specification defines it, "kg.m/s2", and as
 * people write it, "kg*m/s^2". Returns 0 where it is not understood; `why` may be NULL.
 */
int unit_read(const char *text, unit *u, unit_fault *why);

unit unit_one(void); /* of a number */
/* Multiplies *to by u^(sixtieths/60) without their offsets; 0: an exponent is not a
 * multiple of 1/60, or too large. */
int unit_multiply(unit *to, const unit *u, int sixtieths);

int unit_same_dimension(const unit *a, const unit *b);
int unit_is_number(const unit *u); /* has no dimension */
/* How many of b is one of a, where they have the same dimension. Nothing but rounding
 * distinguishes a ratio within 1e-9 of 1 from 1: unit_same_scale. */
double unit_ratio(const unit *a, const unit *b);
int unit_same_scale(const unit *a, const unit *b);

enum { UNIT_TEXT = 160 }; /* bytes for a text */
/* The unit in base units, as Modelica writes it: "kg.m2/(s3.A)", "1000 m", "rad". */
const char *unit_print(const unit *u, char text[UNIT_TEXT]);

#endif
