// The sandbox that runs configs: QuickJS in WebAssembly, without access to the machine. Every run has its own runtime,
// disposed of afterwards; the WebAssembly instance is reused, and reset when a run breaks it.
import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core'
import { MAX_INTERRUPTS, MAX_TURNS, STACK_LIMIT } from './limits.ts'
import { EXPORTED_NAMES, PRELUDE, SERIALIZE, THROWN_AT } from './prelude.ts'

/** The code to run: the entry module and all modules that can be imported, by name. Configs can read the names in stacks. */
export interface RunRequest {
  readonly entry: string
  readonly codeOf: (name: string) => string | undefined
  /** Resolves a specifier in the module `from`. */
  readonly resolve: (specifier: string, from: string) => string
}

export type RunResult =
  | { readonly kind: 'shown'; readonly text: string }
  | { readonly kind: 'no-default'; readonly exports: readonly string[] }
  | {
      readonly kind: 'thrown'
      readonly name: string
      readonly message: string
      readonly stack: string
      readonly site?: number
    }
  /** Ended at the limit of calls and turns, or of the turns of native functions. */
  | { readonly kind: 'endless'; readonly stack: string }
  /** An awaited promise is still pending when no jobs are left. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'out-of-memory' }
  | { readonly kind: 'crashed' }

export interface Engine {
  readonly run: (request: RunRequest) => RunResult
}

/** The name of the error for a computed import specifier that cannot be resolved. */
export const NOT_IMPORTABLE = 'NotImportable'

/** A WebAssembly instance, and what is left to it. */
export interface EngineInstance {
  /** Makes it what it was when it was loaded, whatever a run has left of it. */
  readonly reset: () => void
  readonly module: QuickJSWASMModule
  /** The turns that its loops have left. */
  readonly turns: { value: number }
  readonly memory: {
    /** Whether it was refused more. */
    isExhausted: boolean
  }
}

export const createEngine = (instance: EngineInstance): Engine => ({
  run: run => {
    const result = runIn(instance, run)
    // The host's stack overflowed below the engine, or values were left over: what it holds can no longer be trusted.
    if (result.isBroken) instance.reset()
    return result.run
  },
})

/** The result of a run, and whether the instance broke in it. */
interface Finished {
  readonly run: RunResult
  readonly isBroken: boolean
}

function runIn({ module, turns, memory }: EngineInstance, run: RunRequest): Finished {
  let result: RunResult = { kind: 'crashed' }
  let context: QuickJSContext | undefined
  turns.value = MAX_TURNS
  memory.isExhausted = false
  try {
    const runtime = newRuntime(module, run)
    context = runtime.newContext()
    result = evaluate(context, runtime, run)
    // A promise whose job had no memory left stays pending.
    if (result.kind === 'waiting' && memory.isExhausted) result = { kind: 'out-of-memory' }
    context.dispose()
    runtime.dispose()
    return { run: result, isBroken: false }
  } catch {
    // A native function had no turns left: the engine was left as it was in the middle of it, with the frames that called it.
    if (context !== undefined && turns.value < 0) {
      turns.value = MAX_TURNS
      result = { kind: 'endless', stack: currentStack(context) }
    }
    return { run: result, isBroken: true }
  }
}

function currentStack(context: QuickJSContext): string {
  try {
    const stack = context.evalCode('new Error().stack')
    return stack.error ? '' : String(context.dump(stack.value))
  } catch {
    return ''
  }
}

function newRuntime(instance: QuickJSWASMModule, run: RunRequest): QuickJSRuntime {
  const runtime = instance.newRuntime()
  runtime.setMaxStackSize(STACK_LIMIT)
  let interrupts = 0
  runtime.setInterruptHandler(() => {
    interrupts += 1
    return interrupts > MAX_INTERRUPTS
  })
  runtime.setModuleLoader(
    path => run.codeOf(path) ?? { error: Object.assign(new Error(path), { name: NOT_IMPORTABLE }) },
    (from, specifier) => run.resolve(specifier, from),
  )
  return runtime
}

function evaluate(context: QuickJSContext, runtime: QuickJSRuntime, run: RunRequest): RunResult {
  const prelude = context.evalCode(PRELUDE, 'prelude', { strict: true })
  if (prelude.error) return toErrorResult(context, prelude.error)
  prelude.value.dispose()
  const entry = `import * as config from ${JSON.stringify(run.entry)}
export const shown = ${SERIALIZE}(config)
export const exported = ${EXPORTED_NAMES}(config)`
  const evaluated = context.evalCode(entry, 'entry', { type: 'module' })
  if (evaluated.error) return toErrorResult(context, evaluated.error)
  const jobs = runtime.executePendingJobs()
  if (jobs.error) {
    evaluated.value.dispose()
    return toErrorResult(context, jobs.error)
  }
  jobs.dispose()
  return resolveEvaluation(context, evaluated.value)
}

/** The result of the evaluated entry: its namespace, or a promise of it with top-level await. */
function resolveEvaluation(context: QuickJSContext, evaluated: QuickJSHandle): RunResult {
  const state = context.getPromiseState(evaluated)
  if (state.type === 'fulfilled' && state.notAPromise) return readNamespace(context, evaluated)
  evaluated.dispose()
  if (state.type === 'pending') return { kind: 'waiting' }
  if (state.type === 'rejected') return toErrorResult(context, state.error)
  return readNamespace(context, state.value)
}

function readNamespace(context: QuickJSContext, namespace: QuickJSHandle): RunResult {
  const serialized = context.getProp(namespace, 'shown').consume(handle => context.dump(handle) as unknown)
  const exported = context.getProp(namespace, 'exported').consume(handle => context.getString(handle))
  namespace.dispose()
  if (typeof serialized === 'string') return { kind: 'shown', text: serialized }
  return { kind: 'no-default', exports: JSON.parse(exported) as readonly string[] }
}

function toErrorResult(context: QuickJSContext, error: QuickJSHandle): RunResult {
  const dumped: unknown = error.consume(handle => context.dump(handle))
  if (isError(dumped)) {
    const { name, message, stack = '' } = dumped
    return name === 'InternalError' && message === 'interrupted'
      ? { kind: 'endless', stack }
      : { kind: 'thrown', name, message, stack }
  }
  const site = thrownAt(context)
  // Out of memory, the engine cannot even create the error object.
  if (dumped === null && site === undefined) return { kind: 'out-of-memory' }
  const message = typeof dumped === 'string' ? dumped : (JSON.stringify(dumped) ?? String(dumped))
  return { kind: 'thrown', name: '', message, stack: '', ...(site !== undefined && { site }) }
}

interface DumpedError {
  readonly name: string
  readonly message: string
  readonly stack?: string
}

function isError(dumped: unknown): dumped is DumpedError {
  if (typeof dumped !== 'object' || dumped === null || !('name' in dumped) || !('message' in dumped))
    return false
  const stack = 'stack' in dumped ? dumped.stack : ''
  return typeof dumped.name === 'string' && typeof dumped.message === 'string' && typeof stack === 'string'
}

/** The site of the last throw statement, if any ran. */
function thrownAt(context: QuickJSContext): number | undefined {
  const found = context.evalCode(`${THROWN_AT}()`)
  if (found.error) {
    found.error.dispose()
    return undefined
  }
  const site = found.value.consume(handle => context.getNumber(handle))
  return site < 0 ? undefined : site
}
