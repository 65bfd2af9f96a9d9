// A day of Claude Code at each provider, whole and streamed: every request is accepted, every reply is one of the Messages API, what
// is left out is named, and no cap is exceeded.
import { describe, expect, it } from 'vitest'
import { convertError } from '../../../runtime/inbound/convert-error.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, parseJson } from '../../../schemas/values/json.ts'
import { type StrictProvider, strictUpstream } from '../../support/dialects/strict-provider.ts'
import { strictProviders } from '../../support/dialects/strict-providers.ts'
import { createHarness } from '../../support/harness.ts'
import type { HarnessReply } from '../../support/read-harness-reply.ts'
import { messageFromEvents } from '../inbound/read-streams.ts'
import { capOf } from './caps.ts'
import { CAP, ClaudeCode, HEADERS, type THINKING } from './claude-code.ts'
import { CLAUDE_CODE_DAY, type MessagesStep } from './claude-code-day.ts'

/** The events of a stream, each with its name; `ping` says nothing. */
function eventsOf({ text }: HarnessReply): readonly JsonObject[] {
  const parts = text.split(/\n\n/).filter(part => part.trim() !== '')
  return parts.flatMap(part => {
    const [, name = '', data = ''] = /^event: (\S+)\ndata: (.*)$/.exec(part) ?? []
    const event = asObject(parseJson(data))
    expect(event['type'], part).toBe(name)
    return name === 'ping' ? [] : [event]
  })
}

const textOf = (events: readonly JsonObject[]): string =>
  events.map(({ delta }) => String(asObject(delta)['text'] ?? '')).join('')

/** The ways of a client to ask for thinking that a model of Anthropic's API takes. */
const waysOf = ({ name }: StrictProvider): readonly (keyof typeof THINKING)[] =>
  name === 'anthropic' || name === 'vertex-claude'
    ? ['budget']
    : name === 'anthropic-adaptive'
      ? ['adaptive']
      : ['budget', 'adaptive']

const rows = strictProviders.flatMap(provider =>
  waysOf(provider).flatMap(way =>
    [true, false].map(
      stream => [provider.name, way, stream ? 'streamed' : 'whole', provider, stream] as const,
    ),
  ),
)

describe.each(rows)('%s, thinking by %s, %s', (_name, way, _form, provider, stream) => {
  const upstream = strictUpstream(provider)
  const here = createHarness({
    manifest: { providers: { day: provider.stored } },
    configs: { day: { provider: '@day', retry: { attempts: 1 } } },
    environment: { KEY: 'key' },
    upstream,
  })
  const client = new ClaudeCode(provider.model, way)

  const send = async (step: MessagesStep): Promise<HarnessReply> => {
    upstream.play(step.play)
    let reply: HarnessReply | undefined
    const called = here.call({
      path: step.counts ? '/messages/count_tokens?beta=true' : '/messages?beta=true',
      headers: { ...HEADERS, 'x-gateway-config': 'day' },
      body: client.request(step, stream),
    })
    called.then(arrived => {
      reply = arrived
    })
    while (reply === undefined && (await here.clock.next()));
    const arrived = await called
    const sent = arrived.outcome?.reply
    // What leaves the gateway is in the client's dialect.
    const error = sent && convertError({ ...sent, body: arrived.bytes }, '/messages', '/v1/messages', true)
    return error === undefined || arrived.status < 400
      ? arrived
      : { ...arrived, json: parseJson(new TextDecoder().decode(error.body as Uint8Array)) }
  }

  it.each(CLAUDE_CODE_DAY.map(step => [step.title, step] as const))('%s', async (_title, step) => {
    const reply = await send(step)
    const judged = upstream.judged()
    if (step.shows && provider.name === 'deepseek') {
      expect([reply.status, reply.json]).toMatchObject([400, { type: 'error' }])
      client.takeBack({ type: 'text', text: '(a picture)' })
      return
    }
    expect(judged.flatMap(({ refusals }) => refusals).join('\n')).toBe('')
    for (const { body, path } of judged) expect(capOf(body, path)).toBeLessThanOrEqual(CAP)
    if (step.counts) {
      expect(reply.status).toBe(200)
      expect(asObject(reply.json as JsonObject)['input_tokens']).toEqual(expect.any(Number))
      return
    }
    expect(judged).toHaveLength(1 + (step.play.failures ?? []).length + (step.breaks && !stream ? 1 : 0))
    if (step.breaks) {
      if (stream) {
        const events = eventsOf(reply)
        expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: expect.any(String) } })
        client.interrupted(textOf(events))
      } else {
        expect([reply.status, reply.json]).toMatchObject([502, { type: 'error' }])
        client.interrupted('')
      }
      return
    }
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    const message = stream ? messageFromEvents(eventsOf(reply)) : asObject(reply.json as JsonObject)
    expect(message).toMatchObject({ type: 'message', role: 'assistant', content: expect.any(Array) })
    client.receive(step, message)
  })
})
