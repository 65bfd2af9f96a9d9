// What is valid and probably not meant is a warning, and a config without a mistake has none of them.

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compile } from '../../../compiler/compile.ts'
import { diagnosticMessages } from '../../../compiler/diagnostics/messages.ts'
import type { CompileEnvironment } from '../../../compiler/facts/environment.ts'
import { compileProject } from '../../../compiler/project.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'
import { configs } from '../../support/arbitrary-config.ts'
import { sha256 } from '../../support/bundle.ts'
import { realCatalog } from '../../support/catalog.ts'
import { correctConfig } from '../../support/correct-config.ts'
import { folders, ROOT } from '../../support/folder.ts'
import { isProbableMistake, PROBABLE_MISTAKES } from '../../support/probable-mistakes.ts'
import { runs } from '../../support/property-seed.ts'

const { gateway } = compileProject(
  {
    manifest: {
      source: {
        name: 'gateway.json',
        text: JSON.stringify({
          providers: {
            fast: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
            slow: { provider: 'anthropic', api_key: '${env:SLOW_KEY}' },
          },
        }),
      },
      read: readJson,
    },
    configs: new Map(),
  },
  realCatalog,
  sha256,
)

const environment: CompileEnvironment = {
  origin: 'project',
  providers: gateway?.providers ?? {},
  trustedHosts: [],
}

const mistakesIn = (name: string, text: string): readonly string[] =>
  compile({ name, text }, realCatalog, environment, name.endsWith('.json') ? readJson : readYaml)
    .diagnostics.filter(({ code }) => isProbableMistake(code))
    .map(({ code, message }) => `${code}: ${message}`)

describe('a probable mistake', () => {
  it.each(PROBABLE_MISTAKES)('%s is a warning, which "rules" can silence', code => {
    expect(diagnosticMessages[code].severity).toBe('warning')
  })
})

describe('a correct config has no probable mistake', () => {
  const folder = `${ROOT}test/compiler/plans/`

  /** All forms of guards, also of those that only report. */
  const names = folders(folder).filter(name => name !== 'guards')

  it.each(names)('%s', name => {
    const file = `${name}/config.yaml`
    expect(mistakesIn(file, readFileSync(folder + file, 'utf8'))).toEqual([])
  })

  it('generated', () => {
    fc.assert(
      fc.property(configs, config => {
        expect(mistakesIn('config.json', JSON.stringify(correctConfig(config)))).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })
})

/** What is near a mistake and is none. */
const RIGHT: Readonly<Record<string, string>> = {
  'dimensions of a model of embeddings':
    '{ provider: "@fast", override_params: { model: text-embedding-3-small, dimensions: 256 } }',
  'a fallback to a longer context':
    '{ strategy: { mode: fallback, on_errors: [context_length] }, targets: [{ provider: "@fast", override_params: { model: gpt-4o } }, { provider: "@fast", override_params: { model: gpt-4.1 } }] }',
  'a fallback to a context that is not known':
    '{ strategy: { mode: fallback, on_errors: [context_length] }, targets: [{ provider: "@fast", override_params: { model: gpt-4o } }, { provider: "@fast", override_params: { model: ours } }] }',
  "a router's own name before its models":
    '{ provider: openrouter, api_key: "${env:OPENROUTER_API_KEY}", override_params: { model: openrouter/auto } }',
  'the order of providers of a router':
    '{ provider: openrouter, api_key: "${env:OPENROUTER_API_KEY}", override_params: { provider: { order: [groq] } } }',
  'a comparison with a bound':
    '{ strategy: { mode: conditional, conditions: [{ query: { params.temperature: { $gte: 2 } }, then: a }], default: b }, targets: [{ name: a, provider: "@fast" }, { name: b, provider: "@slow" }] }',
  'a path of its own':
    '{ strategy: { mode: conditional, conditions: [{ query: { url.pathname: /v1/my/own/path }, then: a }], default: b }, targets: [{ name: a, provider: "@fast" }, { name: b, provider: "@slow" }] }',
  'a circuit that opens for a refused credential':
    '{ strategy: { mode: fallback }, targets: [{ provider: "@fast", cb_config: { failure_threshold: 3, cooldown_interval: 30000, failure_status_codes: [401, 403, 429, 500] } }, { provider: "@slow" }] }',
  'a host of a private network':
    '{ provider: openai, api_key: "${env:LOCAL_KEY}", custom_host: "http://vllm.internal:8000/v1" }',
  'a key with a name of its own': '{ provider: openai, api_key: "${env:TEAM_A_OPENAI}" }',
}

describe('the neighbour of a mistake is none', () => {
  it.each(Object.entries(RIGHT))('%s', (_, config) => {
    expect(mistakesIn('config.yaml', config)).toEqual([])
  })
})

/** Names that vendors gave models lately, their aliases and their variants: nobody misspelled them. */
const REAL_MODELS: readonly (readonly [provider: string, models: readonly string[]])[] = [
  [
    'openai',
    [
      'gpt-6.1-sol',
      'gpt-5-mini-2025-08-07',
      'gpt-5.9',
      'gpt-6-nano',
      'o5-mini',
      'ft:gpt-6-sol:org:name:id',
      'chatgpt-4o-latest',
      'gpt-4o-transcribe',
      'tts-1-hd',
      'my-router',
    ],
  ],
  [
    'anthropic',
    ['claude-sonnet-4-5-20250929', 'claude-haiku-6', 'claude-opus-4-9', 'claude-3-5-sonnet-latest'],
  ],
  ['google', ['gemini-3.1-pro-preview', 'gemini-3.5-flash', 'gemma-3-27b-it', 'gemini-2.5-flash-image']],
  ['mistral', ['mistral-large-latest', 'codestral-2508', 'ministral-8b-latest', 'magistral-medium-2509']],
  ['azure', ['gpt4o', 'gpt-4o-prod', 'my-deployment']],
  ['groq', ['llama-3.3-70b-versatile', 'openai/gpt-oss-120b', 'moonshotai/kimi-k2-instruct']],
  ['bedrock', ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'amazon.nova-pro-v1:0']],
  ['deepseek', ['deepseek-chat', 'deepseek-reasoner']],
  ['xai', ['grok-4-fast', 'grok-code-fast-1']],
  ['cohere', ['command-a-03-2025', 'command-r7b-12-2024', 'embed-v4.0']],
]

describe('the name of a model that exists is no mistake', () => {
  it.each(REAL_MODELS.flatMap(([provider, models]) => models.map(model => [provider, model])))(
    '%s: %s',
    (provider = '', model = '') => {
      const advice = realCatalog.modelAdvice?.(realCatalog.provider(provider) ?? expect.fail(), model)
      expect([advice?.near, advice?.vendor]).toEqual([[], undefined])
    },
  )
})
