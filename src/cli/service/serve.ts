/** `ulterior serve`: the page, the interface, the database and a worker, all in one process. */
import { type Command, InvalidArgumentError } from 'commander';
import { LOG_LEVELS } from '../../runtime/index.ts';
import { refuseIdle, wholeNumber } from '../shared/options.ts';
import { addPluginOption } from '../shared/pluginOption.ts';
import { addKeys } from './keys.ts';
import { type ServeFlags, serviceCommands, type WorkFlags } from './serviceCommands.ts';
import { addServiceOptions, CONFIG_HELP } from './serviceOptions.ts';
import { addStore } from './store.ts';
import { addStoreOption, STORE_HELP } from './storeOptions.ts';

export function addServe(program: Command): void {
  const group = withWorkOptions(program.command('serve'))
    .description('serve the page and the HTTP interface, with a database and a worker')
    .option('--host <address>', 'address to listen on; put anything but loopback behind TLS (default: 127.0.0.1)')
    .option('--port <number>', 'port; 0 for any free one (default: 8080)', wholeNumber)
    .option('--no-worker', 'run no audits here: leave them to `ulterior serve work`')
    .option('--log <level>', `log lines (JSON, on standard error): ${LOG_LEVELS.join(', ')} (default: warn)`, logLevel)
    .option(
      '--trust-proxy [hops or addresses]',
      'proxies to believe about the addresses of clients (X-Forwarded-For): how many there are, or their addresses or networks',
    )
    .addHelpText(
      'after',
      `${STORE_HELP}
${CONFIG_HELP}

The first start makes a key for the administrator, prints it once, and adds the models that ship with Ulterior.

Examples:
  ulterior serve
  ulterior serve --port 8080 --data films=ml-1m:data/ml-1m --data survey=survey.ulterior.json
  ulterior serve --config service.json --limit requestsPerMinute=100
  DATABASE_URL=postgres://ulterior:secret@localhost/ulterior ulterior serve --no-worker`,
    )
    .action(async (flags: ServeFlags) => {
      refuseIdleHost(flags);
      await (await serviceCommands()).serve(flags);
    });
  addWork(group);
  addKeys(group);
  addStore(group);
}

function addWork(group: Command): void {
  withWorkOptions(group.command('work'))
    .description('run the audits that a server has queued, as a separate process')
    .addHelpText(
      'after',
      `${STORE_HELP}
${CONFIG_HELP}

Examples:
  DATABASE_URL=postgres://… ulterior serve work --threads 8 --status-port 9090`,
    )
    .action(async (flags: WorkFlags) => {
      refuseIdleHost(flags);
      await (await serviceCommands()).work(flags);
    });
}

function withWorkOptions(command: Command): Command {
  return addPluginOption(addServiceOptions(addStoreOption(command)))
    .option('--data <name=source>', 'data that audits may use (repeatable)', namedSource, {})
    .option('--threads <number>', 'threads of an audit (default: all cores)', wholeNumber)
    .option('--status-port <number>', 'answer /health/live, /health/ready and /metrics on that port', wholeNumber)
    .option('--status-host <address>', 'address for --status-port; it asks for no key (default: 127.0.0.1)');
}

function refuseIdleHost(flags: ServeFlags | WorkFlags): void {
  if (flags.statusPort === undefined) refuseIdle(flags, ['statusHost'], 'no --status-port is given');
}

function namedSource(text: string, others: Readonly<Record<string, string>>) {
  const [, name, source] = /^([\w-]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Give a name and a source, for example films=ml-1m:data.');
  return { ...others, [name]: source! };
}

function logLevel(text: string): string {
  if (!LOG_LEVELS.includes(text)) throw new InvalidArgumentError(`Use one of ${LOG_LEVELS.join(', ')}.`);
  return text;
}
