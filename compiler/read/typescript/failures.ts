// Run errors as diagnostics, at the source location that was executing.
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { mistake, placeIn, placeOfSpan } from '../mistake.ts'
import { NOT_IMPORTABLE, type Outcome } from './engine.ts'
import { REFUSED } from './prelude.ts'
import type { Site } from './sites.ts'

/** Globals that do not exist in a run, even if a config bypasses the type checker. */
const ABSENT =
  /^'(process|require|fetch|console|setTimeout|setInterval|Buffer|module|__dirname|__filename|WebSocket|navigator|performance|crypto)' is not defined$/
const NO_MEMORY = 'The config exceeds its memory limit.'

export interface Scene {
  readonly main: Source
  readonly sites: readonly Site[]
  /** The source location of a stack trace of the engine, if any. */
  readonly placeOfStack: (stack: string) => Place | undefined
}

/** The diagnostic of a run without a value. */
export function failureOf(outcome: Exclude<Outcome, { kind: 'shown' }>, scene: Scene): Diagnostic {
  const start = placeIn(scene.main, 0, 0)
  switch (outcome.kind) {
    case 'no-default':
      return mistake('config-not-exported', start, notExported(outcome.exports))
    case 'endless':
      return mistake(
        'config-loops',
        scene.placeOfStack(outcome.stack) ?? start,
        'The config does not terminate; it was stopped here.',
      )
    case 'waiting':
      return mistake('config-loops', start, 'The config awaits a promise that never settles.')
    case 'out-of-memory':
      return mistake('config-out-of-memory', start, NO_MEMORY)
    case 'crashed':
      return mistake('config-loops', start, 'The config nests values or calls too deeply.')
    case 'thrown': {
      const thrownAt = scene.sites[outcome.site ?? -1]?.span
      const place = scene.placeOfStack(outcome.stack) ?? (thrownAt && placeOfSpan(scene.main, thrownAt))
      return thrown(outcome.name, outcome.message, place ?? start)
    }
  }
}

function notExported(names: readonly string[]): string {
  const said = 'This file has no default export.'
  const [only] = names
  if (only === undefined) return `${said} Write "export default defineConfig({ ... })".`
  const exported = names.slice(0, 5).map(name => `"${name}"`)
  return `${said} It exports ${exported.join(', ')}; write "export default ${only}".`
}

function thrown(name: string, message: string, place: Place): Diagnostic {
  if (name === REFUSED) {
    const said = `A config cannot call "${message}": it must produce the same value at any time and on any machine.`
    return mistake('config-not-deterministic', place, said)
  }
  if (name === NOT_IMPORTABLE) {
    const said = `Cannot import "${message}": configs can import only files of their own project, by literal paths.`
    return mistake('missing-import', place, said)
  }
  if (message === 'out of memory' || message === 'string too long') {
    return mistake('config-out-of-memory', place, NO_MEMORY)
  }
  if (message === 'stack overflow') return mistake('config-loops', place, 'A function recurses without end.')
  const absent = ABSENT.exec(message)?.[1]
  if (absent !== undefined) {
    const said = `"${absent}" does not exist here: a config runs without files, network or environment.`
    return mistake('config-throws', place, said)
  }
  const said = message === '' ? name : message
  const sentence = name === '' || name === 'Error' || message === '' ? said : `${name}: ${said}`
  return mistake('config-throws', place, `The config throws: ${sentence}`)
}
