// A gateway with a stored provider of each vendor, all of them at one server that replies as they do: the programs call the entrance of
// each vendor with its own SDK.
import { createHash } from 'node:crypto'
import { runGateway, runProvider } from '../../support/running-gateway.ts'

const KEY = 'ptl_entrances_0123456789'

const CHAT = {
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello' } }],
  usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
}
const VECTORS = {
  id: 'e1',
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding: [0.5, 0.5] }],
  model: 'm',
}

/** Replies by path, of which the first segment is the vendor. */
const REPLIES: readonly (readonly [RegExp, object])[] = [
  [/chat\/completions$|fim\/completions$/, CHAT],
  [
    /^\/anthropic\/v1\/messages$/,
    {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      stop_reason: 'end_turn',
      content: [{ type: 'text', text: 'Hello' }],
      usage: { input_tokens: 3, output_tokens: 1 },
    },
  ],
  [/^\/voyage\/v1\/embeddings$/, { ...VECTORS, usage: { total_tokens: 3 } }],
  [/embeddings$/, { ...VECTORS, usage: { prompt_tokens: 3, total_tokens: 3 } }],
  [
    /^\/voyage\/v1\/rerank$/,
    { object: 'list', data: [{ index: 0, relevance_score: 0.5 }], model: 'm', usage: { total_tokens: 3 } },
  ],
  [
    /^\/cohere\/v2\/chat$/,
    {
      id: 'c1',
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
      usage: { tokens: { input_tokens: 3, output_tokens: 1 } },
    },
  ],
  [/^\/cohere\/v1\/chat$/, { text: 'Hello', generation_id: 'g1' }],
  [/^\/cohere\/v2\/rerank$/, { id: 'r1', results: [{ index: 0, relevance_score: 0.5 }] }],
  [
    /^\/cohere\/v2\/embed$/,
    { id: 'e1', embeddings: { float: [[0.5]] }, texts: ['a'], response_type: 'embeddings_by_type' },
  ],
  [
    /moderations$/,
    {
      id: 'm1',
      model: 'm',
      results: [{ categories: { sexual: false }, category_scores: { sexual: 0 } }],
    },
  ],
  [
    /:generateContent$/,
    { candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] }, finishReason: 'STOP' }] },
  ],
  [/:countTokens$/, { totalTokens: 3 }],
  [/\/google\/v1(?:beta)?\/files$/, { files: [{ name: 'files/a' }] }],
  [/\/google\/v1(?:beta)?\/batches$/, { operations: [{ name: 'batches/a' }] }],
  [/cachedContents$/, { name: 'cachedContents/a', cachedContents: [{ name: 'cachedContents/a' }] }],
  [
    /^\/replicate\/v1\/predictions$/,
    {
      id: 'p1',
      model: 'a/b',
      version: 'v',
      status: 'succeeded',
      input: {},
      output: 'Hello',
      created_at: '2026-11-01T00:00:00Z',
      urls: { get: 'https://api.replicate.com/v1/predictions/p1', cancel: 'https://api.replicate.com/p1' },
    },
  ],
  [/^\/v2\/voices$/, { voices: [{ voice_id: 'v1', name: 'Ann' }], has_more: false, total_count: 1 }],
  [
    /models$/,
    {
      object: 'list',
      data: [
        {
          id: 'native',
          object: 'model',
          created: 1,
          owned_by: 'x',
          type: 'model',
          display_name: 'Native',
          created_at: '2026-01-01T00:00:00Z',
        },
      ],
      has_more: false,
    },
  ],
]

export async function serve() {
  const vendors = await runProvider(({ url = '' }, response) => {
    const [path = ''] = url.split('?', 1)
    const [, body = { path }] = REPLIES.find(([pattern]) => pattern.test(path)) ?? []
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const stored = (provider: string, base: string, more: object = {}): object => ({
    provider,
    api_key: `\${env:PROVIDER_KEY}`,
    custom_host: `${vendors.origin}/${provider}${base}`,
    ...more,
  })
  const gateway = await runGateway(
    {
      providers: {
        openai: stored('openai', '/v1'),
        claude: stored('anthropic', '/v1'),
        google: stored('google', '/v1beta'),
        vertex: stored('vertex', '/v1', { cloud3_region: 'us-central1', cloud3_project_id: 'own' }),
        bedrock: stored('bedrock', '', { cloud1_region: 'us-east-1' }),
        cohere: stored('cohere', ''),
        mistral: stored('mistral', '/v1'),
        groq: stored('groq', '/openai/v1'),
        voyage: stored('voyage', '/v1'),
        replicate: stored('replicate', '/v1'),
        elevenlabs: stored('elevenlabs', '', { custom_host: vendors.origin }),
      },
      trusted_hosts: ['127.0.0.1'],
      api_keys: [{ id: 'app', hash: `sha256:${createHash('sha256').update(KEY).digest('hex')}` }],
    },
    {},
    { PROVIDER_KEY: 'key-of-a-provider' },
  )
  return {
    env: { GATEWAY: `http://127.0.0.1:${gateway.port}`, GATEWAY_KEY: KEY },
    close: async () => {
      await gateway.stop()
      await vendors.stop()
    },
  }
}
