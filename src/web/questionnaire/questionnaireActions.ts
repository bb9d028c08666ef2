/** What the visitor can do in the questionnaire view. */
import { type QuestionnaireStudy, questionNames } from '../../defence/index.ts';
import { decodeModel, encodeModel } from '../../factorization/index.ts';
import type { Activity } from '../audit/state/auditState.ts';
import { announce } from '../components/announce.ts';
import { messageOf } from '../components/Problem.tsx';
import { engine } from '../engine/engine.ts';
import type { NamedBlob } from '../files/index.ts';
import { loadModels } from '../models/models.ts';
import { viewWordsNow } from '../words/viewWords.ts';
import {
  chosenModels,
  groupOf,
  type ModelGroup,
  type QuestionnaireState,
  questionnaireStore,
} from './questionnaireState.ts';
import { resolveList } from './resolveList.ts';
import { largestOf } from './words.ts';

const { get, set } = questionnaireStore;

/** What was found is no longer of what is chosen. */
const outdated: Partial<QuestionnaireState> = {
  study: undefined,
  agenda: undefined,
  design: undefined,
  checking: { kind: 'idle' },
  aiming: { kind: 'idle' },
  designing: { kind: 'idle' },
};

const busy = (stage: string, share?: number): Activity => ({ kind: 'busy', stage, share, since: Date.now() });

/** The models that ship, once. */
export async function loadShipped(): Promise<void> {
  if (get().groups.length > 0) return;
  try {
    const groups = new Map<string, ModelGroup>();
    for (const { collection, from, model } of await loadModels()) {
      const { title, about, attribution } = from;
      const group = groups.get(collection) ?? { id: collection, title, about, attribution, models: [] };
      groups.set(collection, { ...group, models: [...group.models, { model, bytes: encodeModel(model) }] });
    }
    set({ groups: [...groups.values()] });
    const [first] = groups.keys();
    if (first !== undefined) chooseGroup(first);
  } catch (error) {
    set({ loading: { kind: 'failed', error } });
  }
}

export function chooseGroup(group: string): void {
  set({ ...outdated, group, off: [], text: '', examples: [], listError: undefined });
  void loadExamples();
}

export function switchAttribute(attribute: string, on: boolean): void {
  set(({ off }) => ({ ...outdated, off: on ? off.filter((other) => other !== attribute) : [...off, attribute] }));
  void loadExamples();
}

function addGroup(group: ModelGroup): void {
  set(({ groups }) => ({ groups: [...groups.filter(({ id }) => id !== group.id), group] }));
  chooseGroup(group.id);
}

/** A model that the command line wrote; several of them stand side by side if they speak of the same items. */
export async function takeModelFile(file: NamedBlob): Promise<void> {
  set({ loading: busy('Reading') });
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const model = decodeModel(bytes);
    const own = get().groups.find(({ id }) => id === 'own');
    const first = own?.models[0]?.model;
    const same = first !== undefined && first.items.size === model.items.size && sameIds(first, model);
    const models = [...(same ? own!.models : []), { model, bytes }];
    set({ loading: { kind: 'idle' } });
    const words = viewWordsNow().questionnaire.model;
    addGroup({ id: 'own', title: words.ownTitle, about: words.ownAbout(models.length, model.items.size), models });
    announce(words.ownNews(file.name, model.attribute));
  } catch (error) {
    set({ loading: { kind: 'failed', error } });
  }
}

type Model = ModelGroup['models'][number]['model'];
const sameIds = (a: Model, b: Model) => {
  for (let item = 0; item < a.items.size; item++)
    if (a.items.id(item as never) !== b.items.id(item as never)) return false;
  return true;
};

export async function trainOnAuditData(): Promise<void> {
  set({ training: busy('Training') });
  try {
    const { models, source } = await engine.run('trainOnData', undefined, {
      onProgress: ({ stage }) => set({ training: busy(stage) }),
    });
    set({ training: { kind: 'idle' } });
    const decoded = models.map((bytes) => ({ bytes, model: decodeModel(bytes) }));
    const words = viewWordsNow().questionnaire.model;
    addGroup({ id: 'data', title: words.auditData, about: words.trainedOn(source), models: decoded });
    announce(words.trainedNews);
  } catch (error) {
    set({ training: { kind: 'failed', error } });
  }
}

async function loadExamples(): Promise<void> {
  const state = get();
  const models = chosenModels(state).map(({ bytes }) => bytes);
  if (models.length === 0) {
    set({ examples: [] });
    return;
  }
  try {
    const size = groupOf(state)!.models[0]!.model.items.size;
    const examples = await engine.run('exampleLists', { models, questions: Math.min(10, size) });
    if (get().group === state.group && get().off === state.off) set({ examples });
  } catch (error) {
    set({ listError: error });
  }
}

export function changeText(text: string): void {
  set({ ...outdated, text, listError: undefined });
}

/** A list from a file: one item per line, a table, JSON, or a transcript. */
export async function takeListFile(file: NamedBlob): Promise<void> {
  try {
    changeText(questionNames(await file.text(), file.name).join('\n'));
    announce(viewWordsNow().questionnaire.list.fileRead(file.name));
  } catch (error) {
    set({ listError: error });
  }
}

export async function checkList(): Promise<void> {
  const state = get();
  const chosen = chosenModels(state);
  const models = chosen.map(({ bytes }) => bytes);
  const list = resolveList(state.text, chosen[0]!.model.items).flatMap((line) =>
    line.kind === 'found' ? [line.id] : [],
  );
  set({ ...outdated, checking: busy('Looking at the list'), questions: list.length });
  try {
    const study = await engine.run('studyList', { models, list, name: 'Your list' });
    set({ study, checking: { kind: 'idle' }, maxAuc: limitFor(study) });
    announce(viewWordsNow().questionnaire.list.checkedNews);
    void designBetter();
    await findAgenda(models, list);
  } catch (error) {
    set({ checking: { kind: 'failed', error } });
    announce(viewWordsNow().questionnaire.list.failedNews(messageOf(error)));
  }
}

/** A limit to begin with: two thirds of what the list gives away. */
function limitFor({ subject }: QuestionnaireStudy): number {
  const wanted = 0.5 + (2 / 3) * (largestOf(subject).auc - 0.5);
  return Math.round(100 * Math.max(0.52, Math.min(0.8, wanted))) / 100;
}

async function findAgenda(models: readonly Uint8Array[], list: readonly string[]): Promise<void> {
  const { study } = get();
  set({ aiming: busy('Drawing lists that aim at no one', 0) });
  try {
    const agenda = await engine.run(
      'agenda',
      { models, list },
      { onProgress: ({ stage, share }) => set({ aiming: busy(stage, share) }) },
    );
    if (get().study === study) set({ agenda, aiming: { kind: 'idle' } });
  } catch (error) {
    set({ aiming: { kind: 'failed', error } });
  }
}

export function changeDesign(part: Partial<Pick<QuestionnaireState, 'questions' | 'maxAuc'>>): void {
  set(part);
  clearTimeout(waiting);
  waiting = setTimeout(() => void designBetter(), 250);
}

let waiting: ReturnType<typeof setTimeout> | undefined;

async function designBetter(): Promise<void> {
  const state = get();
  const models = chosenModels(state).map(({ bytes }) => bytes);
  const { questions, maxAuc } = state;
  set({ designing: busy('Designing lists') });
  try {
    const design = await engine.run('designList', { models, questions, maxAuc });
    const now = get();
    if (now.questions !== questions || now.maxAuc !== maxAuc || now.study !== state.study) return;
    set({ design, designing: { kind: 'idle' } });
    announce(viewWordsNow().questionnaire.better.designedNews);
  } catch (error) {
    set({ designing: { kind: 'failed', error } });
  }
}
