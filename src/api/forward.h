/* SPDX-License-Identifier: BSD-3-Clause */
/* A system seen through another `self`: whoever adds functions of his own to a system
 * that was given needs a self of his own, and the functions that were given need theirs.
 */
#ifndef API_FORWARD_H
#define API_FORWARD_H
#include "involute_system.h"

/* What the self of such a system begins with. */
typedef struct forwarding {
    const invo_system *given;
} forwarding;

/* Makes `through` the given system, but for self, which is not set: every function hands
 * the self of the given system on. `extend` is not forwarded, as it changes the given
 * system: whoever needs it calls this again after it. */
void forward_system(const invo_system *given, invo_system *through);

#endif
