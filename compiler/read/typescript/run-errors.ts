// Run errors as diagnostics, at the source location that was executing.
import type { Diagnostic, Location } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { createDiagnostic, locationAt, locationOfSpan } from '../create-diagnostic.ts'
import { NOT_IMPORTABLE, type RunResult } from './engine.ts'
import { NOT_DETERMINISTIC } from './prelude.ts'
import type { LiteralSite } from './sites.ts'

/** Globals that do not exist in a run, even if a config bypasses the type checker. */
const MISSING_GLOBAL =
  /^'(process|require|fetch|console|setTimeout|setInterval|Buffer|module|__dirname|__filename|WebSocket|navigator|performance|crypto)' is not defined$/
const NO_MEMORY = 'The config exceeds its memory limit.'

const SHARED_PART =
  'If other configs import this file and it is none itself, begin its name with an underscore, as in "_shared.ts".'

export interface RunContext {
  readonly main: Source
  readonly sites: readonly LiteralSite[]
  /** The source location of a stack trace of the engine, if any. */
  readonly locateStack: (stack: string) => Location | undefined
}

/** The diagnostic of a run without a value. */
export function runErrorDiagnostic(
  result: Exclude<RunResult, { kind: 'shown' }>,
  context: RunContext,
): Diagnostic {
  const start = locationAt(context.main, 0, 0)
  switch (result.kind) {
    case 'no-default':
      return {
        ...createDiagnostic('config-not-exported', start, describeMissingExport(result.exports)),
        notes: result.exports.length > 0 ? [{ message: SHARED_PART }] : [],
      }
    case 'endless':
      return createDiagnostic(
        'config-loops',
        context.locateStack(result.stack) ?? start,
        'The config does not terminate; it was stopped here.',
      )
    case 'waiting':
      return createDiagnostic('config-loops', start, 'The config awaits a promise that never settles.')
    case 'out-of-memory':
      return createDiagnostic('config-out-of-memory', start, NO_MEMORY)
    case 'crashed':
      return createDiagnostic('config-loops', start, 'The config nests values or calls too deeply.')
    case 'thrown': {
      const thrownAt = context.sites[result.site ?? -1]?.span
      const location =
        context.locateStack(result.stack) ?? (thrownAt && locationOfSpan(context.main, thrownAt))
      return thrownErrorDiagnostic(result.name, result.message, location ?? start)
    }
  }
}

const MAX_NAMED = 5

function describeMissingExport(names: readonly string[]): string {
  const text = 'This file has no default export.'
  const [only] = names
  if (only === undefined) return `${text} Write "export default defineConfig({ ... })".`
  const exported = names.slice(0, MAX_NAMED).map(name => `"${name}"`)
  const hidden = names.length - exported.length
  return `${text} It exports ${exported.join(', ')}${hidden > 0 ? ` and ${hidden} more` : ''}; write "export default ${only}".`
}

function thrownErrorDiagnostic(name: string, message: string, location: Location): Diagnostic {
  if (name === NOT_DETERMINISTIC) {
    const text = `A config cannot call "${message}": it must produce the same value at any time and on any machine.`
    return createDiagnostic('config-not-deterministic', location, text)
  }
  if (name === NOT_IMPORTABLE) {
    const text = `Cannot import "${message}": configs can import only files of their own project, by literal paths.`
    return createDiagnostic('missing-import', location, text)
  }
  if (message === 'out of memory' || message === 'string too long') {
    return createDiagnostic('config-out-of-memory', location, NO_MEMORY)
  }
  if (message === 'stack overflow')
    return createDiagnostic('config-loops', location, 'A function recurses without end.')
  const missingGlobal = MISSING_GLOBAL.exec(message)?.[1]
  if (missingGlobal !== undefined) {
    const text = `"${missingGlobal}" does not exist here: a config runs without files, network or environment.`
    return createDiagnostic('config-throws', location, text)
  }
  const text = message === '' ? name : message
  const sentence = name === '' || name === 'Error' || message === '' ? text : `${name}: ${text}`
  return createDiagnostic('config-throws', location, `The config throws: ${sentence}`)
}
