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

const { bundle, diagnostics } = compileProject(
  {
    manifest: source('gateway.json', {
      listen: { port: 0 },
      providers: {
        whole: stored('whole'),
        stream: stored('stream'),
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
      ...['stream', 'anthropic', 'google', 'bedrock'].map(
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
