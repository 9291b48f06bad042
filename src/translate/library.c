/* SPDX-License-Identifier: BSD-3-Clause */
/* The scopes around that of a model's file: the libraries of users, then functions and
 * records of share/library, read when a model calls a function that it does not contain.
 */
#include "library.h"
#include <string.h>
#include "../syntax/parser.h"
#include "translate.h"

/* Reads a file and declares its names in the scope; unquoted: see load_library. */
static const ast_file *declare_library(translation *t, const source *text, int unquoted) {
    parser p;
    parser_init(&p, lasting(t), t->names, text);
    p.lexer.unquoted = unquoted;
    const ast_file *file = parse_file(&p);
    assemble_functions(t, file);
    declare_imports(t, file->imports.count, file->imports.at);
    declare_classes(t, &file->classes);
    declare_types(t, file->types.count, file->types.at);
    declare_names(t, file->constants.count, file->constants.at);
    return file;
}

static void read_library_file(translation *t, const library_file *f, int unquoted) {
    source *text = arena_alloc(lasting(t), sizeof *text);
    *text = (source){f->path, f->text, f->size, NULL};
    const ast_file *file = declare_library(t, text, unquoted);
    define_names(t, file->constants.count, file->constants.at);
}

/* Reads the files in the order given: each list node refers to the file before. All names
 * are declared before any value is read. */
static void add_user_library(translation *t, const user_library *l) {
    if (!l)
        return;
    add_user_library(t, l->before);
    const ast_file *file = declare_library(t, &l->text, 0);
    if (file->package)
        LIST_PUSH(t->arena, t->user_packages, file->package);
    LIST_EACH(ast_class *const, m, file->models)
        semantic_error(t, (*m)->where,
                       "'%.80s' is a model; a file of --library may contain functions, "
                       "records, types and constants",
                       (*m)->name);
    define_names(t, file->constants.count, file->constants.at);
}

void library_add_users(translation *t, const user_library *libraries) {
    scope *inner = t->scope;
    if (!libraries)
        return;
    t->scope = t->users = scope_new(t->arena, NULL);
    add_user_library(t, libraries);
    t->scope = inner;
    t->global->outer = t->users;
}

symbol *library_find_in_package(translation *t, const char *name) {
    const int quoted = name[0] == '\'';
    LIST_EACH(const char *const, package, t->user_packages) {
        const char *head = *package;
        size_t size = strlen(head);
        if (quoted && head[0] == '\'') { /* 'P' and 'P.f' */
            head++;
            size -= 2;
        }
        const char *rest = name + quoted + size;
        if (strncmp(name + quoted, head, size) != 0 || rest[0] != '.')
            continue;
        const size_t length = strlen(rest + 1) - (size_t)quoted;
        symbol *s = scope_find_here(t->users, name_intern(t->names, rest + 1, length));
        if (s)
            return s;
    }
    return t->library ? scope_find_here(t->global, name) : NULL;
}

/* Puts the library around the outermost scope: with its names in quotes, as exported
 * models have them, or without, as users write them. */
static scope *load_library(translation *t, int unquoted) {
    arena *own = t->arena;
    scope *inner = t->scope;
    scope *outermost = inner;
    while (outermost->outer)
        outermost = outermost->outer;
    t->arena = lasting(t);
    scope *library = scope_new(lasting(t), NULL);
    t->scope = library;
    for (const library_file *f = library_files; f->path; f++)
        read_library_file(t, f, unquoted);
    t->scope = inner;
    t->arena = own;
    outermost->outer = library;
    return library;
}

/* --- names with the path of a component ---
 *
 * An export calls the functions of a package by the path of the component that has chosen
 * it: 'A.pipe.WallFriction.f'. The library has '*.WallFriction.f' for such names. Where
 * several packages have an f, it has '*.WallFriction.f (Package)' for each, and
 * annotation(__involute(beside = "text")) states a text of other functions of the same
 * package, by which an export shows which one it is. */

/* The text that shows which package it is, or NULL: there is one only. */
static const char *library_mark(const ast_class *c) {
    LIST_EACH(const ast_argument, a, c->annotation)
        if (strcmp(a->name, "__involute") == 0)
            LIST_EACH(const ast_argument, b, a->nested)
                if (strcmp(b->name, "beside") == 0 && b->value)
                    return b->value->text;
    return NULL;
}

/* The place in a text of `size` bytes where `word` begins, or NULL. */
static const char *library_text_find(const char *text, const char *end,
                                     const char *word) {
    const size_t size = strlen(word);
    for (; text + size <= end; text++) {
        text = memchr(text, word[0], (size_t)(end - text) - size + 1);
        if (!text)
            return NULL;
        if (memcmp(text, word, size) == 0)
            return text;
    }
    return NULL;
}

/* Whether a function of the model whose name begins with `head` contains the mark. */
static int library_shows(translation *t, const char *head, const char *mark) {
    LIST_EACH(ast_class *const, c, t->file->classes) {
        const source *s = (*c)->where.file;
        if (!s || strncmp((*c)->name, head, strlen(head)) != 0)
            continue;
        const char *begin = library_text_find(
            s->text, s->text + s->size, arena_print(t->arena, "function %s", (*c)->name));
        const char *end =
            begin ? library_text_find(begin, s->text + s->size,
                                      arena_print(t->arena, "end %s;", (*c)->name))
                  : NULL;
        if (end && library_text_find(begin, end, mark))
            return 1;
    }
    return 0;
}

/* Whether the name '...' ends as the pattern '*.a.b' or '*.a.b (Package)' does; *head is
 * then what precedes a, with a and a dot. */
static int library_fits(translation *t, const char *pattern, const char *name,
                        const char **head) {
    const char *tail = pattern + strlen("'*");
    const char *package = strstr(tail, " (");
    const size_t size = package ? (size_t)(package - tail) : strlen(tail) - 1;
    const size_t length = strlen(name) - 1; /* without the quote */
    if (length <= size || strncmp(name + length - size, tail, size) != 0)
        return 0;
    const char *dot = strchr(tail + 1, '.');
    const size_t first = dot ? (size_t)(dot - tail) + 1 : size;
    *head = arena_print(t->arena, "%.*s", (int)(length - size + first), name);
    return 1;
}

/* The function of the library that a name with a component's path stands for; NULL:
 * there is none, or (with *doubtful) the model does not show which one it is. */
static symbol *library_find_by_end(translation *t, const char *name, int *doubtful) {
    symbol *found = NULL;
    *doubtful = 0;
    if (name[0] != '\'')
        return NULL;
    LIST_EACH(symbol *const, s, t->library->symbols) {
        const char *head;
        if (strncmp((*s)->name, "'*.", 3) != 0 ||
            !library_fits(t, (*s)->name, name, &head))
            continue;
        const char *mark = library_mark((*s)->class);
        if (mark && !library_shows(t, head, mark))
            *doubtful = 1;
        else if (found)
            return NULL;
        else
            found = *s;
    }
    return found;
}

symbol *library_find(translation *t, const char *name) {
    int doubtful;
    int unquoted = name[0] != '\'';
    scope **library = unquoted ? &t->plain_library : &t->library;
    if (!*library)
        *library = load_library(t, unquoted);
    symbol *found = scope_find_here(*library, name);
    if (found || unquoted)
        return found;
    found = library_find_by_end(t, name, &doubtful);
    if (!found)
        return NULL;
    symbol alias = *found;
    alias.name = name;
    return scope_add(t->library, alias);
}

int library_is_doubtful(translation *t, const char *name) {
    int doubtful;
    if (t->library)
        library_find_by_end(t, name, &doubtful);
    return t->library && doubtful;
}
