/** `ulterior audit --list`: what a list of questions gives away, question by question, and what it is worth. */
import { basename } from 'node:path';
import { designOrigin, questionNames } from '../../defence/index.ts';
import { readWholeFile } from '../../runtime/index.ts';
import { schema } from '../../schema/index.ts';
import { type StudyFlags, studied, studySettings } from '../defence/questionnaireStudy.ts';
import { publishRecords } from '../shared/longRun.ts';
import type { Measurement, Request } from './measurement.ts';

type ListFlags = StudyFlags & { readonly list?: string };

export const LIST_HELP = `
A list is a file with one id or title per line, a table with a column "item", "id" or "title", a JSON list, or a compiled questionnaire.
With models alone, no one is asked. The gate then judges the figure that the models imply, which has no interval.
A list of "design --save-list" looks too good when you check it on the people it was designed for. The check says so, and also
measures lists that are designed in the same way without the people who are asked.`;

export const list: Measurement<ListFlags> = {
  where: 'a list of questions is measured (--list)',
  addOptions: (command) => {
    command.option('--list <file>', 'the answers to this list of questions');
  },
  reads: ['list'],
  settings: studySettings,
  besides: {
    keys: schema.fieldsOf<Pick<StudyFlags, 'model'>>({
      model: schema.about(
        'In place of data: model files of `ulterior train`, of ratings, of channels and of chances.',
        schema.listOf(schema.text),
      ),
    }),
    defaults: {},
  },
  run,
};

async function run(request: Request<ListFlags>): Promise<void> {
  const path = request.flags.list!;
  const text = new TextDecoder().decode(await readWholeFile(path));
  const task = { task: 'check', list: questionNames(text, path), name: basename(path) } as const;
  const { study } = await studied(task, request, designOrigin(text));
  if (study !== undefined) await publishRecords(study, request.flags);
}
