/* SPDX-License-Identifier: BSD-3-Clause */
/* Tokens to a syntax tree: recursive descent over the grammar of modelica-subset.ebnf.
 *
 * After a syntax error the current token is TOKEN_ERROR, which nothing accepts: the
 * functions that are under way return without further messages, and the one that reads
 * statements continues after the next ';'. So several errors are reported, each once. */
#ifndef SYNTAX_PARSER_H
#define SYNTAX_PARSER_H
#include "ast.h"

typedef struct parser {
    invo_context *context;
    arena *arena;
    lexer lexer;
    token token, next, previous; /* the current one, the one after, the last taken */
    token wrong;                 /* the token of the error, while panic */
    int panic;
    int depth;      /* of nested expressions, equations and arguments */
    int subscripts; /* depth of '[', in which 'end' is a number */
} parser;

void parser_init(parser *p, arena *a, names *n, const source *s);

/* What a file holds; errors are recorded, not thrown. */
ast_file *parse_file(parser *p);

/* A text that is one expression. */
ast *parse_only_expression(parser *p);

/* --- shared by the files of the parser --- */

void parser_advance(parser *p);
int parser_at(const parser *p, token_kind kind);
int parser_at_one(const parser *p, int count, const token_kind *of); /* of several */
#define PARSER_AT_ONE(p, ...)                                                            \
    parser_at_one((p), sizeof((token_kind[]){__VA_ARGS__}) / sizeof(token_kind),         \
                  (const token_kind[]){__VA_ARGS__})
int parser_accept(parser *p, token_kind kind); /* takes it if it is there */
/* Takes it, or an error "expected ';' after ..., found ..." */
int parser_expect(parser *p, token_kind kind, const char *after, ...) PRINTF_LIKE(3, 4);
const char *parser_expect_name(parser *p, const char *after, place *where);

/* A syntax error at the current token. */
void parser_error(parser *p, const char *format, ...) PRINTF_LIKE(2, 3);
const char *parser_found(const parser *p); /* the current token, for messages */
/* Reports a construct that is Modelica, but not in the subset; parsing continues. */
void parser_unsupported(parser *p, place where, const char *what);
/* Goes on behind the next ';' if there was an error, and in any case past `begin`. */
void parser_recover(parser *p, size_t begin);
/* Passes over a bracket and everything up to its partner. */
void parser_skip_brackets(parser *p);
/* One level deeper; 0 and an error if that is too deep. */
int parser_enter(parser *p);
void parser_leave(parser *p);
place parser_span(const parser *p, const token *first); /* up to the last taken token */

ast *parse_expression(parser *p);
ast *parse_simple_expression(parser *p);
const char *parse_name(parser *p, const char *after, place *where);
void parse_decoration(parser *p);
/* to: NULL where nobody asks for them. */
void parse_modifiers(parser *p, ast_arguments *to); /* class_mod */
void parse_annotation(parser *p, ast_arguments *to);
void parse_comment(parser *p, ast_arguments *annotation);
void parse_indices(parser *p, ast_indices *to); /* after "for" */
void parse_dims(parser *p, ast_dims *to);       /* [ dims ], if there are any */
void parse_string_comment(parser *p);
ast_type parse_type(parser *p);
ast_declaration parse_prefixes(parser *p);
ast_declaration parse_declaration(parser *p, ast_declaration d);
/* Declares all names of the component; returns the last one. */
const char *parse_component(parser *p, ast_class *m, int protected);
void parse_import(parser *p, ast_imports *list); /* adds to the list */
/* m: NULL in a package. */
void parse_extends(parser *p, ast_class *m);
void parse_short_class(parser *p, ast_class *m);
void parse_equations(parser *p, ast_equations *to, int initial);
void parse_statements(parser *p, ast_equations *to);

#endif
