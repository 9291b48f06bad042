/* SPDX-License-Identifier: BSD-3-Clause */
#include "signals.h"
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t signals_noted;

/* What a reader that has gone misses is no reason to lose the rest: writing to it fails
 * from now on, without a signal. */
static void signals_note(int number) {
    signals_noted = 1;
    signal(number, number == SIGPIPE ? SIG_IGN : SIG_DFL);
}

static void signals_catch_one(int number) {
    struct sigaction before;
    struct sigaction action = {.sa_handler = signals_note};
    sigemptyset(&action.sa_mask);
    if (sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
        return;
    sigaction(number, &action, NULL);
}

void signals_catch(void) {
    signals_catch_one(SIGINT);
    signals_catch_one(SIGTERM);
    signals_catch_one(SIGHUP);
    signals_catch_one(SIGPIPE);
}

int signals_came(void) {
    return signals_noted;
}

int signals_ask(void *unused) {
    (void)unused;
    return signals_noted;
}
