/* SPDX-License-Identifier: BSD-3-Clause */
/* What delays read: the run writes it step by step. */
#ifndef EVENTS_RECORDED_H
#define EVENTS_RECORDED_H
#include "hybrid.h"

/* The generation of an event behind which values and slopes are continuous: derivatives
 * of order 2 may jump. */
enum { RECORDED_AFTER_SLOPE = 2 };
/* Breaking points of this generation are followed no longer: methods do not see higher
 * derivatives jump. */
enum { RECORDED_SMOOTH = 8 };

/* Room for what a step records, of so many delays. */
struct recorded_room *recorded_new(arena *a, int count);
/* The value before the start, of discrete delays: the initial problem is solved. */
void recorded_take_first(hybrid *h);
/* The start is known, or an event has happened: what jumps there begins a new stretch of
 * its history. generation: how many delays have smoothed the cause; 0: all may jump. */
void recorded_open(hybrid *h, int generation);
/* Reads the stretches of the present instant, before the event iteration. Returns whether
 * one is another; *generation as in delays_follow. */
int recorded_follow(hybrid *h, int *generation);
/* Adds to the system of a mode what a run records. */
void recorded_add(hybrid *h, lowered *w);

#endif
