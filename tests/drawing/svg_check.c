/* SPDX-License-Identifier: BSD-3-Clause */
#include "svg_check.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 40, TEXT = 400, DEPTH = 30, MOST_ATTRIBUTES = 20 };

typedef struct element {
    char name[NAME], class[NAME];
    int parent;              /* -1: the root */
    const char *head, *tail; /* its attributes, in the source */
    char text[TEXT];         /* entities replaced */
} element;

typedef struct reader {
    const char *start, *at;
    element *list;
    int count, capacity;
    int open[DEPTH], depth;
    char *problem;
    size_t size;
    int has_failed;
} reader;

static int wrong(reader *r, const char *format, ...) {
    char words[300];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    int line = 1;
    for (const char *s = r->start; s < r->at; s++)
        line += *s == '\n';
    if (!r->has_failed)
        snprintf(r->problem, r->size, "line %d: %s", line, words);
    r->has_failed = 1;
    return 0;
}

/* --- characters --- */

static int utf8_length(const unsigned char *b) {
    if (b[0] < 0x80)
        return b[0] >= 0x20 || b[0] == '\n' || b[0] == '\t';
    int n = 2 + (b[0] >= 0xe0) + (b[0] >= 0xf0);
    if (b[0] < 0xc2 || b[0] > 0xf4)
        return 0;
    for (int k = 1; k < n; k++)
        if ((b[k] & 0xc0) != 0x80)
            return 0;
    if (b[0] == 0xe0 && b[1] < 0xa0)
        return 0; /* overlong */
    if (b[0] == 0xed && b[1] > 0x9f)
        return 0; /* surrogate */
    if (b[0] == 0xf0 && b[1] < 0x90)
        return 0; /* overlong */
    if (b[0] == 0xef && b[1] == 0xbf && (b[2] == 0xbe || b[2] == 0xbf))
        return 0;
    return n;
}

/* One character or entity of a text that ends at `stop`; appends it to `to`. */
static int take_character(reader *r, char stop, char *to, size_t size) {
    static const struct {
        const char *entity, *means;
    } known[] = {{"&lt;", "<"},    {"&gt;", ">"},   {"&amp;", "&"},
                 {"&quot;", "\""}, {"&apos;", "'"}, {"&#39;", "'"}};
    size_t used = strlen(to);
    if (*r->at == '<' || *r->at == stop)
        return wrong(r, "a '%c' in a text", *r->at);
    if (*r->at == '&') {
        for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
            size_t n = strlen(known[k].entity);
            if (strncmp(r->at, known[k].entity, n) != 0)
                continue;
            r->at += n;
            if (used + 2 < size)
                strcat(to, known[k].means);
            return 1;
        }
        return wrong(r, "'&' without an entity");
    }
    int n = utf8_length((const unsigned char *)r->at);
    if (n == 0)
        return wrong(r, "byte %d is no character", (unsigned char)*r->at);
    if (used + (size_t)n + 1 < size)
        strncat(to, r->at, (size_t)n);
    r->at += n;
    return 1;
}

static void skip_space(reader *r) {
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static int take_name(reader *r, char *name) {
    size_t n = 0;
    while (isalnum((unsigned char)*r->at) || strchr("-_:", *r->at)) {
        if (!*r->at || n + 1 >= NAME)
            break;
        name[n++] = *r->at++;
    }
    name[n] = 0;
    return n ? 1 : wrong(r, "expected a name");
}

/* --- elements --- */

static int take_attributes(reader *r, element *e) {
    char seen[MOST_ATTRIBUTES][NAME], value[TEXT];
    int count = 0;
    e->head = r->at;
    for (skip_space(r); *r->at && *r->at != '>' && *r->at != '/' && *r->at != '?';) {
        if (count == MOST_ATTRIBUTES || !take_name(r, seen[count]))
            return 0;
        for (int k = 0; k < count; k++)
            if (strcmp(seen[k], seen[count]) == 0)
                return wrong(r, "%s twice", seen[k]);
        if (*r->at++ != '=')
            return wrong(r, "expected '=' after %s", seen[count]);
        char quote = *r->at++;
        if (quote != '\'' && quote != '"')
            return wrong(r, "%s has no quotes", seen[count]);
        value[0] = 0;
        while (*r->at && *r->at != quote)
            if (!take_character(r, quote, value, sizeof value))
                return 0;
        if (!*r->at++)
            return wrong(r, "%s does not end", seen[count]);
        if (strcmp(seen[count], "class") == 0)
            snprintf(e->class, NAME, "%.39s", value);
        count++;
        skip_space(r);
    }
    e->tail = r->at;
    return 1;
}

static element *add_element(reader *r) {
    if (r->count == r->capacity) {
        r->capacity = 2 * r->capacity + 100;
        r->list = realloc(r->list, (size_t)r->capacity * sizeof *r->list);
    }
    element *e = &r->list[r->count++];
    *e = (element){.parent = r->depth ? r->open[r->depth - 1] : -1};
    return e;
}

static int take_opening(reader *r) {
    if (r->depth == 0 && r->count)
        return wrong(r, "a second root");
    if (r->depth == DEPTH)
        return wrong(r, "elements too deep");
    element *e = add_element(r);
    r->at++;
    if (!take_name(r, e->name) || !take_attributes(r, e))
        return 0;
    const int is_closed = *r->at == '/';
    r->at += is_closed;
    if (*r->at++ != '>')
        return wrong(r, "<%s> does not end", e->name);
    if (!is_closed)
        r->open[r->depth++] = r->count - 1;
    return 1;
}

static int take_closing(reader *r) {
    char name[NAME];
    r->at += 2;
    if (!take_name(r, name))
        return 0;
    if (r->depth == 0 || strcmp(r->list[r->open[r->depth - 1]].name, name) != 0)
        return wrong(r, "</%s> closes nothing", name);
    r->depth--;
    return *r->at++ == '>' ? 1 : wrong(r, "</%s does not end", name);
}

static int take_text(reader *r) {
    if (r->depth == 0)
        return wrong(r, "a text outside of the root");
    element *e = &r->list[r->open[r->depth - 1]];
    while (*r->at && *r->at != '<')
        if (!take_character(r, 0, e->text, sizeof e->text))
            return 0;
    return 1;
}

static int read_xml(reader *r) {
    element declaration;
    if (strncmp(r->at, "<?xml", 5) == 0) {
        r->at += 5;
        if (!take_attributes(r, &declaration))
            return 0;
        if (strncmp(r->at, "?>", 2) != 0)
            return wrong(r, "<?xml does not end");
        r->at += 2;
    }
    skip_space(r);
    while (*r->at) {
        int is_good;
        if (strncmp(r->at, "</", 2) == 0)
            is_good = take_closing(r);
        else if (*r->at == '<')
            is_good = take_opening(r);
        else
            is_good = take_text(r);
        if (!is_good)
            return 0;
        if (r->depth == 0)
            skip_space(r);
    }
    if (r->count == 0)
        return wrong(r, "no element");
    return r->depth ? wrong(r, "<%s> is not closed", r->list[r->open[0]].name) : 1;
}

static reader begin(const char *text, char *problem, size_t size) {
    return (reader){.start = text, .at = text, .problem = problem, .size = size};
}

int xml_is_good(const char *text, char *problem, size_t size) {
    reader r = begin(text, problem, size);
    int is_good = read_xml(&r);
    free(r.list);
    return is_good;
}

int svg_text(const char *svg, const char *class, int k, char *text, size_t size) {
    char problem[300];
    reader r = begin(svg, problem, sizeof problem);
    int found = 0;
    read_xml(&r);
    for (int i = 0; i < r.count && !found; i++)
        if (strcmp(r.list[i].class, class) == 0 && k-- == 0) {
            snprintf(text, size, "%s", r.list[i].text);
            found = 1;
        }
    free(r.list);
    return found;
}

/* --- pictures --- */

static double attribute(const element *e, const char *name) {
    char key[NAME + 4];
    snprintf(key, sizeof key, " %s='", name);
    const char *at = strstr(e->head, key);
    return at && at < e->tail ? atof(at + strlen(key)) : NAN;
}

static int is_within(const reader *r, int i, int ancestor) {
    while (i >= 0 && i != ancestor)
        i = r->list[i].parent;
    return i == ancestor;
}

/* The next element of a class below `panel`, from i on; -1: none. */
static int next_of(const reader *r, int panel, const char *class, int i) {
    for (; i < r->count; i++)
        if (strcmp(r->list[i].class, class) == 0 && is_within(r, i, panel))
            return i;
    return -1;
}

/* Texts of a class differ; there are at least `least`. */
static int check_distinct(reader *r, int panel, const char *class, int least) {
    int count = 0;
    for (int i = panel; (i = next_of(r, panel, class, i)) >= 0; i++) {
        if (!*r->list[i].text)
            return wrong(r, "an empty %s", class);
        for (int k = panel; (k = next_of(r, panel, class, k)) < i; k++)
            if (strcmp(r->list[i].text, r->list[k].text) == 0)
                return wrong(r, "%s '%s' twice", class, r->list[i].text);
        count++;
    }
    return count >= least ? 1 : wrong(r, "%d of %s, expected %d", count, class, least);
}

typedef struct rectangle {
    double left, top, right, bottom;
} rectangle;

static int check_ticks(reader *r, int panel, const char *class, const rectangle *f) {
    const int across = *class == 'x';
    const double slack = 0.1, down = 4; /* texts hang below their tick */
    for (int i = panel; (i = next_of(r, panel, class, i)) >= 0; i++) {
        double at = attribute(&r->list[i], across ? "x" : "y") - (across ? 0 : down);
        double low = across ? f->left : f->top, high = across ? f->right : f->bottom;
        if (!(at >= low - slack && at <= high + slack))
            return wrong(r, "%s '%s' is beside the frame", class, r->list[i].text);
    }
    return 1;
}

/* Points of absolute commands, M and L, of a path. */
static int check_path(reader *r, const element *e, const rectangle *f, long *points) {
    const double slack = 0.02;
    const char *at = strstr(e->head, " d='");
    for (at = at ? at + 4 : e->tail; at < e->tail && *at != '\''; at++) {
        char *end;
        if (*at != 'M' && *at != 'L')
            continue;
        double x = strtod(at + 1, &end), y = strtod(end, &end);
        if (!(x >= f->left - slack && x <= f->right + slack && y >= f->top - slack &&
              y <= f->bottom + slack))
            return wrong(r, "a curve leaves the frame at %g, %g", x, y);
        ++*points;
    }
    return 1;
}

static int check_curves(reader *r, int panel, const rectangle *f) {
    static const char *const class[] = {"curve", "projection", "surface"};
    long points = 0;
    for (int c = 0; c < 3; c++)
        for (int g = panel; (g = next_of(r, panel, class[c], g)) >= 0; g++)
            for (int i = g + 1; i < r->count && is_within(r, i, g); i++)
                if (!check_path(r, &r->list[i], f, &points))
                    return 0;
    return points ? 1 : wrong(r, "nothing is drawn");
}

static int check_panel(reader *r, int panel) {
    int frame = next_of(r, panel, "frame", panel);
    if (frame < 0)
        return wrong(r, "no frame");
    const element *e = &r->list[frame];
    rectangle f = {attribute(e, "x"), attribute(e, "y"), 0, 0};
    f.right = f.left + attribute(e, "width");
    f.bottom = f.top + attribute(e, "height");
    if (!(f.right - f.left >= 80 && f.bottom - f.top >= 60))
        return wrong(r, "a frame of %g by %g", f.right - f.left, f.bottom - f.top);
    const int in_space = next_of(r, panel, "z-tick", panel) >= 0;
    if (!check_distinct(r, panel, "x-label", 1) ||
        !check_distinct(r, panel, "y-label", 1))
        return 0;
    if (!check_distinct(r, panel, "x-tick", 2) || !check_distinct(r, panel, "y-tick", 2))
        return 0;
    if (in_space && !(check_distinct(r, panel, "z-label", 1) &&
                      check_distinct(r, panel, "z-tick", 2)))
        return 0;
    if (!in_space &&
        !(check_ticks(r, panel, "x-tick", &f) && check_ticks(r, panel, "y-tick", &f)))
        return 0;
    return check_distinct(r, panel, "name", 0) && check_curves(r, panel, &f);
}

/* Texts end before the paper does; letters are at least half as wide as high. */
static int check_texts(reader *r) {
    const double letter = 6, width = attribute(&r->list[0], "width");
    for (int i = 0; i < r->count; i++) {
        const element *e = &r->list[i];
        if (strcmp(e->name, "text") != 0 || strcmp(e->class, "y-label") == 0)
            continue;
        double length = 0, x = attribute(e, "x"), left = x;
        for (const char *s = e->text; *s; s++)
            length += (*s & 0xc0) == 0x80 ? 0 : letter;
        const char *anchor = strstr(e->head, "text-anchor='");
        char how = anchor && anchor < e->tail ? anchor[13] : 's';
        if (how == 'm')
            left -= length / 2;
        if (how == 'e')
            left -= length;
        if (!(left >= 0 && left + length <= width))
            return wrong(r, "'%s' leaves the paper", e->text);
    }
    return 1;
}

int svg_is_good(const char *text, char *problem, size_t size) {
    reader r = begin(text, problem, size);
    int panels = 0, is_good = read_xml(&r);
    if (is_good && strcmp(r.list[0].name, "svg") != 0)
        is_good = wrong(&r, "the root is <%s>", r.list[0].name);
    for (int i = 0; is_good && i < r.count; i++)
        if (strcmp(r.list[i].class, "panel") == 0) {
            is_good = check_panel(&r, i);
            panels++;
        }
    if (is_good && panels == 0)
        is_good = wrong(&r, "no panel");
    if (is_good)
        is_good = check_texts(&r);
    free(r.list);
    return is_good;
}
