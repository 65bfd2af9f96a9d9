// Where a sink of HTTP is: its URL, and its headers with their secrets.
import type { PlanSinkHeader, Secret } from '../../../schemas/generated/types.ts'
import type { Headers } from '../../values/headers.ts'

export interface SinkAddress {
  readonly url: string
  readonly headers: Headers
}

/**
 * Undefined where a secret is missing. A header with a secret is sent to the origin that it is bound to; where the URL is a
 * secret itself, the operator has bound the two.
 */
export function sinkAddress(
  {
    address,
    secret,
    headers,
  }: {
    readonly address?: string
    readonly secret?: Secret
    readonly headers: readonly PlanSinkHeader[]
  },
  lookUp: (secret: Secret) => string | undefined,
): SinkAddress | undefined {
  const url = address ?? (secret && lookUp(secret))
  if (url === undefined) return undefined
  const list: string[] = []
  for (const { name, value = '', secret: reference } of headers) {
    const hidden = reference === undefined ? '' : lookUp(reference)
    if (hidden === undefined) return undefined
    list.push(name, value + hidden)
  }
  return { url, headers: list }
}
