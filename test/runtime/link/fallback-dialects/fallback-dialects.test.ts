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

interface LastRequest {
  /** The last request that was sent; undefined where the gateway refused the chat. */
  readonly sent: unknown
  readonly count: number
  /** Parameters that were left out. */
  readonly dropped: readonly string[]
  readonly refusal: string
}

/** What each chat comes to with a config whose providers are all busy. */
async function lastRequests(config: object): Promise<readonly LastRequest[]> {
  const { call, upstream } = createHarness({
    manifest,
    configs: { c: config },
    environment: { KEY: 'k'.repeat(40) },
    script: Array.from({ length: 2 * chats.length }, () => busy),
  })
  const requests: LastRequest[] = []
  for (const { chat } of chats) {
    const before = upstream.sent.length
    const reply = await call({ headers: { 'x-gateway-config': 'c' }, body: { model: 'any', ...chat } })
    requests.push({
      sent: upstream.sent.slice(before).at(-1)?.json,
      count: upstream.sent.length - before,
      dropped: reply.outcome?.reply.dropped ?? [],
      refusal: reply.text,
    })
  }
  return requests
}

/** What each chat comes to where a target stands alone. */
const alone = new Map(
  await Promise.all(targets.map(async target => [target, await lastRequests(targetOf(target))] as const)),
)

function requestFor(target: DialectTarget, title: string): LastRequest {
  const request = alone.get(target)?.[chats.findIndex(each => each.title === title)]
  if (request === undefined) throw new Error(`No chat is called ${title}.`)
  return request
}

describe.each(targets)('a chat for $name', target => {
  test.each(chats)('$title: the provider accepts it, and what it lacks is named', ({ title, chat }) => {
    const { sent, dropped, refusal } = requestFor(target, title)
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
    const config = { strategy: { mode: 'fallback' }, targets: [targetOf(first), targetOf(second)] }
    const requests = await lastRequests(config)
    for (const [index, { title }] of chats.entries()) {
      const after = requests[index]
      const direct = requestFor(second, title)
      if (after === undefined) throw new Error('A chat was not sent.')
      const served = [first, second].filter(({ refuses }) => refuses?.[title] === undefined)
      expect(after.count, title).toBe(served.length)
      if (served.includes(second)) expect(after.sent, title).toEqual(direct.sent)
      else expect(after.refusal, title).toBe(direct.refusal)
      expect(after.dropped, title).toEqual(direct.dropped)
    }
  },
)
