/**
 * Puts what `ulterior check --markdown` wrote into a comment on the pull request (GitHub) or merge request (GitLab), and
 * keeps that one comment up to date. No packages, no build: it runs as it is.
 *
 * A comment that cannot be written is a warning and never a failure: whether the build fails is for the gate to say.
 *
 *   MARKDOWN     the file
 *   TOKEN        may write comments
 *   COMMENT      false: only the summary of the job
 *   COMMENT_ID   tells several checks in one repository apart
 *
 * Everything else comes from the variables that the pipelines themselves set.
 */
import { appendFileSync, readFileSync } from 'node:fs';

const environment = process.env;
/** GitHub takes 65,536 characters. */
const LONGEST = 60_000;
const TRIES = 3;
const PAGES = 100;
const PER_PAGE = 100;

/** A request that was refused, or that nobody answered. */
class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function warn(text) {
  const oneLine = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  console.log(environment.GITHUB_ACTIONS === undefined ? `warning: ${text}` : `::warning title=Ulterior::${oneLine}`);
}

/** Where comments are, and how to ask for them; nothing where the pipeline is not about a request. */
function hostOf() {
  if (environment.GITLAB_CI !== undefined) {
    const { CI_API_V4_URL: api, CI_PROJECT_ID: project, CI_MERGE_REQUEST_IID: number } = environment;
    if (number === undefined) return undefined;
    const notes = `${api}/projects/${encodeURIComponent(project)}/merge_requests/${number}/notes`;
    return {
      headers: { 'private-token': environment.TOKEN },
      listed: notes,
      created: notes,
      updated: (id) => ({ method: 'PUT', address: `${notes}/${id}` }),
      permission: 'set ULTERIOR_TOKEN to an access token with the scope "api"',
    };
  }
  const number = pullRequestNumber();
  if (number === undefined) return undefined;
  const { GITHUB_API_URL: api = 'https://api.github.com', GITHUB_REPOSITORY: repository } = environment;
  const issues = `${api}/repos/${repository}/issues`;
  return {
    headers: {
      authorization: `Bearer ${environment.TOKEN}`,
      accept: 'application/vnd.github+json',
      'x-github-api-version': '2022-11-28',
    },
    listed: `${issues}/${number}/comments`,
    created: `${issues}/${number}/comments`,
    updated: (id) => ({ method: 'PATCH', address: `${issues}/comments/${id}` }),
    permission:
      'add "permissions: pull-requests: write" to the job (a pull request from a fork never has it; its summary is in the job)',
  };
}

function pullRequestNumber() {
  try {
    const number = JSON.parse(readFileSync(environment.GITHUB_EVENT_PATH, 'utf8')).pull_request?.number;
    return Number.isInteger(number) ? number : undefined;
  } catch {
    return undefined;
  }
}

/** Tries again where the other side is at fault. */
async function asked({ headers }, method, address, body) {
  for (let tried = 1; ; tried++) {
    try {
      const response = await fetch(address, {
        method,
        headers: { ...headers, 'user-agent': 'ulterior', ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(20_000),
      });
      if (response.ok) return await response.json();
      throw new Refused(response.status, `${method} ${new URL(address).pathname} was answered with ${response.status}`);
    } catch (error) {
      const ours = error instanceof Refused && error.status < 500;
      if (ours || tried === TRIES) throw error;
      await new Promise((done) => setTimeout(done, 300 * tried));
    }
  }
}

/** The comment that an earlier run wrote. */
async function ownComment(host, marker) {
  for (let page = 1; page <= PAGES; page++) {
    const comments = await asked(host, 'GET', `${host.listed}?per_page=${PER_PAGE}&page=${page}`);
    const own = comments.find(({ body }) => typeof body === 'string' && body.startsWith(marker));
    if (own !== undefined || comments.length < PER_PAGE) return own;
  }
  return undefined;
}

async function write(host, marker, text) {
  const body = `${marker}\n${text}`;
  const own = await ownComment(host, marker);
  if (own !== undefined) {
    const { method, address } = host.updated(own.id);
    try {
      await asked(host, method, address, { body });
      return 'updated';
    } catch (error) {
      // Somebody else's comment that begins like ours, or one that was deleted meanwhile.
      if (!(error instanceof Refused && [403, 404].includes(error.status))) throw error;
    }
  }
  await asked(host, 'POST', host.created, { body });
  return 'written';
}

function reasonOf(error, host) {
  const { status } = error;
  if (status === 401 || status === 403 || status === 404) {
    return `The token may not write comments (${error.message}): ${host.permission}.`;
  }
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}.`;
}

function shortened(text) {
  if (text.length <= LONGEST) return text;
  return `${text.slice(0, LONGEST).replace(/\n[^\n]*$/, '')}\n\nThe rest is in the summary of the job.\n`;
}

let text;
try {
  text = readFileSync(environment.MARKDOWN ?? '', 'utf8');
} catch {
  text = '## ❌ Ulterior: the check did not run\n\nThe log of the job says why.\n';
}
if (environment.GITHUB_STEP_SUMMARY !== undefined) appendFileSync(environment.GITHUB_STEP_SUMMARY, text);

const host = hostOf();
if (environment.COMMENT === 'false') console.log('No comment was asked for.');
else if (host === undefined) console.log('This run is not about a pull request: there is nothing to comment on.');
else if (!environment.TOKEN) warn(`No comment was written, because there is no token: ${host.permission}.`);
else {
  try {
    console.log(
      `The comment was ${await write(host, `<!-- ulterior:${environment.COMMENT_ID ?? 'check'} -->`, shortened(text))}.`,
    );
  } catch (error) {
    warn(`No comment was written; the gate is not affected. ${reasonOf(error, host)}`);
  }
}
