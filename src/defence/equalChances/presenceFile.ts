/** The public model of presence as one safetensors file, beside that of the items; a damaged file is refused. */
import { decodeSealed, describedBy, encodeSealed, foreignModel } from '../../factorization/index.ts';
import { createVocabulary, type ItemIndex, itemIndex, levels, type RatingScale } from '../../ratings/index.ts';
import { createPresenceModel, type PresenceModel, type PresenceStage, type SendingHabit } from './presenceModel.ts';
import { protectHistory } from './protectHistory.ts';
import { itemDigests, SECRET_BYTES, secretDraws } from './secretDraws.ts';

export const PRESENCE_FORMAT = { format: 'ulterior-presence-model', version: '1' } as const;

/** What the metadata hold besides format, version and checksum. */
interface Description {
  readonly attribute: string;
  readonly groups: readonly string[];
  readonly scale: RatingScale;
  readonly directions: number;
  readonly groupVariances: readonly number[];
  readonly people: number;
  readonly sending: SendingHabit;
  readonly guarded: boolean;
  readonly itemIds: readonly string[];
  readonly itemTitles: readonly string[];
}

/** The model of presence as the bytes of a safetensors file. */
export function encodePresenceModel(model: PresenceModel): Uint8Array<ArrayBuffer> {
  const { attribute, groups, scale, directions, stages, ratings, people, sending, guard, items } = model;
  const indexes = Array.from({ length: items.size }, (_, item) => itemIndex(item));
  const description: Description = {
    attribute,
    groups,
    scale,
    directions,
    groupVariances: stages.map(({ groupVariance }) => groupVariance),
    people,
    sending,
    guarded: guard !== undefined,
    itemIds: indexes.map((item) => items.id(item)),
    itemTitles: indexes.map((item) => items.title(item)),
  };
  const width = directions + 1;
  const tensors = stages.flatMap((stage, pass) => [
    [`basis${pass}`, { shape: [items.size, directions], values: stage.basis }],
    [`centres${pass}`, { shape: [groups.length, width], values: stage.centres }],
    [`scales${pass}`, { shape: [width], values: stage.scales }],
    [`intercepts${pass}`, { shape: [items.size], values: stage.intercepts }],
    [`groupEffects${pass}`, { shape: [items.size, groups.length], values: stage.groupEffects }],
    [`tasteEffects${pass}`, { shape: [items.size, width], values: stage.tasteEffects }],
  ]);
  return encodeSealed(PRESENCE_FORMAT, description, {
    ratings: { shape: [items.size, groups.length], values: ratings },
    ...Object.fromEntries(tensors),
    ...(guard === undefined
      ? {}
      : {
          guardStarts: { shape: [items.size + 1], values: guard.starts },
          guardItems: { shape: [guard.items.length], values: guard.items },
          guardWeights: { shape: [guard.items.length], values: guard.weights },
        }),
  });
}

/** The model of presence in the bytes of a file. */
export function decodePresenceModel(bytes: Uint8Array): PresenceModel {
  const { description: text, values } = decodeSealed(bytes, PRESENCE_FORMAT);
  const { itemIds, itemTitles, groupVariances, guarded, ...description } = checkedDescription(text);
  const singles = (name: string) => Float32Array.from(values(name));
  const counts = (name: string) => Uint32Array.from(values(name));
  const doubles = (name: string) => Float64Array.from(values(name));
  const stages = groupVariances.map(
    (groupVariance, pass): PresenceStage => ({
      basis: singles(`basis${pass}`),
      centres: doubles(`centres${pass}`),
      scales: doubles(`scales${pass}`),
      intercepts: singles(`intercepts${pass}`),
      groupEffects: singles(`groupEffects${pass}`),
      tasteEffects: singles(`tasteEffects${pass}`),
      groupVariance,
    }),
  );
  const model = createPresenceModel({
    ...description,
    items: createVocabulary<ItemIndex>(itemIds, itemTitles),
    ratings: singles('ratings'),
    ...(guarded
      ? {
          guard: { starts: counts('guardStarts'), items: counts('guardItems'), weights: singles('guardWeights') },
        }
      : {}),
    stages,
  });
  // A scale without levels protects nobody, but says what a skip tells.
  if (levels(model.scale).length >= 2) protectSomebody(model);
  return model;
}

/**
 * Protects an invented person, who rated every tenth item, for nothing but this: an engine has then compiled the code before
 * the first real one waits for it. In a browser on a slow processor that is most of the first call.
 */
function protectSomebody(model: PresenceModel): void {
  const { items, scale } = model;
  const indices = Array.from({ length: Math.ceil(items.size / 10) }, (_, n) => 10 * n);
  const ratings = { indices, values: indices.map(() => scale.min) };
  const [secret, digests] = [new Uint8Array(SECRET_BYTES), itemDigests(new Array<string>(items.size).fill(''))];
  protectHistory(model, { ratings, group: 0 }, {}, (pass) => secretDraws(secret, '', pass, digests));
}

function checkedDescription(text: string): Description {
  const parsed = describedBy<Description>(text);
  const { attribute, groups, scale, directions, groupVariances, people, sending, itemIds, itemTitles } = parsed;
  const texts = [groups, itemIds, itemTitles].every(
    (list) => Array.isArray(list) && list.every((entry) => typeof entry === 'string'),
  );
  const numbers = [directions, people, scale?.min, scale?.max, scale?.step, sending?.places];
  const variances = Array.isArray(groupVariances) && groupVariances.every(Number.isFinite);
  if (!texts || !variances || typeof attribute !== 'string' || !numbers.every(Number.isFinite)) {
    throw foreignModel('its description lacks what a presence model needs');
  }
  return parsed as Description;
}
