// The headers that the manifest gives a server, with their secrets filled in: MCP servers and agents.
import type { PlanServerHeader, Secret } from '../../schemas/generated/types.ts'
import type { Headers } from './headers.ts'

/** The value of a secret; undefined while it cannot be read. */
export type ReadHeaderSecret = (secret: Secret) => string | undefined

/** Undefined where a secret cannot be read. */
export function serverHeaders(
  headers: readonly PlanServerHeader[],
  readSecret: ReadHeaderSecret,
): Headers | undefined {
  const list: string[] = []
  for (const { name, before, secret, after = '' } of headers) {
    const value = secret === undefined ? '' : readSecret(secret)
    if (value === undefined) return undefined
    list.push(name, before + value + after)
  }
  return list
}
