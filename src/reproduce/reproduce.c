/* SPDX-License-Identifier: BSD-3-Clause */
/* involute reproduce: published tables and figures, recomputed beside their printed
 * values. Every printed number counts as met, near or not met (printed.h). A check that
 * differs from what its item expects has failed, and the exit status is 1. */
#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../cli/cli.h"
#include "draw.h"
#include "../cli/embedded.h"
#include "figure.h"
#include "items.h"
#include "parts.h"
#include "printed.h"
#include "../cli/say.h"

typedef struct report {
    FILE *out;
    const arguments *arguments;
    char id[ITEM_WORD];
    char title[200];
    reference reference;
    measured run[ITEM_RUNS];
    int runs;
    int has_table; /* its head is printed */
    int used[100]; /* entries of the errata that were named, by number */
    long failed;
    const printed_list *printed;
    char paper[8];
    figure *figure;
} report;

/* --- texts --- */

/* The first paragraph of entry `number`: "12. ..." at the beginning of a line. */
static const char *errata_entry(int number, int *length) {
    const embedded_file *f = embedded_find("docs", "errata", ".md");
    char head[20];
    snprintf(head, sizeof head, "\n%d. ", number);
    const char *at = f ? strstr(f->text, head) : NULL;
    if (!at) {
        *length = 0;
        return "";
    }
    at += strlen(head);
    const char *end = strstr(at, "\n\n");
    const char *next = at;
    while ((next = strchr(next, '\n')) && next[1] == ' ')
        next++;
    if (!end || (next && next < end))
        end = next ? next : at + strlen(at);
    *length = (int)(end - at);
    return at;
}

static void print_errata(report *r) {
    for (int k = 1; k < 100; k++) {
        int length;
        if (!r->used[k])
            continue;
        const char *text = errata_entry(k, &length);
        fprintf(r->out,
                r->arguments->markdown ? "\nErratum %d: %.*s\n" : "  erratum %d: %.*s\n",
                k, length, text);
    }
}

static void use_errata(report *r, int number) {
    assert(number > 0);
    int length;
    errata_entry(number, &length);
    if (number < 1 || number >= 100 || length == 0) {
        say(stderr, "error: docs/errata.md has no entry %d (item %s)\n", number, r->id);
        exit(EXIT_FAILURE);
    }
    r->used[number] = 1;
}

static void print_head(report *r, const char *text, int length) {
    int markdown = r->arguments->markdown;
    fprintf(r->out, markdown ? "\n`%.*s`\n\n" : "  %.*s\n", length, text);
    r->has_table = 0;
}

static void print_table_head(report *r) {
    if (r->has_table)
        return;
    r->has_table = 1;
    if (r->arguments->markdown)
        fprintf(r->out,
                "\n| quantity | paper | ours | difference | |\n| --- | --- | --- | "
                "--- | --- |\n");
    else
        fprintf(r->out, "    %-22s %14s %14s %12s\n", "", "paper", "ours", "difference");
}

static const char *reproduce_number_text(double x, char *text, size_t size) {
    if (isnan(x))
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%.7g", x);
    return text;
}

static void print_row(report *r, const check *k, double ours, const char *verdict) {
    char paper[40], own[40], difference[40];
    const char *format = r->arguments->markdown ? "| %s | %s%s | %s | %s | %s |\n"
                                                : "    %-22s %s%14s %14s %12s  %s\n";
    reproduce_number_text(k->paper, paper, sizeof paper);
    reproduce_number_text(ours, own, sizeof own);
    if (isnan(ours - k->paper))
        strcpy(difference, "");
    else
        snprintf(difference, sizeof difference, "%.2g", ours - k->paper);
    print_table_head(r);
    const char *sign = k->relation == AT_MOST ? "<= " : "";
    if (r->arguments->markdown)
        fprintf(r->out, format, k->quantity, sign, paper, own, difference, verdict);
    else {
        char both[60];
        snprintf(both, sizeof both, "%s%s", sign, paper);
        fprintf(r->out, format, k->quantity, "", both, own, difference, verdict);
    }
}

/* --- one check --- */

static int reproduce_is_met(const check *k, double ours) {
    double expected = isnan(k->ours) ? k->paper : k->ours;
    if (k->relation == AT_MOST)
        return ours <= expected;
    return fabs(ours - expected) <= k->tolerance;
}

static int names_errata(const report *r) {
    for (int k = 1; k < 100; k++)
        if (r->used[k])
            return 1;
    return 0;
}

/* Judges the printed numbers that the check names, and returns the worst verdict. */
static printed_verdict judge_cells(report *r, const check *k, double ours) {
    char key[ITEM_CELL];
    printed_verdict worst = PRINTED_MET;
    for (const char *at = k->cell; item_next_cell(&at, key, sizeof key);) {
        printed_number *n = printed_find(r->printed, r->paper, key);
        n->verdict = printed_judge(n, ours);
        n->ours = ours;
        if (n->verdict < worst)
            worst = n->verdict;
    }
    return worst;
}

/* Judges one check: what the item expects, which has failed otherwise, and the printed
 * number. Without a tolerance a printed number is expected to be met. */
static void reproduce_judge(report *r, const check *k) {
    const char *why = "";
    char verdict[160] = "";
    double ours =
        r->runs ? measure(k->quantity, r->run, r->runs, &r->reference, &why) : NAN;
    int compared = k->relation == AT_MOST || !isnan(k->tolerance);
    int has_failed = compared && !reproduce_is_met(k, ours);
    if (k->errata)
        use_errata(r, k->errata);
    if (*k->cell) {
        printed_verdict v = judge_cells(r, k, ours);
        snprintf(verdict, sizeof verdict, "%s", printed_word(v));
        if (k->errata)
            snprintf(verdict, sizeof verdict, "%s, erratum %d", printed_word(v),
                     k->errata);
        if (!compared && v != PRINTED_MET)
            has_failed = 1;
        if (v == PRINTED_NOT_MET && !names_errata(r)) {
            has_failed = 1;
            why = "names no erratum";
        }
    } else if (!compared)
        snprintf(verdict, sizeof verdict, "%.80s", why);
    else if (k->errata)
        snprintf(verdict, sizeof verdict, "erratum %d", k->errata);
    if (has_failed) {
        double expected = isnan(k->ours) ? k->paper : k->ours;
        r->failed++;
        snprintf(verdict, sizeof verdict, "FAILED: expected %.7g%s%.80s", expected,
                 *why ? "; " : "", why);
    }
    print_row(r, k, ours, verdict);
}

/* --- lines of an item --- */

static void clear_runs(report *r) {
    for (int k = 0; k < r->runs; k++)
        measure_free(&r->run[k]);
    r->runs = 0;
}

static void tell_failure(report *r, const measured *m) {
    if (!m->status)
        return;
    r->failed++;
    fprintf(r->out, "    FAILED: %s",
            m->context ? invo_context_message(m->context) : "out of memory\n");
}

static void do_run(report *r, const item_line *line) {
    assert(r->runs <= ITEM_RUNS);
    clear_runs(r);
    print_head(r, line->text, line->length);
    r->run[r->runs++] = measure_run(line->text, line->length, NULL, NULL);
    tell_failure(r, &r->run[0]);
}

/* "step 0.02 0.01 : MODEL OPTIONS" */
static void do_sweep(report *r, const item_line *line) {
    const char *at = line->text;
    const char *end = at + line->length;
    char option[ITEM_WORD], value[ITEM_RUNS][ITEM_WORD];
    int count = 0;
    clear_runs(r);
    print_head(r, line->text, line->length);
    item_word(&at, end, option, sizeof option);
    while (count < ITEM_RUNS && item_word(&at, end, value[count], ITEM_WORD) &&
           strcmp(value[count], ":") != 0)
        count++;
    for (int k = 0; k < count; k++) {
        r->run[r->runs++] = measure_run(at, (int)(end - at), option, value[k]);
        tell_failure(r, &r->run[k]);
    }
}

/* "MODEL OPTIONS : words of the message" */
static void do_fails(report *r, const item_line *line) {
    char text[2000], *words;
    snprintf(text, sizeof text, "%.*s", line->length, line->text);
    words = strstr(text, " : ");
    if (!words)
        words = text + strlen(text);
    if (*words) {
        *words = 0;
        words += 3;
    }
    clear_runs(r);
    print_head(r, text, (int)strlen(text));
    measured m = measure_run(text, (int)strlen(text), NULL, NULL);
    if (!m.status || !strstr(invo_context_message(m.context), words)) {
        r->failed++;
        fprintf(r->out, "    FAILED: expected to end with '%s'\n", words);
    } else
        fprintf(r->out, "    ends as it must: %s\n", words);
    measure_free(&m);
}

/* Lines that split constraints, and their components (parts.h). */
static void do_parts(report *r, const item_line *line) {
    clear_runs(r);
    print_head(r, line->text, line->length);
    int good = line->kind == LINE_SPLIT ? parts_split(line->text, line->length, r->out)
                                        : parts_compare(line->text, line->length, r->out);
    if (good)
        return;
    r->failed++;
    fprintf(r->out, "    FAILED: expected %.*s\n", line->length, line->text);
}

static void do_against(report *r, const item_line *line) {
    measured m = measure_run(line->text, line->length, NULL, NULL);
    tell_failure(r, &m);
    reference_from_run(&r->reference, &m);
    measure_free(&m);
}

static void do_draw(report *r, const item_line *line) {
    if (!r->figure)
        r->figure = calloc(1, sizeof *r->figure);
    if (!r->figure)
        measure_note_memory();
    if (!r->figure || draw(r->figure, line, r->run, r->runs, &r->reference))
        return;
    r->failed++;
    fprintf(r->out, "    FAILED: cannot draw '%.*s': %s\n", line->length, line->text,
            r->figure->problem);
}

/* Does what one line of an item asks for. */
static void do_line(report *r, const item_line *line) {
    switch (line->kind) {
    case LINE_NOTE:
        fprintf(r->out, r->arguments->markdown ? "\n%.*s\n" : "  %.*s\n", line->length,
                line->text);
        if (r->arguments->markdown) /* it ends a table */
            r->has_table = 0;
        break;
    case LINE_ERRATA:
        use_errata(r, atoi(line->text));
        break;
    case LINE_AGAINST:
        do_against(r, line);
        break;
    case LINE_EXACT:
        reference_from_text(&r->reference, line->text, line->length);
        break;
    case LINE_RUN:
        do_run(r, line);
        break;
    case LINE_SWEEP:
        do_sweep(r, line);
        break;
    case LINE_FAILS:
        do_fails(r, line);
        break;
    case LINE_SPLIT:
    case LINE_PART:
        do_parts(r, line);
        break;
    case LINE_DRAW:
        do_draw(r, line);
        break;
    case LINE_CHECK:
        reproduce_judge(r, &line->check);
        break;
    case LINE_LONG: /* read before */
    case LINE_ITEM:
    case LINE_END:
        break;
    }
}

static void finish_figure(report *r) {
    char path[400];
    const char *folder = r->arguments->output_dir;
    if (r->figure && folder && !figure_is_empty(r->figure)) {
        snprintf(path, sizeof path, "%s/%s.svg", folder, r->id);
        if (!figure_write(r->figure, r->title, path)) {
            say(stderr, "error: cannot write '%s': %s\n", path, strerror(errno));
            exit(EXIT_FILES);
        }
        if (r->arguments->markdown)
            fprintf(r->out, "\n![%s](papers/%s.svg)\n", r->id, r->id);
        else
            fprintf(r->out, "  figure in %s\n", path);
    }
    figure_free(r->figure);
    r->figure = NULL;
}

/* --- items --- */

typedef struct item {
    const embedded_file *file;
    const char *at; /* after its first line */
    char id[ITEM_WORD];
    char title[200];
    char paper[8];
    int is_long;
} item;

/* Does the item, which begins at `at`, run with --long only? */
static int item_is_long(const char *at, const char *path) {
    for (item_line line; (line = item_next(&at, path)).kind != LINE_END;) {
        if (line.kind == LINE_ITEM)
            return 0;
        if (line.kind == LINE_LONG)
            return 1;
    }
    return 0;
}

/* Calls `each` for every item until it returns nonzero. */
static int for_each(int (*each)(const item *i, void *data), void *data) {
    char name[100];
    for (const embedded_file *f = embedded_files; f->path; f++) {
        const char *at = f->text;
        if (!embedded_is_in(f, "reproduce", name, sizeof name))
            continue;
        if (!strstr(f->path, ".items"))
            continue;
        for (item_line line; (line = item_next(&at, f->path)).kind != LINE_END;) {
            const char *word = line.text;
            item i = {.file = f, .at = at};
            if (line.kind != LINE_ITEM)
                continue;
            item_word(&word, line.text + line.length, i.id, sizeof i.id);
            while (*word == ' ')
                word++;
            snprintf(i.title, sizeof i.title, "%.*s",
                     (int)(line.text + line.length - word), word);
            snprintf(i.paper, sizeof i.paper, "%.7s", name);
            i.is_long = item_is_long(at, f->path);
            if (each(&i, data))
                return 1;
        }
    }
    return 0;
}

/* Finds the printed number of every check of an item; ends the program where a key is
 * wrong. */
static int join_item(const item *i, void *data) {
    const printed_list *list = data;
    char key[ITEM_CELL];
    const char *at = i->at;
    for (item_line line; (line = item_next(&at, i->file->path)).kind != LINE_END;) {
        if (line.kind == LINE_ITEM)
            break;
        if (line.kind != LINE_CHECK)
            continue;
        for (const char *cell = line.check.cell;
             item_next_cell(&cell, key, sizeof key);) {
            printed_number *n = printed_find(list, i->paper, key);
            if (!n) {
                say(stderr, "error: %s: no printed number '%s' (item %s)\n",
                    i->file->path, key, i->id);
                exit(EXIT_FAILURE);
            }
            printed_join(n, &line.check, i->id, i->is_long);
        }
    }
    return 0;
}

/* Returns the number of checks that failed; verdicts go to the list. */
static long reproduce(const item *i, const arguments *a, const printed_list *printed,
                      FILE *out) {
    static report r;
    const char *at = i->at;
    r = (report){.out = out, .arguments = a, .printed = printed};
    snprintf(r.id, sizeof r.id, "%s", i->id);
    snprintf(r.title, sizeof r.title, "%s", i->title);
    snprintf(r.paper, sizeof r.paper, "%s", i->paper);
    fprintf(out, a->markdown ? "\n### %s: %s\n" : "%s  %s\n", i->id, i->title);
    for (item_line line; (line = item_next(&at, i->file->path)).kind != LINE_END;) {
        if (line.kind == LINE_ITEM)
            break;
        do_line(&r, &line);
    }
    clear_runs(&r);
    finish_figure(&r);
    print_errata(&r);
    fprintf(out, "\n");
    return r.failed;
}

static int list_item(const item *i, void *data) {
    (void)data;
    printf("%-18s  %s\n", i->id, i->title);
    return 0;
}

typedef struct search {
    const char *id;
    item found;
    char ids[16000];
} search;

static int find_item(const item *i, void *data) {
    search *s = data;
    if (strlen(s->ids) + strlen(i->id) + 2 < sizeof s->ids)
        strcat(strcat(s->ids, i->id), " ");
    if (strcmp(i->id, s->id) != 0)
        return 0;
    s->found = *i;
    return 1;
}

/* Leaves in the list the numbers that item `id` has. */
static void keep_numbers_of(printed_list *list, const char *id) {
    int kept = 0;
    for (int k = 0; k < list->count; k++)
        if (strcmp(list->at[k].item, id) == 0)
            list->at[kept++] = list->at[k];
    list->count = kept;
}

/* Runs one item; with --json its text goes to a temporary file that nobody reads. */
static int reproduce_one(const arguments *a, printed_list *printed) {
    static search s;
    size_t n = 0;
    s.id = a->model;
    if (!for_each(find_item, &s)) {
        const char *near = invo_name_near(a->model, s.ids, &n);
        say(stderr, "error: there is no item '%s'", a->model);
        if (near)
            say(stderr, "; did you mean '%.*s'?\n", (int)n, near);
        else
            say(stderr, "; 'involute reproduce' lists them\n");
        return EXIT_BAD_COMMAND_LINE;
    }
    keep_numbers_of(printed, a->model);
    FILE *out = a->json ? tmpfile() : stdout;
    if (!out) {
        say(stderr, "error: cannot make a temporary file: %s\n", strerror(errno));
        session_print_failure("E_FILE", "cannot make a temporary file");
        return EXIT_FILES;
    }
    long failed = reproduce(&s.found, a, printed, out);
    if (a->json) {
        printed_json(printed, failed, stdout);
        fclose(out);
    } else if (printed->count)
        printed_summary(printed, a->markdown, stdout);
    if (measure_lacks_memory()) {
        fprintf(stderr, "error: out of memory: not all numbers could be computed\n");
        return EXIT_FILES;
    }
    return failed ? EXIT_FAILURE : 0;
}

/* --- all items, as many at a time as there are processors --- */

enum { MOST_ITEMS = 400 };
typedef struct batch {
    const arguments *arguments;
    printed_list *printed;
    int count;
    long failed;
    int status; /* EXIT_FILES where files, memory or processes were lacking */
    item item[MOST_ITEMS];
    pid_t process[MOST_ITEMS];
    FILE *out[MOST_ITEMS], *verdicts[MOST_ITEMS];
} batch;

/* What a process reports of one printed number, by its place in the list. */
typedef struct finding {
    int number;
    printed_verdict verdict;
    double ours;
} finding;

static int add_item(const item *i, void *data) {
    batch *b = data;
    if (b->count == MOST_ITEMS)
        return 1;
    if (!i->is_long || b->arguments->is_long)
        b->item[b->count++] = *i;
    return 0;
}

/* What a process writes: how many checks failed, and its findings. */
static void write_findings(const batch *b, int k, long failed) {
    fwrite(&failed, sizeof failed, 1, b->verdicts[k]);
    for (int j = 0; j < b->printed->count; j++) {
        const printed_number *n = &b->printed->at[j];
        finding f = {j, n->verdict, n->ours};
        if (strcmp(n->item, b->item[k].id) == 0)
            fwrite(&f, sizeof f, 1, b->verdicts[k]);
    }
}

static void read_findings(batch *b, int k) {
    finding f;
    long failed;
    rewind(b->verdicts[k]);
    if (fread(&failed, sizeof failed, 1, b->verdicts[k]) == 1)
        b->failed += failed;
    while (fread(&f, sizeof f, 1, b->verdicts[k]) == 1) {
        b->printed->at[f.number].verdict = f.verdict;
        b->printed->at[f.number].ours = f.ours;
    }
}

/* Does item k in a process of its own, whose exit status is 0 or EXIT_FILES: failed
 * checks are among what it writes. */
static void run_item(batch *b, int k) {
    long failed = reproduce(&b->item[k], b->arguments, b->printed, b->out[k]);
    write_findings(b, k, failed);
    int status = 0;
    if (measure_lacks_memory()) {
        say(stderr, "error: out of memory: not all numbers of %s could be computed\n",
            b->item[k].id);
        status = EXIT_FILES;
    }
    if (fflush(b->out[k]) || ferror(b->out[k]) || fflush(b->verdicts[k])) {
        say(stderr, "error: cannot write what %s gives: %s\n", b->item[k].id,
            strerror(errno));
        status = EXIT_FILES;
    }
    _exit(status);
}

static void start_item(batch *b, int k) {
    fflush(NULL);
    b->out[k] = tmpfile();
    b->verdicts[k] = b->out[k] ? tmpfile() : NULL;
    b->process[k] = b->verdicts[k] ? fork() : -1;
    if (b->process[k] == 0)
        run_item(b, k);
    if (b->process[k] > 0)
        return;
    say(stderr, "error: cannot start a process for %s: %s\n", b->item[k].id,
        strerror(errno));
    b->status = EXIT_FILES;
}

/* Waits for item k; its text stays in its file. */
static void end_item(batch *b, int k) {
    int status = 0;
    if (b->process[k] > 0 && waitpid(b->process[k], &status, 0) < 0) {
        say(stderr, "error: cannot wait for %s: %s\n", b->item[k].id, strerror(errno));
        b->status = EXIT_FILES;
    } else if (b->process[k] > 0)
        read_findings(b, k);
    if (b->verdicts[k])
        fclose(b->verdicts[k]);
    if (WIFSIGNALED(status))
        say(stderr, "error: %s ended by signal %d\n", b->item[k].id, WTERMSIG(status));
    if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FILES)
        b->status = EXIT_FILES;
    else if (status)
        b->failed++;
}

static void print_item(batch *b, int k) {
    char text[4096];
    size_t n;
    if (!b->out[k])
        return;
    rewind(b->out[k]);
    while ((n = fread(text, 1, sizeof text, b->out[k])) > 0)
        if (!b->arguments->json)
            fwrite(text, 1, n, stdout);
    fclose(b->out[k]);
}

/* Runs all items. Markdown begins with the counts, which are known last. */
static int reproduce_all(const arguments *a, printed_list *printed) {
    static batch b;
    b.arguments = a;
    b.printed = printed;
    for_each(add_item, &b);
    long at_once = sysconf(_SC_NPROCESSORS_ONLN);
    if (at_once < 1)
        at_once = 1;
    for (int k = 0; k < b.count + at_once; k++) {
        if (k >= at_once)
            end_item(&b, k - (int)at_once);
        if (k >= at_once && !a->markdown)
            print_item(&b, k - (int)at_once);
        if (k < b.count)
            start_item(&b, k);
    }
    if (a->json)
        printed_json(printed, b.failed, stdout);
    else
        printed_summary(printed, a->markdown, stdout);
    for (int k = 0; k < b.count && a->markdown; k++)
        print_item(&b, k);
    if (!a->json && !a->markdown)
        printf("%d items, %ld failed check%s\n", b.count, b.failed,
               b.failed == 1 ? "" : "s");
    if (b.status)
        return b.status;
    return b.failed ? EXIT_FAILURE : 0;
}

/* Options that need items, and those of which one counts. */
static int reproduce_check(const arguments *a) {
    const char *of_items = NULL;
    if (a->json)
        of_items = "--json";
    if (a->markdown)
        of_items = "--markdown";
    if (a->output_dir)
        of_items = "--output-dir";
    if (a->is_long)
        of_items = "--long";
    if (a->all && a->model)
        return arguments_complain(a, "--all and the item '%s': give one of them",
                                  a->model);
    if (of_items && !a->all && !a->model)
        return arguments_complain(a,
                                  "%s requires an item or --all; 'involute reproduce' "
                                  "lists the items",
                                  of_items);
    if (a->json && a->markdown)
        return arguments_complain(a, "--json and --markdown are two forms of the report; "
                                     "give one of them");
    return 0;
}

int reproduce_command(const arguments *a) {
    if (reproduce_check(a))
        return EXIT_BAD_COMMAND_LINE;
    if (folder_make(a->output_dir))
        return EXIT_FILES;
    if (!a->all && !a->model) {
        for_each(list_item, NULL);
        return 0;
    }
    printed_list printed = printed_load();
    if (printed.lacks_memory) {
        fprintf(stderr, "error: out of memory for the printed numbers\n");
        if (a->json)
            session_print_failure("E_MEMORY", "out of memory");
        printed_free(&printed);
        return EXIT_FILES;
    }
    for_each(join_item, &printed);
    int status = a->all ? reproduce_all(a, &printed) : reproduce_one(a, &printed);
    printed_free(&printed);
    return status;
}
