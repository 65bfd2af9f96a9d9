// Why a module could not be imported, as a sentence: our own error, or what it threw with the line that threw. Never
// a stack trace.
import type { Refusal } from './module-hooks.ts'

const LONGEST = 200

/** The innermost stack frame in a file of the module; Node reports the location of a syntax error in the same form. */
const FRAME = /\/([^/?\s]+)\?portolan=[^:\s]+:(\d+)/

const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'refused' in error

export function importFault(error: unknown): string {
  if (isRefusal(error)) return error.message
  // Anything may be thrown, including objects with getters.
  try {
    const thrown = error instanceof Error ? `${error.name}: ${error.message}` : typeof error
    const line = thrown.replaceAll(/\s+/g, ' ').trim()
    const said = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
    const [, file, number] = FRAME.exec(error instanceof Error ? String(error.stack) : '') ?? []
    const place = file === undefined ? '' : ` at ${decodeURIComponent(file)}:${number}`
    return `It failed to load${place}. ${said.replace(/[.\s]*$/, '')}.`
  } catch {
    return 'It failed to load.'
  }
}
