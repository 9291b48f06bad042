/* SPDX-License-Identifier: BSD-3-Clause */
/* Triggers of a system as events of it. */
#ifndef API_TRIGGER_H
#define API_TRIGGER_H
#include "../solve/solve.h"

/* What does not fit in the triggers of a system, or NULL. */
const char *trigger_refuse(const invo_system *s);
/* Runs a system with triggers, which are complete. */
invo_status trigger_run(invo_context *c, const invo_system *s, const plan *p,
                        invo_result **r);

#endif
