/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations of components: those of the class, with the component in front of every name
 * that the class declares: y = k*u of a component g is g.y = g.k*g.u. */
#include "translate.h"
#include <assert.h>
#include <string.h>

/* Names of a class that get a component in front of them. */
typedef struct renaming {
    translation *t;
    const ast_class *class;
    const ast *component;
    LIST(const char *) indices; /* of loops: names of their own */
} renaming;

static ast *rename_expression(renaming *r, const ast *e);

/* --- names --- */

static const ast_declaration *declared_in(const ast_class *c, const char *name) {
    LIST_EACH(const ast_declaration, d, c->declarations)
        if (d->name == name)
            return d;
    return NULL;
}

/* The part of a name before its first dot. */
static const char *instance_head(renaming *r, const char *name) {
    const char *end = name;
    if (*end == '\'')
        for (end++; *end && *end != '\''; end++)
            end += *end == '\\' && end[1];
    end += strcspn(end, ".");
    return name_intern(r->t->names, name, (size_t)(end - name));
}

static int is_of_class(renaming *r, const char *name) {
    LIST_EACH(const char *const, index, r->indices)
        if (*index == name)
            return 0;
    return declared_in(r->class, instance_head(r, name)) != NULL;
}

static ast *instance_node(const renaming *r, ast_kind kind, const ast *like) {
    ast *e = arena_alloc(lasting(r->t), sizeof *e);
    e->kind = kind;
    e->where = like->where;
    e->begin = like->begin;
    e->end = like->end;
    return e;
}

static ast *part_of(const renaming *r, const ast *whole, const char *name,
                    const ast *like) {
    ast *e = NULL;
    if (whole->kind == AST_NAME) {
        e = instance_node(r, AST_NAME, like);
        e->text = intern(r->t, arena_print(r->t->arena, "%s.%s", whole->text, name));
        return e;
    }
    e = instance_node(r, AST_FIELD, like);
    e->text = name;
    LIST_PUSH(lasting(r->t), e->args, ((ast_operand){.value = (ast *)whole}));
    return e;
}

/* a.b of the component g[2] is g[2].a.b */
static ast *rename_name(renaming *r, const ast *e) {
    const ast *whole = r->component;
    if (!is_of_class(r, e->text))
        return (ast *)e;
    if (whole->kind == AST_NAME)
        return part_of(r, whole, e->text, e);
    for (const char *rest = e->text; *rest;) {
        const char *part = instance_head(r, rest);
        whole = part_of(r, whole, part, e);
        rest += strlen(part);
        rest += *rest == '.';
    }
    return (ast *)whole;
}

/* "g[2].h", as the component is written */
static const char *instance_text(translation *t, const ast *e) {
    if (e->kind == AST_NAME)
        return e->text;
    const char *text = instance_text(t, ast_arg(e, 0));
    if (e->kind == AST_FIELD)
        return arena_print(lasting(t), "%s.%s", text, e->text);
    for (int i = 1; i < e->args.count; i++)
        text = arena_print(lasting(t), "%s%c%.0f", text, i == 1 ? '[' : ',',
                           ast_arg(e, i)->value);
    return arena_print(lasting(t), "%s]", text);
}

/* --- expressions --- */

static const ast_indices *rename_indices(renaming *r, const ast_indices *from) {
    ast_indices *to = arena_alloc(lasting(r->t), sizeof *to);
    LIST_EACH(const ast_index, i, *from) {
        ast_index one = *i;
        if (i->range)
            one.range = rename_expression(r, i->range);
        LIST_PUSH(lasting(r->t), *to, one);
        LIST_PUSH(lasting(r->t), r->indices, i->name);
    }
    return to;
}

/* Is it a connector of the class itself: outside, for the connections in it? */
static int is_outside(renaming *r, const ast *e) {
    while (e->kind == AST_SUBSCRIPT || e->kind == AST_FIELD)
        e = ast_arg(e, 0);
    if (e->kind != AST_NAME)
        return 0;
    const ast_declaration *d = declared_in(r->class, instance_head(r, e->text));
    return d && d->class && d->class->is_connector;
}

static ast *rename_expression(renaming *r, const ast *e) {
    if (!e || e->kind == AST_NUMBER || e->kind == AST_STRING || e->kind == AST_BOOLEAN)
        return (ast *)e;
    if (e->kind == AST_NAME)
        return rename_name(r, e);
    if (e->kind == AST_CALL && strcmp(e->text, "getInstanceName") == 0) {
        ast *name = instance_node(r, AST_STRING, e);
        name->text = arena_print(lasting(r->t), "%s.%s", r->t->system->name,
                                 instance_text(r->t, r->component));
        return name;
    }
    int loops = r->indices.count;
    int connects = e->kind == AST_CALL && strcmp(e->text, "connect") == 0;
    ast *copy = arena_alloc(lasting(r->t), sizeof *copy);
    *copy = *e;
    copy->shared = NULL;
    memset(&copy->args, 0, sizeof copy->args);
    if (e->indices)
        copy->indices = rename_indices(r, e->indices);
    LIST_EACH(const ast_operand, a, e->args) {
        ast_operand one = *a;
        one.value = rename_expression(r, a->value);
        one.negative |= connects && is_outside(r, a->value);
        LIST_PUSH(lasting(r->t), copy->args, one);
    }
    r->indices.count = loops;
    return copy;
}

/* --- equations --- */

static ast_equations rename_equations(renaming *r, const ast_equations *from,
                                      const char *name) {
    arena *a = lasting(r->t);
    ast_equations to = {0};
    LIST_EACH(const ast_equation, e, *from) {
        ast_equation one = *e;
        int loops = r->indices.count;
        if (e->kind == AST_LOOP)
            one.indices = *rename_indices(r, &e->indices);
        one.left = rename_expression(r, e->left);
        one.right = rename_expression(r, e->right);
        memset(&one.branches, 0, sizeof one.branches);
        LIST_EACH(const ast_branch, b, e->branches) {
            ast_branch copy = {.condition = rename_expression(r, b->condition)};
            copy.equations = rename_equations(r, &b->equations, name);
            LIST_PUSH(a, one.branches, copy);
        }
        r->indices.count = loops;
        if (e->wording) {
            one.wording = arena_alloc(a, sizeof *one.wording);
            one.wording->of = name;
        }
        LIST_PUSH(a, to, one);
    }
    return to;
}

/* --- before anything is declared: what 'when' assigns --- */

/* Visits the classes of all components by their names, those of arrays once. */
static void collect_component(translation *t, const ast_class *c, const char *path) {
    LIST_EACH(const ast_declaration, d, c->declarations) {
        if (!d->class)
            continue;
        const char *name = d->name;
        if (path)
            name = intern(t, arena_print(t->arena, "%s.%s", path, d->name));
        collect_component(t, d->class, name);
    }
    if (!path || (!c->equations.count && !c->algorithms.count))
        return;
    const ast component = {.kind = AST_NAME, .text = path};
    renaming r = {.t = t, .class = c, .component = &component};
    const ast_equations equations = rename_equations(&r, &c->equations, path);
    collect_discrete(t, &equations);
    LIST_EACH(const ast_algorithm, a, c->algorithms) {
        const ast_equations statements = rename_equations(&r, &a->statements, path);
        collect_discrete(t, &statements);
    }
}

void instance_collect_discrete(translation *t, const ast_class *m) {
    collect_component(t, m, NULL);
}

/* --- one component after the other --- */

/* Types and functions that the class sees, in front of the names of the model. */
static scope *sight_of(translation *t, const symbol *s) {
    scope *seen = scope_new(lasting(t), t->top);
    for (const scope *from = s->fields; from && from != t->top && from != t->top->outer;
         from = from->outer) {
        LIST_EACH(const ast_import, i, from->imports)
            LIST_PUSH(lasting(t), seen->imports, *i);
        LIST_EACH(symbol *const, one, from->symbols)
            if ((*one)->kind == SYMBOL_TYPE || (*one)->kind == SYMBOL_RECORD ||
                (*one)->kind == SYMBOL_FUNCTION || (*one)->kind == SYMBOL_LITERAL)
                scope_share(seen, *one);
    }
    return seen;
}

/* Does the class of s, or one of a part of it, have equations? */
static int has_lines(const ast_class *c) {
    if (c->equations.count || c->algorithms.count)
        return 1;
    LIST_EACH(const ast_declaration, d, c->declarations)
        if (d->class && has_lines(d->class))
            return 1;
    return 0;
}

static void instance_lines(translation *t, const symbol *s, const ast *component,
                           int *number) {
    const ast_class *c = s->type.definition->class;
    if (!c->equations.count && !c->algorithms.count)
        return;
    renaming r = {.t = t, .class = c, .component = component};
    const char *name = instance_text(t, component);
    const ast_equations equations = rename_equations(&r, &c->equations, name);
    scope *before = t->scope;
    t->scope = sight_of(t, s);
    flatten_equations(t, &equations);
    LIST_EACH(const ast_algorithm, a, c->algorithms) {
        ast_algorithm *one = arena_alloc(lasting(t), sizeof *one);
        *one = *a;
        one->statements = rename_equations(&r, &a->statements, name);
        flatten_algorithm(t, one, ++*number);
    }
    t->scope = before;
}

static void instance_parts(translation *t, const symbol *s, const ast *component,
                           int *number);

/* Element number k of the component s inside `around`: g, a.g[2], a[1].g[2,3]. */
static const ast *element_of(translation *t, const symbol *s, const ast *around, int k) {
    renaming r = {.t = t};
    const ast like = {.where = s->where};
    int outer = s->owner ? s->owner->rank : 0;
    ast *name = instance_node(&r, AST_NAME, &like);
    name->text = s->name;
    if (around)
        name = part_of(&r, around, s->name, &like);
    if (s->rank == outer)
        return name;
    ast *e = instance_node(&r, AST_SUBSCRIPT, &like);
    LIST_PUSH(lasting(t), e->args, ((ast_operand){.value = name}));
    int count = 1;
    for (int d = outer; d < s->rank; d++)
        count *= s->size[d];
    for (int d = outer; d < s->rank; d++) {
        ast *index = instance_node(&r, AST_NUMBER, &like);
        count /= s->size[d];
        index->integer = 1;
        index->value = k / count % s->size[d] + 1;
        LIST_PUSH(lasting(t), e->args, ((ast_operand){.value = index}));
    }
    return e;
}

static void instantiate(translation *t, const symbol *s, const ast *around, int *number) {
    if (s->type.kind != TYPE_RECORD || s->shaped != DONE || !s->fields ||
        !has_lines(s->type.definition->class))
        return;
    int count = 1;
    for (int d = s->owner ? s->owner->rank : 0; d < s->rank; d++)
        count *= s->size[d];
    for (int k = 0; k < count; k++) {
        const ast *component = element_of(t, s, around, k);
        instance_lines(t, s, component, number);
        instance_parts(t, s, component, number);
    }
}

static void instance_parts(translation *t, const symbol *s, const ast *component,
                           int *number) {
    for (int i = 0; i < s->fields->symbols.count; i++)
        instantiate(t, s->fields->symbols.at[i], component, number);
}

void instance_equations(translation *t, int *number) {
    for (int i = 0; i < t->top->symbols.count; i++)
        instantiate(t, t->top->symbols.at[i], NULL, number);
}
