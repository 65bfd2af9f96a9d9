// The gateway of the bench: the runtime as it is shipped, with plans made by the compiler, in a process of its own.
import { createHash } from 'node:crypto'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/catalogue.ts'
import { startRuntime } from '../../runtime/start.ts'
import { answerUsage } from './usage.ts'

const origin = process.argv[2] ?? ''
const source = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})
const stored = (path: string) => ({
  provider: 'openai',
  custom_host: `${origin}/${path}`,
  api_key: '${env:BENCH_KEY}',
})

const BREAKER = { failure_threshold: 5, cooldown_interval: 30_000 }
/** One check on each side, of the kind that asks nobody. */
const GUARDS = {
  input_guardrails: [{ id: 'short', deny: true, wordCount: { maxWords: 1_000 } }],
  output_guardrails: [{ id: 'clean', deny: true, contains: { words: ['forbidden'], operator: 'none' } }],
}
const judged = (stream: string) => ({
  output_guardrails: [
    { id: 'clean', deny: stream !== 'end', stream, contains: { words: ['forbidden'], operator: 'none' } },
  ],
})

const { bundle, diagnostics } = compileProject(
  {
    manifest: source('gateway.json', {
      listen: { port: 0 },
      providers: {
        whole: stored('whole'),
        stream: stored('stream'),
        paced: stored('paced'),
        anthropic: { ...stored('anthropic'), provider: 'anthropic' },
        google: { ...stored('google'), provider: 'google' },
        bedrock: { ...stored('bedrock'), provider: 'bedrock', cloud1_region: 'us-east-1' },
      },
      trusted_hosts: ['127.0.0.1'],
      telemetry: { log: 'stdout' },
    }),
    configs: new Map([
      ['whole', source('whole.json', { provider: '@whole' })],
      [
        'override',
        source('override.json', { provider: '@whole', override_params: { model: 'another-model' } }),
      ],
      ['breaker', source('breaker.json', { provider: '@whole', cb_config: BREAKER })],
      ['cache', source('cache.json', { provider: '@whole', cache: { mode: 'simple' } })],
      ['guards', source('guards.json', { provider: '@whole', ...GUARDS })],
      ['guarded-stream', source('guarded-stream.json', { provider: '@stream', ...judged('end') })],
      ...(['end', 'window', 'hold'] as const).map(
        how => [`paced-${how}`, source(`paced-${how}.json`, { provider: '@paced', ...judged(how) })] as const,
      ),
      ...['paced', 'stream', 'anthropic', 'google', 'bedrock'].map(
        slug => [slug, source(`${slug}.json`, { provider: `@${slug}` })] as const,
      ),
      [
        'nested',
        source('nested.json', {
          strategy: { mode: 'fallback' },
          retry: { attempts: 2 },
          targets: [
            {
              strategy: { mode: 'loadbalance' },
              targets: [{ provider: '@whole' }, { provider: '@whole', weight: 2 }],
            },
            { provider: '@whole' },
          ],
        }),
      ],
    ]),
  },
  runtimeCatalog(),
  text => createHash('sha256').update(text).digest('hex'),
)
if (bundle === undefined) throw new Error(diagnostics.map(diagnostic => diagnostic.message).join('\n'))
const runtime = await startRuntime(bundle, { environment: { BENCH_KEY: 'bench' } })
if (!('port' in runtime)) throw new Error(runtime.join('\n'))
process.send?.({ port: runtime.port })
answerUsage()
