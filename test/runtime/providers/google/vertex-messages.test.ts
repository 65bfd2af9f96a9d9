// Anthropic messages at Vertex AI: for Claude the recorded replies and streams pass byte for byte, other models go
// through the chat translation.
import { describe, expect, test } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { chunkings } from '../chunk-boundaries.ts'
import { expectRecordings } from '../expect-recordings.ts'
import {
  areRecorded,
  isRecorded,
  recordedBytes,
  recordedFolders,
  recordedJson,
  recordedText,
} from '../recordings.ts'

const stored = (region: string) => ({
  ...{ provider: 'vertex', cloud3_region: region, cloud3_project_id: 'PROJECT', api_key: '${env:TOKEN}' },
})
const environment = { TOKEN: 't' }
const recorded = ['raw-predict', 'stream-raw-predict'].flatMap(route =>
  recordedFolders(`google-vertex/${route}`).map(name => `google-vertex/${route}/${name}`),
)

expectRecordings([{ found: recorded.length, atLeast: 5 }], '')

describe.runIf(areRecorded)('Claude', () => {
  test.each(recorded)('%s', async folder => {
    const { url, model } = recordedJson(`${folder}/meta.json`) as { url: string; model: string }
    const region = /\/locations\/([a-z0-9-]+)\//.exec(url)?.[1] ?? ''
    const sent = recordedJson(`${folder}/request.json`) as Record<string, unknown>
    const { anthropic_version: _, ...message } = sent
    const isStream = isRecorded(`${folder}/stream.txt`)
    const bytes = isStream ? recordedBytes(`${folder}/stream.txt`) : new Uint8Array()
    const text = recordedText(`${folder}/${isStream ? 'stream.txt' : 'response.json'}`)
    const ways = isStream
      ? Object.values(chunkings).map(cut => ({ events: cut(bytes) }))
      : [{ status: 200, text }]
    const { call, upstream } = createHarness({
      manifest: { providers: { vx: stored(region) }, reply_model: 'served' },
      environment,
      script: ways,
    })
    for (const _way of ways) {
      const reply = await call({ path: '/messages', body: { ...message, model: `@vx/${model}` } })
      expect(reply.text).toBe(text)
    }
    expect(upstream.sent[0]?.origin + (upstream.sent[0]?.path ?? '')).toBe(url)
    expect(upstream.sent[0]?.json).toEqual(sent)
  })
})

const manifest = { providers: { vx: stored('global') } }
const message = { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }

test('Gemini goes through the chat translation', async () => {
  const answer = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }],
  }
  const { call, upstream } = createHarness({ manifest, environment, script: [{ status: 200, body: answer }] })
  const reply = await call({ path: '/messages', body: { ...message, model: '@vx/gemini-2.5-flash' } })
  expect(reply.json).toMatchObject({ type: 'message', content: [{ type: 'text', text: 'Hello' }] })
  expect(upstream.sent[0]?.path).toMatch(/google\/models\/gemini-2\.5-flash:generateContent$/)
})

test('an error keeps its status and message, and a truncated stream ends with one', async () => {
  const refused = {
    status: 400,
    body: { type: 'error', error: { type: 'invalid_request_error', message: 'No.' } },
  }
  const start = 'event: message_start\ndata: {"type":"message_start","message":{}}\n\n'
  const piece =
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\n'
  const { call } = createHarness({ manifest, environment, script: [refused, { events: [start, piece] }] })
  const body = { ...message, model: '@vx/claude-x@1' }
  const relayed = await call({ path: '/messages', body })
  expect(relayed).toMatchObject({
    status: 400,
    json: { error: { type: 'invalid_request_error', message: expect.stringMatching(/No\.$/) } },
  })
  const broken = await call({ path: '/messages', body: { ...body, stream: true } })
  expect(broken.text.startsWith(start + piece)).toBe(true)
  expect(broken.text.slice((start + piece).length)).toContain('event: error')
})
