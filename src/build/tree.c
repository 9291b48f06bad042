/* SPDX-License-Identifier: BSD-3-Clause */
/* A recipe as a syntax tree.
 *
 * A sum of sums a + b + c is one node, as the parser makes it, if nobody else uses the
 * sum a + b: 100 000 terms that a program adds one by one are one long sum. Sums on the
 * right side, a + (b + c), stay as they are, as in a text with these parentheses, unless
 * they are long; products likewise. */
#include <limits.h>
#include <string.h>
#include "recipe.h"
#include "writer.h"

enum { LONG_OPERAND = 64 }; /* more than a text has in parentheses */

typedef struct tree {
    arena *arena, *scratch;
    names *names;
    const recipe *r;
    ast **of;   /* [nodes]: NULL: a part of its only user */
    int *uses;  /* [nodes] */
    int *terms; /* [nodes]: operands, those of its parts included */
    writer writer;
    ast_class *class;
    int numbers[RECIPE_ANNOTATION + 1]; /* statements of each kind so far */
} tree;

/* --- nodes --- */

static void tree_use(const tree *w, int node) {
    if (node >= 0)
        w->uses[node]++;
}

static void tree_count_uses(const tree *w) {
    const recipe *r = w->r;
    for (int i = 0; i < r->operands.count; i++)
        tree_use(w, r->operands.at[i].node);
    LIST_EACH(const recipe_declaration, d, r->declarations)
        tree_use(w, d->value);
    LIST_EACH(const recipe_attribute, a, r->attributes)
        tree_use(w, a->value);
    LIST_EACH(const recipe_statement, s, r->statements) {
        tree_use(w, s->left);
        tree_use(w, s->right);
    }
}

/* Whether operand k of a node is taken apart. */
static int tree_takes_apart(const tree *w, int node, int k) {
    const recipe_node *n = &w->r->nodes.at[node];
    const recipe_operand *o = &w->r->operands.at[n->first + k];
    int is_chain = n->kind == AST_SUM || n->kind == AST_PRODUCT || n->kind == AST_AND ||
                   n->kind == AST_OR;
    if (!is_chain || w->r->nodes.at[o->node].kind != n->kind || w->uses[o->node] != 1)
        return 0;
    int is_plain = o->op != TOKEN_MINUS && o->op != TOKEN_SLASH;
    return is_plain && (k == 0 || w->terms[o->node] >= LONG_OPERAND);
}

static void tree_count_terms(const tree *w) {
    for (int i = 0; i < w->r->nodes.count; i++) {
        const recipe_node *n = &w->r->nodes.at[i];
        for (int k = 0; k < n->count; k++) {
            int part = w->r->operands.at[n->first + k].node;
            w->terms[i] += tree_takes_apart(w, i, k) ? w->terms[part] : 1;
        }
    }
}

typedef struct tree_frame {
    int node, k;
} tree_frame;

/* The operands of a node, those of its parts in their places. */
static void tree_operands(const tree *w, ast *e, int node) {
    LIST(tree_frame) open = {0};
    e->args.capacity = w->terms[node];
    e->args.at = ARENA_ARRAY(w->arena, ast_operand, w->terms[node]);
    LIST_PUSH(w->scratch, open, ((tree_frame){node, 0}));
    while (open.count) {
        tree_frame *top = &open.at[open.count - 1];
        const recipe_node *n = &w->r->nodes.at[top->node];
        if (top->k == n->count) {
            open.count--;
            continue;
        }
        const recipe_operand *o = &w->r->operands.at[n->first + top->k];
        int is_part = tree_takes_apart(w, top->node, top->k);
        top->k++;
        if (is_part)
            LIST_PUSH(w->scratch, open, ((tree_frame){o->node, 0}));
        else
            e->args.at[e->args.count++] =
                (ast_operand){.value = w->of[o->node], .op = o->op};
    }
    assert(e->args.count == w->terms[node]);
}

static const char *tree_intern(const tree *w, const char *text) {
    return name_intern(w->names, text, strlen(text));
}

static ast *tree_new(const tree *w, ast_kind kind) {
    ast *e = arena_alloc(w->arena, sizeof *e);
    e->kind = kind;
    return e;
}

static int tree_is_integer(double x) {
    return x >= -INT_MAX && x <= INT_MAX && x == (double)(int)x;
}

/* Parts get their own node too, which nothing refers to: nodes come before their users,
 * and the first of them cannot know. */
static ast *tree_node(const tree *w, int node) {
    const recipe_node *n = &w->r->nodes.at[node];
    ast *e = tree_new(w, n->kind);
    e->value = n->value;
    e->integer = n->kind == AST_NUMBER && tree_is_integer(n->value);
    if (n->text >= 0) {
        const char *text = recipe_text(w->r, n->text);
        e->text = n->kind == AST_STRING ? arena_copy(w->arena, text, strlen(text))
                                        : tree_intern(w, text);
    }
    if (n->count > 0 || n->kind == AST_CALL)
        e->shared = arena_alloc(w->arena, sizeof *e->shared);
    return e;
}

static void tree_make_nodes(tree *w) {
    int count = w->r->nodes.count;
    char *is_part = ARENA_ARRAY(w->scratch, char, count + 1);
    w->of = ARENA_ARRAY(w->scratch, ast *, count + 1);
    w->uses = ARENA_ARRAY(w->scratch, int, count + 1);
    w->terms = ARENA_ARRAY(w->scratch, int, count + 1);
    tree_count_uses(w);
    tree_count_terms(w);
    for (int i = 0; i < count; i++) {
        const recipe_node *n = &w->r->nodes.at[i];
        for (int k = 0; k < n->count; k++)
            if (tree_takes_apart(w, i, k))
                is_part[w->r->operands.at[n->first + k].node] = 1;
    }
    for (int i = 0; i < count; i++)
        if (!is_part[i])
            w->of[i] = tree_node(w, i);
    for (int i = 0; i < count; i++)
        if (!is_part[i] && w->terms[i])
            tree_operands(w, w->of[i], i);
}

/* --- what stands around them --- */

static ast *tree_text(tree *w, const char *text) {
    ast *e = tree_new(w, AST_STRING);
    e->text = arena_copy(w->arena, text, strlen(text));
    e->where = writer_place(&w->writer, w->writer.text.count);
    e->begin = e->end = (size_t)w->writer.text.count;
    return e;
}

static ast *tree_call(const tree *w, const char *name) {
    ast *e = tree_new(w, AST_CALL);
    e->text = tree_intern(w, name);
    return e;
}

static void tree_argument(const tree *w, ast *call, const char *label, ast *value) {
    ast_operand o = {.value = value, .op = TOKEN_COMMA};
    o.label = label ? tree_intern(w, label) : NULL;
    LIST_PUSH(w->arena, call->args, o);
}

static void tree_finish(tree *w, ast *e, int begin) {
    e->begin = (size_t)begin;
    e->end = (size_t)w->writer.text.count;
    e->where = writer_place(&w->writer, begin);
}

/* Where the program has a declaration or statement; NULL: it does not say so. */
static const char *tree_origin(const tree *w, int origin) {
    if (origin < 0)
        return NULL;
    const char *text = recipe_text(w->r, origin);
    return arena_copy(w->arena, text, strlen(text));
}

/* --- declarations --- */

static ast_argument tree_attribute(const tree *w, const recipe_attribute *a) {
    ast_argument one = {.name = tree_intern(w, recipe_text(w->r, a->name)),
                        .value = w->of[a->value]};
    return one;
}

/* Attributes by declaration; one that is given again counts. */
static void tree_attributes(const tree *w) {
    LIST_EACH(const recipe_attribute, a, w->r->attributes) {
        ast_arguments *to = &w->class->declarations.at[a->declaration].modifiers;
        ast_argument one = tree_attribute(w, a);
        int k = 0;
        while (k < to->count && to->at[k].name != one.name)
            k++;
        if (k < to->count)
            to->at[k] = one;
        else
            LIST_PUSH(w->arena, *to, one);
    }
}

static void tree_write_attributes(tree *w, ast_arguments *list) {
    for (int k = 0; k < list->count; k++) {
        ast_argument *a = &list->at[k];
        int begin = w->writer.text.count + (k ? 2 : 1);
        writer_add(&w->writer, k ? ", " : "(");
        writer_add(&w->writer, a->name);
        a->where = writer_place(&w->writer, begin);
        writer_add(&w->writer, " = ");
        writer_expression(&w->writer, a->value, WRITER_ANY);
    }
    if (list->count)
        writer_add(&w->writer, ")");
}

static void tree_declare(tree *w, const recipe_declaration *d) {
    static const char *const types[] = {"Real", "Integer", "Boolean"};
    ast_declaration one = {.type = tree_intern(w, types[d->type]),
                           .name = tree_intern(w, recipe_text(w->r, d->name)),
                           .input = d->role == ROLE_INPUT,
                           .output = d->role == ROLE_OUTPUT,
                           .value = d->value >= 0 ? w->of[d->value] : NULL};
    if (d->role == ROLE_PARAMETER)
        one.prefix = PREFIX_PARAMETER;
    if (d->role == ROLE_DISCRETE)
        one.prefix = PREFIX_DISCRETE;
    LIST_PUSH(w->arena, w->class->declarations, one);
}

static void tree_write_declaration(tree *w, ast_declaration *d, int origin) {
    static const char *const words[] = {[PREFIX_NONE] = "",
                                        [PREFIX_PARAMETER] = "parameter ",
                                        [PREFIX_CONSTANT] = "constant ",
                                        [PREFIX_DISCRETE] = "discrete "};
    writer *o = &w->writer;
    writer_begin_line(o, d->name);
    writer_line_origin(o, tree_origin(w, origin));
    writer_add(o, "  ");
    writer_add(o, d->input ? "input " : d->output ? "output " : words[d->prefix]);
    int begin = o->text.count;
    writer_add(o, d->type);
    d->type_where = writer_place(o, begin);
    writer_add(o, " ");
    begin = o->text.count;
    writer_add(o, d->name);
    d->where = writer_place(o, begin);
    tree_write_attributes(w, &d->modifiers);
    if (d->value) {
        writer_add(o, " = ");
        writer_expression(o, d->value, WRITER_ANY);
    }
    writer_add(o, ";");
    writer_end_line(o);
}

static void tree_declarations(tree *w) {
    LIST_EACH(const recipe_declaration, d, w->r->declarations)
        tree_declare(w, d);
    tree_attributes(w);
    for (int k = 0; k < w->class->declarations.count; k++)
        tree_write_declaration(w, &w->class->declarations.at[k],
                               w->r->declarations.at[k].place);
}

/* --- statements --- */

/* "equation 3", or the name that it was given */
static const char *tree_line_name(tree *w, const recipe_statement *s, const char *word) {
    int number = ++w->numbers[s->kind];
    if (s->text >= 0 && s->kind <= RECIPE_SECTION)
        return arena_copy(w->arena, recipe_text(w->r, s->text),
                          strlen(recipe_text(w->r, s->text)));
    return arena_print(w->arena, "%s %d", word, number);
}

/* annotation(__involute(name = "...")) */
static void tree_name_equation(tree *w, const recipe_statement *s, ast_equation *e) {
    if (s->text < 0)
        return;
    const char *name = recipe_text(w->r, s->text);
    ast_argument own = {.name = tree_intern(w, "name"), .value = tree_text(w, name)};
    ast_argument all = {.name = tree_intern(w, "__involute"), .has_nested = 1};
    own.where = all.where = e->where;
    LIST_PUSH(w->arena, all.nested, own);
    LIST_PUSH(w->arena, e->annotation, all);
    writer_add(&w->writer, " annotation(__involute(name = ");
    writer_string(&w->writer, name);
    writer_add(&w->writer, "))");
}

static void tree_indent(tree *w, int depth) {
    for (int k = 0; k <= depth; k++)
        writer_add(&w->writer, "  ");
}

static void tree_end_equation(tree *w, ast_equation *e, int begin) {
    e->begin = (size_t)begin;
    e->end = e->last = (size_t)w->writer.text.count;
    e->where = writer_place(&w->writer, begin);
}

static void tree_sides(tree *w, const recipe_statement *s, int depth, ast_equation *e) {
    writer *o = &w->writer;
    int is_initial = s->kind == RECIPE_INITIAL;
    writer_begin_line(o,
                      tree_line_name(w, s, is_initial ? "initial equation" : "equation"));
    writer_line_origin(o, tree_origin(w, s->place));
    tree_indent(w, depth);
    int begin = o->text.count;
    e->kind = AST_SIDES;
    e->initial = is_initial;
    e->wording = arena_alloc(w->arena, sizeof *e->wording);
    e->left = w->of[s->left];
    e->right = w->of[s->right];
    writer_expression(o, e->left, WRITER_OR);
    writer_add(o, " = ");
    writer_expression(o, e->right, WRITER_ANY);
    tree_end_equation(w, e, begin);
    tree_name_equation(w, s, e);
    e->last = (size_t)o->text.count;
    writer_add(o, ";");
    writer_end_line(o);
}

/* assert(c, "..."), reinit(x, e), terminate("...") */
static void tree_action(tree *w, const recipe_statement *s, int depth, ast_equation *e) {
    static const char *const calls[] = {[RECIPE_ASSERT] = "assert",
                                        [RECIPE_REINIT] = "reinit",
                                        [RECIPE_TERMINATE] = "terminate"};
    static const char *const lines[] = {[RECIPE_ASSERT] = "assertion",
                                        [RECIPE_REINIT] = "reinit",
                                        [RECIPE_TERMINATE] = "terminate"};
    writer *o = &w->writer;
    ast *call = tree_call(w, calls[s->kind]);
    writer_begin_line(o, tree_line_name(w, s, lines[s->kind]));
    writer_line_origin(o, tree_origin(w, s->place));
    tree_indent(w, depth);
    int begin = o->text.count;
    writer_add(o, call->text);
    writer_add(o, "(");
    for (int k = 0; k < 2; k++) {
        int node = k ? s->right : s->left;
        if (node < 0)
            continue;
        writer_add(o, k ? ", " : "");
        tree_argument(w, call, NULL, w->of[node]);
        writer_expression(o, w->of[node], WRITER_ANY);
    }
    if (s->text >= 0) {
        writer_add(o, call->args.count ? ", " : "");
        tree_argument(w, call, NULL, tree_text(w, recipe_text(w->r, s->text)));
        writer_string(o, recipe_text(w->r, s->text));
    }
    writer_add(o, ")");
    tree_finish(w, call, begin);
    e->kind = AST_SIDES;
    e->wording = arena_alloc(w->arena, sizeof *e->wording);
    e->left = call;
    tree_end_equation(w, e, begin);
    writer_add(o, ";");
    writer_end_line(o);
}

/* A block that is open: its equation, whose last branch takes what follows. */
typedef struct tree_block {
    ast_equation e;
    const char *name;
} tree_block;

typedef struct tree_blocks {
    tree_block *at;
    int count, capacity;
} tree_blocks;

static void tree_push(tree *w, const tree_blocks *open, const ast_equation *e) {
    ast_equations *to = &w->class->equations;
    if (open->count) {
        ast_equation *outer = &open->at[open->count - 1].e;
        to = &outer->branches.at[outer->branches.count - 1].equations;
    }
    LIST_PUSH(w->arena, *to, *e);
}

/* The line `when c then`, `else`, ..., with a new branch of the block that is open last.
 */
static void tree_branch(tree *w, const recipe_statement *s, const tree_blocks *open) {
    static const char *const words[] = {[RECIPE_WHEN] = "when ",
                                        [RECIPE_ELSE_WHEN] = "elsewhen ",
                                        [RECIPE_IF] = "if ",
                                        [RECIPE_ELSE_IF] = "elseif ",
                                        [RECIPE_ELSE] = "else"};
    writer *o = &w->writer;
    tree_block *b = &open->at[open->count - 1];
    ast_branch one = {.condition = s->left >= 0 ? w->of[s->left] : NULL};
    writer_begin_line(o, b->name);
    writer_line_origin(o, tree_origin(w, s->place));
    tree_indent(w, open->count - 1);
    int begin = o->text.count;
    writer_add(o, words[s->kind]);
    if (one.condition) {
        writer_expression(o, one.condition, WRITER_ANY);
        writer_add(o, " then");
    }
    if (!b->e.branches.count)
        tree_end_equation(w, &b->e, begin);
    LIST_PUSH(w->arena, b->e.branches, one);
    writer_end_line(o);
}

static void tree_open(tree *w, const recipe_statement *s, tree_blocks *open) {
    int is_when = s->kind == RECIPE_WHEN;
    tree_block b = {.name = tree_line_name(w, s, is_when ? "when" : "if")};
    b.e.kind = is_when ? AST_WHEN : AST_CHOICE;
    LIST_PUSH(w->arena, *open, b);
    tree_branch(w, s, open);
}

static void tree_close(tree *w, tree_blocks *open) {
    tree_block b = open->at[--open->count];
    writer_begin_line(&w->writer, b.name);
    tree_indent(w, open->count);
    writer_add(&w->writer, b.e.kind == AST_WHEN ? "end when;" : "end if;");
    writer_end_line(&w->writer);
    tree_push(w, open, &b.e);
}

static void tree_statement(tree *w, const recipe_statement *s, tree_blocks *open) {
    ast_equation e = {0};
    switch (s->kind) {
    case RECIPE_EQUATION:
    case RECIPE_INITIAL:
        tree_sides(w, s, open->count, &e);
        tree_push(w, open, &e);
        return;
    case RECIPE_ASSERT:
    case RECIPE_REINIT:
    case RECIPE_TERMINATE:
        tree_action(w, s, open->count, &e);
        tree_push(w, open, &e);
        return;
    case RECIPE_WHEN:
    case RECIPE_IF:
        tree_open(w, s, open);
        return;
    case RECIPE_ELSE_WHEN:
    case RECIPE_ELSE_IF:
    case RECIPE_ELSE:
        tree_branch(w, s, open);
        return;
    case RECIPE_END:
        tree_close(w, open);
        return;
    case RECIPE_INVARIANT:
    case RECIPE_SECTION:
    case RECIPE_ANNOTATION: /* of the model */
        return;
    }
}

static void tree_plain_line(tree *w, const char *text) {
    writer_begin_line(&w->writer, text);
    writer_add(&w->writer, text);
    writer_end_line(&w->writer);
}

/* Initial equations come last, in a part of their own. */
static void tree_statements(tree *w) {
    tree_blocks open = {0};
    for (int initial = 0; initial < 2; initial++) {
        int is_begun = 0;
        LIST_EACH(const recipe_statement, s, w->r->statements) {
            if ((s->kind == RECIPE_INITIAL) != initial)
                continue;
            if (!is_begun++)
                tree_plain_line(w, initial ? "initial equation" : "equation");
            tree_statement(w, s, &open);
        }
    }
    assert(!open.count);
}

/* --- annotations --- */

/* Ends the current line with this mark, and begins another one. */
static void tree_next_line(tree *w, const char *mark, const char *name) {
    writer_add(&w->writer, mark);
    writer_end_line(&w->writer);
    writer_begin_line(&w->writer, name);
    writer_add(&w->writer, "    ");
}

static void tree_entry_name(tree *w, const recipe_statement *s, ast *call) {
    if (s->text < 0)
        return;
    const char *name = recipe_text(w->r, s->text);
    writer_add(&w->writer, "name = ");
    tree_argument(w, call, "name", tree_text(w, name));
    writer_string(&w->writer, name);
    writer_add(&w->writer, ", ");
}

static void tree_entry_direction(tree *w, const recipe_statement *s, ast *call) {
    if (s->kind != RECIPE_SECTION)
        return;
    ast *direction = tree_new(w, AST_NUMBER);
    direction->value = s->direction;
    direction->integer = 1;
    writer_add(&w->writer, ", direction = ");
    writer_expression(&w->writer, direction, WRITER_ANY);
    tree_argument(w, call, "direction", direction);
}

/* invariant(name = "...", expr = ...), section(..., direction = 1) */
static ast *tree_entry(tree *w, const recipe_statement *s, const char *word) {
    writer *o = &w->writer;
    ast *call = tree_call(w, word);
    ast *x = w->of[s->left];
    int begin = o->text.count;
    writer_add(o, word);
    writer_add(o, "(");
    tree_entry_name(w, s, call);
    writer_add(o, "expr = ");
    writer_expression(o, x, WRITER_ANY);
    tree_argument(w, call, "expr", x);
    tree_entry_direction(w, s, call);
    writer_add(o, ")");
    tree_finish(w, call, begin);
    return call;
}

/* __involute(invariants = {...}) */
static void tree_list(tree *w, recipe_kind kind, const char *word, const char *mark) {
    const char *name = arena_print(w->arena, "%ss", word);
    ast *list = tree_new(w, AST_ARRAY);
    LIST_EACH(const recipe_statement, s, w->r->statements) {
        if (s->kind != kind)
            continue;
        if (!list->args.count) {
            tree_next_line(w, mark, name);
            writer_add(&w->writer, "__involute(");
            writer_add(&w->writer, name);
            writer_add(&w->writer, " = {");
        }
        tree_next_line(w, list->args.count ? "," : "", tree_line_name(w, s, word));
        writer_line_origin(&w->writer, tree_origin(w, s->place));
        tree_argument(w, list, NULL, tree_entry(w, s, word));
    }
    if (!list->args.count)
        return;
    list->where = ast_arg(list, 0)->where;
    list->begin = ast_arg(list, 0)->begin;
    list->end = (size_t)w->writer.text.count;
    writer_add(&w->writer, "})");
    ast_argument one = {.name = tree_intern(w, name), .value = list};
    ast_argument all = {.name = tree_intern(w, "__involute"), .has_nested = 1};
    one.where = all.where = list->where;
    LIST_PUSH(w->arena, all.nested, one);
    LIST_PUSH(w->arena, w->class->annotation, all);
}

static int tree_has(const tree *w, recipe_kind kind) {
    LIST_EACH(const recipe_statement, s, w->r->statements)
        if (s->kind == kind)
            return 1;
    return 0;
}

/* Annotations that a program gives are read by themselves (recipe_annotations); here
 * they are only written. */
static void tree_annotation(tree *w) {
    int given = tree_has(w, RECIPE_ANNOTATION);
    int invariants = tree_has(w, RECIPE_INVARIANT);
    int count = 0;
    if (!given && !invariants && !tree_has(w, RECIPE_SECTION))
        return;
    writer_begin_line(&w->writer, "annotation");
    writer_add(&w->writer, "  annotation(");
    LIST_EACH(const recipe_statement, s, w->r->statements) {
        if (s->kind != RECIPE_ANNOTATION)
            continue;
        tree_next_line(w, count++ ? "," : "", tree_line_name(w, s, "annotation"));
        for (const char *c = recipe_text(w->r, s->text); *c; c++)
            writer_add(&w->writer, *c == '\n' ? " " : (const char[]){*c, 0});
    }
    tree_list(w, RECIPE_INVARIANT, "invariant", given ? "," : "");
    tree_list(w, RECIPE_SECTION, "section", given || invariants ? "," : "");
    writer_add(&w->writer, ");");
    writer_end_line(&w->writer);
}

ast_file *recipe_tree(arena *a, names *n, const recipe *r, source *text) {
    tree w = {.arena = a, .scratch = arena_child(a), .names = n, .r = r};
    ast_file *file = arena_alloc(a, sizeof *file);
    const char *name = tree_intern(&w, recipe_text(r, r->name));
    *text = (source){.path = name};
    w.writer = (writer){.arena = a, .scratch = w.scratch, .source = text};
    w.class = arena_alloc(a, sizeof *w.class);
    w.class->kind = CLASS_MODEL;
    w.class->name = name;
    tree_make_nodes(&w);
    writer_begin_line(&w.writer, "the model");
    writer_add(&w.writer, "model ");
    writer_add(&w.writer, name);
    w.class->where = writer_place(&w.writer, 0);
    writer_end_line(&w.writer);
    tree_declarations(&w);
    tree_statements(&w);
    tree_annotation(&w);
    tree_plain_line(&w, arena_print(a, "end %s;", name));
    writer_close(&w.writer, text);
    LIST_PUSH(a, file->models, w.class);
    arena_free(w.scratch);
    return file;
}

/* A statement that uses the node keeps it whole. */
static recipe tree_with_use(arena *a, const recipe *r, int node) {
    recipe own = *r;
    const size_t size = sizeof *own.statements.at * (size_t)own.statements.count;
    own.statements.at =
        ARENA_ARRAY(a, recipe_statement, (size_t)own.statements.count + 1);
    if (size)
        memcpy(own.statements.at, r->statements.at, size);
    own.statements.at[own.statements.count++] = (recipe_statement){
        .kind = RECIPE_SECTION, .left = node, .right = -1, .text = -1, .place = -1};
    return own;
}

source recipe_expression(arena *a, names *n, const recipe *r, int node) {
    const recipe own = tree_with_use(a, r, node);
    source text = {.path = "expression"};
    tree w = {.arena = a, .scratch = arena_child(a), .names = n, .r = &own};
    w.writer = (writer){.arena = a, .scratch = w.scratch, .source = &text};
    tree_make_nodes(&w);
    writer_begin_line(&w.writer, "expression");
    writer_expression(&w.writer, w.of[node], WRITER_ANY);
    writer_end_line(&w.writer);
    writer_close(&w.writer, &text);
    arena_free(w.scratch);
    return text;
}
