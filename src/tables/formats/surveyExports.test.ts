import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.ts';
import { foreignReader } from './openForeign.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) =>
  Uint8Array.from([...text].flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]));
function read(text: string | Uint8Array, file = 'export') {
  const bytes = typeof text === 'string' ? bytesOf(text) : text;
  const table = foreignReader(bytes)!(file, bytes, {});
  return { ...table, people: [...table.rows()] };
}

const QUALTRICS = `StartDate,ResponseId,Q1,Q2_1,gender
"Start Date",Response ID,"How often do you drink ""tea""?
Be honest.","Agree? - <b>Tea</b> is good",Gender
"{""ImportId"":""startDate"",""timeZone"":""UTC""}","{""ImportId"":""_recordId""}","{""ImportId"":""QID1""}","{""ImportId"":""QID2_1""}","{""ImportId"":""QID3""}"
2026-01-01 10:00:00,R_1,Often,Agree,f
2026-01-01 10:05:00,R_2,"Never",,m
`;

describe('an export of Qualtrics', () => {
  it.each([
    ['UTF-8 with its mark', bytesOf(`\uFEFF${QUALTRICS}`)],
    ['UTF-16', utf16(`\uFEFF${QUALTRICS.replaceAll(',', '\t').replaceAll('""\t""', '"",""')}`)],
    ['windows-1252', Uint8Array.from(QUALTRICS.replace('Never', 'Ni\u00E9'), (letter) => letter.charCodeAt(0))],
  ])('in %s has its questions apart from its people', (_, bytes) => {
    const { names, titles, told, people } = read(bytes, 'q.csv');
    expect(names).toEqual(['StartDate', 'ResponseId', 'Q1', 'Q2_1', 'gender']);
    expect(titles!.get('Q1')).toBe('How often do you drink "tea"? Be honest.');
    expect(titles!.get('Q2_1')).toBe('Agree? - Tea is good');
    expect(people).toHaveLength(2);
    expect(people[0]).toEqual(['2026-01-01 10:00:00', 'R_1', 'Often', 'Agree', 'f']);
    expect(people[1]![3]).toBeUndefined();
    expect(told).toMatchObject([{ found: '"q.csv" is an export of Qualtrics, with three rows above the people' }]);
  });

  it('that was changed in between is refused', () => {
    const moved = QUALTRICS.split('\n').toSpliced(1, 2).join('\n');
    expect(failure(() => read(moved, 'q.csv'))).toMatch(
      /^FILE_MALFORMED: .* its three rows of headers are not above the people/,
    );
    expect(failure(() => read(`${QUALTRICS}x,y\n`, 'q.csv'))).toMatch(
      /^FILE_MALFORMED: .* record 6 has 2 columns where there should be 5/,
    );
  });

  it('has its survey beside it: questions, and labels of codes', () => {
    const question = (payload: object) => ({ Element: 'SQ', Payload: payload });
    const survey = {
      SurveyEntry: { SurveyName: 'Tea' },
      SurveyElements: [
        { Element: 'BL', Payload: [] },
        question({
          DataExportTag: 'gender',
          QuestionText: 'Your gender?',
          QuestionType: 'MC',
          Selector: 'SAVR',
          Choices: { 1: { Display: 'Female' }, 4: { Display: 'Male' } },
          RecodeValues: { 1: '1', 4: '2' },
        }),
        question({
          DataExportTag: 'Q2',
          QuestionText: 'Agree?',
          QuestionType: 'Matrix',
          Selector: 'Likert',
          Choices: { 1: { Display: 'Tea' }, 3: { Display: 'Cake' } },
          Answers: { 1: { Display: 'No' }, 2: { Display: 'Yes' } },
        }),
        question({
          DataExportTag: 'Q9',
          QuestionText: 'All?',
          QuestionType: 'MC',
          Selector: 'MAVR',
          Choices: { 1: { Display: 'A' } },
        }),
      ],
    };
    const { people, labels } = read(JSON.stringify(survey), 'tea.qsf');
    expect(people).toEqual([
      ['gender', 'Your gender?'],
      ['Q2_1', 'Agree? - Tea'],
      ['Q2_3', 'Agree? - Cake'],
      ['Q9_1', 'All? - A'],
    ]);
    expect([...labels!.get('gender')!]).toEqual([
      ['1', 'Female'],
      ['2', 'Male'],
    ]);
    expect(labels!.get('Q2_3')!.get('2')).toBe('Yes');
    expect(failure(() => read('{"SurveyEntry": {}}', 'tea.qsf'))).toMatch(/^FILE_MALFORMED: .* it has no questions/);
    expect(failure(() => read('{"SurveyEntry": {}', 'tea.qsf'))).toMatch(
      /^FILE_MALFORMED: "tea.qsf" cannot be read as a survey of Qualtrics/,
    );
  });
});

describe('a list in JSON', () => {
  it('has a row for each person, and a column for each answer, row of a matrix and thing that can be chosen', () => {
    const { names, people, told } = read(
      JSON.stringify([
        { id: 1, tea: 5, matrix: { a: 'Agree', b: 'Disagree' }, drinks: ['tea', 'milk'], when: null },
        { id: 2, happy: true, matrix: { b: 'Agree' }, drinks: [], files: [{ name: 'x' }] },
        { id: 3, tea: 4 },
      ]),
      'results.json',
    );
    expect(names).toEqual(['id', 'tea', 'matrix.a', 'matrix.b', 'happy', 'drinks.tea', 'drinks.milk']);
    expect(people).toEqual([
      ['1', '5', 'Agree', 'Disagree', undefined, '1', '1'],
      ['2', undefined, undefined, 'Agree', 'true', '0', '0'],
      ['3', '4', undefined, undefined, undefined, undefined, undefined],
    ]);
    expect(told[0]!.done).toBe(
      'we read each object as a person, what is nested as columns, and leave out lists of objects ("files")',
    );
    expect(failure(() => read('[{"a": 1}, 2]'))).toMatch(/^FILE_MALFORMED: .* something else than objects/);
    expect(failure(() => read('[{"a": 1}, '))).toMatch(
      /^FILE_MALFORMED: "export" cannot be read as a list of answers in JSON/,
    );
  });
});

describe('a data dictionary of REDCap', () => {
  it('tells questions and labels of codes', () => {
    const { people, labels } = read(
      `"Variable / Field Name","Form Name","Field Type","Field Label","Choices, Calculations, OR Slider Labels"
gender,base,radio,"Your gender","1, Female | 2, Male, or other"
tea,base,radio,"<p>Tea?</p>","1, never | 5, always"
note,base,text,Notes,
`,
      'dictionary.csv',
    );
    expect(people).toEqual([
      ['gender', 'Your gender'],
      ['tea', 'Tea?'],
      ['note', 'Notes'],
    ]);
    expect([...labels!.get('gender')!]).toEqual([
      ['1', 'Female'],
      ['2', 'Male, or other'],
    ]);
    expect(labels!.has('note')).toBe(false);
    expect(failure(() => read('Variable / Field Name,x\na,b\n'))).toMatch(
      /^FILE_MALFORMED: .* "Field Label" or "Choices" is missing/,
    );
  });
});
