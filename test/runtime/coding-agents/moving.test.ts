// A conversation that moves: each of its requests reaches another provider, as those of a fallback or of a user who chooses another
// model do. What one provider wrote is accepted by the next.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject } from '../../../schemas/values/json.ts'
import type { StrictProvider } from '../../support/dialects/strict-provider.ts'
import { strictProviders } from '../../support/dialects/strict-providers.ts'
import { messageFromEvents, responseFromEvents } from '../inbound/read-streams.ts'
import { ClaudeCode, HEADERS, type THINKING } from './claude-code.ts'
import { CLAUDE_CODE_DAY } from './claude-code-day.ts'
import { CODEX_HEADERS, Codex } from './codex.ts'
import { CODEX_DAY } from './codex-day.ts'
import { namedEvents, stageOf } from './day-of-an-agent.ts'

interface Turn {
  readonly says?: (ids: readonly string[]) => readonly JsonObject[]
  readonly counts?: true
  readonly shows?: true
}

/** The turns of the conversation itself. */
const turnsOf = <Step extends Turn>(steps: readonly Step[]): readonly Step[] =>
  steps.filter(({ says, counts }) => says !== undefined && says([]).length > 0 && !counts)

/** A picture is a text where the model reads no others. */
const readable = <Step extends Turn>(
  step: Step,
  { textOnly }: StrictProvider,
  seen: (id: string) => JsonObject,
): Step => (step.shows && textOnly ? { ...step, says: ids => ids.map(seen) } : step)

const wayOf = (name: string): keyof typeof THINKING => (name === 'anthropic-adaptive' ? 'adaptive' : 'budget')

/** Each begins with another provider, so that every provider gets the history of every other. */
const starts = strictProviders.map((provider, index) => [provider.name, index] as const)

/** Steps by steps of so many providers, every pair is met. */
const providerAt = (start: number, turn: number, stride: number) => {
  const provider = strictProviders[(start + turn * stride) % strictProviders.length]
  if (provider === undefined) throw new Error('There are no providers.')
  return provider
}

const STRIDES = [1, 2, 3, 5]

describe.each(STRIDES)('by %i', stride => {
  it.each(starts)('Claude Code from %s', async (_name, start) => {
    const client = new ClaudeCode('', 'budget')
    for (const [turn, shown] of turnsOf(CLAUDE_CODE_DAY).entries()) {
      const provider = providerAt(start, turn, stride)
      const step = readable(shown, provider, id => ({
        type: 'tool_result',
        tool_use_id: id,
        content: 'a dot',
      }))
      const stage = stageOf(provider)
      stage.upstream.play({ answer: step.play.answer })
      client.ask(provider.model, wayOf(provider.name))
      const stream = turn % 2 === 0
      const reply = await stage.send('/messages?beta=true', HEADERS, client.request(step, stream))
      const refused = stage.upstream.judged().flatMap(({ refusals }) => refusals)
      expect(refused.join(' '), `${turn}: ${provider.name}`).toBe('')
      expect(reply.status, `${turn}: ${provider.name}: ${reply.text}`).toBe(200)
      client.receive(step, stream ? messageFromEvents(namedEvents(reply)) : asObject(reply.json as never))
    }
  })

  it.each(starts)('Codex from %s', async (_name, start) => {
    const client = new Codex('')
    for (const [turn, shown] of turnsOf(CODEX_DAY).entries()) {
      const provider = providerAt(start, turn, stride)
      const step = readable(shown, provider, id => ({
        type: 'function_call_output',
        call_id: id,
        output: 'a dot',
      }))
      const stage = stageOf(provider)
      stage.upstream.play({ answer: step.play.answer })
      client.ask(provider.model)
      const stream = turn % 2 === 0
      const reply = await stage.send('/responses', CODEX_HEADERS, client.request(step, stream))
      const refused = stage.upstream.judged().flatMap(({ refusals }) => refusals)
      expect(refused.join(' '), `${turn}: ${provider.name}`).toBe('')
      expect(reply.status, `${turn}: ${provider.name}: ${reply.text}`).toBe(200)
      client.receive(step, stream ? responseFromEvents(namedEvents(reply)) : asObject(reply.json as never))
    }
  })
})
