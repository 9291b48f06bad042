/* SPDX-License-Identifier: BSD-3-Clause */
/* Classes put together before they are translated: what a class extends is copied into
 * it with the modifiers of 'extends' (Modelica 7.1), and models that are components
 * become records, whose equations instance.c adds for every component. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* A class and those around it; the file is around the last. */
typedef struct nest {
    ast_class *class;
    const struct nest *outer;
} nest;

static void assemble(translation *t, ast_class *c, const nest *outer);

/* --- where a name leads --- */

static ast_class *class_among(const ast_classes *list, const char *name) {
    LIST_EACH(ast_class *const, c, *list)
        if ((*c)->name == name)
            return *c;
    return NULL;
}

static const ast_type *type_among(int count, const ast_type *at, const char *name) {
    for (int i = 0; i < count; i++)
        if (at[i].name == name)
            return &at[i];
    return NULL;
}

/* The name before the first dot; *rest: behind it, or NULL. */
static const char *first_part(translation *t, const char *name, const char **rest) {
    const char *dot = name[0] == '\'' ? NULL : strchr(name, '.');
    *rest = dot ? dot + 1 : NULL;
    return dot ? name_intern(t->names, name, (size_t)(dot - name)) : intern(t, name);
}

static ast_class *class_in_sight(translation *t, const nest *n, const char *name) {
    ast_class *found = NULL;
    for (; n && !found; n = n->outer)
        found = class_among(&n->class->classes, name);
    if (!found)
        found = class_among(&t->file->classes, name);
    return found ? found : class_among(&t->file->models, name);
}

/* The class that a name stands for, or NULL; names of classes inside others have dots. */
static ast_class *find_class(translation *t, const nest *n, const char *name) {
    size_t size = t->package ? strlen(t->package) : 0;
    if (size && strncmp(name, t->package, size) == 0 && name[size] == '.') {
        name += size + 1;
        n = NULL;
    }
    const char *rest;
    const char *head = first_part(t, name, &rest);
    ast_class *found = class_in_sight(t, n, head);
    while (found && rest) {
        head = first_part(t, rest, &rest);
        found = class_among(&found->classes, head);
    }
    return found;
}

/* The classes around c, as seen from here; NULL: the file. */
static const nest *nest_around(const nest *here, const ast_class *c) {
    while (here && class_among(&here->class->classes, c->name) != c)
        here = here->outer;
    return here;
}

static const ast_type *find_definition(translation *t, const nest *n, const char *name) {
    const ast_type *found = NULL;
    for (; n && !found; n = n->outer)
        found = type_among(n->class->types.count, n->class->types.at, name);
    return found ? found : type_among(t->file->types.count, t->file->types.at, name);
}

/* --- modifiers --- */

static ast_argument *argument_among(ast_arguments *list, const char *name) {
    LIST_EACH(ast_argument, a, *list)
        if (a->name == name)
            return a;
    return NULL;
}

/* Puts modifiers over others: the new value counts, modifiers of parts are joined. */
static ast_arguments join_modifiers(arena *a, const ast_arguments *under,
                                    const ast_arguments *over) {
    ast_arguments all = {0};
    LIST_EACH(const ast_argument, m, *under)
        LIST_PUSH(a, all, *m);
    LIST_EACH(const ast_argument, m, *over) {
        ast_argument *found = argument_among(&all, m->name);
        if (!found) {
            LIST_PUSH(a, all, *m);
            continue;
        }
        found->nested = join_modifiers(a, &found->nested, &m->nested);
        found->has_nested |= m->has_nested;
        found->final |= m->final;
        found->where = m->where;
        if (m->value) {
            found->value = m->value;
            found->each = m->each;
        }
    }
    return all;
}

/* Changes the declarations from number `first` on as the modifiers of 'extends' ask. */
static void modify(translation *t, ast_class *to, int first, const ast_extends *x) {
    LIST_EACH(const ast_argument, m, x->modifiers) {
        ast_declaration *found = NULL;
        for (int i = first; i < to->declarations.count; i++)
            if (to->declarations.at[i].name == m->name)
                found = &to->declarations.at[i];
        if (!found) {
            semantic_error(t, m->where, "'%.80s' has no '%.80s' to modify", x->name,
                           m->name);
            continue;
        }
        if (found->final && m->value)
            semantic_error(t, m->where,
                           "'%.80s' of '%.80s' is final: it cannot be changed", m->name,
                           x->name);
        found->modifiers = join_modifiers(lasting(t), &found->modifiers, &m->nested);
        found->final |= m->final;
        if (m->value)
            found->value = m->value;
    }
}

/* --- extends --- */

/* Does a type of the base mean the same in the class that extends it? */
static void check_meaning(translation *t, const ast_extends *x, const nest *here,
                          const nest *there, const char *name) {
    if (find_class(t, there, name) == find_class(t, here, name) &&
        find_definition(t, there, name) == find_definition(t, here, name))
        return;
    semantic_error(t, x->where,
                   "'%.80s' uses the class '%.80s', which is another one here; rename "
                   "one of them",
                   x->name, name);
}

#define APPEND(arena, to, from)                                                          \
    for (int i_ = 0; i_ < (from).count; i_++)                                            \
    LIST_PUSH(arena, to, (from).at[i_])

/* Copies what the base has into the class, its declarations where 'extends' stands. */
static void inherit(translation *t, ast_class *to, const ast_class *base) {
    arena *a = lasting(t);
    APPEND(a, to->imports, base->imports);
    APPEND(a, to->types, base->types);
    APPEND(a, to->classes, base->classes);
    APPEND(a, to->operators, base->operators);
    APPEND(a, to->guesses, base->guesses);
    APPEND(a, to->declarations, base->declarations);
    APPEND(a, to->equations, base->equations);
    APPEND(a, to->algorithms, base->algorithms);
    to->is_connector |= base->is_connector;
    if (base->external && !to->external) {
        to->external = base->external;
        to->external_call = base->external_call;
        to->external_result = base->external_result;
    }
}

static ast_class *base_of(translation *t, const nest *here, const ast_extends *x) {
    /* the name is looked up where the class is, not in what it inherits itself */
    ast_class *base = find_class(t, here, x->name);
    if (base == here->class)
        base = here->outer ? find_class(t, here->outer, x->name) : NULL;
    if (!base)
        semantic_error(t, x->where,
                       "'extends': there is no class '%.80s' in this file; flatten the "
                       "model with another tool first",
                       x->name);
    else if (base->kind == CLASS_FUNCTION && here->class->kind != CLASS_FUNCTION)
        semantic_error(t, x->where, "'extends': '%.80s' is a function", x->name);
    else if (base->kind != CLASS_FUNCTION && here->class->kind == CLASS_FUNCTION)
        semantic_error(t, x->where, "'extends': '%.80s' is not a function", x->name);
    else if (base->assembled == AST_OPEN)
        semantic_error(t, x->where, "'%.80s' extends itself", x->name);
    else
        return base;
    return NULL;
}

static void extend(translation *t, ast_class *c, const nest *here, const ast_extends *x) {
    ast_class *base = base_of(t, here, x);
    if (!base)
        return;
    const nest there = {base, nest_around(here, base)};
    assemble(t, base, there.outer);
    LIST_EACH(const ast_declaration, d, base->declarations)
        check_meaning(t, x, here, &there, d->type);
    int first = c->declarations.count;
    inherit(t, c, base);
    modify(t, c, first, x);
}

/* Rebuilds the class from what it extends and its own elements, in the order of the text.
 */
static void join_bases(translation *t, ast_class *c, const nest *here) {
    arena *a = lasting(t);
    const ast_class own = *c;
    memset(&c->declarations, 0, sizeof c->declarations);
    memset(&c->equations, 0, sizeof c->equations);
    memset(&c->algorithms, 0, sizeof c->algorithms);
    int done = 0;
    LIST_EACH(const ast_extends, x, own.extends) {
        for (; done < x->at; done++)
            LIST_PUSH(a, c->declarations, own.declarations.at[done]);
        extend(t, c, here, x);
    }
    for (; done < own.declarations.count; done++)
        LIST_PUSH(a, c->declarations, own.declarations.at[done]);
    APPEND(a, c->equations, own.equations);
    APPEND(a, c->algorithms, own.algorithms);
}

/* --- connectors of signals --- */

/* RealInput and the like, as the Modelica library declares them. */
static int take_library_signal(translation *t, ast_declaration *d) {
    static const char package[] = "Modelica.Blocks.Interfaces.";
    static const char *const basic_names[] = {"Real", "Integer", "Boolean"};
    if (strncmp(d->type, package, strlen(package)) != 0)
        return 0;
    const char *name = d->type + strlen(package);
    for (size_t i = 0; i < sizeof basic_names / sizeof *basic_names; i++) {
        size_t size = strlen(basic_names[i]);
        if (strncmp(name, basic_names[i], size) != 0)
            continue;
        int input = strcmp(name + size, "Input") == 0;
        if (!input && strcmp(name + size, "Output") != 0)
            continue;
        d->type = intern(t, basic_names[i]);
        d->input = input;
        d->output = !input;
        return 1;
    }
    return 0;
}

/* --- all of them --- */

/* Makes the class of a component a record, and gives connectors of signals their
 * direction. Inputs of components are unknowns like others. */
static void assemble_declaration(translation *t, const nest *here, ast_declaration *d) {
    if (word_in(d->type, "Real Integer Boolean String") || take_library_signal(t, d))
        return;
    const ast_type *of = find_definition(t, here, d->type);
    if (of && (of->input || of->output)) {
        d->input |= of->input;
        d->output |= of->output;
        return;
    }
    ast_class *c = of ? NULL : find_class(t, here, d->type);
    if (!c || c->kind == CLASS_FUNCTION)
        return;
    if (c->assembled == AST_OPEN) {
        semantic_error(t, d->type_where, "the class '%.80s' contains itself", d->type);
        return;
    }
    assemble(t, c, nest_around(here, c));
    d->class = c;
    if (c->kind == CLASS_MODEL) {
        c->kind = CLASS_RECORD;
        LIST_PUSH(lasting(t), t->components, c);
    }
    if (c->partial && c->is_model)
        semantic_error(t, d->type_where,
                       "'%.80s' is partial: a component needs a complete class", d->type);
}

static void assemble(translation *t, ast_class *c, const nest *outer) {
    context_dive(t->context, c->where);
    enum { DEEPEST_NEST = 100 };
    const nest here = {c, outer};
    int depth = 0;
    for (const nest *n = &here; n; n = n->outer)
        depth++;
    if (c->assembled != AST_FRESH || depth > DEEPEST_NEST)
        return;
    c->assembled = AST_OPEN;
    if (c->extends.count)
        join_bases(t, c, &here);
    const int is_function = c->kind == CLASS_FUNCTION;
    for (int i = 0; i < c->declarations.count && !is_function; i++) {
        ast_declaration *d = &c->declarations.at[i];
        assemble_declaration(t, &here, d);
        if (d->flow && !c->is_connector)
            semantic_error(t, d->where, "'%.80s' is a flow, but '%.80s' is no connector",
                           d->name, c->name);
    }
    for (int i = 0; i < c->classes.count; i++)
        assemble(t, c->classes.at[i], &here);
    c->assembled = AST_DONE;
}

void assemble_functions(translation *t, const ast_file *f) {
    const ast_file *own = t->file;
    t->file = f;
    LIST_EACH(ast_class *const, c, f->classes)
        if ((*c)->kind == CLASS_FUNCTION)
            assemble(t, *c, NULL);
    t->file = own;
}

void assemble_model(translation *t, ast_class *m) {
    LIST_EACH(ast_class *const, c, t->file->classes)
        assemble(t, *c, NULL);
    assemble(t, m, NULL);
}
