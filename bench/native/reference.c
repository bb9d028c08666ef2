/*
 * The hot loops in plain C, as a yardstick. Built with cc -O3 -march=native -ffast-math -DD=20: the compiler may
 * vectorise as it likes, and knows the dimension when it does, which the kernels do not.
 * Usage: reference catalogue ITEMS REPEATS | sgd USERS ITEMS RATINGS REPEATS | read BYTES REPEATS
 * Makes its own data of the same shape and size, prints one line of milliseconds, one number per repeat, and then a
 * result that depends on all of the work, so that none of it can be optimised away.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef D
#define D 20
#endif

static uint32_t random_state = 12345;
static float uniform(void) {
  random_state = random_state * 1664525u + 1013904223u;
  return (float)(random_state >> 8) / 16777216.0f;
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

static void *reserve(size_t bytes) {
  void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!memory) exit(1);
  return memory;
}

/* Absorb one answer over the catalogue and choose the open item of largest gap^2 / (1 + s). */
static int advance_gaps(int count, const float *restrict profiles, float *restrict spreads, float *restrict gaps,
                        const uint8_t *restrict open, const float *restrict w, float inverse_q, float gap_step) {
  float best = -1;
  int choice = -1;
  for (int j = 0; j < count; j++) {
    const float *v = profiles + (size_t)j * D;
    float c = 0;
    for (int k = 0; k < D; k++) c += v[k] * w[k];
    float s = spreads[j] - c * c * inverse_q;
    float gap = gaps[j] + c * gap_step;
    spreads[j] = s;
    gaps[j] = gap;
    float score = gap * gap / (1 + s);
    if (open[j] && score > best) {
      best = score;
      choice = j;
    }
  }
  return choice;
}

static void catalogue(int items, int repeats) {
  float *profiles = reserve(sizeof(float) * (size_t)items * D), *spreads = reserve(sizeof(float) * items);
  float *gaps = reserve(sizeof(float) * items), *w = reserve(sizeof(float) * D);
  uint8_t *open = reserve(items);
  for (size_t i = 0; i < (size_t)items * D; i++) profiles[i] = uniform() - 0.5f;
  for (int j = 0; j < items; j++) spreads[j] = 1, gaps[j] = uniform() - 0.5f;
  for (int k = 0; k < D; k++) w[k] = 0.01f * (uniform() - 0.5f);
  memset(open, 255, items);
  long total = 0;
  for (int r = 0; r < repeats; r++) {
    double start = milliseconds();
    int choice = advance_gaps(items, profiles, spreads, gaps, open, w, 0.9f, 0.01f);
    printf("%.4f ", milliseconds() - start);
    open[choice] = 0;
    total += choice;
  }
  printf("\n%ld\n", total);
}

typedef struct { uint32_t user, type, count; } Run;
typedef struct { uint32_t item; float rating; } Entry;

/* One epoch of gradient steps, ratings grouped by user, exactly the work of the kernel. */
static double sgd_runs(int runs_count, const Run *restrict runs, const Entry *restrict entries, float *restrict users,
                       float *restrict items, float *restrict biases, int types, float step,
                       const float *restrict user_decays, const float *restrict item_decays,
                       const float *restrict bias_decays) {
  double squared = 0;
  for (int run = 0; run < runs_count; run++) {
    float *restrict u = users + (size_t)runs[run].user * D;
    float user_decay = user_decays[runs[run].user];
    for (uint32_t n = 0; n < runs[run].count; n++, entries++) {
      float *restrict v = items + (size_t)entries->item * D;
      size_t bias = (size_t)entries->item * types + runs[run].type;
      float prediction = biases[bias];
      for (int k = 0; k < D; k++) prediction += u[k] * v[k];
      float e = entries->rating - prediction;
      squared += (double)e * e;
      float move = step * e, item_decay = item_decays[entries->item];
      biases[bias] = biases[bias] * bias_decays[bias] + move;
      for (int k = 0; k < D; k++) {
        float old_u = u[k], old_v = v[k];
        u[k] = old_u * user_decay + move * old_v;
        v[k] = old_v * item_decay + move * old_u;
      }
    }
  }
  return squared;
}

static void sgd(int users, int items, int ratings, int repeats) {
  Run *runs = reserve(sizeof(Run) * users);
  Entry *entries = reserve(sizeof(Entry) * ratings);
  float *u = reserve(sizeof(float) * (size_t)users * D), *v = reserve(sizeof(float) * (size_t)items * D);
  float *z = reserve(sizeof(float) * items * 2), *user_decays = reserve(sizeof(float) * users);
  float *item_decays = reserve(sizeof(float) * items), *bias_decays = reserve(sizeof(float) * items * 2);
  for (int i = 0; i < users; i++) {
    uint32_t from = (uint64_t)i * ratings / users, to = (uint64_t)(i + 1) * ratings / users;
    runs[i] = (Run){i, i % 2, to - from};
    user_decays[i] = 0.999f;
  }
  for (int n = 0; n < ratings; n++) {
    entries[n].item = (uint32_t)(uniform() * items);
    entries[n].rating = 1 + (int)(uniform() * 5);
  }
  for (size_t i = 0; i < (size_t)users * D; i++) u[i] = 0.2f * (uniform() - 0.5f);
  for (size_t i = 0; i < (size_t)items * D; i++) v[i] = 0.2f * (uniform() - 0.5f);
  for (int i = 0; i < items; i++) item_decays[i] = bias_decays[2 * i] = bias_decays[2 * i + 1] = 0.999f;
  memset(z, 0, sizeof(float) * items * 2);
  double total = 0;
  for (int r = 0; r < repeats; r++) {
    double start = milliseconds();
    total += sgd_runs(users, runs, entries, u, v, z, 2, 0.01f, user_decays, item_decays, bias_decays);
    printf("%.4f ", milliseconds() - start);
  }
  printf("\n%.9f\n", total / ratings / repeats);
}

/* The limit of a scan: reading memory and adding it up. */
static void read_memory(size_t bytes, int repeats) {
  size_t count = bytes / sizeof(float);
  float *values = reserve(bytes);
  for (size_t i = 0; i < count; i++) values[i] = uniform();
  double total = 0;
  for (int r = 0; r < repeats; r++) {
    double start = milliseconds();
    float sum = 0;
    for (size_t i = 0; i < count; i++) sum += values[i];
    printf("%.4f ", milliseconds() - start);
    total += sum;
    values[r % count] += 1;
  }
  printf("\n%.3f\n", total);
}

int main(int count, char **words) {
  if (count == 4 && !strcmp(words[1], "catalogue"))
    catalogue(atoi(words[2]), atoi(words[3]));
  else if (count == 6 && !strcmp(words[1], "sgd"))
    sgd(atoi(words[2]), atoi(words[3]), atoi(words[4]), atoi(words[5]));
  else if (count == 4 && !strcmp(words[1], "read"))
    read_memory(strtoull(words[2], NULL, 10), atoi(words[3]));
  else
    return 2;
  return 0;
}
