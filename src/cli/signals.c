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
    struct sigaction action = {.sa_handler = signals_note};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* As nohup and shells that ignore broken pipes want it. */
static int signals_are_ignored(int number) {
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

/* Shells ignore SIGINT in what they run in the background; 'kill -INT' is meant. */
void signals_catch(void) {
    signals_catch_one(SIGINT);
    signals_catch_one(SIGTERM);
    if (!signals_are_ignored(SIGHUP))
        signals_catch_one(SIGHUP);
    if (!signals_are_ignored(SIGPIPE))
        signals_catch_one(SIGPIPE);
}

int signals_came(void) {
    return signals_noted;
}

int signals_ask(void *unused) {
    (void)unused;
    return signals_noted;
}
