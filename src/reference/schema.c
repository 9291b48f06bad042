/* SPDX-License-Identifier: BSD-3-Clause */
/* The fields of the JSON summaries, as a JSON Schema (draft 2020-12) and as a page. */
#include <stdio.h>
#include <string.h>
#include "reference.h"

typedef struct json_field {
    const char *object, *key; /* key NULL: the object itself */
    const char *type;
    int always;
    const char *about;
} json_field;

static const json_field fields[] = {
#define OBJECT(name, about) {name, NULL, "", 0, about},
#define FIELD(object, key, type, always, about) {object, key, type, always, about},
#include "field.def"
    {"settings", NULL, "", 0, "`settings` of a run: its options, as they were resolved"},
#define REAL(field, flag, initial, low, high, argument, help)                            \
    {"settings", #field, "number?", 1, help},
#define COUNT(field, flag, initial, low, high, argument, help)                           \
    {"settings", #field, "integer", 1, help},
#define CHOICE(field, flag, initial, words, help) {"settings", #field, "string", 1, help},
#define TEXT(field, flag, initial, argument, help)                                       \
    {"settings", #field, "string?", 1, help},
#define FLAG(field, flag, help) {"settings", #field, "boolean", 1, help},
#include "involute_option.def"
    {"statistics", NULL, "", 0, "`statistics` of a run"},
#define COUNTER(name, about) {"statistics", #name, "integer", 1, about},
#define DURATION(name, about) {"statistics", #name, "number?", 1, about},
#include "involute_statistics.def"
    {"statistics", "newton_average", "number?", 1, "newton_iterations per retraction"},
    {"statistics", "direction_seconds", "number?", 1, "not measured: null"},
    {"statistics", "retraction_seconds", "number?", 1, "not measured: null"},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static void schema_quoted(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar(*text);
    }
    putchar('"');
}

/* The words of a list in quotes, with commas. */
static void schema_words(const char *words) {
    const char *between = "";
    for (size_t n; *(words += strspn(words, " ")); words += n) {
        n = strcspn(words, " ");
        printf("%s\"%.*s\"", between, (int)n, words);
        between = ", ";
    }
}

static const char *type_after(const char *type, const char *head) {
    const size_t n = strlen(head);
    return strncmp(type, head, n) == 0 ? type + n : NULL;
}

static void schema_type(const char *type);

/* "name": a schema of what the type holds */
static void schema_inner(const char *head, const char *type) {
    printf("%s: {", head);
    schema_type(type);
    printf("}");
}

/* A basic type or a reference, both without the question mark. */
static void schema_leaf(const char *type, int length, int or_null) {
    const char *object = type_after(type, "ref:");
    const int size = length - (int)strlen("ref:");
    if (object && or_null)
        printf("\"anyOf\": [{\"$ref\": \"#/$defs/%.*s\"}, {\"type\": \"null\"}]", size,
               object);
    else if (object)
        printf("\"$ref\": \"#/$defs/%.*s\"", size, object);
    else if (or_null)
        printf("\"type\": [\"%.*s\", \"null\"]", length, type);
    else
        printf("\"type\": \"%.*s\"", length, type);
}

/* The members of the schema of a type. */
static void schema_type(const char *type) {
    const int size = (int)strlen(type);
    const int or_null = type[size - 1] == '?';
    const char *rest;
    if ((rest = type_after(type, "list:"))) {
        schema_inner("\"type\": \"array\", \"items\"", rest);
    } else if ((rest = type_after(type, "list?:"))) {
        schema_inner("\"type\": [\"array\", \"null\"], \"items\"", rest);
    } else if ((rest = type_after(type, "map:"))) {
        schema_inner("\"type\": \"object\", \"additionalProperties\"", rest);
    } else if ((rest = type_after(type, "words:"))) {
        printf("\"enum\": [");
        schema_words(rest);
        printf("]");
    } else {
        schema_leaf(type, size - or_null, or_null);
    }
}

static int is_field_of(const json_field *f, const char *object) {
    return f < fields + FIELDS && f->key && strcmp(f->object, object) == 0;
}

static void schema_required(const json_field *f) {
    const char *between = "";
    printf("      \"required\": [");
    for (const char *object = f->object; is_field_of(f, object); f++) {
        if (!f->always)
            continue;
        printf("%s\"%s\"", between, f->key);
        between = ", ";
    }
    printf("],\n");
}

/* An object whose fields come after `f`. */
static void schema_object(const json_field *f) {
    const char *object = f->object;
    printf("    \"%s\": {\n      \"type\": \"object\",\n      \"description\": ", object);
    schema_quoted(f->about);
    printf(",\n");
    f++;
    schema_required(f);
    printf("      \"properties\": {\n");
    for (; is_field_of(f, object); f++) {
        printf("        \"%s\": {", f->key);
        schema_type(f->type);
        printf(", \"description\": ");
        schema_quoted(f->about);
        printf("}%s\n", is_field_of(f + 1, object) ? "," : "");
    }
    printf("      },\n      \"additionalProperties\": false\n    }");
}

void schema_print(void) {
    const char *between = "";
    printf("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
           "  \"title\": \"Involute\",\n"
           "  \"description\": \"What involute prints with --json, and writes beside a "
           "result. Numbers that are not finite are null.\",\n"
           "  \"anyOf\": [{\"$ref\": \"#/$defs/run\"}, {\"$ref\": "
           "\"#/$defs/outcome\"}, {\"$ref\": \"#/$defs/analysis\"}, {\"$ref\": "
           "\"#/$defs/reproduction\"}, {\"$ref\": \"#/$defs/linearization\"}, {\"$ref\": "
           "\"#/$defs/steady\"}, {\"$ref\": \"#/$defs/sweep\"}, {\"$ref\": "
           "\"#/$defs/conserved\"}],\n  \"$defs\": {\n");
    for (const json_field *f = fields; f < fields + FIELDS; f++) {
        if (f->key)
            continue;
        printf("%s", between);
        schema_object(f);
        between = ",\n";
    }
    printf("\n  }\n}\n");
}

/* A type in words: "list of strings or null". */
static void schema_type_text(const char *type) {
    const int size = (int)strlen(type);
    const int or_null = type[size - 1] == '?';
    const char *rest;
    if ((rest = type_after(type, "list:")) || (rest = type_after(type, "list?:"))) {
        printf("list of ");
        schema_type_text(rest);
    } else if ((rest = type_after(type, "map:"))) {
        printf("object by name of ");
        schema_type_text(rest);
    } else if ((rest = type_after(type, "words:"))) {
        schema_words(rest);
    } else if ((rest = type_after(type, "ref:"))) {
        const int length = size - 4 - or_null;
        printf("[%.*s](#%.*s)%s", length, rest, length, rest, or_null ? " or null" : "");
    } else {
        printf("%.*s%s", size - or_null, type, or_null ? " or null" : "");
    }
}

void schema_page(void) {
    printf("# JSON\n\n<!-- Written by 'make reference' from field.def. -->\n\n"
           "`run`, `analyze`, `linearize`, `steady` and `check` print one object with "
           "`--json`, and nothing else "
           "on standard output; `run` writes the same object beside its results. Numbers "
           "that are not finite are `null`. [summary.schema.json](summary.schema.json) "
           "is the same list as a JSON Schema (draft 2020-12).\n");
    for (const json_field *f = fields; f < fields + FIELDS; f++) {
        if (!f->key) {
            printf("\n## %s\n\n%s.\n\n| field | type | meaning |\n| --- | --- | --- |\n",
                   f->object, f->about);
            continue;
        }
        printf("| `%s`%s | ", f->key, f->always ? "" : " (optional)");
        schema_type_text(f->type);
        printf(" | ");
        page_text(f->about);
        printf(" |\n");
    }
}
