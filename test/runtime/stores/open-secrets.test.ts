// The secrets of a bundle that come from managers: what is missing, what outlives a reload, and what does not.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTokens } from '../../../runtime/link/target/tokens.ts'
import { type OpenSecrets, openSecrets } from '../../../runtime/stores/open-secrets.ts'
import type { GatewayEvent } from '../../../runtime/values/event.ts'
import type { Bundle, PlanSecretReference } from '../../../schemas/generated/types.ts'
import { sha256 } from '../../support/bundle.ts'
import { scriptedUpstream } from '../../support/scripted-upstream.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const variable = (path: string, more: Partial<PlanSecretReference> = {}): PlanSecretReference => ({
  manager: 'env',
  settings: {},
  credentials: {},
  path,
  maxAge: 300_000,
  maxStale: 3_600_000,
  ...more,
})

const bundleWith = (
  secretReferences: Readonly<Record<string, PlanSecretReference>>,
  used: readonly string[],
): Bundle =>
  ({
    gateway: {
      guardrails: {},
      state: { kind: 'memory' },
      secretReferences,
      providers: Object.fromEntries(
        used.map(name => [
          name,
          { from: 'own', credentials: { api_key: { source: 'secret', name, origins: [] } } },
        ]),
      ),
    },
    plans: {},
  }) as unknown as Bundle

function scene(environment: Readonly<Record<string, string>>) {
  const clock = virtualClock()
  const events: GatewayEvent[] = []
  const { send } = scriptedUpstream([])
  const ports = {
    upstream: send,
    clock,
    random: () => 0.5,
    hash: (text: string | Uint8Array) => sha256(text as string),
    keyedHash: (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest(),
    signRsa: () => undefined,
    tokens: createTokens({ upstream: send, clock }),
  }
  const open = (bundle: Bundle, previous?: OpenSecrets, variables = environment) =>
    openSecrets(bundle, {
      environment: variables,
      ports,
      onEvent: event => void events.push(event),
      ...(previous && { previous }),
    })
  return { open, events }
}

const named = (name: string) => ({ source: 'secret', name, origins: [] }) as const

describe('secrets of managers in a bundle', () => {
  it('are looked up by their slugs', async () => {
    const { open } = scene({ A: 'sk-a' })
    const secrets = await open(bundleWith({ a: variable('A') }, ['a']))
    expect(secrets.missing).toEqual([])
    expect(secrets.lookUp(named('a'))).toBe('sk-a')
    secrets.stop()
  })

  it('that are missing are reported where they are required, once; unused ones are in the log alone', async () => {
    const { open, events } = scene({})
    const secrets = await open(bundleWith({ a: variable('A'), unused: variable('B') }, ['a', 'lost']))
    expect(secrets.missing).toEqual([
      'The secret reference "a" cannot be read; it is required by provider "a", api_key. The environment variable A is not set.',
      'The manifest has no secret reference "lost"; it is required by provider "lost", api_key.',
    ])
    expect(events.map(event => (event.kind === 'service' ? event.message : ''))).toEqual([
      'The secret reference "a" cannot be read. The environment variable A is not set.',
      'The secret reference "unused" cannot be read. The environment variable B is not set.',
    ])
    secrets.stop()
    const none = await open(bundleWith({}, ['lost']))
    expect(none.missing).toEqual([
      'The manifest has no secret reference "lost"; it is required by provider "lost", api_key.',
    ])
  })

  it('outlive a reload where their definition has not changed, and are read again where it has', async () => {
    const { open } = scene({ A: 'first', B: 'second' })
    const before = await open(bundleWith({ a: variable('A'), b: variable('A') }, ['a', 'b']))
    // The manager would say something else by now.
    const after = await open(bundleWith({ a: variable('A'), b: variable('B') }, ['a', 'b']), before, {
      B: 'second',
    })
    expect(after.missing).toEqual([])
    expect([after.lookUp(named('a')), after.lookUp(named('b'))]).toEqual(['first', 'second'])
    before.stop()
    expect(before.lookUp(named('a'))).toBe('first')
    after.stop()
  })
})
