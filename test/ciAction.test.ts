/**
 * The GitHub Action as a runner runs it: its own steps, in a repository in a temporary folder, against an API on this
 * machine. Red on a planted leak, green on shuffled labels, one comment that is kept up to date. Build first.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { checkConfigFrom } from '../src/cli/check/config.ts';
import { createProgram } from '../src/cli/program.ts';
import { derive } from '../src/maths/index.ts';
import { VERSION } from '../src/version/index.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'ulterior-action-'));
const at = (...path: string[]) => join(folder, ...path);

interface Comment {
  readonly id: number;
  body: string;
}
interface Step {
  readonly name: string;
  readonly id?: string;
  readonly run: string;
  readonly env?: Record<string, string>;
}

/** Issues of a repository with comments, in pages; `failures` are the answers to come first. */
const api = { comments: [] as Comment[], asked: [] as string[], failures: [] as number[], mayWrite: true };
let server: Server;
let address: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let sent = '';
    request.on('data', (part) => {
      sent += part;
    });
    request.on('end', () => {
      const { method = '', url = '' } = request;
      api.asked.push(`${method} ${url}`);
      const answer = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const failure = api.failures.shift();
      if (failure !== undefined) return answer(failure, { message: 'no' });
      if (request.headers.authorization !== 'Bearer secret' && request.headers['private-token'] !== 'secret')
        return answer(401, {});
      if (method === 'GET') {
        const query = new URL(url, 'http://x').searchParams;
        const [page, size] = [Number(query.get('page')), Number(query.get('per_page'))];
        return answer(200, api.comments.slice((page - 1) * size, page * size));
      }
      if (!api.mayWrite) return answer(403, { message: 'Resource not accessible by integration' });
      const { body } = JSON.parse(sent) as { body: string };
      if (method === 'POST') api.comments.push({ id: 1000 + api.comments.length, body });
      else api.comments.find(({ id }) => url.endsWith(`/${id}`))!.body = body;
      return answer(method === 'POST' ? 201 : 200, {});
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => Object.assign(api, { comments: [], asked: [], failures: [], mayWrite: true }));

const strangers = (count: number) => Array.from({ length: count }, (_, id) => ({ id, body: `thanks ${id}` }));
const ours = (body: string) => ({ id: 777, body: `<!-- ulterior:check -->\n${body}` });

function runnerVariables(more: Record<string, string> = {}): Record<string, string> {
  writeFileSync(at('event.json'), JSON.stringify({ pull_request: { number: 12 } }));
  return {
    PATH: process.env['PATH']!,
    HOME: folder,
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_PATH: root,
    GITHUB_API_URL: address,
    GITHUB_REPOSITORY: 'some/where',
    GITHUB_EVENT_PATH: at('event.json'),
    GITHUB_OUTPUT: at('outputs'),
    GITHUB_STEP_SUMMARY: at('summary'),
    NO_COLOR: '1',
    ...more,
  };
}

describe('the comment', () => {
  const script = join(root, 'scripts/review-comment.mjs');
  const run = async (more: Record<string, string> = {}) => {
    writeFileSync(at('comment.md'), '## new text\n');
    const env = runnerVariables({ MARKDOWN: at('comment.md'), TOKEN: 'secret', ...more });
    return (await promisify(execFile)(process.execPath, [script], { env, encoding: 'utf8' })).stdout;
  };

  it('is found behind many others, and updated instead of written again', async () => {
    api.comments = [...strangers(230), ours('old text'), ...strangers(3)];
    expect(await run()).toBe('The comment was updated.\n');
    expect(api.comments[230]!.body).toBe('<!-- ulterior:check -->\n## new text\n');
    expect(api.comments).toHaveLength(234);
    expect(api.asked).toEqual([
      ...[1, 2, 3].map((page) => `GET /repos/some/where/issues/12/comments?per_page=100&page=${page}`),
      'PATCH /repos/some/where/issues/comments/777',
    ]);
  });

  it('is written where there is none, also where another check has one', async () => {
    api.comments = [...strangers(100), ours('old')];
    expect(await run({ COMMENT_ID: 'lists' })).toBe('The comment was written.\n');
    expect(api.comments.at(-1)!.body).toBe('<!-- ulterior:lists -->\n## new text\n');
    expect(api.comments).toHaveLength(102);
  });

  it('without permission: a warning that says what to do, and no failure', async () => {
    api.mayWrite = false;
    expect(await run()).toMatch(
      /^::warning title=Ulterior::No comment was written; the gate is not affected. The token may not write comments .*403.*permissions: pull-requests: write/,
    );
    expect(await run({ TOKEN: '' })).toMatch(/^::warning .*there is no token/);
    expect(await run({ TOKEN: 'wrong' })).toMatch(/^::warning .*401/);
  });

  it('a server at fault is asked again, and in the end it is a warning', async () => {
    api.failures = [500, 502];
    expect(await run()).toBe('The comment was written.\n');
    api.failures = [500, 500, 500];
    expect(await run()).toMatch(/^::warning .*was answered with 500/);
    expect(await run({ GITHUB_API_URL: 'http://127.0.0.1:1' })).toMatch(/^::warning .*fetch failed/);
  });

  it('is not written where there is no pull request, or nobody wants it; the summary always is', async () => {
    rmSync(at('summary'), { force: true });
    expect(await run({ COMMENT: 'false' })).toBe('No comment was asked for.\n');
    expect(await run({ GITHUB_EVENT_PATH: at('none.json') })).toMatch(/^This run is not about a pull request/);
    expect(readFileSync(at('summary'), 'utf8')).toBe('## new text\n## new text\n');
    expect(api.asked).toEqual([]);
    await run({ MARKDOWN: at('nowhere.md') });
    expect(api.comments[0]!.body).toContain('the check did not run');
  });

  it('on GitLab it is a note on the merge request', async () => {
    api.comments = [ours('old')];
    const gitlab = {
      GITLAB_CI: 'true',
      CI_API_V4_URL: `${address}/api/v4`,
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '3',
    };
    expect(await run(gitlab)).toBe('The comment was updated.\n');
    expect(api.asked.at(-1)).toBe('PUT /api/v4/projects/5/merge_requests/3/notes/777');
  });
});

describe('the action in a repository', () => {
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as {
    readonly inputs: Record<string, { readonly default: string }>;
    readonly runs: { readonly using: string; readonly steps: readonly Step[] };
  };
  const repository = at('repository');

  /** Six statements, of which three are answered as the group would; or the same answers, and groups at random. */
  function survey(people: number, shuffled: boolean): string {
    const stream = derive(7, 'survey', 0);
    const rows = Array.from({ length: people }, (_, person) => {
      const group = person % 2;
      const answers = Array.from(
        { length: 6 },
        (__, item) => 1 + stream.below(3) + (item < 3 ? 2 * group : stream.below(3)),
      );
      const label = shuffled ? stream.below(2) : group;
      return [`p${person}`, label === 0 ? 'F' : 'M', ...answers].join(',');
    });
    return ['id,gender,q1,q2,q3,q4,q5,q6', ...rows].join('\n');
  }
  const config = {
    budgets: { gender: 0.62 },
    audits: [
      {
        name: 'survey',
        data: 'survey.csv',
        options: {
          'item-columns': '^q',
          attribute: 'gender',
          questions: 3,
          attackers: 'logistic',
          threads: 1,
        },
        settings: {
          headlineQuestions: 3,
          folds: 2,
          controls: 1,
          permutations: 0,
          resamples: 50,
          strategies: 'separation',
          'training.dimension': 2,
          'training.iterations': 5,
        },
      },
    ],
  };

  /** As the runner does: expressions are replaced, every step runs until one fails. */
  async function runAction(inputs: Record<string, string> = {}) {
    for (const file of ['outputs', 'summary']) writeFileSync(at(file), '');
    const printed: string[] = [];
    for (const { name, run, env = {} } of action.runs.steps) {
      if (name === 'Install Ulterior') continue;
      const filled = Object.entries(env).map(([key, text]) => [key, text.replaceAll(/\$\{\{ (.*?) \}\}/g, filledBy)]);
      const child = promisify(execFile)('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
        cwd: repository,
        env: runnerVariables(Object.fromEntries(filled)),
        encoding: 'utf8',
      });
      try {
        printed.push((await child).stdout);
      } catch (error) {
        const { code, stdout } = error as { code: number; stdout: string };
        return { failedIn: name, code, printed: [...printed, stdout].join('') };
      }
    }
    return { failedIn: undefined, code: 0, printed: printed.join('') };

    function filledBy(_: string, expression: string): string {
      const [, input] = /^inputs\.(.+)$/.exec(expression) ?? [];
      if (input === 'token') return 'secret';
      if (input !== undefined) return inputs[input] ?? action.inputs[input]!.default;
      const [, output] = /^steps\.check\.outputs\.(.+)$/.exec(expression) ?? [];
      return new RegExp(`^${output}=(.*)$`, 'm').exec(readFileSync(at('outputs'), 'utf8'))?.[1] ?? '';
    }
  }

  beforeAll(() => {
    mkdirSync(repository, { recursive: true });
    writeFileSync(join(repository, 'ulterior.json'), JSON.stringify(config, undefined, 2));
    writeFileSync(join(repository, 'survey.csv'), survey(1200, true));
  });

  it('is green on shuffled labels of enough people, and says so on the pull request', async () => {
    expect(await runAction()).toMatchObject({ failedIn: undefined });
    expect(api.comments).toHaveLength(1);
    const [comment] = api.comments;
    expect(comment!.body).toMatch(
      /^<!-- ulterior:check -->\n## ✅ Ulterior: no leak above its limit\n\n1 audit passed\./,
    );
    expect(comment!.body).toMatch(
      /\| ✅ \| survey \| gender \| after 3 questions \| 0\.\d{3} \[.*\| 0\.62: within the limit \| – \|/,
    );
    expect(readFileSync(at('summary'), 'utf8')).toContain('no leak above its limit');
  });

  it('is red on a planted leak, in the same comment, with the growth since the baseline', async () => {
    api.comments = [...strangers(2), ours('## ✅ Ulterior')];
    const [audit] = config.audits;
    const baseline = 'ulterior-reports/survey/green.json';
    copyFileSync(join(repository, 'ulterior-reports/survey/records.json'), join(repository, baseline));
    const compared = { ...config, audits: [{ ...audit, baseline }] };
    writeFileSync(join(repository, 'ulterior.json'), JSON.stringify(compared, undefined, 2));
    writeFileSync(join(repository, 'survey.csv'), survey(1200, false));
    const { failedIn, code, printed } = await runAction();
    expect([failedIn, code]).toEqual(['Result', 4]);
    expect(printed).toContain('The comment was updated.');
    expect(api.comments).toHaveLength(3);
    const { body } = api.comments[2]!;
    expect(body).toMatch(/^<!-- ulterior:check -->\n## ❌ Ulterior: the gate failed/);
    expect(body).toMatch(
      /\| ❌ \| survey \| gender \| after 3 questions .*above the limit \| \+0\.\d{3} \[.*\] grew \|/,
    );
    const { runs } = JSON.parse(readFileSync(join(repository, 'ulterior-output/ulterior.sarif'), 'utf8'));
    expect(runs[0].results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'ulterior.json' },
      region: { startLine: 7 },
    });
    expect(readFileSync(join(repository, 'ulterior-output/junit.xml'), 'utf8')).toContain('failures="2"');
  });

  it('is red where the check cannot run', async () => {
    expect(await runAction({ config: 'nowhere.json' })).toMatchObject({ failedIn: 'Result', code: 3 });
  });
});

describe('examples and hooks', () => {
  it('name steps, inputs and files that there are', () => {
    const read = (path: string) => parse(readFileSync(join(root, path), 'utf8'));
    const { steps } = read('examples/ci/github.yml').jobs.ulterior;
    const used = steps.find(({ uses }: { uses: string }) => uses.includes('/ulterior@'));
    expect(Object.keys(used.with).every((input) => Object.hasOwn(read('action.yml').inputs, input))).toBe(true);
    const [hook] = read('.pre-commit-hooks.yaml');
    const [asked] = read('examples/ci/pre-commit.yaml').repos[0].hooks;
    expect(asked.id).toBe(hook.id);
    const { dependencies, devDependencies, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(hook.entry.split(' ')[0]).toBe(Object.keys(bin)[0]);
    for (const named of hook.additional_dependencies) {
      const [, name, version] = /^(.+)@([^@]+)$/.exec(named)!;
      expect([name, { ...dependencies, ...devDependencies }[name!]]).toEqual([name, version]);
    }
    for (const line of read('examples/ci/gitlab.yml').ulterior.script as string[]) {
      const [, words] = /main\.js (.*?) \|\|/.exec(line) ?? [];
      if (words === undefined) continue;
      const { options } = createProgram().commands.find((command) => command.name() === words.split(' ')[0])!;
      for (const flag of words.match(/--[\w-]+/g)!) expect(options.map(({ long }) => long)).toContain(flag);
    }
  });

  it('the citation is of this version', () => {
    const { version, license } = parse(readFileSync(join(root, 'CITATION.cff'), 'utf8'));
    expect([version, license]).toEqual([VERSION, 'MIT']);
  });

  it('the file in the help of check is one that it takes', () => {
    const command = createProgram().commands.find((one) => one.name() === 'check')!;
    let help = '';
    command.configureOutput({
      writeOut: (text) => {
        help += text;
      },
    });
    command.outputHelp();
    const [example] = /^ {2}\{[\s\S]*?^ {2}\}/m.exec(help)!;
    expect(checkConfigFrom(example!, 'ulterior.json', createProgram()).audits[0]!.name).toBe('films');
  });
});
