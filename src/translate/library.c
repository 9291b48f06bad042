/* SPDX-License-Identifier: BSD-3-Clause */
/* The scope around all others: functions and records of share/library, read when a model
 * calls a function that it does not contain. */
#include "library.h"
#include "../syntax/parser.h"
#include "translate.h"

static void read_library_file(translation *t, const library_file *f) {
    source *text = arena_alloc(lasting(t), sizeof *text);
    parser p;
    *text = (source){f->path, f->text, f->size, NULL};
    parser_init(&p, lasting(t), t->names, text);
    const ast_file *file = parse_file(&p);
    declare_classes(t, &file->classes);
    declare_types(t, file->types.count, file->types.at);
}

/* Puts the library around the outermost scope. */
static void load_library(translation *t) {
    arena *own = t->arena;
    scope *inner = t->scope;
    scope *outermost = inner;
    while (outermost->outer)
        outermost = outermost->outer;
    t->arena = lasting(t);
    t->library = scope_new(lasting(t), NULL);
    t->scope = t->library;
    for (const library_file *f = library_files; f->path; f++)
        read_library_file(t, f);
    t->scope = inner;
    t->arena = own;
    outermost->outer = t->library;
}

symbol *library_find(translation *t, const char *name) {
    if (!t->library)
        load_library(t);
    return scope_find_here(t->library, name);
}
