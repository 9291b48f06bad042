/* SPDX-License-Identifier: BSD-3-Clause */
/* involute methods: the list. */
#include "cli.h"
#include <stdio.h>
#include <string.h>

static int wider(int width, const char *text) {
    int n = (int)strlen(text);
    return n > width ? n : width;
}

int methods_describe(int i, invo_method_info *m) {
    static const invo_method_info automatic = {
        .name = "auto",
        .kind = "explicit, implicit or Taylor",
        .pair = "",
        .stability = "",
        .about = "the default: chosen by tolerance and counted work"};
    if (i > 0)
        return invo_method_describe(i - 1, m);
    *m = automatic;
    return 1;
}

const char *methods_number(int number, const char *instead, char text[16]) {
    snprintf(text, 16, "%d", number);
    return number ? text : instead;
}

/* The order as text; of a method that changes it, and of auto, "variable". */
static const char *methods_order(const invo_method_info *m, char text[16]) {
    return methods_number(strcmp(m->pair, "variable") ? m->order : 0, "variable", text);
}

int methods_command(const arguments *a) {
    (void)a;
    invo_method_info m;
    int name = 6;
    int kind = 4;
    int pair = 4;
    int stability = 9;
    for (int i = 0; methods_describe(i, &m); i++) {
        name = wider(name, m.name);
        kind = wider(kind, m.kind);
        pair = wider(pair, m.pair);
        stability = wider(stability, m.stability);
    }
    printf("%-*s  %8s  stages  %-*s  %-*s  %-*s  %s\n", name, "method", "order", kind,
           "kind", pair, "pair", stability, "stability", "about");
    for (int i = 0; methods_describe(i, &m); i++) {
        char order[16];
        char stages[16];
        printf("%-*s  %8s  %6s  %-*s  %-*s  %-*s  %s\n", name, m.name,
               methods_order(&m, order), methods_number(m.stages, "-", stages), kind,
               m.kind, pair, *m.pair ? m.pair : "-", stability,
               *m.stability ? m.stability : "-", m.about);
    }
    return 0;
}
