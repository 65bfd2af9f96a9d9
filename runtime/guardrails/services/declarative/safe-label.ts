// Names and values from a service that are safe to show in a verdict: a service may echo what it received, so only
// what looks like an identifier is shown.
import type { Json } from '../../../../schemas/values/json.ts'

const IDENTIFIER = /^[A-Za-z0-9][\w.:/-]{0,63}$/

export const identifierOrUndefined = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && IDENTIFIER.test(value) ? value : undefined

/** A number, a boolean or an identifier. */
export function safeLabel(value: Json | undefined): string | number | boolean | undefined {
  if (typeof value === 'boolean') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : identifierOrUndefined(value)
}
