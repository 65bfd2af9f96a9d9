// `portolan replay`: the requests of the log on their way through a candidate, without calling anyone.
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { callsServiceBy } from '../../analyse/guard-time.ts'
import { renderMarkdown, renderPretty } from '../analyse/render.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { LIVE_OPTIONS, loadLiveSide } from '../diff/live-side.ts'
import { isOfGit, loadSide } from '../diff/load-side.ts'
import { configReplaySection, createLogReplay, type LogReplay } from '../diff/replay-log.ts'
import { fitText, writeText } from '../layout/fit-text.ts'
import { eachRecord } from '../logs/each-record.ts'
import { logQuery } from '../logs/log-period.ts'
import { openLogReader } from '../logs/log-reader.ts'
import { withGateway } from '../store/store-options.ts'
import type { StoreCommand } from '../store/use-store.ts'
import type { Terminal } from '../terminal.ts'
import { readRecord } from '../traffic/read-record.ts'
import { readRequestLog } from '../traffic/read-request-log.ts'

const FORMS = ['pretty', 'json', 'markdown']
const USUAL_LIMIT = 10_000

export const replayCommand: Command = {
  usage: `[PROJECT] --against CANDIDATE [--last 1h] [--log FILE | --store ADDRESS | --gateway URL]`,
  help: `Walks the requests of the log through a candidate, without calling a provider, and shows what would have differed: the first
targets, requests that go elsewhere with the smallest example, failures that would have had another target and new ones, and
cost by recorded tokens, at the prices of each version. CANDIDATE is a project, a config, a compiled plan, or git:REVISION of
PROJECT. It is compared with the label live of the store; for a file, with PROJECT, by default the one in this folder.

Records have no bodies: a condition that reads one is not decided. Only the cost assumes that targets without a recorded outcome
reply; whether they do is not decided.

  --last DURATION   the period until now, such as 30m, 6h or 7d; default 1h
  --log FILE        a log as JSON Lines, as the gateway writes it: all of its records
  --store ADDRESS   the store; default: the variable PORTOLAN_STORE, then the manifest
  --gateway URL     a running gateway, its key in PORTOLAN_API_KEY
  --project NAME    the project within the store; default main
  --label NAME      the label that runtimes follow; default live
  --limit COUNT     maximum number of records of a store, the newest first; default ${USUAL_LIMIT}
  --format F        pretty (default), json or markdown

Exit codes: 0 the log was replayed, 1 the log cannot be read, 2 a side cannot be read or compiled.`,
  options: {
    ...LIVE_OPTIONS,
    against: { type: 'string' },
    last: { type: 'string', default: '1h' },
    log: { type: 'string' },
    limit: { type: 'string', default: String(USUAL_LIMIT) },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, values, terminal) => {
    const { against, log, format, limit } = values
    const [path = '.', ...others] = positionals
    if (typeof against !== 'string' || others.length > 0)
      return usageError(terminal, 'Name the candidate with --against, and at most one project.', 'replay')
    if (!FORMS.includes(String(format)))
      return usageError(terminal, '--format must be pretty, json or markdown.', 'replay')
    if (!/^[1-9]\d{0,6}$/.test(String(limit)))
      return usageError(terminal, '--limit must be a number from 1 to 9999999.', 'replay')
    const query = logQuery({ since: values['last'] }, nodePorts().clock.now())
    if (query === undefined)
      return usageError(terminal, '--last must be a duration such as 30m, 6h or 7d.', 'replay')
    const sources = [log, values['store'], values['gateway']].filter(each => each !== undefined)
    if (sources.length > 1)
      return usageError(terminal, 'Name one log: --log, --store or --gateway.', 'replay')
    const request = { command: 'replay', format: { form: 'pretty', findings: 'pretty' } } as const
    const before =
      log === undefined
        ? await loadLiveSide({ name: 'replay', values, terminal, paths: [path] })
        : await loadSide(path, path, request, terminal)
    const place = isOfGit(against) ? path : '.'
    const after = before && (await loadSide(against, place, request, terminal))
    if (before === undefined || after === undefined) return SIDE
    const catalog = cliCatalog()
    const replay = createLogReplay(before, after, { catalog, callsService: callsServiceBy(catalog) })
    const fault =
      typeof log === 'string'
        ? await replayFile(log, replay, terminal)
        : await replayStore(
            { name: 'replay', values: withGateway(values), terminal, paths: [path] },
            query,
            replay,
          )
    if (typeof fault === 'number') return fault
    const { configs, others: strangers, ofOtherPlans } = replay.result()
    if (format === 'json') {
      terminal.writeStdout(JSON.stringify({ configs, others: strangers, ofOtherPlans }, null, 2))
      return EXIT.clean
    }
    const found = Object.entries(configs)
    const total = found.reduce((sum, [, { requests }]) => sum + requests, 0)
    const title = `${pluralize(total, 'request')} through ${against}`
    const sections = found.map(([id, config]) => configReplaySection(id, config, after.gateway.headerPrefix))
    if (format === 'markdown') terminal.writeStdout(renderMarkdown(title, sections))
    else writeText(terminal, renderPretty(title, sections, terminal))
    const are = (count: number, noun: string, verbs: readonly [string, string]): string =>
      `${pluralize(count, noun)} ${verbs[count === 1 ? 0 : 1]}`
    const notes = [
      ...(strangers > 0
        ? [`${are(strangers, 'record', ['is', 'are'])} of requests of no config that both versions have.`]
        : []),
      ...(ofOtherPlans > 0
        ? [
            `${are(ofOtherPlans, 'request', ['was', 'were'])} served by another plan than the one that the candidate is compared with.`,
          ]
        : []),
    ]
    for (const note of notes) terminal.writeStderr(fitText(note, terminal.width))
    return EXIT.clean
  },
}

/** The exit code of a side that cannot be read or compiled. */
const SIDE = 2

async function replayFile(file: string, replay: LogReplay, terminal: Terminal): Promise<number | undefined> {
  const { diagnostics, fault } = await readRequestLog(file, terminal.folder, replay.add)
  if (fault !== undefined) terminal.writeStderr(`${file}: ${fault}`)
  else if (diagnostics.length > 0)
    terminal.writeStderr(`${file}: some lines are not records and were skipped.`)
  return fault === undefined ? undefined : EXIT.findings
}

async function replayStore(
  command: Pick<StoreCommand, 'name' | 'values' | 'terminal' | 'paths'>,
  query: Readonly<Record<string, string>>,
  replay: LogReplay,
): Promise<number | undefined> {
  const { values, terminal } = command
  try {
    const connection = await openLogReader(command)
    if (typeof connection === 'number') return connection
    try {
      const limit = Number(values['limit'])
      const isCut = await eachRecord(connection, query, limit, line => {
        const record = readRecord(line)
        if (!('malformed' in record)) replay.add(record)
      })
      if (isCut) terminal.writeStderr(`Only the newest ${limit} records were replayed: --limit reads more.`)
      return undefined
    } finally {
      await connection.close()
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    terminal.writeStderr(error.message)
    return EXIT.findings
  }
}
