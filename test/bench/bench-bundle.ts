// The benchmark project: the configs of all scenarios, compiled as by the command line.
import { createHash } from 'node:crypto'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import type { Bundle } from '../../schemas/generated/types.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** The API key of every benchmark request: authentication is part of the measurement. */
export const API_KEY = 'bench-caller'

const source = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})
const stored = (origin: string, path: string) => ({
  provider: 'openai',
  custom_host: `${origin}/${path}`,
  api_key: '${env:BENCH_KEY}',
})

const BREAKER = { failure_threshold: 5, cooldown_interval: 30_000 }
/** One input and one output guardrail with local checks. */
const GUARDS = {
  input_guardrails: [{ id: 'short', deny: true, wordCount: { maxWords: 1_000 } }],
  output_guardrails: [{ id: 'clean', deny: true, contains: { words: ['forbidden'], operator: 'none' } }],
}
/** Three limits that are never reached, for one of the configs and one of its streams. */
const ofConfig = { conditions: [{ key: 'config', value: ['limits', 'counted'] }] }
const LIMITS = {
  rate_limits: [
    { name: 'requests', type: 'requests', unit: 'rpm', value: 1_000_000_000, ...ofConfig },
    { name: 'tokens', type: 'tokens', unit: 'rpm', value: 1_000_000_000_000, ...ofConfig },
  ],
  usage_limits: [
    { name: 'cost', type: 'cost', credit_limit: 1_000_000, periodic_reset: 'monthly', ...ofConfig },
  ],
}
const judged = (stream: string) => ({
  output_guardrails: [
    { id: 'clean', deny: stream !== 'end', stream, contains: { words: ['forbidden'], operator: 'none' } },
  ],
})

/** The bundle; all its providers are served at `origin`. `changes` replace settings of its manifest. */
export function benchBundle(origin: string, changes: object = {}): Bundle {
  const { bundle, diagnostics } = compileProject(
    {
      manifest: source('gateway.json', {
        listen: { port: 0 },
        api_keys: [{ id: 'bench', hash: `sha256:${sha256(API_KEY)}` }],
        providers: {
          whole: stored(origin, 'whole'),
          stream: stored(origin, 'stream'),
          counted: stored(origin, 'counted'),
          paced: stored(origin, 'paced'),
          failing: stored(origin, 'failing'),
          pool: {
            pool: {
              members: Object.fromEntries(['a', 'b', 'c'].map(name => [name, stored(origin, 'whole')])),
            },
          },
          message: { ...stored(origin, 'message'), provider: 'anthropic' },
          anthropic: { ...stored(origin, 'anthropic'), provider: 'anthropic' },
          google: { ...stored(origin, 'google'), provider: 'google' },
          bedrock: { ...stored(origin, 'bedrock'), provider: 'bedrock', cloud1_region: 'us-east-1' },
        },
        trusted_hosts: ['127.0.0.1'],
        policies: LIMITS,
        prices: ['bench-model', 'anthropic.bench-model'].map(model => ({
          provider: 'openai',
          model,
          input: 1,
          output: 2,
        })),
        telemetry: { log: 'stdout', metrics: true },
        ...changes,
      }),
      configs: new Map([
        ['whole', source('whole.json', { provider: '@whole' })],
        [
          'override',
          source('override.json', { provider: '@whole', override_params: { model: 'another-model' } }),
        ],
        [
          'balance',
          source('balance.json', {
            strategy: { mode: 'loadbalance' },
            targets: [{ provider: '@whole' }, { provider: '@whole', weight: 2, request_timeout: 60_000 }],
          }),
        ],
        ['pool', source('pool.json', { provider: '@pool' })],
        [
          'fallback',
          source('fallback.json', {
            strategy: { mode: 'fallback' },
            targets: [{ provider: '@failing' }, { provider: '@whole' }],
          }),
        ],
        [
          'fallback-stream',
          source('fallback-stream.json', {
            strategy: { mode: 'fallback' },
            targets: [{ provider: '@failing' }, { provider: '@stream' }],
          }),
        ],
        ['message', source('message.json', { provider: '@message' })],
        ['limits', source('limits.json', { provider: '@whole' })],
        ['breaker', source('breaker.json', { provider: '@whole', cb_config: BREAKER })],
        ['cache', source('cache.json', { provider: '@whole', cache: { mode: 'simple' } })],
        ['guards', source('guards.json', { provider: '@whole', ...GUARDS })],
        ['guarded-stream', source('guarded-stream.json', { provider: '@stream', ...judged('end') })],
        ...(['end', 'window', 'hold'] as const).map(
          how =>
            [`paced-${how}`, source(`paced-${how}.json`, { provider: '@paced', ...judged(how) })] as const,
        ),
        ...['paced', 'stream', 'counted', 'anthropic', 'google', 'bedrock'].map(
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
    sha256,
  )
  if (bundle === undefined) throw new Error(diagnostics.map(diagnostic => diagnostic.message).join('\n'))
  return bundle
}
