// A day of Claude Code at each provider, whole and streamed: every request is accepted, every reply is one of the Messages API, what
// is left out is named, and no cap is exceeded.
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'
import type { StrictProvider } from '../../support/dialects/strict-provider.ts'
import { strictProviders } from '../../support/dialects/strict-providers.ts'
import { expectGolden } from '../../support/golden.ts'
import { messageFromEvents } from '../inbound/read-streams.ts'
import { capOf } from './caps.ts'
import { CAP, ClaudeCode, HEADERS, isThinking, type THINKING } from './claude-code.ts'
import { CLAUDE_CODE_DAY } from './claude-code-day.ts'
import { Named, namedEvents, stageOf } from './day-of-an-agent.ts'

const textOf = (events: readonly JsonObject[]): string =>
  events.map(({ delta }) => String(asObject(delta)['text'] ?? '')).join('')

/** The ways of a client to ask for thinking that a model of Anthropic's API takes. */
const waysOf = ({ name }: StrictProvider): readonly (keyof typeof THINKING)[] =>
  name === 'anthropic' || name === 'vertex-claude'
    ? ['budget']
    : name === 'anthropic-adaptive'
      ? ['adaptive']
      : ['budget', 'adaptive']

/** Their chats have no thoughts. */
const SILENT: readonly string[] = ['openai', 'azure', 'mistral']

const rows = strictProviders.flatMap(provider =>
  waysOf(provider).flatMap(way =>
    [true, false].map(
      stream => [provider.name, way, stream ? 'streamed' : 'whole', provider, stream] as const,
    ),
  ),
)

/** The tables of both forms, by provider and way. */
const left = new Map<string, (readonly string[])[]>()

describe.each(rows)('%s, thinking by %s, %s', (_name, way, _form, provider, stream) => {
  const stage = stageOf(provider)
  // As its users write it: with the slug of the stored provider.
  const client = new ClaudeCode(`@day/${provider.model}`, way)
  const named = new Named()
  let thoughts = 0
  let kept = 0

  it.each(CLAUDE_CODE_DAY.map(step => [step.title, step] as const))('%s', async (_title, step) => {
    stage.upstream.play(step.play)
    const path = step.counts ? '/messages/count_tokens?beta=true' : '/messages?beta=true'
    const reply = await stage.send(path, HEADERS, client.request(step, stream))
    const judged = stage.upstream.judged()
    named.note(step.title, reply)
    if (step.shows && provider.textOnly) {
      expect([reply.status, reply.json]).toMatchObject([400, { type: 'error' }])
      // Another model answers, and the picture stays in the history.
      client.receive(step, { content: [{ type: 'text', text: 'A failure in line 3.' }] })
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
        const events = namedEvents(reply)
        expect(events.at(-1)).toMatchObject({ type: 'error', error: { type: expect.any(String) } })
        client.interrupted(textOf(events))
      } else {
        expect([reply.status, reply.json]).toMatchObject([502, { type: 'error' }])
        client.interrupted('')
      }
      return
    }
    expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
    const message = stream ? messageFromEvents(namedEvents(reply)) : asObject(reply.json as JsonObject)
    expect(message).toMatchObject({ type: 'message', role: 'assistant', content: expect.any(Array) })
    client.receive(step, message)
    if (step.fresh) thoughts = 0
    if (step.says !== undefined)
      thoughts += asList(message['content']).map(asObject).filter(isThinking).length
    expect(client.thoughts).toBe(thoughts)
    kept = Math.max(kept, thoughts)
  })

  it('keeps the thinking that it gets', () => {
    if (!SILENT.includes(provider.name)) expect(kept).toBeGreaterThan(0)
  })

  it('names what it leaves out', () => {
    const name = `${provider.name}, ${way}`
    left.set(name, [...(left.get(name) ?? []), named.table()])
    const [first, second] = left.get(name) ?? []
    expect(second ?? first).toEqual(first)
  })
})

it('what is left out at each provider is the same, whole and streamed', () => {
  expectGolden(
    fileURLToPath(new URL('claude-code.left-out.txt', import.meta.url)),
    [...left].map(([name, [table = []]]) => [name, ...table].join('\n  ')).join('\n'),
  )
})
