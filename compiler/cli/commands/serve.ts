// `portolan serve`: check, compile, run, and again whenever a file changes. A project that does not compile never
// replaces one that did.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Runtime, startRuntime } from '../../../runtime/start.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { type Command, EXIT, misuse } from '../command.ts'
import { type CompiledGroup, compileOne } from '../compile-groups.ts'
import { greeting } from '../greeting.ts'
import { report } from '../report.ts'
import type { Terminal } from '../terminal.ts'
import { watchFiles } from '../watch.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'check, compile and run a project; reload on change',
  usage: '[PROJECT | CONFIG] [--host HOST] [--port PORT] [--no-watch]',
  help: `Runs the gateway of a project in this process. When a file changes it is compiled again and takes over at once;
when it has a mistake, the mistake is shown and the last good version goes on.

  --host HOST   listen on this address instead of the manifest's
  --port PORT   listen on this port instead of the manifest's; 0 takes any free one
  --no-watch    do not look for changes`,
  options: { host: { type: 'string' }, port: { type: 'string' }, 'no-watch': { type: 'boolean' } },
  run: async (positionals, values, terminal) => {
    const port = typeof values['port'] === 'string' ? Number(values['port']) : undefined
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535)) {
      return misuse(terminal, '--port takes a number from 0 to 65535.', 'serve')
    }
    const first = await compileShown(positionals, terminal)
    if (typeof first === 'number') return first
    const { bundle } = first
    if (bundle === undefined) return EXIT.findings
    const runtime = await start(first, bundle, values['host'], port, terminal)
    if (typeof runtime === 'number') return runtime
    terminal.out(greeting(bundle, runtime))
    const unwatch =
      values['no-watch'] === true
        ? () => {}
        : watchFiles(first.root, () => void reload(positionals, runtime, terminal))
    await stopped()
    terminal.tell('stopping: requests in flight are answered first')
    unwatch()
    await Promise.race([runtime.stop(), stopped().then(() => sleep(0))])
    return EXIT.clean
  },
}

/** The only project or config that the arguments mean, with its diagnostics shown. */
async function compileShown(
  positionals: readonly string[],
  terminal: Terminal,
): Promise<CompiledGroup | number> {
  const group = await compileOne(positionals, 'serve', terminal)
  if (typeof group === 'number') return group
  const serious = group.diagnostics.filter(({ severity }) => severity !== 'note')
  if (serious.length > 0) report(serious, group.configs, 'pretty', terminal)
  return group
}

async function start(
  { root }: CompiledGroup,
  bundle: Bundle,
  host: Runtime['host'] | boolean | undefined,
  port: number | undefined,
  terminal: Terminal,
): Promise<Runtime | number> {
  try {
    const runtime = await startRuntime(bundle, {
      folder: root,
      environment: terminal.environment,
      ...(typeof host === 'string' ? { host } : {}),
      ...(port === undefined ? {} : { port }),
    })
    if ('stop' in runtime) return runtime
    for (const sentence of runtime) terminal.tell(sentence)
    return EXIT.findings
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) throw error
    const reason =
      code === 'EADDRINUSE' ? 'another process listens there; --port 0 takes any free port' : code
    terminal.tell(
      `The gateway cannot listen on ${host ?? bundle.gateway.listen.host}:${port ?? bundle.gateway.listen.port}: ${reason}.`,
    )
    return EXIT.findings
  }
}

async function reload(positionals: readonly string[], runtime: Runtime, terminal: Terminal): Promise<void> {
  const next = await compileShown(positionals, terminal)
  const bundle = typeof next === 'number' ? undefined : next.bundle
  const faults = bundle === undefined ? ['The last good version goes on.'] : await runtime.reload(bundle)
  for (const fault of faults) terminal.tell(fault)
  if (bundle !== undefined && faults.length === 0)
    terminal.tell(`plan ${bundle.digest.slice(0, 12)} is served now`)
}

/** Resolves at the next signal that asks to stop. */
const stopped = (): Promise<void> =>
  new Promise(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
