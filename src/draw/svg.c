/* SPDX-License-Identifier: BSD-3-Clause */
#include "svg.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "layout.h"

enum { MARGIN = 10, TITLE_SIZE = 14, TITLE_LINES = 3 };

typedef struct sheet {
    int columns, rows;
    double panel_width, panel_height;
} sheet;

static sheet sheet_for(int count) {
    assert(count > 0);
    if (count <= 1)
        return (sheet){1, 1, 680, 460};
    if (count == 3)
        return (sheet){3, 1, 380, 340};
    if (count <= 4)
        return (sheet){2, (count + 1) / 2, 440, 380};
    return (sheet){3, (count + 2) / 3, 360, 320};
}

/* The length of the beginning of words that fits into `most` characters, up to a space.
 */
static size_t title_line(const char *words, long most) {
    size_t n = strlen(words);
    size_t last = 0;
    if (markup_characters(words) <= most)
        return n;
    for (size_t k = 0; k < n && (long)k <= most; k++)
        if (words[k] == ' ')
            last = k;
    return last ? last : n;
}

/* Returns how far down the title goes. */
static double title_add(markup *m, const char *title, double width) {
    double y = MARGIN + 6;
    long most = (long)(width / (0.6 * TITLE_SIZE));
    for (int line = 0; *title && line < TITLE_LINES; line++) {
        char part[400];
        size_t n = line + 1 < TITLE_LINES ? title_line(title, most) : strlen(title);
        if (n >= sizeof part)
            n = sizeof part - 1;
        memcpy(part, title, n);
        part[n] = 0;
        y += TITLE_SIZE + 4;
        markup_add(m,
                   "<text class='title' x='%.1f' y='%.1f' text-anchor='middle' "
                   "font-size='%d'>",
                   width / 2 + MARGIN, y - 6, TITLE_SIZE);
        markup_add_escaped(m, part, most + 3);
        markup_add(m, "</text>\n");
        title += n;
        while (*title == ' ')
            title++;
    }
    return y;
}

/* Renders the panels first: they decide how high the paper is. */
char *svg_render(const picture *const *panel, int count, const char *title) {
    assert(count > 0);
    markup head = {0};
    markup body = {0};
    sheet s = sheet_for(count);
    double inside = s.columns * s.panel_width;
    double width = inside + 2 * MARGIN;
    double top = title_add(&body, title, inside);
    double bottom = top;
    for (int k = 0; k < count; k++) {
        const int row = k / s.columns;
        double left = MARGIN + (k % s.columns) * s.panel_width;
        double down = top + row * s.panel_height;
        box room = {left, down, left + s.panel_width, down + s.panel_height};
        if (count > 1) {
            room.left += 6;
            room.right -= 6;
        }
        markup_add(&body, "<g class='panel'>\n");
        double down_to = panel[k]->dimensions == 3 ? solid_add(&body, panel[k], &room)
                                                   : plane_add(&body, panel[k], &room);
        bottom = fmax(bottom, down_to);
        markup_add(&body, "</g>\n");
    }
    markup_add(&head,
               "<?xml version='1.0' encoding='UTF-8'?>\n"
               "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' "
               "viewBox='0 0 %.0f %.0f' font-family='Helvetica, Arial, sans-serif' "
               "font-size='%d'>\n<title>",
               width, bottom + MARGIN, width, bottom + MARGIN, FONT_SIZE);
    markup_add_escaped(&head, title, 1000);
    markup_add(
        &head,
        "</title>\n<rect width='100%%' height='100%%' fill='#ffffff'/>\n%s</svg>\n",
        body.text ? body.text : "");
    free(body.text);
    if (head.has_failed || body.has_failed) {
        free(head.text);
        return NULL;
    }
    return head.text;
}
