/** Reads the file of a compiled questionnaire, and refuses what is not one. */
import { UlteriorError } from '../errors/index.ts';
import {
  type CompiledQuestion,
  QUESTIONNAIRE_FORMAT,
  QUESTIONNAIRE_VERSION,
  type Questionnaire,
} from './questionnaire.ts';

export function readQuestionnaire(text: string): Questionnaire {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (reason) {
    throw invalid(`it is not JSON: ${reason instanceof Error ? reason.message : String(reason)}`);
  }
  const file = record(parsed, 'it');
  if (file['format'] !== QUESTIONNAIRE_FORMAT) throw invalid(`its format is ${shown(file['format'])}`);
  if (file['version'] !== QUESTIONNAIRE_VERSION) {
    throw invalid(`it has version ${shown(file['version'])}; this version reads ${QUESTIONNAIRE_VERSION}`);
  }
  const channels = list(file['channels'], 'channels').map((channel, at) => {
    if (channel === 'presence' || channel === 'centredRating') return channel;
    throw invalid(`channels[${at}] is ${shown(channel)}, not "presence" or "centredRating"`);
  });
  if (channels.length === 0 || new Set(channels).size !== channels.length) {
    throw invalid(`its channels are ${shown(channels)}`);
  }
  const labels = list(file['labels'], 'labels').map((label, at) => words(label, `labels[${at}]`));
  const prior = list(file['prior'], 'prior').map((share, at) => number(share, `prior[${at}]`));
  if (labels.length !== 2 || prior.length !== 2) {
    throw invalid(`it has ${labels.length} labels and ${prior.length} prior probabilities, not two of each`);
  }
  if (!prior.every((share) => share > 0) || Math.abs(prior[0]! + prior[1]! - 1) > 1e-9) {
    throw invalid(`its prior is ${shown(prior)}, not two probabilities that add up to 1`);
  }
  const scale = record(file['scale'], 'scale');
  const [min, max, step] = ['min', 'max', 'step'].map((name) => number(scale[name], `scale.${name}`)) as [
    number,
    number,
    number,
  ];
  if (min > max || step < 0) throw invalid(`its scale is ${shown(scale)}`);
  const ridge = number(file['ridge'], 'ridge');
  if (ridge <= 0) throw invalid(`its ridge is ${ridge}`);
  const questions = list(file['questions'], 'questions').map((entry, at) => question(entry, at, channels.length));
  if (questions.length === 0) throw invalid('it has no questions');
  const seen = new Map<string, number>();
  for (const [at, { item }] of questions.entries()) {
    if (seen.has(item)) throw invalid(`questions[${seen.get(item)}] and questions[${at}] ask the item ${shown(item)}`);
    seen.set(item, at);
  }
  return {
    format: QUESTIONNAIRE_FORMAT,
    version: QUESTIONNAIRE_VERSION,
    attribute: words(file['attribute'], 'attribute'),
    labels: [labels[0]!, labels[1]!],
    prior: [prior[0]!, prior[1]!],
    ridge,
    scale: { min, max, step },
    channels,
    modelFingerprint: words(file['modelFingerprint'], 'modelFingerprint'),
    questions,
  };
}

function question(entry: unknown, at: number, channels: number): CompiledQuestion {
  const where = `questions[${at}]`;
  const { item, title, mean, constant, weights } = record(entry, where);
  const numbers = list(weights, `${where}.weights`);
  const wanted = (at + 1) * channels;
  if (numbers.length !== wanted) throw invalid(`${where}.weights has ${numbers.length} numbers, not ${wanted}`);
  return {
    item: words(item, `${where}.item`),
    title: words(title, `${where}.title`),
    mean: number(mean, `${where}.mean`),
    constant: number(constant, `${where}.constant`),
    weights: numbers.map((weight, n) => number(weight, `${where}.weights[${n}]`)),
  };
}

function record(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid(`${where} is ${shown(value)}, not an object`);
}

function list(value: unknown, where: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid(`${where} is ${shown(value)}, not a list`);
}

function number(value: unknown, where: string): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw invalid(`${where} is ${shown(value)}, not a finite number`);
}

function words(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw invalid(`${where} is ${shown(value)}, not a text`);
}

/** For people: short, whatever it is. */
function shown(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function invalid(what: string): UlteriorError {
  return new UlteriorError(
    'QUESTIONNAIRE_INVALID',
    `this is not a questionnaire that can be served: ${what}`,
    'compile it again from its model',
  );
}
