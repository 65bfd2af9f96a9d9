// The interface's routes with a provider of the vendor's schema: what reaches it, and what is returned.
import { describe, expect, it } from 'vitest'
import { headerValue } from '../../../runtime/values/headers.ts'
import { reportedUsage } from '../../../runtime/values/reported-usage.ts'
import { type CallInput, createHarness, STORED_PROVIDERS } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const FORM = 'multipart/form-data; boundary=x'
const form = (fields: Readonly<Record<string, string>>): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nSOUND\r\n--x--\r\n`

const send = async (path: string, step: Step, input: CallInput = {}) => {
  const here = createHarness({ script: [step], manifest: { ...STORED_PROVIDERS, unsupported: 'reject' } })
  const reply = await here.call({ path, headers: { 'x-gateway-provider': '@main' }, ...input })
  return { reply, sent: here.upstream.sent[0] }
}

/** With the keys that the replies of these routes have. */
const SOME = '{"some": 1.0,"choices":[],"data":[],"output":[],"results":[]}'

describe('routes whose bodies are JSON', () => {
  it.each(['/moderations', '/images/generations', '/responses', '/completions', '/embeddings'])(
    '%s goes to the provider, and its bytes are returned',
    async path => {
      const body = { model: 'm', input: 'Hello', prompt: 'Hello', n: 1 }
      const { reply, sent } = await send(path, { status: 200, text: SOME }, { body })
      expect([sent?.path, sent?.text, reply.status, reply.text]).toEqual([
        `/v1${path}`,
        JSON.stringify(body),
        200,
        SOME,
      ])
    },
  )
})

describe('fields outside the vendor’s schema', () => {
  const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }
  const blocks = [{ type: 'thinking', thinking: 'hm', signature: 'x' }]
  const history = (message: object): object => ({ model: 'm', messages: [{ role: 'assistant', ...message }] })

  it('extension fields from another provider’s reply are removed; text that contains their names passes', async () => {
    const { sent } = await send(
      '/chat/completions',
      { status: 200, body: {} },
      {
        body: history({
          content: 'say content_blocks',
          content_blocks: blocks,
          tool_calls: [{ ...call, extra_content: { google: { thought_signature: 'x' } } }],
        }),
      },
    )
    expect(sent?.json).toEqual(history({ content: 'say content_blocks', tool_calls: [call] }))
  })

  it('the query of a request is forwarded with its body', async () => {
    const { sent } = await send('/embeddings?beta=true', { status: 200, body: {} }, { body: { model: 'm' } })
    expect(sent?.path).toBe('/v1/embeddings?beta=true')
  })
})

describe('binary replies untouched', () => {
  it('of speech', async () => {
    const step = { status: 200, headers: ['content-type', 'audio/mpeg'], text: 'ID3 no JSON' }
    const { reply } = await send('/audio/speech', step, { body: { model: 'tts-1', input: 'Hi', voice: 'a' } })
    expect([reply.status, reply.text]).toEqual([200, 'ID3 no JSON'])
  })

  it('of subtitles', async () => {
    const input = {
      headers: { 'x-gateway-provider': '@main', 'content-type': FORM },
      body: form({ model: 'w' }),
    }
    const { reply } = await send(
      '/audio/transcriptions',
      { status: 200, headers: ['content-type', 'text/plain'], text: 'WEBVTT' },
      input,
    )
    expect(reply.text).toBe('WEBVTT')
  })

  it('but an error of such a route is the vendor’s own', async () => {
    const step = { status: 400, body: { error: { message: 'no such voice' } } }
    const { reply } = await send('/audio/speech', step, { body: { model: 'tts-1' } })
    expect(reply.json).toMatchObject({ error: { message: 'no such voice' } })
  })
})

describe('routes that take forms', () => {
  const headers = { 'content-type': FORM }

  it('remove the slug from the model, and nothing else', async () => {
    const body = form({ model: '@main/whisper-1', language: 'de' })
    const { sent } = await send('/audio/transcriptions', { status: 200, body: {} }, { headers, body })
    expect([sent?.headers.slice(0, 2), sent?.text]).toEqual([
      ['content-type', FORM],
      `--x\r\nContent-Disposition: form-data; name="model"\r\n\r\nwhisper-1\r\n--x\r\nContent-Disposition: form-data; name="language"\r\n\r\nde\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nSOUND\r\n--x--\r\n`,
    ])
  })

  it('apply overrides to fields', async () => {
    const config = { provider: '@main', override_params: { model: 'gpt-4o-transcribe' } }
    const { sent } = await send(
      '/audio/translations',
      { status: 200, body: {} },
      {
        headers: { ...headers, 'x-gateway-config': JSON.stringify(config) },
        body: form({ model: 'whisper-1' }),
      },
    )
    expect(sent?.text).toContain('name="model"\r\n\r\ngpt-4o-transcribe\r\n')
    expect(sent?.text).not.toContain('whisper-1')
  })

  it.each([
    ['of another type', { 'content-type': 'text/plain' }, '{}', 415],
    ['without a boundary', { 'content-type': 'multipart/form-data' }, 'nothing', 415],
    ['with a body that is not a form', headers, 'nothing', 400],
  ])('reject a request %s', async (_title, requestHeaders, body, status) => {
    const { reply, sent } = await send(
      '/images/edits',
      { status: 200, body: {} },
      { headers: requestHeaders, body },
    )
    expect([reply.status, sent]).toEqual([status, undefined])
  })
})

describe('edits of images as JSON', () => {
  const headers = { 'content-type': 'application/json', 'x-gateway-provider': '@main' }
  const reply = { status: 200, body: { data: [] } }
  const image = (text: string) => ({
    image_url: `data:image/png;base64,${Buffer.from(text).toString('base64')}`,
  })
  const edit = { model: 'gpt-image-2', prompt: 'Blue', n: 2, images: [image('ONE'), image('TWO')] }

  it('pass to the provider that takes them', async () => {
    const body = { ...edit, images: [{ file_id: 'file-1' }, { image_url: 'https://example.com/a.png' }] }
    const { reply: answered, sent } = await send('/images/edits', reply, { headers, body })
    expect([answered.status, sent?.json]).toEqual([200, body])
  })

  const config = (more: object) => ({
    'content-type': 'application/json',
    'x-gateway-config': JSON.stringify({
      provider: 'gpustack',
      custom_host: 'https://api.example.com/v1',
      api_key: 'k',
      ...more,
    }),
  })

  it('are forms elsewhere', async () => {
    const body = { ...edit, mask: image('MASK') }
    const { reply: answered, sent } = await send('/images/edits', reply, {
      headers: config({ override_params: { n: 1 } }),
      body,
    })
    expect(answered.status).toBe(200)
    const type = headerValue(sent?.headers ?? [], 'content-type') ?? ''
    expect(type).toBe('multipart/form-data; boundary=portolan-image-edit')
    const form = await new Response(sent?.text, { headers: { 'content-type': type } }).formData()
    const files = await Promise.all(
      [...form.getAll('image[]'), form.get('mask')].map(async file => (file as File).text()),
    )
    expect(files).toEqual(['ONE', 'TWO', 'MASK'])
    expect([form.get('model'), form.get('prompt'), form.get('n')]).toEqual(['gpt-image-2', 'Blue', '1'])
  })

  it.each([
    ['images[0].image_url', { images: [{ file_id: 'file-1' }] }],
    ['images[1].image_url', { images: [image('ONE'), { image_url: 'https://example.com/a.png' }] }],
    ['mask.image_url', { mask: { file_id: 'file-1' } }],
  ])('are refused elsewhere where %s is not a data URL', async (param, more) => {
    const { reply: answered, sent } = await send('/images/edits', reply, {
      headers: config({}),
      body: { ...edit, ...more },
    })
    expect([answered.status, sent]).toEqual([400, undefined])
    expect(answered.json).toMatchObject({ error: { param } })
  })
})

describe('streams of typed events', () => {
  const event = (type: string, more: object = {}): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
  const body = { model: 'gpt-6.1-sol', input: 'Hi', stream: true }

  it('pass byte for byte, without a [DONE], and log their usage', async () => {
    const usage = { input_tokens: 1, output_tokens: 2 }
    const events = [
      event('response.created'),
      event('response.output_text.delta', { delta: 'Hi' }),
      event('response.completed', { response: { usage } }),
    ]
    const { reply } = await send('/responses', { events }, { body })
    expect([reply.text, reportedUsage(reply.outcome?.record.usage)]).toEqual([events.join(''), usage])
  })

  it('that fail before their first content are failures, so that fallbacks work', async () => {
    const events = [
      event('response.created'),
      event('response.failed', { response: { error: { code: 'server_error', message: 'overloaded' } } }),
    ]
    const { reply } = await send('/responses', { events }, { body })
    expect([reply.status, reply.json]).toMatchObject([502, { error: {} }])
  })

  it('that are truncated end with an error event of their own format', async () => {
    const events = [event('response.created'), event('response.output_text.delta', { delta: 'Hi' })]
    const { reply } = await send('/responses', { events, end: 'cut' }, { body })
    expect(reply.text).toMatch(/event: error\ndata: \{"type":"error".*broke off.*\}\n\n$/s)
  })
})

describe('unsupported: reject', () => {
  it('rejects unsupported parameters before the call, by name', async () => {
    const { reply, sent } = await send(
      '/chat/completions',
      { status: 200, body: {} },
      {
        headers: { 'x-gateway-provider': '@claude' },
        body: { model: 'claude', messages: [{ role: 'user', content: 'Hi' }], seed: 1 },
      },
    )
    expect([reply.status, reply.json, sent]).toMatchObject([
      400,
      { error: { message: 'Anthropic does not support: seed.', param: 'seed' } },
      undefined,
    ])
  })
})

describe('operations on resources', () => {
  it.each([
    ['GET', '/batches?limit=5'],
    ['POST', '/batches/batch_1/cancel'],
    ['GET', '/files/file-1/content'],
    ['GET', '/fine_tuning/jobs/ft-1/events?after=a'],
  ])('%s %s is passed through to a provider of the vendor’s schema', async (method, path) => {
    const { reply, sent } = await send(path, { status: 200, text: '{"id": "1"}' }, { method, body: '' })
    expect([sent?.method, sent?.path, reply.text]).toEqual([method, `/v1${path}`, '{"id": "1"}'])
  })

  it('the output of a batch is its output file', async () => {
    const here = createHarness({
      script: [
        { status: 200, body: { id: 'batch_1', status: 'completed', output_file_id: 'file-9' } },
        { status: 200, headers: ['content-type', 'application/jsonl'], text: '{"custom_id":"1"}\n' },
      ],
    })
    const reply = await here.call({
      method: 'GET',
      path: '/batches/batch_1/output',
      headers: { 'x-gateway-provider': '@main' },
    })
    expect(here.upstream.sent.map(({ path }) => path)).toEqual([
      '/v1/batches/batch_1',
      '/v1/files/file-9/content',
    ])
    expect(reply.text).toBe('{"custom_id":"1"}\n')
  })

  it('a batch without results reports its status', async () => {
    const { reply } = await send(
      '/batches/b/output',
      { status: 200, body: { status: 'in_progress' } },
      { method: 'GET' },
    )
    expect([reply.status, reply.json]).toMatchObject([
      404,
      { error: { message: expect.stringContaining('in_progress') } },
    ])
  })
})

describe('threads/runs and the assistants family', () => {
  const RUN = {
    assistant_id: 'asst_1',
    thread: { messages: [{ role: 'user', content: 'Hi' }] },
    stream: true,
  }
  const events = ['event: thread.run.created\ndata: {"id":"run_1"}\n\n', 'event: done\ndata: [DONE]\n\n']

  it('the beta header is added where the client omits it, and streamed events pass to [DONE]', async () => {
    const { reply, sent } = await send('/threads/runs', { events }, { body: RUN })
    expect([sent?.path, sent?.json, reply.text]).toEqual(['/v1/threads/runs', RUN, events.join('')])
    expect(sent?.headers.join(' ')).toContain('openai-beta assistants=v2')
  })

  it('the client’s own beta header is unchanged', async () => {
    const headers = { 'x-gateway-provider': '@main', 'openai-beta': 'assistants=v1' }
    const { sent } = await send('/assistants?limit=2', { status: 200 }, { method: 'GET', headers, body: '' })
    expect([sent?.path, sent?.headers.filter(each => /assistants=/.test(each))]).toEqual([
      '/v1/assistants?limit=2',
      ['assistants=v1'],
    ])
  })

  it('no other provider gets it', async () => {
    const headers = { 'x-gateway-provider': '@claude' }
    const { sent } = await send('/threads/t/messages', { status: 200 }, { method: 'GET', headers, body: '' })
    expect(sent?.headers.join(' ')).not.toContain('assistants=')
  })
})

describe('the provider’s key in a header of another dialect', () => {
  it('is the caller’s credential, in the form of the provider', async () => {
    const { sent } = await send(
      '/chat/completions',
      { status: 200, body: {} },
      { headers: { 'x-gateway-provider': 'openai', 'x-api-key': 'own-key' } },
    )
    expect(sent?.headers).toContain('Bearer own-key')
  })
})
