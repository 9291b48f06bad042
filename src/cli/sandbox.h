/* SPDX-License-Identifier: BSD-3-Clause */
/* --sandbox: for models that are not trusted. The library opens nothing that the model
 * names, starts nothing and loads nothing (invo_context_sandbox); and where the system
 * can (Linux on x86-64 and AArch64), it is made to refuse the rest: seccomp refuses
 * programs, processes and sockets, Landlock all files but those that the command line
 * names and the folders of those that it writes. */
#ifndef CLI_SANDBOX_H
#define CLI_SANDBOX_H
#include "cli.h"

/* Options that do not go together with it: 0, or the exit status, explained. */
int sandbox_check(const arguments *a);
/* Begins it, for good; notes what the system does not enforce. */
invo_status sandbox_begin(session *s);

#endif
