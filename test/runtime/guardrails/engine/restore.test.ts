// Decision 10.12: what a guard replaced in a request comes back in the reply, for its caller alone.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { runs } from '../../../support/property-seed.ts'
import { chunk, completion, DONE } from '../../../support/sample-bodies.ts'
import { chat, USED } from '../stub-guards.ts'
import { cut } from './streams/growing-texts.ts'
import { textOf } from './streams/guarded-streams.ts'

const RESTORES = {
  input_guardrails: [
    { id: 'in', pii: { redact: true, restore: true }, secrets: { redact: true, restore: true } },
  ],
}
const PASSWORD = 'a"b\\c$1Xy9'
const QUESTION = `Write to anna.berg@example.com or bob@example.com, password = '${PASSWORD}'`
const ANSWER = 'To {{EMAIL_ADDRESS_2}} and {{EMAIL_ADDRESS_1}}, not {{EMAIL_ADDRESS_9}} or {{EMAIL'
const RESTORED = 'To bob@example.com and anna.berg@example.com, not {{EMAIL_ADDRESS_9}} or {{EMAIL'

const gateway = (script: readonly object[], more: object = {}) =>
  createHarness({ configs: { c: { provider: '@main', ...RESTORES, ...more } }, script: script as never })
const contentOf = (json: unknown) =>
  (json as { choices: { message: { content: string } }[] }).choices[0]?.message.content
const ask = (text: string, more: object = {}) => ({ headers: USED, body: chat(text, more) })

describe('Values that a guard masked in a request', () => {
  it('are placeholders upstream, and themselves in the reply', async () => {
    const { call, upstream } = gateway([{ status: 200, body: completion(ANSWER) }])
    const reply = await call(ask(QUESTION))
    expect(upstream.sent[0]?.text).not.toContain('example.com')
    expect(contentOf(reply.json)).toBe(RESTORED)
    expect(JSON.stringify(reply.outcome?.record)).not.toContain('anna.berg')
  })

  it('come back in streams, however they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 20 }), async places => {
        const events = [...cut(ANSWER, places).map(content => chunk({ content })), chunk({}, 'stop'), DONE]
        const reply = await gateway([{ events }]).call(ask(QUESTION, { stream: true }))
        expect([textOf(reply.events), reply.events.at(-1)]).toEqual([RESTORED, '[DONE]'])
      }),
      { numRuns: runs(12) },
    )
  })

  it.each([false, true])('are escaped in the arguments of tools, streamed: %s', async stream => {
    const written = '{"to":"{{EMAIL_ADDRESS_1}}","password":"{{PASSWORD_1}}"}'
    const call = (text: string) => ({
      index: 0,
      id: '1',
      type: 'function',
      function: { name: 'f', arguments: text },
    })
    const step = stream
      ? {
          events: [
            ...cut(written, [9, 20, 40]).map(text => chunk({ tool_calls: [call(text)] })),
            chunk({}, 'tool_calls'),
            DONE,
          ],
        }
      : {
          status: 200,
          body: {
            ...completion(''),
            choices: [
              {
                index: 0,
                message: { role: 'assistant', content: null, tool_calls: [call(written)] },
                finish_reason: 'tool_calls',
              },
            ],
          },
        }
    const reply = await gateway([step]).call(ask(QUESTION, { stream }))
    const values = stream ? reply.events.slice(0, -1).map(data => JSON.parse(data)) : [reply.json]
    const text = values
      .map(value => value.choices[0].delta ?? value.choices[0].message)
      .map(message => message.tool_calls?.[0].function.arguments ?? '')
      .join('')
    expect(JSON.parse(text)).toEqual({ to: 'anna.berg@example.com', password: PASSWORD })
  })

  it('are those of each caller, where a cached reply is shared', async () => {
    const { call, upstream } = gateway([{ status: 200, body: completion('Hello {{EMAIL_ADDRESS_1}}') }], {
      cache: { mode: 'simple' },
    })
    const first = await call(ask('I am anna.berg@example.com'))
    const second = await call(ask('I am carl@example.com'))
    expect(upstream.sent).toHaveLength(1)
    expect([first, second].map(({ json }) => contentOf(json))).toEqual([
      'Hello anna.berg@example.com',
      'Hello carl@example.com',
    ])
  })

  it('have the same placeholders at each target', async () => {
    const { call, upstream } = createHarness({
      configs: {
        c: {
          ...RESTORES,
          strategy: { mode: 'fallback' },
          targets: [{ provider: '@main' }, { provider: '@main' }],
        },
      },
      script: [{ status: 500 }, { status: 200, body: completion(ANSWER) }] as never,
    })
    const reply = await call(ask(QUESTION))
    expect(contentOf(reply.json)).toBe(RESTORED)
    expect(new Set(upstream.sent.map(({ text }) => text)).size).toBe(1)
  })

  it('leave alone what the client wrote like a placeholder', async () => {
    const { call } = gateway([{ status: 200, body: completion('{{EMAIL_ADDRESS_1}} {{EMAIL_ADDRESS_2}}') }])
    const reply = await call(ask('{{EMAIL_ADDRESS_1}} is anna.berg@example.com'))
    expect(contentOf(reply.json)).toBe('{{EMAIL_ADDRESS_1}} anna.berg@example.com')
  })

  it('stay placeholders without "restore"', async () => {
    const { call } = gateway([{ status: 200, body: completion('{{EMAIL_ADDRESS_1}}') }], {
      input_guardrails: [{ id: 'in', pii: { redact: true } }],
    })
    expect(contentOf((await call(ask(QUESTION))).json)).toBe('{{EMAIL_ADDRESS_1}}')
  })
})
