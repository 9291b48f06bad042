/* SPDX-License-Identifier: BSD-3-Clause */
/* Where compiled code is kept from run to run: $XDG_CACHE_HOME/involute, or
 * ~/.cache/involute. What is loaded from there runs in this process: the folder and the
 * files belong to the user, and nobody else may write to them; and a library ends with a
 * seal, the hash of its name and of all its bytes, so that one that is cut off, damaged
 * or put there by something else is not loaded. (Who may write as this user could make a
 * seal, but may run anything anyway.) Files get their names when they are complete, so
 * that several processes may use the folder at once. */
#ifndef EVALUATE_CODE_FOLDER_H
#define EVALUATE_CODE_FOLDER_H
#include <stddef.h>
#include <stdint.h>

enum { FOLDER_PATH = 1024, FILE_PATH = FOLDER_PATH + 80 };

typedef struct code_folder {
    char path[FOLDER_PATH];
} code_folder;

/* Finds the folder, and makes it if need be. Returns NULL, or why there is none. */
const char *code_folder_open(code_folder *f);

/* A content in 128 bits, for the names of files. */
typedef struct code_hash {
    uint64_t a, b;
} code_hash;
code_hash code_hash_begin(void);
void code_hash_add(code_hash *h, const char *text, size_t size);

/* The path of what was compiled from this content. */
void code_folder_name(const code_folder *f, code_hash h, char path[FILE_PATH]);
/* Paths for a compilation, which no other one has; they end in .c, .so and .txt. */
typedef struct code_names {
    char text[FILE_PATH], library[FILE_PATH], messages[FILE_PATH];
} code_names;
/* Makes the file of the text, 0600; its descriptor, or -1. */
int code_folder_begin(const code_folder *f, code_names *n);
/* Seals the library and gives it its name; old libraries go where there are too many. 0:
 * it is there under that name. */
int code_folder_keep(const code_folder *f, const code_names *n, const char *path);
/* Removes what is left of a compilation. */
void code_folder_remove(const code_names *n);

/* Is there a library that may be loaded? Marks it as used now. */
typedef enum code_state {
    CODE_MISSING,
    CODE_GOOD,
    CODE_REFUSED /* what is there belongs to others, or its seal is wrong */
} code_state;
code_state code_folder_look(const char *path);

#endif
