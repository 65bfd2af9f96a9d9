// What guards do with streams where their author says nothing (semantics, section 10).
import { describe, expect, it } from 'vitest'
import { chunk, DONE } from '../../../../support/sample-bodies.ts'
import { USED } from '../../stub-guards.ts'
import { guarded, STREAM, stream, textOf } from './guarded-streams.ts'

const MAIL = 'anna.berg@example.com'
const ask = { headers: USED, body: STREAM }

const toolCall = (text: string): string =>
  chunk({ tool_calls: [{ index: 0, id: '1', type: 'function', function: { name: 'f', arguments: text } }] })

describe('A guard that rewrites, without "stream"', () => {
  it.each([
    ['in one chunk', [`Write to ${MAIL}. Bye.`]],
    ['split over chunks', ['Write to ', 'anna.be', 'rg@exam', 'ple.com', '. Bye.']],
    ['letter by letter', [...`Write to ${MAIL}. Bye.`]],
  ])('rewrites a mail %s', async (_, words) => {
    const { call } = guarded({ pii: { redact: true } }, [stream(...words)])
    const reply = await call(ask)
    expect([reply.status, textOf(reply.events), reply.events.at(-1)]).toEqual([
      200,
      'Write to {{EMAIL_ADDRESS_1}}. Bye.',
      '[DONE]',
    ])
  })

  it('releases what is settled before the reply has ended', async () => {
    const events = [
      chunk({ content: 'It is a long answer. ' }),
      chunk({ content: `Write to ${MAIL}, or call. ` }),
      chunk({ content: 'Then wait for a reply, which may take a while, since there are many. '.repeat(3) }),
      chunk({ content: `Or to ${MAIL}` }),
    ]
    const { call } = guarded({ pii: { redact: true } }, [{ events, end: 'cut' }])
    const reply = await call(ask)
    expect([reply.status, textOf(reply.events.slice(0, 2))]).toEqual([
      200,
      'It is a long answer. Write to {{EMAIL_ADDRESS_1}}, or call. ',
    ])
    expect(reply.text).not.toContain('example.com')
  })

  it('records what it replaced, when the stream has ended', async () => {
    const reply = await guarded({ pii: { redact: true } }, [stream('To ', MAIL, '. ')]).call(ask)
    expect(reply.outcome?.record.guardResults).toMatchObject([
      { id: 'g', verdict: true, deny: false, checks: [{ id: 'default.pii', data: { EMAIL_ADDRESS: 1 } }] },
    ])
  })

  it('ends a stream that it cannot rewrite, although it does not deny', async () => {
    const { call } = guarded({ regexReplace: { rule: '"to"', redactText: '"' } }, [
      { events: [toolCall('{"to":'), toolCall('"anna"}'), chunk({}, 'tool_calls'), DONE] },
    ])
    const reply = await call(ask)
    expect([reply.status, reply.text.includes('anna')]).toEqual([446, false])
  })

  it('rewrites for the guards after it, and with each of its checks', async () => {
    const { call } = guarded(
      { pii: { redact: true }, regexReplace: { rule: '\\{\\{EMAIL', redactText: '{{MAIL' } },
      [stream('To ', MAIL, '. Bye.')],
    )
    expect(textOf((await call(ask)).events)).toBe('To {{MAIL_ADDRESS_1}}. Bye.')
  })

  it('rewrites the arguments of tool calls', async () => {
    const { call } = guarded({ pii: { redact: true } }, [
      { events: [toolCall('{"to":"anna.berg@'), toolCall('example.com"}'), chunk({}, 'tool_calls'), DONE] },
    ])
    const reply = await call(ask)
    expect(reply.text).toContain('{{EMAIL_ADDRESS_1}}')
    expect(reply.text).not.toContain('example.com')
  })
})

describe('A guard that denies, without "stream"', () => {
  it('releases sentences as they pass, where its checks look for something that must be absent', async () => {
    const { call } = guarded({ deny: true, secrets: {} }, [
      stream('All is well. ', 'The key is ', 'AKIAIOSFODNN7', 'ABCDEFG', '. Bye. '),
    ])
    const reply = await call(ask)
    expect([reply.status, reply.text.includes('All is well.'), reply.text.includes('[DONE]')]).toEqual([
      200,
      true,
      false,
    ])
    expect(reply.text).toContain('guardrail_denied')
    expect(reply.text).not.toContain('ABCDEFG')
  })

  it('waits for the end where its check must find something', async () => {
    const terms = { deny: true, contains: { words: ['terms'] } }
    const missing = await guarded(terms, [stream('One. ', 'Two. ')]).call(ask)
    const present = await guarded(terms, [stream('One. ', 'Two terms. ')]).call(ask)
    expect([missing.status, present.status, textOf(present.events)]).toEqual([446, 200, 'One. Two terms. '])
  })
})
