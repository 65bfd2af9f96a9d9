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
const BUSY = { status: 503, text: '{}' }

interface LastRequest {
  /** The last request that was sent; undefined where the gateway refused the chat. */
  readonly sent: unknown
  readonly count: number
  /** Parameters that were left out. */
  readonly dropped: readonly string[]
  readonly refusal: string
}

/** What each chat comes to with each of the configs, whose providers are all busy. */
function busyGateway(
  configs: Readonly<Record<string, object>>,
): (config: string) => Promise<readonly LastRequest[]> {
  const { call, upstream } = createHarness({
    manifest,
    configs,
    environment: { KEY: 'k'.repeat(40) },
    script: new Array<typeof BUSY>(2 * chats.length * Object.keys(configs).length).fill(BUSY),
  })
  return async config => {
    const requests: LastRequest[] = []
    for (const { chat } of chats) {
      const before = upstream.sent.length
      const reply = await call({ headers: { 'x-gateway-config': config }, body: { model: 'any', ...chat } })
      requests.push({
        sent: upstream.sent.at(before === upstream.sent.length ? upstream.sent.length : -1)?.json,
        count: upstream.sent.length - before,
        dropped: reply.outcome?.reply.dropped ?? [],
        refusal: reply.text,
      })
    }
    return requests
  }
}

/** What each chat comes to where a target stands alone. */
const single = busyGateway(Object.fromEntries(targets.map(target => [target.name, targetOf(target)])))
const alone = new Map<DialectTarget, readonly LastRequest[]>()
for (const target of targets) alone.set(target, await single(target.name))

function requestFor(target: DialectTarget, title: string): LastRequest {
  const request = alone.get(target)?.[chats.findIndex(each => each.title === title)]
  if (request === undefined) throw new Error(`No chat is called ${title}.`)
  return request
}

describe.each(targets)('a chat for $name', target => {
  test.each(chats)(
    '$title: the provider accepts it, and what it lacks is named',
    ({ title, chat, neutral }) => {
      const { sent, dropped, refusal } = requestFor(target, title)
      const refused = target.refuses?.[title]
      if (refused !== undefined) {
        expect(sent).toBeUndefined()
        expect(JSON.parse(refusal)).toMatchObject({ error: { code: 'invalid_request', param: refused } })
        return
      }
      expect(faultsOf(target, sent), refusal).toEqual([])
      const parameters = Object.keys(chat).filter(name => name !== 'messages' && name !== neutral)
      const isNamed = (name: string) => dropped.some(each => each === name || each.startsWith(`${name}.`))
      const lost = parameters.filter(
        name => !(target.carriers[name] ?? []).some(path => hasPath(sent, path)) && !isNamed(name),
      )
      expect(lost).toEqual([])
    },
  )
})

describe.each(targets)('from $name', first => {
  const seconds = targets.filter(second => second !== first)
  const afterFirst = busyGateway(
    Object.fromEntries(
      seconds.map(second => [
        second.name,
        { strategy: { mode: 'fallback' }, targets: [targetOf(first), targetOf(second)] },
      ]),
    ),
  )
  test.each(seconds)('to $name: as if the second stood alone', async second => {
    const requests = await afterFirst(second.name)
    const differences = chats.filter(({ title }, index) => {
      const after = requests[index]
      const direct = requestFor(second, title)
      const served = [first, second].filter(({ refuses }) => refuses?.[title] === undefined)
      const same = served.includes(second)
        ? JSON.stringify(after?.sent) === JSON.stringify(direct.sent)
        : after?.refusal === direct.refusal
      return !same || after?.count !== served.length || String(after.dropped) !== String(direct.dropped)
    })
    expect(differences).toEqual([])
  })
})
