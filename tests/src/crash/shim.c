/* Stands between a program and the disk (by LD_PRELOAD): records what the program does to the files below one folder,
 * and fails some of it on purpose.
 *
 * SHIM_FOLDER  the folder; everything elsewhere is left alone
 * SHIM_TRACE   the file that the record is appended to; none is written without it
 * SHIM_FAIL    "KIND ERROR HOW NUMBER SEED": calls of KIND (read, write, sync, open, stat, name; answer, which says
 *              something good by HTTP; query, which asks a database something) fail with the number ERROR, or are done by half if that is 0, or end the program at once if
 *              that is -1; HOW says which: "once" the NUMBERth, "from" that one and all after it, "permille" that many
 *              of a thousand, as SEED has it
 * SHIM_SECONDS how many seconds later it is than the clock says; fewer than 0 if it is earlier
 *
 * A record is a line and the bytes that the line's last number counts:
 *
 *   open HANDLE TRUNCATED N      path
 *   dup OLD NEW 0
 *   write HANDLE OFFSET N        what was written
 *   truncate HANDLE LENGTH 0
 *   sync HANDLE 0 0
 *   unsynced HANDLE 0 0          a sync that failed
 *   mkdir, rmdir, unlink 0 0 N   path
 *   rename, link 0 0 N           path, a zero byte, path
 *   said 0 0 N                   the beginning of what left the program by a socket, its output or its messages
 *
 * Records are in the order in which things happened, for all threads. What is said is recorded before it leaves. A sync
 * costs nothing here: whether the disk keeps it is for the model to say. Calls by which bytes could pass unseen fail, as
 * on systems that do not have them, so that the program takes another way. */

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum { HANDLES = 1 << 16, HEARD = 256 };

#define ANSWER "HTTP/1.1 200"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static int trace = -1;
static char kept[HANDLES]; /* whether a handle is of a file below the folder */

static char fail_kind[16], fail_how[16];
static long fail_error, fail_number, fail_count;
static uint64_t fail_seed;
static time_t later; /* seconds */

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("SHIM_FOLDER"), *fail = getenv("SHIM_FAIL"), *to = getenv("SHIM_TRACE");
    const char *seconds = getenv("SHIM_SECONDS");
    if (seconds) later = atol(seconds);
    if (path && realpath(path, folder)) folder_length = strlen(folder);
    if (fail && sscanf(fail, "%15s %ld %15s %ld %lu", fail_kind, &fail_error, fail_how, &fail_number, &fail_seed) != 5)
        abort();
    if (to) {
        trace = syscall(SYS_openat, AT_FDCWD, to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (trace < 0) abort();
    }
}

static int is_kept(int handle) { return handle >= 0 && handle < HANDLES && kept[handle]; }

static void put(const void *bytes, size_t n) {
    while (n > 0) {
        long done = syscall(SYS_write, trace, bytes, n);
        if (done < 0) abort();
        bytes = (const char *)bytes + done;
        n -= done;
    }
}

static void record(const char *what, long a, long b, const void *bytes, size_t n) {
    char line[96];
    if (trace < 0) return;
    put(line, snprintf(line, sizeof line, "%s %ld %ld %zu\n", what, a, b, n));
    put(bytes, n);
}

/* Whether this call is one of those that are chosen; with the lock held. */
static int is_chosen(const char *kind) {
    if (strcmp(kind, fail_kind) != 0) return 0;
    fail_count++;
    if (strcmp(fail_how, "once") == 0) return fail_count == fail_number;
    if (strcmp(fail_how, "from") == 0) return fail_count >= fail_number;
    uint64_t mixed = (fail_seed + fail_count) * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return (mixed ^ (mixed >> 31)) % 1000 < (uint64_t)fail_number;
}

/* Whether this call fails; with the lock held. */
static int fails(const char *kind) {
    int is_failing = is_chosen(kind);
    if (is_failing && fail_error < 0) syscall(SYS_kill, getpid(), SIGKILL);
    return is_failing;
}

/* Refuses a call that fails. */
static int refused(const char *kind) {
    int is_refused = fails(kind) && fail_error;
    if (is_refused) errno = fail_error;
    return is_refused;
}

/* How many of n bytes are read or written; -1 if the call fails. */
static ssize_t allowed(const char *kind, size_t n) {
    if (!fails(kind)) return n;
    if (!fail_error) return n > 1 ? n / 2 : n;
    errno = fail_error;
    return -1;
}

/* The whole path, of which nothing needs to exist. */
static void whole(int at, const char *path, char *to) {
    char from[64];
    to[0] = 0;
    if (path[0] == '/') {
        snprintf(to, PATH_MAX, "%s", path);
        return;
    }
    ssize_t n;
    if (at == AT_FDCWD) snprintf(from, sizeof from, "/proc/self/cwd");
    else snprintf(from, sizeof from, "/proc/self/fd/%d", at);
    n = readlink(from, to, PATH_MAX - 1);
    if (n < 0) n = 0;
    snprintf(to + n, PATH_MAX - n, "/%s", path);
}

static int is_below(const char *path) {
    return folder_length && strncmp(path, folder, folder_length) == 0 &&
           (path[folder_length] == '/' || path[folder_length] == 0);
}

/* Opening and closing. */

static int opened(int at, const char *path, int flags, mode_t mode) {
    char name[PATH_MAX];
    whole(at, path, name);
    if (!is_below(name)) {
        int handle = syscall(SYS_openat, at, path, flags, mode);
        if (handle >= 0 && handle < HANDLES) kept[handle] = 0;
        return handle;
    }
    pthread_mutex_lock(&lock);
    int handle = refused("open") ? -1 : (int)syscall(SYS_openat, at, path, flags, mode);
    if (handle >= HANDLES) abort();
    if (handle >= 0) {
        kept[handle] = 1;
        record("open", handle, !!(flags & O_TRUNC), name, strlen(name));
    }
    pthread_mutex_unlock(&lock);
    return handle;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | __O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = va_arg(rest, mode_t); \
        va_end(rest); \
    }

int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { MODE(flags) return opened(at, path, flags, mode); }

static int copied(int old, int new) {
    if (new >= 0 && new < HANDLES) {
        kept[new] = is_kept(old);
        if (kept[new]) record("dup", old, new, "", 0);
    }
    return new;
}

int close(int handle) {
    pthread_mutex_lock(&lock);
    if (handle >= 0 && handle < HANDLES) kept[handle] = 0;
    int result = syscall(SYS_close, handle);
    pthread_mutex_unlock(&lock);
    return result;
}

int dup(int old) {
    pthread_mutex_lock(&lock);
    int new = copied(old, syscall(SYS_dup, old));
    pthread_mutex_unlock(&lock);
    return new;
}

static int controlled(int handle, int command, void *argument) {
    pthread_mutex_lock(&lock);
    int result = syscall(SYS_fcntl, handle, command, argument);
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) copied(handle, result);
    pthread_mutex_unlock(&lock);
    return result;
}

#define ARGUMENT(last) \
    va_list rest; \
    va_start(rest, last); \
    void *argument = va_arg(rest, void *); \
    va_end(rest);

/* A lock may be waited for, and nobody else is to wait for that. */
int fcntl(int handle, int command, ...) {
    ARGUMENT(command)
    if (command == F_SETLKW || command == F_OFD_SETLKW) return syscall(SYS_fcntl, handle, command, argument);
    return controlled(handle, command, argument);
}

int fcntl64(int handle, int command, ...) {
    ARGUMENT(command)
    if (command == F_SETLKW || command == F_OFD_SETLKW) return syscall(SYS_fcntl, handle, command, argument);
    return controlled(handle, command, argument);
}

/* Reading. */

#define READ(call) \
    if (!is_kept(handle)) return call; \
    pthread_mutex_lock(&lock); \
    ssize_t most = allowed("read", n); \
    pthread_mutex_unlock(&lock); \
    if (most < 0) return -1; \
    n = most; \
    return call

ssize_t read(int handle, void *to, size_t n) { READ(syscall(SYS_read, handle, to, n)); }
ssize_t pread(int handle, void *to, size_t n, off_t at) { READ(syscall(SYS_pread64, handle, to, n, at)); }
ssize_t pread64(int handle, void *to, size_t n, off64_t at) { READ(syscall(SYS_pread64, handle, to, n, at)); }

ssize_t readv(int handle, const struct iovec *parts, int n_parts) {
    if (!is_kept(handle)) return syscall(SYS_readv, handle, parts, n_parts);
    return read(handle, parts[0].iov_base, parts[0].iov_len);
}

/* Writing. Of several parts the first that is not empty is taken, as the system may. */

static ssize_t written(int handle, const void *from, size_t n, off64_t at) {
    pthread_mutex_lock(&lock);
    ssize_t done = allowed("write", n);
    if (done >= 0) {
        n = done;
        done = at < 0 ? syscall(SYS_write, handle, from, n) : syscall(SYS_pwrite64, handle, from, n, at);
    }
    if (done > 0) {
        if (at < 0) at = syscall(SYS_lseek, handle, 0, SEEK_CUR) - done;
        record("write", handle, at, from, done);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

/* A message to PostgreSQL is a letter and a length of four bytes, of which the first is 0 as it is never that long. */
static int is_query(const char *from, size_t n) {
    return n > 4 && from[0] >= 'A' && from[0] <= 'Z' && from[1] == 0;
}

static void said(int handle, const void *from, size_t n) {
    int kind;
    socklen_t length = sizeof kind;
    if (handle > 2 && getsockopt(handle, SOL_SOCKET, SO_TYPE, &kind, &length) != 0) return;
    pthread_mutex_lock(&lock);
    if (n >= sizeof ANSWER - 1 && memcmp(from, ANSWER, sizeof ANSWER - 1) == 0) fails("answer");
    if (is_query(from, n)) fails("query");
    record("said", 0, 0, from, n < HEARD ? n : HEARD);
    pthread_mutex_unlock(&lock);
}

ssize_t write(int handle, const void *from, size_t n) {
    if (is_kept(handle)) return written(handle, from, n, -1);
    said(handle, from, n);
    return syscall(SYS_write, handle, from, n);
}

ssize_t pwrite(int handle, const void *from, size_t n, off_t at) {
    return is_kept(handle) ? written(handle, from, n, at) : syscall(SYS_pwrite64, handle, from, n, at);
}

ssize_t pwrite64(int handle, const void *from, size_t n, off64_t at) {
    return is_kept(handle) ? written(handle, from, n, at) : syscall(SYS_pwrite64, handle, from, n, at);
}

static const struct iovec *first(const struct iovec *parts, int n_parts) {
    while (n_parts > 1 && parts->iov_len == 0) parts++, n_parts--;
    return parts;
}

ssize_t writev(int handle, const struct iovec *parts, int n_parts) {
    const struct iovec *part = first(parts, n_parts);
    if (is_kept(handle)) return written(handle, part->iov_base, part->iov_len, -1);
    said(handle, part->iov_base, part->iov_len);
    return syscall(SYS_writev, handle, parts, n_parts);
}

ssize_t pwritev(int handle, const struct iovec *parts, int n_parts, off_t at) {
    const struct iovec *part = first(parts, n_parts);
    return pwrite64(handle, part->iov_base, part->iov_len, at);
}

ssize_t pwritev64(int handle, const struct iovec *parts, int n_parts, off64_t at) {
    const struct iovec *part = first(parts, n_parts);
    return pwrite64(handle, part->iov_base, part->iov_len, at);
}

ssize_t send(int handle, const void *from, size_t n, int flags) {
    said(handle, from, n);
    return syscall(SYS_sendto, handle, from, n, flags, NULL, 0);
}

ssize_t sendmsg(int handle, const struct msghdr *message, int flags) {
    if (message->msg_iovlen) said(handle, message->msg_iov[0].iov_base, message->msg_iov[0].iov_len);
    return syscall(SYS_sendmsg, handle, message, flags);
}

static int truncated(int handle, off64_t length) {
    if (!is_kept(handle)) return syscall(SYS_ftruncate, handle, length);
    pthread_mutex_lock(&lock);
    int result = refused("write") ? -1 : (int)syscall(SYS_ftruncate, handle, length);
    if (result == 0) record("truncate", handle, length, "", 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate(int handle, off_t length) { return truncated(handle, length); }
int ftruncate64(int handle, off64_t length) { return truncated(handle, length); }

/* Looking at names. */

int statx(int at, const char *path, int flags, unsigned mask, struct statx *to) {
    char name[PATH_MAX];
    const char *volatile given = path; /* whoever asks whether there is such a call gives none, against its declaration */
    if (given && given[0]) {
        whole(at, given, name);
        pthread_mutex_lock(&lock);
        int is_refused = is_below(name) && refused("stat");
        pthread_mutex_unlock(&lock);
        if (is_refused) return -1;
    }
    return syscall(SYS_statx, at, path, flags, mask, to);
}

/* Making durable. */

static int synced(int handle, long call) {
    if (!is_kept(handle)) return syscall(call, handle);
    pthread_mutex_lock(&lock);
    int result = refused("sync") ? -1 : 0;
    record(result == 0 ? "sync" : "unsynced", handle, 0, "", 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int handle) { return synced(handle, SYS_fsync); }
int fdatasync(int handle) { return synced(handle, SYS_fdatasync); }

/* Asks the disk to begin writing, and promises nothing. */
int sync_file_range(int handle, off64_t at, off64_t n, unsigned flags) {
    return is_kept(handle) ? 0 : (int)syscall(SYS_sync_file_range, handle, at, n, flags);
}

/* Names. */

static int renamed(const char *what, int from_at, const char *from, int to_at, const char *to, long call, int flags) {
    char names[2 * PATH_MAX], name[PATH_MAX];
    whole(from_at, from, names);
    whole(to_at, to, name);
    if (!is_below(names) && !is_below(name)) return syscall(call, from_at, from, to_at, to, flags);
    pthread_mutex_lock(&lock);
    int result = refused("name") ? -1 : (int)syscall(call, from_at, from, to_at, to, flags);
    if (result == 0) {
        size_t n = strlen(names) + 1;
        strcpy(names + n, name);
        record(what, 0, 0, names, n + strlen(name));
    }
    pthread_mutex_unlock(&lock);
    return result;
}

int rename(const char *from, const char *to) {
    return renamed("rename", AT_FDCWD, from, AT_FDCWD, to, SYS_renameat2, 0);
}
int renameat(int from_at, const char *from, int to_at, const char *to) {
    return renamed("rename", from_at, from, to_at, to, SYS_renameat2, 0);
}
int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags) {
    return renamed("rename", from_at, from, to_at, to, SYS_renameat2, flags);
}
int link(const char *from, const char *to) { return renamed("link", AT_FDCWD, from, AT_FDCWD, to, SYS_linkat, 0); }
int linkat(int from_at, const char *from, int to_at, const char *to, int flags) {
    return renamed("link", from_at, from, to_at, to, SYS_linkat, flags);
}

static int named(const char *what, int at, const char *path, long call, long last) {
    char name[PATH_MAX];
    whole(at, path, name);
    if (!is_below(name)) return syscall(call, at, path, last);
    pthread_mutex_lock(&lock);
    int result = refused("name") ? -1 : (int)syscall(call, at, path, last);
    if (result == 0) record(what, 0, 0, name, strlen(name));
    pthread_mutex_unlock(&lock);
    return result;
}

int unlink(const char *path) { return named("unlink", AT_FDCWD, path, SYS_unlinkat, 0); }
int rmdir(const char *path) { return named("rmdir", AT_FDCWD, path, SYS_unlinkat, AT_REMOVEDIR); }
int unlinkat(int at, const char *path, int flags) {
    return named(flags & AT_REMOVEDIR ? "rmdir" : "unlink", at, path, SYS_unlinkat, flags);
}
int mkdir(const char *path, mode_t mode) { return named("mkdir", AT_FDCWD, path, SYS_mkdirat, mode); }
int mkdirat(int at, const char *path, mode_t mode) { return named("mkdir", at, path, SYS_mkdirat, mode); }

/* The time of day; how much time passes stays as it is. */

int clock_gettime(clockid_t clock, struct timespec *to) {
    int result = syscall(SYS_clock_gettime, clock, to);
    if (result == 0 && clock == CLOCK_REALTIME) to->tv_sec += later;
    return result;
}

/* What is not there. */

static int without(int error) {
    errno = error;
    return -1;
}

int fallocate(int handle, int mode, off_t at, off_t n) {
    return is_kept(handle) ? without(EOPNOTSUPP) : (int)syscall(SYS_fallocate, handle, mode, at, n);
}
int fallocate64(int handle, int mode, off64_t at, off64_t n) { return fallocate(handle, mode, at, n); }
/* These give the error instead of setting it. */
int posix_fallocate(int handle, off_t at, off_t n) { return fallocate(handle, 0, at, n) == 0 ? 0 : EINVAL; }
int posix_fallocate64(int handle, off64_t at, off64_t n) { return posix_fallocate(handle, at, n); }
ssize_t copy_file_range(int from, off64_t *from_at, int to, off64_t *to_at, size_t n, unsigned flags) {
    if (is_kept(to)) return without(ENOSYS);
    return syscall(SYS_copy_file_range, from, from_at, to, to_at, n, flags);
}
ssize_t sendfile(int to, int from, off_t *at, size_t n) {
    return is_kept(to) ? without(EINVAL) : (ssize_t)syscall(SYS_sendfile, to, from, at, n);
}
ssize_t sendfile64(int to, int from, off64_t *at, size_t n) {
    return is_kept(to) ? without(EINVAL) : (ssize_t)syscall(SYS_sendfile, to, from, at, n);
}
void *mmap(void *where, size_t n, int access, int flags, int handle, off_t at) {
    if (is_kept(handle) && (access & PROT_WRITE) && (flags & MAP_SHARED)) return errno = ENODEV, MAP_FAILED;
    return (void *)syscall(SYS_mmap, where, n, access, flags, handle, at);
}
void *mmap64(void *where, size_t n, int access, int flags, int handle, off64_t at) {
    return mmap(where, n, access, flags, handle, at);
}
