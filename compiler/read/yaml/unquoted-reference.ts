// Inside brackets the "{" of an unquoted ${env:NAME} opens an object: the reference must be in quotes.
import type { SourceSpan } from '../../source.ts'
import type { YamlSyntaxError } from './syntax-error.ts'

/** More than any value with a reference; the search stays near the error. */
const MAX_LENGTH = 300

/** The error for a scalar with an unquoted reference, where the parser stopped at the bracket of the reference. */
export function unquotedReference(text: string, at: number): YamlSyntaxError | undefined {
  if (text.charAt(at) !== '{' || text.charAt(at - 1) !== '$') return undefined
  const before = /[^\s,[\]{}"']*$/.exec(text.slice(Math.max(0, at - MAX_LENGTH), at))?.[0] ?? ''
  const after = /^(?:\{[\w.:/-]*\}|[^\s,[\]{}"'])+/.exec(text.slice(at, at + MAX_LENGTH))?.[0]
  if (after === undefined) return undefined
  const value = before + after
  const around = bracesAround(text, at - before.length, at + after.length)
  const message = `Inside brackets, a value that contains "${value.slice(before.length - 1)}" must be in quotes.`
  return {
    start: around?.start ?? at - before.length,
    end: around?.end ?? at + after.length,
    message,
    fix: JSON.stringify(value),
  }
}

/** The braces of an object that has nothing but the reference: it was meant as the value. */
function bracesAround(text: string, start: number, end: number): SourceSpan | undefined {
  const open = /:[ \t]+(\{[ \t]*)$/.exec(text.slice(Math.max(0, start - MAX_LENGTH), start))?.[1]
  const close = /^[ \t]*\}(?=[ \t]*(?:\r?\n|$))/.exec(text.slice(end, end + MAX_LENGTH))?.[0]
  return open === undefined || close === undefined
    ? undefined
    : { start: start - open.length, end: end + close.length }
}
