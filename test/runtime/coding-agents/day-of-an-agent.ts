// What the days of both agents have in common: a gateway in front of one strict provider, and a clock that runs until a reply is there.
import { convertError } from '../../../runtime/inbound/convert-error.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import {
  type StrictProvider,
  type StrictUpstream,
  strictUpstream,
} from '../../support/dialects/strict-provider.ts'
import { createHarness } from '../../support/harness.ts'
import type { HarnessReply } from '../../support/read-harness-reply.ts'

export interface AgentStage {
  readonly upstream: StrictUpstream
  readonly send: (
    path: string,
    headers: Readonly<Record<string, string>>,
    body: JsonObject,
  ) => Promise<HarnessReply>
}

export function agentStage({ stored }: StrictProvider, upstream: StrictUpstream): AgentStage {
  const { call, clock } = createHarness({
    manifest: { providers: { day: stored } },
    configs: { day: { provider: '@day', retry: { attempts: 1 } } },
    environment: { KEY: 'key' },
    upstream,
  })
  return {
    upstream,
    send: async (path, headers, body) => {
      let isOver = false
      const called = call({ path, headers: { ...headers, 'x-gateway-config': 'day' }, body }).finally(() => {
        isOver = true
      })
      while (!isOver) if (!(await clock.next())) await new Promise(resolve => setImmediate(resolve))
      return inDialect(await called, path)
    },
  }
}

export const stageOf = (provider: StrictProvider): AgentStage =>
  agentStage(provider, strictUpstream(provider))

/** What leaves the gateway is in the client's dialect, errors too. */
function inDialect(arrived: HarnessReply, path: string): HarnessReply {
  const sent = arrived.outcome?.reply
  if (sent === undefined || arrived.status < 400) return arrived
  const [route = ''] = path.split('?', 1)
  const { body } = convertError(
    { ...sent, body: arrived.bytes },
    route,
    `/v1${route}`,
    path.startsWith('/messages'),
  )
  return { ...arrived, json: parseJson(new TextDecoder().decode(body as Uint8Array)) }
}

/** The events of a stream, each of the type that its name says; `ping` says nothing. */
export function namedEvents({ text }: HarnessReply): readonly JsonObject[] {
  const parts = text.split('\n\n').filter(part => part.trim() !== '')
  return parts.flatMap(part => {
    const [, name = '', data = ''] = /^event: (\S+)\ndata: (.*)$/.exec(part) ?? []
    const event = asObject(parseJson(data))
    if (name === '' || event['type'] !== name) throw new Error(`No event of its name: ${part}`)
    return name === 'ping' ? [] : [event]
  })
}

/** What was left out of the requests of a day, by their titles: each name once for all requests that lack it. */
export class Named {
  readonly #names = new Map<string, readonly string[]>()

  note(title: string, { outcome }: HarnessReply): void {
    this.#names.set(title, [...new Set(outcome?.reply.dropped ?? [])].sort())
  }

  /** A table: a name and the requests, by their numbers. */
  table(): readonly string[] {
    const titles = [...this.#names.keys()]
    const names = [...new Set([...this.#names.values()].flat())].sort()
    return names.map(name => {
      const at = titles.flatMap((title, index) => (this.#names.get(title)?.includes(name) ? [index + 1] : []))
      return `${name}: ${at.length === titles.length ? 'all' : at.join(', ')}`
    })
  }
}
