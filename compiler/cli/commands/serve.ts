// `portolan serve`: check, compile and run, and reload whenever a file changes. A version with errors never replaces the
// running one.
import { extname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ADMIN_USAGE,
  NO_WORKERS,
  readAddress,
  readWorkers,
  WORKERS_USAGE,
} from '../../../runtime/process/read-options.ts'
import { type Runtime, startRuntime } from '../../../runtime/process/start-runtime.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { readYamlText } from '../../read/yaml.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { type CompiledGroup, type CompileMemory, compileOne } from '../compile-groups.ts'
import type { ProjectParts } from '../files/load-project.ts'
import {
  FINDING_FORMATS,
  FORMAT_OPTION,
  type Format,
  formatHelp,
  formatUsage,
  isFormat,
} from '../formats/formats.ts'
import { printDiagnostics } from '../print-diagnostics.ts'
import { formatStartupMessage } from '../startup-message.ts'
import { untilStopSignal } from '../stop-signal.ts'
import type { Terminal } from '../terminal.ts'
import { runLatest, watchFiles } from '../watch.ts'

export const serveCommand: Command = {
  usage: `[PROJECT | CONFIG] [--host HOST] [--port PORT] [--admin HOST:PORT] [--workers N] [--no-watch] ${FORMAT_OPTION}`,
  help: `Runs the gateway of a project in this process. When a file changes, the project is recompiled and reloaded; if it has
errors, or its manifest or folder of configs is gone, they are printed and the last valid version stays in use.

  --host HOST          listen on this address instead of the manifest's
  --port PORT          listen on this port instead of the manifest's; 0 for any free port
  --admin HOST:PORT    serve saved resources (/v1/workspaces, /v1/configs, ...) only on this address, instead of listen.admin
  --workers N          serve with N threads on one port, or one on each core with auto; default 1. Linux only
  --no-watch           do not watch for changes
${formatHelp(21)}

Findings are printed at every compilation. With document formats, such as json and sarif, other output goes to standard error.`,
  options: {
    host: { type: 'string' },
    port: { type: 'string' },
    admin: { type: 'string' },
    workers: { type: 'string', default: '1' },
    'no-watch': { type: 'boolean' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async (positionals, values, terminal) => {
    const { format } = values
    if (!isFormat(format)) return usageError(terminal, formatUsage(), 'serve')
    const port = typeof values['port'] === 'string' ? Number(values['port']) : undefined
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
      return usageError(terminal, '--port must be a number from 0 to 65535.', 'serve')
    }
    const admin = typeof values['admin'] === 'string' ? readAddress(values['admin']) : undefined
    if (values['admin'] !== undefined && admin === undefined)
      return usageError(terminal, ADMIN_USAGE, 'serve')
    const workers = readWorkers(String(values['workers']))
    if (workers === undefined) return usageError(terminal, WORKERS_USAGE, 'serve')
    if (workers > 1 && process.platform !== 'linux') return usageError(terminal, NO_WORKERS, 'serve')
    const memory: CompileMemory = new Map()
    const first = await compileAndReport(positionals, format, terminal, memory)
    if (typeof first === 'number') return first
    const { bundle } = first
    if (bundle === undefined) return EXIT.findings
    let stopped: Promise<void> | undefined
    const beforeListening = (): void => {
      stopped = untilStopSignal()
    }
    const addresses = { host: values['host'], port, admin, workers }
    const runtime = await startGateway(first, bundle, { ...addresses, beforeListening }, terminal)
    if (typeof runtime === 'number') return runtime
    const reload = runLatest(() => reloadProject(positionals, format, first.parts, runtime, terminal, memory))
    const unwatch =
      values['no-watch'] === true ? () => {} : watchFiles(first.root, reload, watchedParts(first, terminal))
    // Written last: a reader may change a file at once.
    const started = formatStartupMessage(bundle, runtime)
    if (FINDING_FORMATS[format].isForPeople) terminal.writeStdout(started)
    else terminal.writeStderr(started)
    await stopped
    terminal.writeStderr('stopping: waiting for requests in flight')
    unwatch()
    await Promise.race([runtime.stop(), untilStopSignal().then(() => sleep(0))])
    return EXIT.clean
  },
}

/** The folders that the manifest names, which git may ignore. */
const watchedParts = ({ parts }: CompiledGroup, { folder }: Terminal): readonly string[] =>
  [parts.configsFolder, parts.promptsFolder].flatMap(path =>
    path === undefined ? [] : [resolve(folder, path)],
  )

/** Compiles the project or config named by the arguments, and prints its errors and warnings. */
async function compileAndReport(
  positionals: readonly string[],
  format: Format,
  terminal: Terminal,
  memory: CompileMemory,
): Promise<CompiledGroup | number> {
  const group = await compileOne(positionals, 'serve', terminal, memory)
  if (typeof group === 'number') return group
  const serious = group.diagnostics.filter(({ severity }) => severity !== 'note')
  if (serious.length > 0 || !FINDING_FORMATS[format].isForPeople)
    printDiagnostics(serious, group.configs, format, terminal)
  return group
}

interface ServeAddresses {
  readonly host: Runtime['host'] | boolean | readonly string[] | undefined
  readonly port: number | undefined
  readonly admin: ReturnType<typeof readAddress>
  readonly workers: number
  readonly beforeListening: () => void
}

async function startGateway(
  { root }: CompiledGroup,
  bundle: Bundle,
  { host, port, admin, workers, beforeListening }: ServeAddresses,
  terminal: Terminal,
): Promise<Runtime | number> {
  try {
    const options = {
      folder: root,
      environment: terminal.environment,
      ...(typeof host === 'string' ? { host } : {}),
      ...(port === undefined ? {} : { port }),
      ...(admin && { admin }),
    }
    const runtime =
      workers === 1
        ? await startRuntime(bundle, { ...options, beforeListening, readYaml: readYamlText })
        : await (await import('../../../runtime/workers/start-workers.ts')).startWorkers(
            { kind: 'bundle', bundle, options },
            {
              count: workers,
              entry: new URL(`../serve-worker${extname(import.meta.url)}`, import.meta.url),
              report: (_, message) => terminal.writeStderr(message),
              beforeListening,
            },
          )
    if ('stop' in runtime) return runtime
    for (const line of runtime) terminal.writeStderr(line)
    return EXIT.findings
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) throw error
    const reason = code === 'EADDRINUSE' ? 'the port is in use; use --port 0 for any free port' : code
    terminal.writeStderr(
      `The gateway cannot listen on ${host ?? bundle.gateway.listen.host}:${port ?? bundle.gateway.listen.port}: ${reason}.`,
    )
    return EXIT.findings
  }
}

/** `started`: the parts of the project that was served first, none of which may disappear. */
async function reloadProject(
  positionals: readonly string[],
  format: Format,
  started: ProjectParts,
  runtime: Runtime,
  terminal: Terminal,
  memory: CompileMemory,
): Promise<void> {
  const next = await compileAndReport(positionals, format, terminal, memory)
  const gone = typeof next === 'number' ? [] : missingParts(started, next.parts)
  const bundle = typeof next === 'number' || gone.length > 0 ? undefined : next.bundle
  const faults =
    bundle === undefined ? [...gone, 'The last valid version stays in use.'] : await runtime.reload(bundle)
  for (const fault of faults) terminal.writeStderr(fault)
  if (bundle === undefined || faults.length > 0) return
  terminal.writeStderr(`now serving plan ${bundle.digest.slice(0, 12)}`)
  for (const sentence of runtime.restartNeeded(bundle)) terminal.writeStderr(sentence)
}

/** Without its manifest a project would have no keys and no providers: a deleted file is a mistake, not a new version. */
function missingParts(before: ProjectParts, after: ProjectParts): readonly string[] {
  if (before.manifest !== undefined && after.manifest === undefined)
    return [`The manifest ${before.manifest} is gone.`]
  return before.configsFolder !== undefined && after.configsFolder === undefined
    ? [`The folder of configs ${before.configsFolder} is gone.`]
    : []
}
