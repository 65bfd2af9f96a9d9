// A fallback from any dialect to any other: the second request is one that the provider's documentation accepts, it is
// the request that the provider would get if it stood alone, and what it lacks of the chat is named.
import { describe, expect, test } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { chats } from './chats.ts'
import { type DialectTarget, faultsOf, hasPath, targets } from './targets.ts'

const manifest = {
  providers: Object.fromEntries(targets.map(({ name, stored }) => [name, stored])),
  trusted_hosts: ['ollama.test'],
}
const targetOf = ({ name, model }: DialectTarget) => ({ provider: `@${name}`, override_params: { model } })
const busy = { status: 503, body: { error: { message: 'busy' } } }

/** The last request of the chat with this config, and the parameters that were left out. */
async function lastRequest(config: object, chat: object, script: readonly object[]) {
  const { call, upstream } = createHarness({
    manifest,
    configs: { c: config },
    environment: { KEY: 'k'.repeat(40) },
    script: script as never,
  })
  const reply = await call({ headers: { 'x-gateway-config': 'c' }, body: { model: 'any', ...chat } })
  const dropped = reply.outcome?.reply.dropped ?? []
  const sent = upstream.sent.at(-1)
  return {
    sent: sent?.json,
    count: upstream.sent.length,
    dropped,
    refusal: reply.text,
  }
}

describe.each(targets)('a chat for $name', target => {
  test.each(chats)('$title: the provider accepts it, and what it lacks is named', async ({ title, chat }) => {
    const { sent, dropped, refusal } = await lastRequest(targetOf(target), chat, [busy])
    const refused = target.refuses?.[title]
    if (refused !== undefined) {
      expect(sent).toBeUndefined()
      expect(JSON.parse(refusal)).toMatchObject({ error: { code: 'invalid_request', param: refused } })
      return
    }
    expect(faultsOf(target, sent), refusal).toEqual([])
    const parameters = Object.keys(chat).filter(name => name !== 'messages')
    const lost = parameters.filter(
      name => !(target.carriers[name] ?? []).some(path => hasPath(sent, path)) && !dropped.includes(name),
    )
    expect(lost).toEqual([])
  })
})

const pairs = targets.flatMap(first =>
  targets.filter(second => second !== first).map(second => ({ first, second })),
)

test.each(pairs)(
  'from $first.name to $second.name: as if the second stood alone',
  async ({ first, second }) => {
    for (const { title, chat } of chats) {
      const alone = await lastRequest(targetOf(second), chat, [busy])
      const config = { strategy: { mode: 'fallback' }, targets: [targetOf(first), targetOf(second)] }
      const after = await lastRequest(config, chat, [busy, busy])
      const served = [first, second].filter(({ refuses }) => refuses?.[title] === undefined)
      expect(after.count, title).toBe(served.length)
      if (served.includes(second)) expect(after.sent, title).toEqual(alone.sent)
      else expect(after.refusal, title).toBe(alone.refusal)
      expect(after.dropped, title).toEqual(alone.dropped)
    }
  },
)
