/** An interview that is kept for a short time: readable until then, and by nobody afterwards. */
import { type Actor, persist, requireThat, type Stage, tryOnce } from './actors.ts';

export function expiring(stage: Stage): Actor {
  const { world, word } = stage;
  const { schedule, keys, modelId } = world;
  let id = '';
  let token = '';
  let expiresAt = Number.POSITIVE_INFINITY;
  let isSwept = false;
  return {
    check: async () => {
      if (isSwept) {
        const left = await world.observer.interviews.withAnswers(id);
        requireThat(left === undefined, () => 'an expired interview is there after a sweep');
      }
    },
    act: async () => {
      const body = { modelId, consent: true, questions: 3, mode: 'lab', retentionSeconds: 60 };
      const started = await persist(
        stage,
        { method: 'POST', url: '/v1/interviews', as: keys.interview, body, key: word() },
        3,
      );
      if (started?.status !== 201) return;
      ({ id, token } = started.body);
      expiresAt = Date.parse(started.body.expiresAt);
      for (let n = 0; n < 4; n++) {
        await schedule.pause(schedule.below(50_000));
        const before = world.clock().getTime();
        const as = schedule.one([token, keys.interview]);
        const answer = await tryOnce(stage, { method: 'GET', url: `/v1/interviews/${id}`, as });
        requireThat(answer?.status !== 200 || before < expiresAt, () => 'an interview was read after it had expired');
        // Asked for when it had expired already: a sweep that got to its end has erased it.
        const due = world.clock().getTime() >= expiresAt;
        const machine = schedule.one(world.machines);
        if (schedule.chance(0.5) && (await machine.sweep()) && due) isSwept = true;
        await stage.checkAll();
      }
    },
  };
}
