// `portolan logs`: what requests did, why, and what they cost, of a running gateway or of the stores of the project.
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { type Command, EXIT, type OptionValues, usageError } from '../command.ts'
import { isListFormat, LIST_FORMAT_USAGE } from '../list-format.ts'
import { FILTER_OPTIONS, logQuery } from '../logs/log-period.ts'
import { openLogReader } from '../logs/log-reader.ts'
import type { LogTask } from '../logs/log-task.ts'
import { STORE_OPTIONS, twoStores, withGateway } from '../store/store-options.ts'

type RunTask = (task: LogTask) => Promise<number>

interface Subcommand {
  /** Loads it: what one needs is nothing to the others. */
  readonly load: (values: OptionValues) => Promise<RunTask>
  /** It reads only lists and groups. */
  readonly lists?: true
  /** The name of its argument, if it has one. */
  readonly argument?: string
  /** The period, if none is named. */
  readonly since?: string
  /** The option that it cannot do without. */
  readonly needs?: string
}

const SUBCOMMANDS: Readonly<Record<string, Subcommand>> = {
  tail: { load: async () => (await import('../logs/tail-logs.ts')).tailLogs, lists: true },
  show: { load: async () => (await import('../logs/read-logs.ts')).showTrace, argument: 'TRACE' },
  top: { load: async () => (await import('../logs/top-groups.ts')).topGroups, lists: true },
  why: {
    load: async values =>
      values['as-test'] === true
        ? (await import('../logs/write-test.ts')).writeTest
        : (await import('../logs/read-logs.ts')).explainTrace,
    argument: 'TRACE',
  },
  session: {
    load: async () => (await import('../logs/show-session.ts')).showSession,
    argument: 'ID',
    since: '30d',
  },
  export: { load: async () => (await import('../logs/move-logs.ts')).exportLogs },
  erase: { load: async () => (await import('../logs/move-logs.ts')).eraseBodies, needs: 'workspace' },
  reconcile: {
    load: async () => (await import('../reconcile/reconcile-logs.ts')).reconcileLogs,
    argument: 'FILE',
  },
  replay: {
    load: async () => (await import('../logs/replay-log.ts')).replayLog,
    argument: 'LOG',
    needs: 'config',
  },
}

const NAMES = Object.keys(SUBCOMMANDS)

export const logsCommand: Command = {
  usage: `${NAMES.join('|')} [TRACE | ID | LOG | FILE] [--since 1h] [--store ADDRESS | --gateway URL]`,
  help: `  tail               recent requests; --follow streams new ones
  show TRACE         the records of a trace; --bodies adds their bodies, which is recorded in the audit log
  top                requests, errors, tokens, cost and latency by group
  why TRACE          the path through the plan with the reason of each choice, back to the line of the config that was live;
                     --as-test prints a config test that reproduces it, or writes it to --output FILE; --bodies adds a logged body
  session ID         one run of an agent as a tree: each call with its models, tokens, cost and tools, idle times, retries, denials and totals
  export             records as JSON Lines, into --out FILE or to standard output
  erase              erase the bodies of --workspace, or of one --user in it; records remain
  reconcile FILE     the records of the days in an export of usage or cost of OpenAI, Anthropic, AWS, Google Cloud or Azure, beside it:
                     differences by day, model and credential, each with its cause
  replay LOG         the path of a logged request through --config (an identifier, slug@version or a file), without calling a provider

  --since DURATION   the period until now, such as 30m, 6h or 7d; default 1h, of session 30d
  --status, --model, --key, --workspace, --session, --metadata JSON, --error TEXT
                     filters, with the values of the API; lists are separated by commas
  --by GROUP         of top: ai_service, model, status_code, api_key, config, workspace, provider, prompt, session, users or metadata.KEY
  --order COLUMN     of top: requests, cost, total_tokens or last_seen
  --limit COUNT      maximum number of lines of tail or top; default 20
  --fields LIST      of export: fields of each line, and request and response for bodies
  --credentials LIST of reconcile: which stored provider has a credential of the export, such as key_abc=@openai,key_def=@spare
  --store ADDRESS    the store, or a running gateway; default: the variable PORTOLAN_STORE, then the manifest
  --gateway URL      a running gateway (https://…/v1), its key in PORTOLAN_API_KEY
  --project NAME     the project whose releases have the sources; default main
  --format json      print JSON`,
  words: () => ({ '': NAMES, format: ['pretty', 'json'] }),
  options: {
    ...STORE_OPTIONS,
    ...FILTER_OPTIONS,
    gateway: { type: 'string' },
    follow: { type: 'boolean', short: 'f' },
    bodies: { type: 'boolean' },
    by: { type: 'string', default: 'model' },
    order: { type: 'string', default: 'requests' },
    limit: { type: 'string' },
    fields: { type: 'string' },
    out: { type: 'string' },
    output: { type: 'string', short: 'o' },
    'as-test': { type: 'boolean' },
    user: { type: 'string' },
    credentials: { type: 'string' },
    config: { type: 'string' },
  },
  run: async ([name = '', ...others], written, terminal) => {
    const both = twoStores(written)
    if (both !== undefined) return usageError(terminal, both, 'logs')
    const values = withGateway(written)
    const subcommand = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined
    if (subcommand === undefined)
      return usageError(terminal, `Specify an action: ${NAMES.join(', ')}.`, 'logs')
    const { argument, needs, load, lists, since = '1h' } = subcommand
    if (others.length !== (argument === undefined ? 0 : 1))
      return usageError(
        terminal,
        argument === undefined
          ? `portolan logs ${name} takes no argument.`
          : `portolan logs ${name} takes one ${argument}.`,
        'logs',
      )
    if (needs !== undefined && values[needs] === undefined)
      return usageError(terminal, `portolan logs ${name} needs --${needs}.`, 'logs')
    if (!isListFormat(values['format'])) return usageError(terminal, LIST_FORMAT_USAGE, 'logs')
    if (values['limit'] !== undefined && !/^[1-9]\d{0,2}$/.test(String(values['limit'])))
      return usageError(terminal, '--limit must be a number from 1 to 999.', 'logs')
    const { clock } = nodePorts()
    const query = logQuery({ since, ...values }, clock.now())
    if (query === undefined)
      return usageError(terminal, '--since must be a duration such as 30m, 6h or 7d.', 'logs')
    try {
      const connection = await openLogReader({
        ...{ name: 'logs', values, terminal },
        ...(lists && { filters: query }),
      })
      if (typeof connection === 'number') return connection
      try {
        const run = await load(values)
        return await run({
          connection,
          argument: others[0] ?? '',
          query,
          values,
          terminal,
          isJson: values['format'] === 'json',
          wait: milliseconds => new Promise(done => clock.after(milliseconds, done)),
          now: clock.now,
        })
      } finally {
        await connection.close()
      }
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      terminal.writeStderr(error.message)
      return error.code === 'invalid-address' ? EXIT.usage : EXIT.findings
    }
  },
}
