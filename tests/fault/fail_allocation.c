/* Loaded before a program (LD_PRELOAD), this sees all of its allocations. A call stack is
 * a number: the places of its calls within their files, whatever address these have.
 *
 * FAULT_LIST=FILE    at the end, a line for each call stack that has allocated: its
 * number, how often, how many of its blocks are left, and the files that its calls are in
 * FAULT_STACK=HEX    the first allocation with this call stack fails
 *
 * SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *p);

enum { DEEPEST = 24, STACKS = 1 << 18, BLOCKS = 1 << 22, FILES = 256 };

typedef struct stack_count {
    uint64_t hash;
    long calls, left;
    uint64_t files[FILES / 64]; /* that its calls are in, a bit each */
} stack_count;

typedef struct live_block {
    void *at;
    int stack;
} live_block;

typedef struct loaded_file {
    uintptr_t from, to, base;
    uint64_t hash;
    char name[200];
} loaded_file;

static stack_count *stacks; /* [STACKS], by hash */
static live_block *blocks;  /* [BLOCKS], by address */
static loaded_file files[FILES];
static int file_count, own_file;
static uint64_t wanted;
static int has_failed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int is_inside;
static int is_ready;

static uint64_t mix(uint64_t hash, uint64_t value) {
    hash ^= value;
    hash *= 0x9E3779B97F4A7C15u;
    return hash ^ (hash >> 29);
}

static int find_file_before(uintptr_t from) {
    for (int k = 0; k < file_count - 1; k++)
        if (files[k].from == from)
            return 1;
    return 0;
}

static int list_file(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    const char *slash = strrchr(info->dlpi_name, '/');
    const char *name = slash ? slash + 1 : info->dlpi_name;
    for (int k = 0; k < info->dlpi_phnum && file_count < FILES; k++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[k];
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
            continue;
        loaded_file *f = &files[file_count++];
        f->base = info->dlpi_addr;
        f->from = f->base + p->p_vaddr;
        if (find_file_before(f->from)) { /* it was there */
            file_count--;
            continue;
        }
        f->to = f->from + p->p_memsz;
        f->hash = 1;
        for (const char *c = name; *c; c++)
            f->hash = mix(f->hash, (unsigned char)*c);
        snprintf(f->name, sizeof f->name, "%s", *name ? name : "program");
    }
    return 0;
}

static int find_file(uintptr_t at) {
    for (int k = 0; k < file_count; k++)
        if (at >= files[k].from && at < files[k].to)
            return k;
    return -1;
}

/* Code that was loaded since, or is made by the program. */
static int find_file_again(uintptr_t at) {
    int k = find_file(at);
    if (k >= 0)
        return k;
    dl_iterate_phdr(list_file, NULL);
    return find_file(at);
}

static uint64_t hash_stack(uint64_t *in) {
    void *call[DEEPEST];
    const int depth = backtrace(call, DEEPEST);
    uint64_t hash = 1;
    memset(in, 0, sizeof(uint64_t) * (FILES / 64));
    for (int k = 0; k < depth; k++) {
        const int f = find_file_again((uintptr_t)call[k]);
        if (f == own_file)
            continue;
        if (f >= 0)
            in[f / 64] |= (uint64_t)1 << f % 64;
        if (f >= 0)
            hash = mix(mix(hash, files[f].hash), (uintptr_t)call[k] - files[f].base);
    }
    return hash;
}

static int stack_of(uint64_t hash, const uint64_t *in) {
    size_t k = hash % STACKS;
    while (stacks[k].hash && stacks[k].hash != hash)
        k = (k + 1) % STACKS;
    stacks[k].hash = hash;
    memcpy(stacks[k].files, in, sizeof stacks[k].files);
    return (int)k;
}

static void note_block(void *at, int stack) {
    size_t k = ((uintptr_t)at >> 4) % BLOCKS;
    while (blocks[k].at && blocks[k].at != (void *)-1)
        k = (k + 1) % BLOCKS;
    blocks[k] = (live_block){at, stack};
    stacks[stack].left++;
}

static void forget_block(void *at) {
    size_t k = ((uintptr_t)at >> 4) % BLOCKS;
    for (size_t n = 0; n < BLOCKS && blocks[k].at; n++, k = (k + 1) % BLOCKS)
        if (blocks[k].at == at) {
            stacks[blocks[k].stack].left--;
            blocks[k].at = (void *)-1;
            return;
        }
}

/* Returns the number of the stack; -1: not counted; -2: to fail. */
static int enter(void) {
    uint64_t in[FILES / 64];
    if (!is_ready || is_inside)
        return -1;
    is_inside = 1;
    pthread_mutex_lock(&lock);
    const uint64_t hash = hash_stack(in);
    int stack = stack_of(hash, in);
    stacks[stack].calls++;
    if (wanted && hash == wanted && !has_failed) {
        has_failed = 1;
        stack = -2;
    }
    pthread_mutex_unlock(&lock);
    is_inside = 0;
    return stack;
}

static void *leave(void *p, int stack) {
    if (stack < 0 || !p)
        return p;
    pthread_mutex_lock(&lock);
    note_block(p, stack);
    pthread_mutex_unlock(&lock);
    return p;
}

__attribute__((noinline)) static void *refuse(void) {
    errno = ENOMEM;
    return NULL;
}

void *malloc(size_t size) {
    const int stack = enter();
    return stack == -2 ? refuse() : leave(__libc_malloc(size), stack);
}

void *calloc(size_t count, size_t size) {
    const int stack = enter();
    return stack == -2 ? refuse() : leave(__libc_calloc(count, size), stack);
}

void free(void *p) {
    if (p && is_ready && !is_inside) {
        pthread_mutex_lock(&lock);
        forget_block(p);
        pthread_mutex_unlock(&lock);
    }
    __libc_free(p);
}

void *realloc(void *p, size_t size) {
    const int stack = enter();
    if (stack == -2)
        return refuse();
    if (stack >= 0 && p) {
        pthread_mutex_lock(&lock);
        forget_block(p);
        pthread_mutex_unlock(&lock);
    }
    return leave(__libc_realloc(p, size), stack);
}

int posix_memalign(void **p, size_t alignment, size_t size) {
    const int stack = enter();
    if (stack == -2)
        return ENOMEM;
    *p = leave(__libc_memalign(alignment, size), stack);
    return *p ? 0 : ENOMEM;
}

void *aligned_alloc(size_t alignment, size_t size) {
    const int stack = enter();
    return stack == -2 ? refuse() : leave(__libc_memalign(alignment, size), stack);
}

static void *map(size_t size) {
    return mmap(NULL, size, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

__attribute__((constructor)) static void begin(void) {
    void *call[4];
    const char *stack = getenv("FAULT_STACK");
    backtrace(call, 4); /* what it allocates by itself */
    stacks = map(sizeof *stacks * STACKS);
    blocks = map(sizeof *blocks * BLOCKS);
    dl_iterate_phdr(list_file, NULL);
    own_file = find_file((uintptr_t)(void *)note_block);
    wanted = stack ? strtoull(stack, NULL, 16) : 0;
    is_ready = 1;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_LIST");
    is_ready = 0;
    FILE *out = path ? fopen(path, "w") : NULL;
    if (!out)
        return;
    for (int k = 0; k < STACKS; k++)
        if (stacks[k].calls) {
            fprintf(out, "%016llx %ld %ld ", (unsigned long long)stacks[k].hash,
                    stacks[k].calls, stacks[k].left);
            for (int f = 0; f < file_count; f++)
                if (stacks[k].files[f / 64] >> f % 64 & 1)
                    fprintf(out, "%s,", files[f].name);
            fprintf(out, "\n");
        }
    fprintf(out, "end %d\n", has_failed);
    fclose(out);
}
