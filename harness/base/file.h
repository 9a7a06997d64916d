/*
 * Files by path: whole reads and writes, directories made and removed, trees walked. Every path in a
 * message is the caller's. Symbolic links are never followed when something is removed.
 */
#ifndef HARNESS_BASE_FILE_H
#define HARNESS_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/err.h"

/* "a/b" of "a" and "b" (b when it is absolute); the caller frees. */
char *path_join(const char *directory, const char *name);

/* The absolute form of `path` (which need not exist) without resolving links; the caller frees. */
char *path_absolute(const char *path);

/* The part behind the last slash; borrowed. */
const char *path_base(const char *path);

bool file_exists(const char *path);
bool file_is_directory(const char *path);

/* Appends the whole file to *out. */
int file_read(const char *path, struct buf *out, struct err *e);

/* Creates or replaces the file with mode `mode` (masked by the umask). */
int file_write(const char *path, const void *bytes, size_t length, mode_t mode, struct err *e);

/* All of `length` bytes to a descriptor; `path` is for the message. */
int file_write_fd(int fd, const char *path, const void *bytes, size_t length, struct err *e);

/* mkdir -p. */
int file_make_directories(const char *path, struct err *e);

/*
 * rm -rf of one path; no error when it is not there. Never leaves the file system that `path` is on, and
 * refuses the root directory, "." and "..". A bind mount of the same file system is not seen as another.
 */
int file_remove_tree(const char *path, struct err *e);

/*
 * Copies a tree: directories and regular files (permission bits and modification time kept; owner,
 * set-id bits and holes not), symbolic links as they are. Anything else (device, socket, fifo) is an
 * error. `to` must not exist and not be inside `from`; after an error what was copied stays.
 */
int file_copy_tree(const char *from, const char *to, struct err *e);

/*
 * Visits every entry below `root` depth first, in byte order of names, directories before what they
 * hold; links are not followed. `relative` is the path below root. A visitor returns 0 to go on, -1
 * (with *e filled) to stop. One directory is open at a time, so depth is bound by PATH_MAX only.
 */
typedef int file_visit(void *context, const char *path, const char *relative, const struct stat *st,
    struct err *e);
int file_walk(const char *root, file_visit *visit, void *context, struct err *e);

/*
 * SHA-256 over names, kinds, link targets and contents of a tree in the order of file_walk, equal on
 * every system for equal trees; 64 hex digits and NUL in hex[65]. Every entry goes in as its relative
 * path, NUL, a letter (d directory, f file, x file executable by its owner, l link, ? other), the
 * length of its content in decimal, NUL, and its content (of a link the target; else of files only).
 */
int file_hash_tree(const char *root, char hex[65], struct err *e);

/* The full path of a program as execvp would find it, or NULL; the caller frees. */
char *file_find_program(const char *name);

#endif
