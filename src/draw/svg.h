/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures as SVG. */
#ifndef DRAW_SVG_H
#define DRAW_SVG_H
#include "picture.h"

/* Renders panels in rows below one title, as a document of XML in UTF-8; malloc'ed, NULL
 * without memory. Its parts have names for those who read it: <g class='panel'> with
 * <rect class='frame'>, texts x-tick, x-label, ..., <g class='curve'> and <g
 * class='legend'>. */
char *svg_render(const picture *const *panel, int count, const char *title);

#endif
