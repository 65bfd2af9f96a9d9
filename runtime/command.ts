// `portolan-runtime PLAN`: loads a compiled bundle and serves it. Contains no YAML, TypeScript or schema library;
// configs are compiled beforehand by `portolan compile`.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { decodeBundle } from '../compiler/plan/decode.ts'
import { VERSION } from '../compiler/version.ts'
import type { Bundle } from '../schemas/generated/types.ts'
import { nodePorts } from './node-ports.ts'
import { startRuntime } from './start-runtime.ts'

const HELP = `portolan-runtime ${VERSION}: serves a compiled gateway plan.

Usage: portolan-runtime PLAN [--host HOST] [--port PORT] [--modules FOLDER]

  PLAN               the file written by "portolan compile"
  --host HOST        listen on this address instead of the plan's
  --port PORT        listen on this port instead of the plan's; 0 picks a free one
  --modules FOLDER   the folder that paths of custom check modules and of the certificate are relative to; default: the plan's folder
  --help             print this help
  --version          print the version

SIGHUP reloads the plan and the certificate of listen.tls: when it is rejected, the running plan stays in use.
SIGTERM and SIGINT stop the gateway: requests in flight are completed first.

Exit codes: 0 stopped, 1 the plan cannot be served, 64 invalid usage, 70 internal error.
`

/** The system calls of a listener. */
const LISTENING = new Set(['bind', 'getaddrinfo', 'listen'])

const usage = (message: string): number => {
  process.stderr.write(`${message}\n\n${HELP}`)
  return 64
}

/** The bundle in a file, or why it cannot be loaded. */
function load(path: string): Bundle | readonly string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return [`The plan ${path} cannot be read.`]
  }
  const decoded = decodeBundle(text, nodePorts().hash)
  return decoded.bundle ?? decoded.errors.map(fault => `${path}: ${fault}`)
}

const isBundle = (loaded: Bundle | readonly string[]): loaded is Bundle => 'gateway' in loaded

const report = (sentences: readonly string[]): void => {
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
  if (path === undefined || positionals.length > 1) return usage('Exactly one plan file is required.')
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    return usage('--port must be an integer from 0 to 65535.')
  const bundle = load(path)
  if (!isBundle(bundle)) {
    report(bundle)
    return 1
  }
  const runtime = await startRuntime(bundle, {
    folder: resolve(values.modules ?? dirname(path)),
    environment: process.env,
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(port === undefined ? {} : { port }),
  })
  if (!('stop' in runtime)) {
    report(runtime)
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
    report(
      isBundle(next) && faults.length === 0
        ? [`Plan ${next.digest.slice(0, 12)} is now in use.`, ...runtime.restartNeeded(next)]
        : [...faults, 'The running plan stays in use.'],
    )
  }
  process.on('SIGHUP', () => void reload())
  // Written last: a supervisor that reads this line may send a signal at once.
  process.stderr.write(
    `portolan-runtime: plan ${bundle.digest.slice(0, 12)} on ${bundle.gateway.listen.tls === undefined ? 'http' : 'https'}://${runtime.host}:${runtime.port}/v1\n`,
  )
  return undefined
}

main().then(
  code => {
    if (code !== undefined) process.exitCode = code
  },
  (bug: unknown) => {
    if (bug instanceof Error && 'code' in bug && 'syscall' in bug && LISTENING.has(String(bug.syscall))) {
      report([`Cannot listen on the address (${String(bug.code)}).`])
      process.exitCode = 1
      return
    }
    process.stderr.write(
      `portolan-runtime: internal error: ${bug instanceof Error ? bug.stack : typeof bug}\n`,
    )
    process.exitCode = 70
  },
)
