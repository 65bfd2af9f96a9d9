// A gateway with a pool of two accounts, `a` and `b`, called as clients of a vendor call it.
import { createCancellation } from '../../runtime/values/cancellation.ts'
import { createHarness } from './harness.ts'
import { bytesOf, type HarnessReply, readReply } from './read-harness-reply.ts'
import type { ScriptedUpstream } from './scripted-upstream.ts'

export interface Vendor {
  readonly provider: string
  readonly headers?: Readonly<Record<string, string>>
  /** The version in the path of its clients. */
  readonly version?: string
}

export const OPENAI: Vendor = { provider: 'openai' }
export const ANTHROPIC: Vendor = { provider: 'anthropic', headers: { 'anthropic-version': '2023-06-01' } }
export const GEMINI: Vendor = { provider: 'google', version: '/v1beta' }

export interface PoolOptions {
  readonly draws?: readonly number[]
  /** Members with what differs from a key of their own. */
  readonly members?: Readonly<Record<string, object>>
  readonly pool?: object
}

export type Send = (method: string, path: string, body?: unknown) => Promise<HarnessReply>

export function sendToPool(
  { provider, headers = {}, version = '/v1' }: Vendor,
  upstream: ScriptedUpstream,
  { draws = [], members = { a: {}, b: {} }, pool = {} }: PoolOptions = {},
): Send {
  const stored = Object.entries(members).map(([name, more]) => [
    name,
    { provider, api_key: `\${env:${name.toUpperCase()}}`, ...more },
  ])
  const { gateway } = createHarness({
    manifest: {
      providers: { both: { pool: { sticky: false, members: Object.fromEntries(stored), ...pool } } },
    },
    configs: { pooled: { provider: '@both' } },
    environment: { A: 'key-a', B: 'key-b', C: 'key-c' },
    upstream,
    draws,
  })
  return async (method, path, body) => {
    const cancellation = createCancellation()
    const admitted = gateway.admit({
      method,
      path,
      pathname: version + path.split('?', 1)[0],
      headers: Object.entries({
        'content-type': 'application/json',
        'x-gateway-config': 'pooled',
        ...headers,
      }).flat(),
    })
    if ('refused' in admitted) throw new Error(admitted.refused.message)
    const bytes = body === undefined ? new Uint8Array() : bytesOf(method, body)
    const outcome = await gateway.handle(admitted, bytes, cancellation)
    return await readReply(outcome.reply, outcome, cancellation)
  }
}
