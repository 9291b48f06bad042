/* SPDX-License-Identifier: BSD-3-Clause */
/* The command that repeats a run, as a shell reads it. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli.h"

static int command_is_plain(const char *word) {
    return *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789_./=:,+-@%") == strlen(word);
}

/* Writes a word so that a shell takes it as it is. */
static void command_write_word(FILE *out, const char *word) {
    if (command_is_plain(word)) {
        fputs(word, out);
        return;
    }
    putc('\'', out);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", out);
        else
            putc(*word, out);
    putc('\'', out);
}

/* Where the name of a file that is read begins in a word of the command line, which may
 * be --input=FILE; NULL: there is none. Names that are no files are models of the gallery
 * or standard input. */
static const char *command_file_in(const arguments *a, const char *word) {
    const char *const read[] = {a->model, a->input, a->with};
    enum { READ = sizeof read / sizeof *read };
    for (int k = 0; k < READ + a->library_count; k++) {
        const char *file = k < READ ? read[k] : a->library[k - READ];
        if (file && file >= word && file <= word + strlen(word) &&
            strcmp(file, "-") != 0 && access(file, F_OK) == 0)
            return file;
    }
    return NULL;
}

/* Writes a word with the whole path of the file that it names, if any. */
static void command_write_argument(FILE *out, const arguments *a, const char *word) {
    const char *file = command_file_in(a, word);
    char *folder = file && file[0] != '/' ? getcwd(NULL, 0) : NULL;
    char *text = NULL;
    size_t size;
    FILE *whole = folder ? open_memstream(&text, &size) : NULL;
    if (whole) {
        fprintf(whole, "%.*s%s/%s", (int)(file - word), word, folder, file);
        fclose(whole);
    }
    command_write_word(out, text ? text : word);
    free(text);
    free(folder);
}

static int command_has_line(const char *text, const char *line) {
    const size_t n = strlen(line);
    for (const char *at = text; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strncmp(at, line, n) == 0 && (at[n] == '\n' || !at[n]))
            return 1;
    }
    return 0;
}

/* Writes the text of the model behind the command, up to a line that is not in it. */
static void command_write_text(FILE *out, const char *text) {
    char end[32] = "END";
    for (int k = 1; command_has_line(text, end); k++)
        snprintf(end, sizeof end, "END%d", k);
    const size_t n = strlen(text);
    fprintf(out, " <<'%s'\n%s%s%s\n", end, text, n && text[n - 1] == '\n' ? "" : "\n",
            end);
}

char *command_text(const session *s) {
    const arguments *a = s->arguments;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fputs("involute", out);
    for (int k = 1; k < a->word_count; k++) {
        putc(' ', out);
        command_write_argument(out, a, a->words[k]);
    }
    if (s->text)
        command_write_text(out, s->text);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
