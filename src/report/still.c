/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures that stand where curves cannot be zoomed: a build without uPlot. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../draw/svg.h"
#include "page.h"

enum { STILL_PANELS = 9 };

/* Adds column k over column `time`: of thinned rows both extremes. */
static int still_add_curve(picture *p, const thinned *s, const char *name, int time,
                           int k) {
    double *x = malloc(4 * (size_t)(s->count + 1) * sizeof *x);
    if (!x)
        return 0;
    double *y = x + 2 * s->count;
    long n = 0;
    for (long i = 0; i < s->count; i++) {
        const long at = i * s->columns + k;
        const double ends[] = {s->low[at], s->high[at]};
        const int count = s->stride > 1 ? 2 : 1;
        for (int e = 0; e < count; e++) {
            x[n] = s->first[i * s->columns + time];
            y[n++] = ends[e];
        }
    }
    const int good = picture_add_curve(p, name, PICTURE_LINE, n, x, y, NULL);
    free(x);
    return good;
}

static picture *still_panel(const char *label, int is_log) {
    picture *p = picture_new(2);
    if (!p)
        return NULL;
    picture_label(p, 0, "time", "");
    picture_label(p, 1, label, "");
    p->axis[1].is_log = is_log;
    return p;
}

static int still_has_values(const thinned *s, int k) {
    for (long i = 0; i < s->count; i++)
        if (s->high[i * s->columns + k] > 0)
            return 1;
    return 0;
}

/* Each column that is no derivative, as far as there is room. */
static int still_rows(const report *r, picture **panel) {
    int panels = 0;
    for (int k = 1; k <= r->columns && panels < STILL_PANELS; k++) {
        if (strncmp(r->name[k], "der(", 4) == 0)
            continue;
        panel[panels] = still_panel(r->name[k], 0);
        if (panel[panels] && still_add_curve(panel[panels], &r->rows, "", 0, k))
            panels++;
    }
    return panels;
}

static int still_ledger(const report *r, picture **panel) {
    int curves = 0;
    panel[0] = still_panel("units of round-off", 1);
    if (!panel[0])
        return 0;
    for (int k = STEP_UNITS; k < STEP_COLUMNS; k++)
        if (still_has_values(&r->steps, k))
            curves +=
                still_add_curve(panel[0], &r->steps, report_step_names[k], STEP_T, k);
    return curves > 0;
}

static int still_steps(const report *r, picture **panel) {
    panel[0] = still_panel("step size", 1);
    panel[1] = still_panel("order", 0);
    for (int k = 0; k < 2; k++)
        if (!panel[k] || !still_add_curve(panel[k], &r->steps, "", STEP_T, STEP_H + k))
            return k;
    return 2;
}

/* Adds the element <svg> without the head of a document of XML. */
void still_add(markup *m, const report *r, const char *which) {
    picture *panel[STILL_PANELS] = {NULL};
    const picture *drawn[STILL_PANELS];
    int panels = 0;
    if (strcmp(which, "still-rows") == 0 && r->rows.count)
        panels = still_rows(r, panel);
    else if (strcmp(which, "still-ledger") == 0 && r->steps.count)
        panels = still_ledger(r, panel);
    else if (strcmp(which, "still-steps") == 0 && r->steps.count)
        panels = still_steps(r, panel);
    for (int k = 0; k < panels; k++)
        drawn[k] = panel[k];
    char *text = panels ? svg_render(drawn, panels, "") : (char *)NULL;
    const char *element = text ? strstr(text, "<svg") : NULL;
    if (element)
        markup_add(m, "%s", element);
    free(text);
    for (int k = 0; k < STILL_PANELS; k++)
        picture_free(panel[k]);
}
