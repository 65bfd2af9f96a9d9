// `portolan-runtime PLAN`: loads a compiled bundle and serves it. Knows no YAML, no TypeScript and no schema
// library; configs are compiled before, by `portolan compile`.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { decode } from '../compiler/plan/decode.ts'
import { VERSION } from '../compiler/version.ts'
import type { Bundle } from '../schemas/generated/types.ts'
import { hostPorts } from './ports-of-host.ts'
import { startRuntime } from './start.ts'

const HELP = `portolan-runtime ${VERSION}: serves a compiled gateway plan.

Usage: portolan-runtime PLAN [--host HOST] [--port PORT] [--modules FOLDER]

  PLAN               the file that "portolan compile" wrote
  --host HOST        listen on this address instead of the plan's
  --port PORT        listen on this port instead of the plan's; 0 takes any free one
  --modules FOLDER   where the modules of own checks lie, as they did beside the manifest; default: beside the plan
  --help             print this
  --version          print the version

SIGHUP loads the plan again: when it is refused, the last good one stays.
SIGTERM and SIGINT stop: requests in flight are answered first.

Exit codes: 0 stopped, 1 the plan cannot be served, 64 wrong usage, 70 a bug.
`

/** The calls of the system that make a listener. */
const LISTENING = new Set(['bind', 'getaddrinfo', 'listen'])

const usage = (message: string): number => {
  process.stderr.write(`${message}\n\n${HELP}`)
  return 64
}

/** The bundle in a file, or why there is none. */
function load(path: string): Bundle | readonly string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return [`The plan ${path} cannot be read.`]
  }
  const decoded = decode(text, hostPorts().hash)
  return decoded.bundle ?? decoded.faults.map(fault => `${path}: ${fault}`)
}

const isBundle = (loaded: Bundle | readonly string[]): loaded is Bundle => 'gateway' in loaded

const tell = (sentences: readonly string[]): void => {
  for (const sentence of sentences) process.stderr.write(`portolan-runtime: ${sentence}\n`)
}

async function main(): Promise<number | undefined> {
  let values: {
    host?: string | undefined
    port?: string | undefined
    modules?: string | undefined
    help?: boolean | undefined
    version?: boolean | undefined
  }
  let positionals: string[]
  try {
    ;({ values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        modules: { type: 'string' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    }))
  } catch (error) {
    return usage(error instanceof Error ? error.message : 'The arguments cannot be read.')
  }
  if (values.help || values.version) {
    process.stdout.write(values.help ? HELP : `${VERSION}\n`)
    return 0
  }
  const [path] = positionals
  if (path === undefined || positionals.length > 1)
    return usage('One plan is served at a time: name its file.')
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    return usage('--port takes a number from 0 to 65535.')
  const bundle = load(path)
  if (!isBundle(bundle)) {
    tell(bundle)
    return 1
  }
  const runtime = await startRuntime(bundle, {
    folder: resolve(values.modules ?? dirname(path)),
    environment: process.env,
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(port === undefined ? {} : { port }),
  })
  if (!('stop' in runtime)) {
    tell(runtime)
    return 1
  }
  const stop = (): void => {
    runtime.stop().then(
      () => process.exit(0),
      () => process.exit(70),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  const reload = async (): Promise<void> => {
    const next = load(path)
    const faults = isBundle(next) ? await runtime.reload(next) : next
    tell(
      faults.length > 0
        ? [...faults, 'The last good plan stays.']
        : [`Plan ${isBundle(next) ? next.digest.slice(0, 12) : ''} is served now.`],
    )
  }
  process.on('SIGHUP', () => void reload())
  // Whoever reads this line may send a signal at once.
  process.stderr.write(
    `portolan-runtime: plan ${bundle.digest.slice(0, 12)} on http://${runtime.host}:${runtime.port}/v1\n`,
  )
  return undefined
}

main().then(
  code => {
    if (code !== undefined) process.exitCode = code
  },
  (bug: unknown) => {
    if (bug instanceof Error && 'code' in bug && 'syscall' in bug && LISTENING.has(String(bug.syscall))) {
      tell([`The address cannot be listened on (${String(bug.code)}).`])
      process.exitCode = 1
      return
    }
    process.stderr.write(`portolan-runtime: a bug: ${bug instanceof Error ? bug.stack : typeof bug}\n`)
    process.exitCode = 70
  },
)
