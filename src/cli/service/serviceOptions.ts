/** Flags that `serve` and `serve work` share: limits, a configuration file, and traces. */
import { type Command, InvalidArgumentError } from 'commander';
import { wholeNumber } from '../shared/options.ts';

export const CONFIG_HELP = `
The file that --config names is JSON (docs/service-config.schema.json); a flag goes before it. After a change of the file send
the process SIGHUP: limits then count at once, if the file is correct. What is wrong with it is logged, and nothing changes.`;

export function addServiceOptions(command: Command): Command {
  return command
    .option('--config <file>', 'configuration in JSON, read again on SIGHUP; flags go before it')
    .option('--limit <name=value>', 'one of the limits, for example requestsPerMinute=100 (repeatable)', namedLimit)
    .option('--connections <number>', 'connections to a PostgreSQL server, at most (default: 10)', wholeNumber)
    .option(
      '--otlp [url]',
      'send traces to the collector at that address (default: OTEL_EXPORTER_OTLP_ENDPOINT), over HTTP',
    );
}

/** Of a limit the name is checked with all others. */
function namedLimit(text: string, others: Readonly<Record<string, number>> = {}): Record<string, number> {
  const [, name, value] = /^(\w+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new InvalidArgumentError('Give the name of a limit and a number, for example requestsPerMinute=100.');
  }
  return { ...others, [name]: Number(value) };
}
