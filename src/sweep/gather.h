/* SPDX-License-Identifier: BSD-3-Clause */
/* The file of an ensemble: what its journal holds, in the order of the members. */
#ifndef SWEEP_GATHER_H
#define SWEEP_GATHER_H
#include "journal.h"
#include "members.h"

/* Writes the members that the journal has: number, values, status, reason, time and
 * columns, one row for each member or one for each of its rows. Columns are those of the
 * first member that has any; others are matched by name. A member without rows has one
 * without numbers. E_FILE without a message where the journal cannot be read. */
invo_status gather_write(invo_context *c, const char *path, const members *m, journal *j);

#endif
