/** Faults of the kind that the simulator is there for, each a change of one line (docs/testing.md says which it finds). */
export const bugs = [
  {
    name: 'a lost flush: an answer is acknowledged before it is written',
    path: 'server/routes/interviewRoutes.ts',
    from: 'const stored = await write(id, at, remember);',
    to: 'const stored = { ...loaded.stored, revision: at + 1 };\n      remember(stored);\n      void write(id, at, remember).catch(() => {});',
  },
  {
    name: 'a lease that never ends: nobody takes a silent worker for dead',
    path: 'store/tables/silenceWatch.ts',
    from: 'return silentFor >= seconds;',
    to: 'return silentFor >= 1e9 * seconds;',
  },
  {
    name: 'a retry that counts twice: nothing is kept of what was answered',
    path: 'server/http/idempotency.ts',
    from: 'return word?.kept(status, body);',
    to: 'return undefined;',
  },
  {
    name: 'an erasure that forgets a table: remembered responses do not expire',
    path: 'server/process/sweep.ts',
    from: 'responses: await store.idempotency.removeExpired(now),',
    to: 'responses: 0,',
  },
  {
    name: 'two writers at one revision: a change counts though the interview has moved on',
    path: 'store/tables/interviews.ts',
    from: 'if (before?.revision !== revision) return undefined;',
    to: 'if (before === undefined) return undefined;',
  },
  {
    name: 'a unit in two hands: held units are free',
    path: 'store/tables/auditWork.ts',
    from: 'eq(holders.worker, units.worker),',
    to: "eq(holders.worker, 'nobody'),",
  },
  {
    name: 'a closing unit that does not wait for the others',
    path: 'store/tables/auditWork.ts',
    from: '.where(and(eq(others.audit, units.audit), not(others.closes), not(others.finished))),',
    to: '.where(and(eq(others.audit, units.audit), not(others.closes), eq(others.done, -1))),',
  },
  {
    name: 'an expired interview is served until it is swept',
    path: 'server/interviews/interviewCache.ts',
    from: 'if (rows === undefined || rows.interview.expiresAt <= this.#now()) {',
    to: 'if (rows === undefined) {',
  },
  {
    name: "the token of one interview opens another's",
    path: 'server/http/access.ts',
    from: "if ((params as { id?: unknown }).id !== interview.id) throw notFound('interview');",
    to: '',
  },
  {
    name: 'an erased interview is read from memory',
    path: 'server/interviews/interviewCache.ts',
    from: 'const rows = await this.#store.interviews.withAnswers(id);',
    to: 'const held = this.#ready.get(id);\n    if (held !== undefined) return held;\n    const rows = await this.#store.interviews.withAnswers(id);',
  },
];
