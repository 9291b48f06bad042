/* SPDX-License-Identifier: BSD-3-Clause */
/* Signals that end a command with what it has so far. */
#ifndef CLI_SIGNALS_H
#define CLI_SIGNALS_H

/* From here on SIGINT, SIGTERM, SIGHUP and SIGPIPE are only noted; one that was ignored
 * when the program began stays so. A second one of the first three ends the program. */
void signals_catch(void);
int signals_came(void); /* one of them */
/* The same, as a callback of invo_options and contexts. */
int signals_ask(void *unused);

#endif
