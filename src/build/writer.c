/* SPDX-License-Identifier: BSD-3-Clause */
/* Expressions are written without recursion, as they may be of any depth: what remains to
 * be written is a stack of tasks. */
#include "writer.h"
#include <math.h>
#include <string.h>

/* An expression is cut when it has so many bytes: shared parts are written again and
 * again, so that the text may be exponentially longer than the expression. */
enum { LONGEST = 2000 };

typedef struct writer_task {
    const char *text;      /* to be written; NULL: */
    ast *node;             /* ... an expression, or its end */
    writer_strength outer; /* that it stands in */
    int is_end;
} writer_task;

static void writer_bytes(writer *w, const char *text, size_t size) {
    for (size_t i = 0; i < size; i++)
        LIST_PUSH(w->scratch, w->text, text[i]);
}

void writer_add(writer *w, const char *text) {
    writer_bytes(w, text, strlen(text));
}

void writer_string(writer *w, const char *text) {
    writer_add(w, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            writer_add(w, "\\");
        if (*text == '\n')
            writer_add(w, "\\n");
        else
            writer_bytes(w, text, 1);
    }
    writer_add(w, "\"");
}

void writer_begin_line(writer *w, const char *name) {
    w->line_begin = w->text.count;
    LIST_PUSH(w->arena, w->lines, ((named_line){.name = name}));
}

void writer_line_origin(writer *w, const char *origin) {
    assert(w->lines.count > 0);
    w->lines.at[w->lines.count - 1].from = origin;
}

void writer_end_line(writer *w) {
    writer_add(w, "\n");
}

place writer_place(const writer *w, int begin) {
    assert(begin >= w->line_begin && w->lines.count > 0);
    int length = w->text.count - begin;
    return (place){w->source, w->lines.count, begin - w->line_begin + 1,
                   length > 0 ? length : 1};
}

static void writer_push_text(writer *w, const char *text) {
    LIST_PUSH(w->scratch, w->tasks, ((writer_task){.text = text}));
}

static void writer_push(writer *w, ast *e, writer_strength outer) {
    LIST_PUSH(w->scratch, w->tasks, ((writer_task){.node = e, .outer = outer}));
}

static writer_strength writer_strength_of(const ast *e) {
    switch (e->kind) {
    case AST_IF:
        return WRITER_ANY;
    case AST_OR:
        return WRITER_OR;
    case AST_AND:
        return WRITER_AND;
    case AST_NOT:
        return WRITER_NOT;
    case AST_RELATION:
        return WRITER_RELATION;
    case AST_SUM:
        return WRITER_SUM;
    case AST_PRODUCT:
        return WRITER_PRODUCT;
    case AST_POWER:
        return WRITER_POWER;
    case AST_NUMBER:
        return signbit(e->value) ? WRITER_SUM : WRITER_PRIMARY;
    default:
        return WRITER_PRIMARY;
    }
}

/* " + ": a token between blanks */
static const char *writer_mark(token_kind op) {
    switch (op) {
    case TOKEN_PLUS:
        return " + ";
    case TOKEN_MINUS:
        return " - ";
    case TOKEN_STAR:
        return "*";
    case TOKEN_SLASH:
        return "/";
    case TOKEN_CARET:
        return "^";
    case TOKEN_LT:
        return " < ";
    case TOKEN_LE:
        return " <= ";
    case TOKEN_GT:
        return " > ";
    case TOKEN_GE:
        return " >= ";
    case TOKEN_EQ:
        return " == ";
    case TOKEN_NE:
        return " <> ";
    case TOKEN_AND:
        return " and ";
    case TOKEN_OR:
        return " or ";
    default:
        return ", ";
    }
}

/* Pushes operands with their operators between, the last one first. More than fit before
 * the cut are left out. */
static void writer_push_operands(writer *w, const ast *e, writer_strength inner) {
    int n = e->args.count < LONGEST ? e->args.count : LONGEST;
    for (int i = n - 1; i >= 0; i--) {
        const ast_operand *o = &e->args.at[i];
        writer_push(w, o->value, inner);
        if (i > 0)
            writer_push_text(w, writer_mark(o->op));
        else if (o->op == TOKEN_MINUS)
            writer_push_text(w, "-");
    }
}

static void writer_push_if(writer *w, const ast *e) {
    int n = e->args.count;
    writer_push(w, ast_arg(e, n - 1), WRITER_ANY);
    writer_push_text(w, " else ");
    for (int i = n - 3; i >= 0; i -= 2) {
        writer_push(w, ast_arg(e, i + 1), WRITER_ANY);
        writer_push_text(w, " then ");
        writer_push(w, ast_arg(e, i), WRITER_OR);
        writer_push_text(w, i ? " elseif " : "if ");
    }
}

/* Writes a leaf, or pushes the parts of what is none. */
static void writer_parts(writer *w, const ast *e) {
    writer_strength own = writer_strength_of(e);
    switch (e->kind) {
    case AST_NUMBER:
        writer_add(w, number_shortest(w->scratch, e->value));
        return;
    case AST_BOOLEAN:
        writer_add(w, e->value != 0 ? "true" : "false");
        return;
    case AST_STRING:
        writer_string(w, e->text);
        return;
    case AST_CALL:
        writer_add(w, e->text);
        writer_add(w, "(");
        writer_push_text(w, ")");
        writer_push_operands(w, e, WRITER_ANY);
        return;
    case AST_IF:
        writer_push_if(w, e);
        return;
    case AST_NOT:
        writer_add(w, "not ");
        writer_push(w, ast_arg(e, 0), WRITER_RELATION);
        return;
    case AST_SUM:
    case AST_PRODUCT:
    case AST_POWER:
    case AST_RELATION:
    case AST_AND:
    case AST_OR:
        writer_push_operands(w, e, own + 1);
        return;
    default:
        writer_add(w, e->text);
    }
}

/* The place of a node is where it is written first. */
static void writer_node(writer *w, const writer_task *t) {
    ast *e = t->node;
    int encloses = writer_strength_of(e) < t->outer;
    if (encloses)
        writer_add(w, "(");
    if (!e->where.file) {
        e->begin = (size_t)w->text.count;
        e->where = writer_place(w, w->text.count);
        LIST_PUSH(w->scratch, w->tasks, ((writer_task){.node = e, .is_end = 1}));
    }
    if (encloses) {
        writer_task last = {.text = ")"};
        if (w->tasks.count && w->tasks.at[w->tasks.count - 1].is_end &&
            w->tasks.at[w->tasks.count - 1].node == e) {
            writer_task end = w->tasks.at[--w->tasks.count];
            LIST_PUSH(w->scratch, w->tasks, last);
            last = end;
        }
        LIST_PUSH(w->scratch, w->tasks, last);
    }
    writer_parts(w, e);
}

static void writer_node_end(const writer *w, ast *e) {
    e->end = (size_t)w->text.count;
    e->where.length = w->text.count - (int)e->begin;
}

void writer_expression(writer *w, ast *e, writer_strength outer) {
    int limit = w->text.count + LONGEST;
    int base = w->tasks.count;
    writer_push(w, e, outer);
    while (w->tasks.count > base) {
        writer_task t = w->tasks.at[--w->tasks.count];
        if (t.is_end)
            writer_node_end(w, t.node);
        else if (w->text.count > limit)
            continue; /* ends of nodes alone are of interest */
        else if (t.text)
            writer_add(w, t.text);
        else
            writer_node(w, &t);
        if (w->text.count > limit && limit > 0) {
            writer_add(w, " ...");
            limit = -1;
        }
    }
}

void writer_close(writer *w, source *to) {
    to->size = (size_t)w->text.count;
    to->text = arena_copy(w->arena, w->text.at ? w->text.at : "", to->size);
    LIST_PUSH(w->arena, w->lines, ((named_line){.name = "the end"}));
    to->line = w->lines.at;
}
