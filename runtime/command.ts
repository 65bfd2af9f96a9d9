// `portolan-runtime`: serves a compiled bundle, from a file or from a store. Contains no YAML, TypeScript or schema library;
// configs are compiled beforehand by `portolan compile`.
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { VERSION } from '../compiler/facts/version.ts'
import { decodeBundle } from '../compiler/plan/decode.ts'
import type { Bundle } from '../schemas/generated/types.ts'
import { HELP } from './command-help.ts'
import { StoreError } from './control/core/store-error.ts'
import { nodePorts } from './process/node-ports.ts'
import { createSignals, type ProcessSignals } from './process/process-signals.ts'
import {
  ADMIN_USAGE,
  NO_WORKERS,
  parseRuntimeArguments,
  readAddress,
  readWorkers,
  WORKERS_USAGE,
} from './process/read-options.ts'
import type { ServedPart } from './process/served-parts.ts'
import type { Runtime } from './process/start-runtime.ts'
import { catchBugs } from './process/uncaught-bugs.ts'
import type { TaskOptions } from './workers/worker-task.ts'

/** What only a process that follows a store obeys. */
const FOLLOWING = ['project', 'label', 'deployment', 'trust', 'moves', 'signing-key'] as const

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
  if (process.argv[2] === 'health') {
    const { checkHealth } = await import('./process/check-health.ts')
    return await checkHealth(process.argv.slice(3), {
      print: text => void process.stdout.write(text),
      complain: text => void process.stderr.write(text),
    })
  }
  let values: ReturnType<typeof parseRuntimeArguments>['values']
  let positionals: string[]
  try {
    ;({ values, positionals } = parseRuntimeArguments())
  } catch (error) {
    return usage(error instanceof Error ? error.message : 'The arguments cannot be read.')
  }
  if (values.help || values.version) {
    process.stdout.write(values.help ? HELP : `${VERSION}\n`)
    return 0
  }
  const port = values.port === undefined ? undefined : Number(values.port)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    return usage('--port must be an integer from 0 to 65535.')
  const admin = values.admin === undefined ? undefined : readAddress(values.admin)
  if (values.admin !== undefined && admin === undefined) return usage(ADMIN_USAGE)
  const workers = readWorkers(values.workers ?? '1')
  if (workers === undefined) return usage(WORKERS_USAGE)
  if (workers > 1 && process.platform !== 'linux') return usage(NO_WORKERS)
  const [first] = positionals
  const serves: ServedPart = first === 'control' || first === 'inference' ? first : 'all'
  if (serves !== 'all' && admin !== undefined)
    return usage(`--admin is for a runtime that serves everything, not for one that serves only ${serves}.`)
  if (values.deployment !== undefined && values.label !== undefined)
    return usage('--label and --deployment exclude each other: a deployment follows its own label.')
  const listen = {
    environment: process.env,
    workers,
    serves,
    ...(admin && { admin }),
    ...(values.host === undefined ? {} : { host: values.host }),
    ...(port === undefined ? {} : { port }),
  }
  const [path, ...others] = serves === 'all' ? positionals : positionals.slice(1)
  const store = values.store ?? (path === undefined ? process.env['PORTOLAN_STORE'] : undefined)
  if (serves !== 'all' && store === undefined) return usage(`${serves} needs a store with --store.`)
  if (others.length > 0 || (store === undefined) === (path === undefined))
    return usage('Exactly one plan file is required, or a store with --store.')
  const follows = FOLLOWING.find(name => values[name] !== undefined)
  if (store === undefined && follows !== undefined) return usage(`--${follows} needs a store with --store.`)
  return store === undefined
    ? await serveFile(path ?? '', { ...listen, folder: resolve(values.modules ?? dirname(path ?? '')) })
    : await serveFrom(store, { ...listen, folder: resolve(values.modules ?? '.') }, values)
}

type Listen = TaskOptions & { readonly workers: number }

const writeLog = (_: string, message: string): void => report([message])

async function serveFile(path: string, { workers, ...options }: Listen): Promise<number | undefined> {
  const bundle = load(path)
  if (!isBundle(bundle)) {
    report(bundle)
    return 1
  }
  const signals = createSignals()
  const beforeListening = signals.hold
  const runtime =
    workers === 1
      ? await (await import('./process/start-runtime.ts')).startRuntime(bundle, {
          ...options,
          beforeListening,
        })
      : await (await import('./workers/start-workers.ts')).startWorkers(
          { kind: 'bundle', bundle, options },
          { count: workers, report: writeLog, beforeListening },
        )
  if (!('stop' in runtime)) {
    report(runtime)
    return 1
  }
  const reload = async (): Promise<void> => {
    const next = load(path)
    const faults = isBundle(next) ? await runtime.reload(next) : next
    report(
      isBundle(next) && faults.length === 0
        ? [`Plan ${next.digest.slice(0, 12)} is now in use.`, ...runtime.restartNeeded(next)]
        : [...faults, 'The running plan stays in use.'],
    )
  }
  announce(runtime, bundle.digest, bundle.gateway.listen.tls !== undefined, reload, signals)
  return undefined
}

function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

async function serveFrom(
  store: string,
  { workers, ...options }: Listen,
  {
    project = 'main',
    label = 'live',
    deployment,
    trust = [],
    moves = '.portolan/moves.db',
    'signing-key': signingFile,
  }: ReturnType<typeof parseRuntimeArguments>['values'],
): Promise<number | undefined> {
  const trusted: string[] = []
  for (const file of trust) {
    const text = readKey(file)
    if (text === undefined) {
      report([`The public key ${file} cannot be read.`])
      return 1
    }
    trusted.push(text)
  }
  const signingKey =
    signingFile === undefined ? process.env['PORTOLAN_SIGNING_KEY'] || undefined : readKey(signingFile)
  if (signingFile !== undefined && signingKey === undefined) {
    report([`The signing key ${signingFile} cannot be read.`])
    return 1
  }
  const follow = {
    store,
    project,
    label,
    ...(deployment !== undefined && { deployment }),
    trusted,
    moves: resolve(moves),
    signingKey,
  }
  const signals = createSignals()
  const beforeListening = signals.hold
  const runtime = await (workers === 1
    ? (await import('./process/follow-store.ts')).serveStore({
        ...options,
        ...follow,
        writeLog,
        beforeListening,
      })
    : (await import('./workers/start-workers.ts')).startWorkers(
        { kind: 'store', follow, options },
        { count: workers, report: writeLog, beforeListening },
      )
  ).catch((error: unknown) => {
    if (error instanceof StoreError) return [error.message]
    throw error
  })
  if (!('stop' in runtime)) {
    report(runtime)
    return 1
  }
  announce(runtime, runtime.plan, runtime.secure, runtime.reloadSelected, signals)
  return undefined
}

/** Obeys signals, and reports the address of the gateway. */
function announce(
  runtime: Runtime,
  plan: string,
  secure: boolean,
  reload: () => Promise<void>,
  signals: ProcessSignals,
): void {
  const stop = (): void => {
    runtime.stop().then(
      () => process.exit(0),
      () => process.exit(70),
    )
  }
  catchBugs(runtime.notice)
  signals.obey({
    stop,
    reload: () => {
      void runtime.reopenLog().catch(() => {})
      void reload()
    },
  })
  const { admin, console } = runtime
  if (admin !== undefined)
    process.stderr.write(
      `portolan-runtime: saved resources on ${admin.secure ? 'https' : 'http'}://${admin.host}:${admin.port}/v1\n`,
    )
  if (console !== undefined) process.stderr.write(`portolan-runtime: console on ${console.url}\n`)
  // Written last: a supervisor that reads this line may send a signal at once.
  process.stderr.write(
    `portolan-runtime: plan ${plan.slice(0, 12)} on ${secure ? 'https' : 'http'}://${runtime.host}:${runtime.port}/v1\n`,
  )
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
