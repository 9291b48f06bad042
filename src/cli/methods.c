/* SPDX-License-Identifier: BSD-3-Clause */
/* involute methods: the list. */
#include "cli.h"
#include <stdio.h>
#include <string.h>

static int wider(int width, const char *text) {
    int n = (int)strlen(text);
    return n > width ? n : width;
}

int methods_command(const arguments *a) {
    (void)a;
    invo_method_info m;
    int name = 6;
    int kind = 4;
    int pair = 4;
    int stability = 9;
    for (int i = 0; invo_method_describe(i, &m); i++) {
        name = wider(name, m.name);
        kind = wider(kind, m.kind);
        pair = wider(pair, m.pair);
        stability = wider(stability, m.stability);
    }
    printf("%-*s  order  stages  %-*s  %-*s  %-*s  %s\n", name, "method", kind, "kind",
           pair, "pair", stability, "stability", "about");
    for (int i = 0; invo_method_describe(i, &m); i++)
        printf("%-*s  %5d  %6d  %-*s  %-*s  %-*s  %s\n", name, m.name, m.order, m.stages,
               kind, m.kind, pair, *m.pair ? m.pair : "-", stability,
               *m.stability ? m.stability : "-", m.about);
    return 0;
}
