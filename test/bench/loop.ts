// The longest time that one request holds the event loop: `node test/bench/loop.ts`. A request that parses, searches or
// compiles for long delays all others, so what clients can send is bounded, or done in steps between which others run.
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

interface Scenario {
  readonly title: string
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

async function measure(): Promise<void> {
  const provider = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"id":"x","object":"chat.completion","choices":[]}')
    })
  })
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
  const child = fork(new URL(import.meta.url), [
    `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
  ])
  const next = <T>(): Promise<T> =>
    new Promise(resolve => child.once('message', message => resolve(message as T)))
  const { port } = await next<{ port: number }>()
  for (const { title, config, body } of SCENARIOS) {
    const times: number[] = []
    let status = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      child.send('reset')
      const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-gateway-config': typeof config === 'string' ? config : config(round),
        },
        body,
      })
      await reply.text()
      status = reply.status
      const answer = next<{ milliseconds: number }>()
      child.send('delay')
      times.push((await answer).milliseconds)
    }
    const sorted = times.toSorted((a, b) => a - b)
    console.log(
      `${title}: ${sorted[Math.floor(ROUNDS / 2)]?.toFixed(0)} ms (${sorted[0]?.toFixed(0)} to ${sorted.at(-1)?.toFixed(0)}), status ${status}`,
    )
  }
  child.kill()
  provider.close()
}

const [origin] = process.argv.slice(2)
await (origin === undefined ? measure() : serve(origin))
