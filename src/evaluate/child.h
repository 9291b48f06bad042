/* SPDX-License-Identifier: BSD-3-Clause */
/* The compiler of the system as a child process: no shell, no input, messages to a file,
 * an environment of its own. It is waited for by its number alone. */
#ifndef EVALUATE_CHILD_H
#define EVALUATE_CHILD_H
#include <stddef.h>
#include <sys/types.h>

enum { COMPILER_PATH = 1024, IDENTITY_SIZE = 2 * COMPILER_PATH };

/* Finds `cc` in the folders of PATH; 0: there is none. */
int child_find_compiler(char path[COMPILER_PATH]);
/* What tells this compiler from others and from other versions, for the hash of what it
 * makes: its file, with size and time. */
void child_identify(const char *compiler, char text[IDENTITY_SIZE]);
/* The options that it is called with, in words. */
const char *child_options(void);

/* Starts to compile a file to a library; the number of the process, or -1. */
pid_t child_start(const char *compiler, const char *text, const char *library,
                  const char *messages);

typedef enum child_state { CHILD_RUNS, CHILD_SUCCEEDED, CHILD_FAILED } child_state;
/* waits: until it has ended, or a signal is handled. *status: as of waitpid, or -1 where
 * it is not known. */
child_state child_look(pid_t child, int waits, int *status);
/* Ends it, and waits for that. */
void child_end(pid_t child);

#endif
