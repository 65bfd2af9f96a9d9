// The invariants of translation for replies, each over every dialect.
import { describe, expect, it } from 'vitest'
import { reportedUsage } from '../../../runtime/values/reported-usage.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { callDialect, choiceOf, chunksOf } from './call-dialect.ts'
import { byName } from './dialects.ts'

const isEvents = (step: Step): step is Extract<Step, { readonly events: unknown }> =>
  typeof step === 'object' && 'events' in step

const STREAMED = { stream: true, stream_options: { include_usage: true } }

describe('4. Tools', () => {
  it.each(byName())(
    'parallel calls of %s preserve name, arguments and distinct ids',
    async (_name, dialect) => {
      const { reply } = await callDialect(dialect, {}, [dialect.calls])
      const calls = choiceOf(reply).message.tool_calls ?? []
      expect(calls.map(call => [call.function.name, JSON.parse(call.function.arguments)])).toEqual([
        ['weather', { city: 'Rome' }],
        ['weather', { city: 'Oslo' }],
      ])
      expect(new Set(calls.map(({ id }) => id)).size).toBe(2)
    },
  )
})

describe('5. Finish reasons', () => {
  it.each(byName())('tool calls of %s give tool_calls, a text gives stop', async (_name, dialect) => {
    const calls = await callDialect(dialect, {}, [dialect.calls])
    const text = await callDialect(dialect)
    expect([choiceOf(calls.reply).finish_reason, choiceOf(text.reply).finish_reason]).toEqual([
      'tool_calls',
      'stop',
    ])
  })
})

describe('6. Usage', () => {
  const COUNTED = { prompt_tokens: 12, completion_tokens: 8, total_tokens: 20 }

  it.each(byName())('the same call counts the same through %s', async (_name, dialect) => {
    const { reply } = await callDialect(dialect)
    expect(reply.json).toMatchObject({ usage: COUNTED })
    if (dialect.name !== 'ollama-native')
      expect(reply.json).toMatchObject({ usage: { prompt_tokens_details: { cached_tokens: 4 } } })
  })

  it.each(byName())('a stream of %s reports usage exactly once when requested', async (_name, dialect) => {
    const { reply } = await callDialect(dialect, STREAMED, [dialect.stream])
    const counted = chunksOf(reply).filter(({ usage }) => usage !== undefined && usage !== null)
    expect(counted).toMatchObject([{ choices: [], usage: COUNTED }])
  })

  it.each(byName(({ name }) => !['openai', 'azure'].includes(name)))(
    'a stream of %s does not when not requested, but the log contains it',
    async (_name, dialect) => {
      const { reply } = await callDialect(dialect, { stream: true }, [dialect.stream])
      expect(chunksOf(reply).filter(({ usage }) => usage !== undefined && usage !== null)).toEqual([])
      expect(reportedUsage(reply.outcome?.record.usage)).toMatchObject(COUNTED)
    },
  )
})

describe('10. Streams', () => {
  it.each(byName())(
    '%s: the role first, id and created stable, one finish, [DONE] at the end',
    async (_name, dialect) => {
      const { reply } = await callDialect(dialect, STREAMED, [dialect.stream])
      const chunks = chunksOf(reply)
      const choices = chunks.flatMap(
        ({ choices: list }) => list as { delta: Record<string, unknown>; finish_reason: unknown }[],
      )
      expect(choices.map(({ delta }) => delta['role']).filter(Boolean)).toEqual(['assistant'])
      expect(choices[0]?.delta['role']).toBe('assistant')
      expect(new Set(chunks.map(({ id, created }) => `${id} ${created}`)).size).toBe(1)
      expect(choices.map(({ delta }) => delta['content'] ?? '').join('')).toBe('Hello')
      expect(choices.map(each => each.finish_reason).filter(Boolean)).toEqual(['stop'])
      expect(reply.events.at(-1)).toBe('[DONE]')
    },
  )

  it.each(byName(({ stream }) => isEvents(stream)))(
    '%s: a truncated stream is an error, not an end',
    async (_name, dialect) => {
      const { stream } = dialect
      if (!isEvents(stream)) throw new Error('The dialect has no events.')
      const events = stream.events.slice(0, -2)
      const { reply } = await callDialect(dialect, STREAMED, [{ ...stream, events, end: 'cut' }])
      // A stream of two events has no content before its end: it fails before it is committed to.
      if (events.length < 2) return expect(reply.status).toBe(502)
      expect(reply.events.at(-1)).toMatch(/^\{"error":/)
      expect(reply.events).not.toContain('[DONE]')
    },
  )

  it.each(byName(({ name }) => name === 'anthropic'))(
    '%s: keep-alives pass as comments',
    async (_name, dialect) => {
      const { reply } = await callDialect(dialect, STREAMED, [dialect.stream])
      expect(reply.text).toContain(': ping\n\n')
    },
  )
})

describe('12. Errors', () => {
  it.each(byName())(
    '%s: its status, its message, retry-after, and never anything like a gateway key',
    async (_name, dialect) => {
      const { reply } = await callDialect(dialect, {}, [dialect.refusal])
      const { error, provider } = reply.json as { error: Record<string, unknown>; provider: string }
      expect([reply.status, reply.headers['retry-after']]).toEqual([401, '3'])
      const keys = ['code', 'message', 'param', 'type']
      if (['openai', 'azure'].includes(dialect.name)) {
        // An error of the client's own dialect is as it came.
        expect(reply.json).toEqual(dialect.refusal.body)
      } else if (dialect.name === 'mistral') {
        // The vendor's schema with all of its keys.
        expect(error).toEqual({
          message: 'bad key',
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_api_key',
        })
        expect(Object.keys(error).toSorted()).toEqual(keys)
      } else {
        expect(error['message']).toMatch(/^[A-Z].*: .*bad key/)
        expect(Object.keys(error).toSorted()).toEqual(keys)
        // The gateway's own failures name no provider.
        expect(provider).toBe(dialect.stored['provider'])
      }
      expect(reply.outcome?.reply.failure).toBeUndefined()
    },
  )
})
