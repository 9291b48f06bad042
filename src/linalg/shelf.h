/* SPDX-License-Identifier: BSD-3-Clause */
/* What was found out about patterns, kept between runs of a system: analyses take as long
 * as many steps. Something that is in use is not there. */
#ifndef LINALG_SHELF_H
#define LINALG_SHELF_H
#include "involute_system.h"

typedef struct invo_shelf invo_shelf;
typedef struct arena arena;

/* How a kind of things is freed, which is its name, too. */
typedef void shelf_end(void *thing);

/* Goes with the arena, and all that is there with it. */
invo_shelf *shelf_new(arena *a);

/* The thing of this kind that was made for this very pattern, which lives as long as the
 * shelf; NULL: there is none. The shelf may be NULL. */
void *shelf_take(invo_shelf *s, const invo_pattern *p, shelf_end *kind);
/* The same, and it stays: for things that are looked at and not used up. */
void *shelf_see(invo_shelf *s, const invo_pattern *p, shelf_end *kind);
/* Puts it back, or frees it where there is no room, or one of its kind already. */
void shelf_put(invo_shelf *s, const invo_pattern *p, shelf_end *kind, void *thing);

#endif
