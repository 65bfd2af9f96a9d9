// A law of redaction: wherever a secret stands, it comes through rewritten, or the call is denied, or the verdict says
// so. It never passes raw with the verdict `passed`.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { chat, USED } from '../stub-guards.ts'
import { guarded, STREAM, stream } from './streams/guarded-streams.ts'

const MAIL = 'anna.berg@example.com'
const ODD = [
  { role: 'tool', tool_call_id: 't', content: 'r' },
  { role: 'assistant', content: 'Sure' },
  { role: 'user', content: 'more' },
  { role: 'user', content: [{ type: 'odd' }, null, 7] },
  { role: 'odd' },
]
const HIDERS: readonly ((secret: string) => string)[] = [
  secret => secret,
  secret => `so ${secret}, and more`,
  secret => `${'long text '.repeat(3000)}${secret}`,
  secret => secret.split('').join('\u200b'),
  secret => secret.replace(/[!-~]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
]

/** Places of a chat request that hold a text. */
const PLACES: readonly ((text: string) => object)[] = [
  text => chat(text),
  text => ({ ...chat('a'), user: text }),
  text => ({ ...chat('a'), metadata: { type: text } }),
  text => ({ ...chat('a'), stop: ['x', text] }),
  text => ({ ...chat('a'), odd: { deep: [{ id: text }] } }),
  text => ({ ...chat('a'), prediction: { type: 'content', content: text } }),
  text => ({ model: 'm', messages: [{ role: 'user', content: [{ type: 'text', text }] }] }),
  text => ({ model: 'm', messages: [{ role: 'system', content: text }, ...ODD] }),
  text => ({ model: 'm', messages: [{ role: 'user', content: 'a', odd: text }] }),
  text => ({
    model: 'm',
    messages: [
      {
        role: 'assistant',
        tool_calls: [
          { id: '1', type: 'function', function: { name: 'f', arguments: JSON.stringify({ to: text }) } },
        ],
      },
    ],
  }),
]

const plain = (text: string): string => text.normalize('NFKC').replaceAll('\u200b', '')
const withMessages = (body: object, before: readonly object[], after: readonly object[]): object => ({
  ...body,
  messages: [...before, ...(body as { messages: readonly object[] }).messages, ...after],
})
const oddMessages = fc.array(fc.constantFrom(...ODD), { maxLength: 3 })

describe('A secret in a request', () => {
  it('never comes through raw with the verdict "passed"', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PLACES),
        fc.constantFrom(...HIDERS),
        oddMessages,
        oddMessages,
        fc.boolean(),
        async (place, hide, before, after, deny) => {
          const { call, upstream } = createHarness({
            configs: {
              c: { provider: '@main', input_guardrails: [{ id: 'g', deny, pii: { redact: true } }] },
            },
            script: [{ status: 200, body: {} }],
          })
          const body = withMessages(place(hide(MAIL)), before, after)
          const reply = await call({ headers: USED, body })
          const isRaw = upstream.sent.some(({ text }) => plain(text).includes(MAIL))
          if (isRaw) expect([deny, reply.outcome?.reply.hooks?.verdict]).toEqual([false, 'failed'])
        },
      ),
      { numRuns: 150 },
    ))
})

describe('A secret in a streamed reply', () => {
  it('never comes through raw, however it is split over chunks', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...HIDERS),
        fc.array(fc.nat(40), { maxLength: 6 }),
        async (hide, cuts) => {
          const text = `Write to ${hide(MAIL)}. Bye.`
          const at = [0, ...cuts.map(cut => text.length - cut - 1).sort((a, b) => a - b), text.length]
          const words = at
            .slice(1)
            .map((end, index) => text.slice(Math.max(0, at[index] ?? 0), Math.max(0, end)))
          const { call } = guarded({ pii: { redact: true } }, [stream(...words)])
          const reply = await call({ headers: USED, body: STREAM })
          const received = reply.events
            .flatMap(event => (event === '[DONE]' ? [] : [JSON.parse(event)]))
            .map(event => event.choices?.[0]?.delta?.content ?? '')
            .join('')
          expect([reply.status, plain(received).includes(MAIL), received.includes('Bye')]).toEqual([
            200,
            false,
            true,
          ])
        },
      ),
      { numRuns: 60 },
    ))
})
