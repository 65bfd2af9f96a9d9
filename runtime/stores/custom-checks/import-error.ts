// Why a module could not be imported, as a sentence: our own error, or what it threw with the line that threw. Never
// a stack trace.
import type { ModuleRejection } from './module-hooks.ts'

const MAX_MESSAGE_LENGTH = 200

/** The innermost stack frame in a file of the module; Node reports the location of a syntax error in the same form. */
const FRAME = /\/([^/?\s]+)\?portolan=[^:\s]+:(\d+)/

const isModuleRejection = (error: unknown): error is ModuleRejection =>
  error instanceof Error && 'refused' in error

export function describeImportError(error: unknown): string {
  if (isModuleRejection(error)) return error.message
  // Anything may be thrown, including objects with getters.
  try {
    const thrown = error instanceof Error ? `${error.name}: ${error.message}` : typeof error
    const line = thrown.replaceAll(/\s+/g, ' ').trim()
    const message = line.length > MAX_MESSAGE_LENGTH ? `${line.slice(0, MAX_MESSAGE_LENGTH)}…` : line
    const [, file, number] = FRAME.exec(error instanceof Error ? String(error.stack) : '') ?? []
    const location = file === undefined ? '' : ` at ${decodeURIComponent(file)}:${number}`
    return `It failed to load${location}. ${message.replace(/[.\s]*$/, '')}.`
  } catch {
    return 'It failed to load.'
  }
}
