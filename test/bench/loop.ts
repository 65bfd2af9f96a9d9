// The longest time that one request holds the event loop: `node test/bench/loop.ts [WORDS OF A TITLE]`. A request that parses, searches
// or compiles for long delays all others, so what clients and providers can send is bounded, or done in steps between which others run.
import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { startRuntime } from '../../runtime/process/start-runtime.ts'
import { sha256 } from './bench-bundle.ts'

const MEGABYTE = 1_000_000
const ROUNDS = 5

const keys = (count: number): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join(',')}}`
const chatWith = (text: string, more = ''): string =>
  `{"model":"m","messages":[{"role":"user","content":${JSON.stringify(text)}}]${more}}`
const many = chatWith('hi', `,"metadata":${keys(700_000)}`)
const prose = 'The quick brown fox wrote to anna@example.com about 4111 1111 1111 1111. '
const long = (bytes: number): string => prose.repeat(Math.ceil(bytes / prose.length))

const source = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})
const configs: Readonly<Record<string, object>> = {
  plain: { provider: '@main' },
  override: { provider: '@main', override_params: { temperature: 0 } },
  cache: { provider: '@main', cache: { mode: 'simple' } },
  guard: { provider: '@main', input_guardrails: [{ id: 'g', wordCount: { maxWords: 1_000_000 } }] },
  pii: {
    provider: '@main',
    input_guardrails: [{ id: 'g', pii: { redact: true }, secrets: { redact: true } }],
  },
  translated: { provider: '@claude' },
  words: {
    provider: '@main',
    input_guardrails: [
      { id: 'g', contains: { words: ['a.a.b'], operator: 'none' }, secrets: { redact: true } },
    ],
  },
  code: { provider: '@main', input_guardrails: [{ id: 'g', containsCode: { format: 'YAML' } }] },
  window: {
    provider: '@main',
    output_guardrails: [
      { id: 'g', deny: true, stream: 'window', contains: { words: ['bad'], operator: 'none' } },
    ],
  },
  vectors: { provider: '@google' },
}
const hundred = {
  provider: '@main',
  input_guardrails: Array.from({ length: 30 }, (_, index) => ({
    id: `g${index}`,
    pii: { threshold: index + 1 },
  })),
}
const wide = (seed: number): object => ({
  strategy: { mode: 'fallback' },
  targets: Array.from({ length: 90 }, (_, index) => ({
    provider: '@main',
    override_params: { user: `u${seed}-${index}`, seed: seed * 100 + index },
  })),
})

/** What a provider answers. */
interface ProviderReply {
  readonly type: 'application/json' | 'text/event-stream'
  readonly body: string
}

const CHAT: ProviderReply = {
  type: 'application/json',
  body: '{"id":"x","object":"chat.completion","choices":[]}',
}
const chunk = JSON.stringify({
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content: 'a' } }],
})
const events = (text: string, count: number): ProviderReply => ({
  type: 'text/event-stream',
  body: `data: ${chunk}\n\n${text.repeat(count)}data: [DONE]\n\n`,
})
const json = (body: string): ProviderReply => ({ type: 'application/json', body })
const chatReply = (content: string): ProviderReply =>
  json(
    `{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":${content}}}]}`,
  )

interface Scenario {
  readonly title: string
  /** Absent for a chat. */
  readonly path?: string
  readonly reply?: ProviderReply
  readonly config: string | ((round: number) => string)
  readonly body: string
}

const SCENARIOS: readonly Scenario[] = [
  ...Object.keys(configs).map(config => ({
    title: `10 MB with 700,000 keys, ${config}`,
    config,
    body: many,
  })),
  ...['plain', 'override', 'cache', 'pii', 'translated'].map(config => ({
    title: `a text of 8 MB, ${config}`,
    config,
    body: chatWith(long(8 * MEGABYTE)),
  })),
  {
    title: '30 pii guards in a header config, a text of 100 KB',
    config: JSON.stringify(hundred),
    body: chatWith(long(100_000)),
  },
  { title: 'a text of 8 MB of "a.a.", words', config: 'words', body: chatWith('a.a.'.repeat(2 * MEGABYTE)) },
  { title: 'a text of 8 MB of line breaks, code', config: 'code', body: chatWith('\n'.repeat(4 * MEGABYTE)) },
  {
    title: 'a text of 8 MB of comment lines, code',
    config: 'code',
    body: chatWith('# a\n'.repeat(1.6 * MEGABYTE)),
  },
  {
    title: 'a million events of nine bytes, plain',
    config: 'plain',
    body: chatWith('hi', ',"stream":true'),
    reply: events('data: 1\n\n', MEGABYTE),
  },
  {
    title: '100,000 events of a token, windows',
    config: 'window',
    body: chatWith('hi', ',"stream":true'),
    reply: events(`data: ${chunk}\n\n`, 100_000),
  },
  {
    title: 'a reply of 3 million objects, window',
    config: 'window',
    body: chatWith('hi'),
    reply: chatReply(`"x"},"more":[${'{},'.repeat(3 * MEGABYTE)}0],"end":{"a":1`),
  },
  {
    title: '59 MB of vectors, translated',
    config: 'vectors',
    path: '/embeddings',
    body: '{"model":"gemini-embedding-001","input":["a"]}',
    reply: json(
      `{"embeddings":[${Array.from({ length: 2000 }, (_, row) => `{"values":[${Array.from({ length: 1536 }, (_, index) => `0.${row}0123456${index}`).join()}]}`).join()}]}`,
    ),
  },
  {
    title: 'a header config of 90 targets, never seen',
    config: round => JSON.stringify(wide(round)),
    body: chatWith('hi'),
  },
]

async function serve(origin: string): Promise<void> {
  const { bundle, diagnostics } = compileProject(
    {
      manifest: source('gateway.json', {
        listen: { port: 0 },
        providers: {
          main: { provider: 'openai', custom_host: origin, api_key: '${env:BENCH_KEY}' },
          google: { provider: 'google', custom_host: origin, api_key: '${env:BENCH_KEY}' },
          claude: { provider: 'anthropic', custom_host: origin, api_key: '${env:BENCH_KEY}' },
        },
        trusted_hosts: ['127.0.0.1'],
        telemetry: { log: 'none' },
      }),
      configs: new Map(Object.entries(configs).map(([id, config]) => [id, source(`${id}.json`, config)])),
    },
    runtimeCatalog(),
    sha256,
  )
  if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  const runtime = await startRuntime(bundle, { environment: { BENCH_KEY: 'bench-provider-key-0123456789' } })
  if (!('port' in runtime)) throw new Error(runtime.join('\n'))
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  process.on('message', message => {
    if (message === 'delay') process.send?.({ milliseconds: delays.max / 1e6 })
    delays.reset()
  })
  process.send?.({ port: runtime.port })
}

async function measure(words: string): Promise<void> {
  let answer = CHAT
  const provider = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': answer.type })
      response.end(answer.body)
    })
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const child = fork(new URL(import.meta.url), [
    'serve',
    `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
  ])
  const next = <T>(): Promise<T> =>
    new Promise(resolve => child.once('message', message => resolve(message as T)))
  const { port } = await next<{ port: number }>()
  for (const { title, config, body, path = '/chat/completions', reply: given = CHAT } of SCENARIOS) {
    if (!title.includes(words)) continue
    answer = given
    const times: number[] = []
    let status = 0
    // Before the first one that counts, its modules are loaded.
    for (let round = -1; round < ROUNDS; round += 1) {
      child.send('reset')
      const reply = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-gateway-config': typeof config === 'string' ? config : config(round),
        },
        body,
      })
      await reply.text()
      status = reply.status
      const delay = next<{ milliseconds: number }>()
      child.send('delay')
      const { milliseconds } = await delay
      if (round >= 0) times.push(milliseconds)
    }
    const sorted = times.toSorted((a, b) => a - b)
    console.log(
      `${title}: ${sorted[Math.floor(ROUNDS / 2)]?.toFixed(0)} ms (${sorted[0]?.toFixed(0)} to ${sorted.at(-1)?.toFixed(0)}), status ${status}`,
    )
  }
  child.kill()
  provider.close()
}

const [words = '', origin] = process.argv.slice(2)
await (origin === undefined ? measure(words) : serve(origin))
