/* How floor.c measures: as support/loop_row.rb does, the median of batches after a warm-up. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct row {
  const char *name;
  void (*open)(void);
  void (*step)(void);
  int pinned;
};

static const char *row_name;

static void fail(const char *what) {
  printf("{\"row\":\"%s\",\"error\":\"%s\",\"message\":\"%s\"}\n", row_name, what, strerror(errno));
  exit(1);
}

static long must(long n, const char *what) {
  if (n < 0) fail(what);
  return n;
}

static void must_be(long n, long wanted, const char *what) {
  if (n != wanted) fail(what);
}

static double seconds(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static const char *setting(const char *name) {
  const char *value = getenv(name);
  if (!value) fail(name);
  return value;
}

static long done;

/* Seconds per iteration over a batch of about ten milliseconds. */
static double batch(void (*step)(void)) {
  long count = 0;
  double started = seconds(CLOCK_MONOTONIC), took;
  do {
    for (int i = 0; i < 20; i++) step();
    count += 20;
    took = seconds(CLOCK_MONOTONIC) - started;
  } while (took < 0.01);
  done += count;
  return took / count;
}

/* To the CPU of the row's server. */
static void pin(void) {
  const char *number = getenv("BENCH_CPU");
  if (!number) return;
#ifdef __linux__
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  CPU_SET(atoi(number), &cpus);
  sched_setaffinity(0, sizeof cpus, &cpus);
#endif
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(const struct row *row) {
  double times[1000], until, cpu;
  int n = 0;
  row_name = row->name;
  row->open();
  until = seconds(CLOCK_MONOTONIC) + atof(setting("BENCH_WARMUP"));
  do batch(row->step);
  while (seconds(CLOCK_MONOTONIC) < until);
  if (row->pinned) pin();
  done = 0;
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
  until = seconds(CLOCK_MONOTONIC) + atof(setting("BENCH_MEASURE"));
  while (n < 3 || (n < 1000 && seconds(CLOCK_MONOTONIC) < until)) times[n++] = batch(row->step);
  cpu = seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
  qsort(times, n, sizeof *times, ascending);
  printf("{\"row\":\"%s\",\"values\":{\"\":%.4f", row->name, times[n / 2] * 1e6);
  if (row->pinned) printf(",\"cpu\":%.4f", cpu / done * 1e6);
  printf("}}\n");
  fflush(stdout);
}
