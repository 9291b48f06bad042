/* SPDX-License-Identifier: BSD-3-Clause */
/* A reader of XML and what it knows of pictures, apart from the code that draws them. */
#ifndef TESTS_SVG_CHECK_H
#define TESTS_SVG_CHECK_H
#include <stddef.h>

/* Whether the text is well-formed XML in UTF-8 and a picture that can be read: frames,
 * labels on all axes, ticks that differ and lie at the frame, names that differ, curves
 * inside, texts inside. Returns 0 with the reason. */
int svg_is_good(const char *text, char *problem, size_t size);
/* The first of these alone. */
int xml_is_good(const char *text, char *problem, size_t size);
/* Copies the text of the k-th element with this class; 0: there is none. */
int svg_text(const char *svg, const char *class, int k, char *text, size_t size);

#endif
