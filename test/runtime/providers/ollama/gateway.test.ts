// The native Ollama dialect through the whole gateway: lines that become events.
import { describe, expect, test } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import type { Step } from '../../../support/scripted-upstream.ts'
import { call, done, type Line, piece } from './fixtures.ts'

const PROVIDERS = { providers: { local: { provider: 'ollama-native' } } }
const NDJSON = ['content-type', 'application/x-ndjson']

const lines = (...all: readonly Line[]): string => all.map(line => `${JSON.stringify(line)}\n`).join('')

async function callGateway(step: Step, more: object = {}) {
  const gateway = createHarness({ manifest: PROVIDERS, script: [step] })
  const messages = [{ role: 'user', content: 'Hello' }]
  const reply = await gateway.call({ body: { model: '@local/qwen', messages, ...more } })
  return { reply, sent: gateway.upstream.sent[0] }
}

describe('a chat', () => {
  test('streamed', async () => {
    const text = lines(
      piece({ content: 'a' }),
      piece({ tool_calls: [call('f', { x: 1 }, 'c')] }),
      done({ eval_count: 3 }),
    )
    const step = { events: [text.slice(0, 20), text.slice(20)], headers: NDJSON }
    const { reply, sent } = await callGateway(step, { stream: true, num_ctx: 8192 })
    expect(sent).toMatchObject({
      origin: 'http://127.0.0.1:11434',
      path: '/api/chat',
      json: { model: 'qwen', options: { num_ctx: 8192 }, stream: true },
    })
    expect(reply.headers['content-type']).toMatch(/^text\/event-stream/)
    expect(reply.events.at(-1)).toBe('[DONE]')
    const finishes = reply.events.slice(0, -1).map(event => JSON.parse(event).choices[0]?.finish_reason)
    expect(finishes).toEqual([null, null, null, 'tool_calls'])
  })

  test('whole', async () => {
    const body = piece({ content: 'a' }, { done: true, done_reason: 'stop', eval_count: 3 })
    const { reply, sent } = await callGateway({ status: 200, body })
    expect(sent?.json).toMatchObject({ stream: false })
    expect(reply.json).toMatchObject({
      choices: [{ message: { content: 'a' }, finish_reason: 'stop' }],
      usage: { completion_tokens: 3 },
    })
  })

  test('with an image by URL, which is fetched first', async () => {
    const picture = { type: 'image_url', image_url: { url: 'https://a.example/b.png' } }
    const image: Step = { status: 200, headers: ['content-type', 'image/png'], text: 'hi' }
    const answer: Step = { status: 200, body: piece({ content: 'a' }, { done: true }) }
    const gateway = createHarness({ manifest: PROVIDERS, script: [image, answer] })
    const messages = [{ role: 'user', content: [picture] }]
    const reply = await gateway.call({ body: { model: '@local/llava', messages } })
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('chat.completion')])
    expect(gateway.upstream.sent.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/b.png'],
      ['POST', '/api/chat'],
    ])
    expect(gateway.upstream.sent[1]?.json).toMatchObject({ messages: [{ images: ['aGk='] }] })
  })

  test('that fails at once, and in the middle', async () => {
    const error = { error: 'out of memory' }
    const { reply: dead } = await callGateway({ events: [lines(error)], headers: NDJSON }, { stream: true })
    expect(dead.status).toBeGreaterThanOrEqual(500)
    expect(dead.json).toMatchObject({ error: { message: expect.stringContaining('out of memory') } })
    const middle = lines(piece({ content: 'a' }), error)
    const { reply: broken } = await callGateway({ events: [middle], headers: NDJSON }, { stream: true })
    expect(JSON.parse(broken.events.at(-1) ?? '{}')).toMatchObject({ error: { message: 'out of memory' } })
  })
})
