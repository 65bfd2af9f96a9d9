// Sentences of this part of the semantics: see sentences.ts.
import { among, KEY, MOCK, OPENAI, tell, when } from './specification-rows.ts'

tell('Section 1: valid configs', [
  { sentence: '@slug alone is a group', config: { provider: '@main' }, plan: ['call @main'] },
  {
    sentence: 'unknown properties are rejected at every level, with the nearest name',
    config: { ...MOCK, cache: { mode: 'simple', maxage: 1 }, retry: { attempts: 1, on: [] } },
    codes: ['unknown-property', 'unknown-property'],
  },
  {
    sentence: 'a target needs a group of its own',
    config: among('fallback', [{ provider: 'openai' }]),
    codes: ['missing-property-group'],
  },
  {
    sentence: 'what a parent hands down completes the group of a target',
    config: among('fallback', [among('single', [{ provider: 'vllm' }])], {
      custom_host: 'https://a.example.com/v1',
    }),
    plan: ['call vllm at targets[0].targets[0] on https://a.example.com/v1'],
  },
  {
    sentence: 'a slug brings the host that its provider needs',
    config: { provider: '@gpu' },
    plan: ['call @gpu'],
  },
  {
    sentence: 'credentials are never inherited',
    config: among('fallback', [{ provider: 'openai' }], { api_key: KEY }),
    codes: ['missing-property-group', 'setting-without-effect'],
  },
  {
    sentence: 'the provider is never inherited: every leaf names one',
    config: among('fallback', [{ retry: { attempts: 1 } }], OPENAI),
    codes: ['missing-provider'],
  },
  {
    sentence: '... or is passthrough',
    config: among('fallback', [{ passthrough: true }, MOCK]),
    plan: ["call the request's provider at targets[0]"],
  },
  {
    sentence: 'a credential without a provider does nothing',
    config: { api_key: KEY, retry: { attempts: 1 } },
    codes: ['setting-without-effect'],
    plan: ["call the request's provider"],
  },
  {
    sentence: 'the vendor has a standing alias',
    config: { ...OPENAI, provider: 'vendor' },
    plan: ['call openai'],
  },
  {
    sentence: 'identifiers are those of the catalogue',
    config: { ...OPENAI, provider: 'opnai' },
    codes: ['unknown-provider'],
  },
  {
    sentence: 'single with several targets uses the first: warning',
    config: among('single', [MOCK, { passthrough: true }]),
    codes: ['single-with-several-targets'],
    plan: ['call mock at targets[0]'],
  },
  {
    sentence: 'unknown then and default',
    config: {
      ...when({ 'metadata.a': 1 }),
      targets: [{ ...MOCK, name: 'x' }],
    },
    codes: ['unknown-target', 'unknown-target'],
  },
  {
    sentence: 'duplicate target names',
    config: among('fallback', [
      { ...MOCK, name: 'a' },
      { ...MOCK, name: 'a' },
    ]),
    codes: ['duplicate-target-name'],
  },
  {
    sentence: 'a target that no condition names: warning',
    config: { ...when({ 'metadata.a': 1 }), targets: ['a', 'b', 'c'].map(name => ({ ...MOCK, name })) },
    codes: ['unrouted-target'],
  },
  { sentence: 'an empty targets', config: among('fallback', []), codes: ['empty-targets'] },
  {
    sentence: 'all weights zero',
    config: among('loadbalance', [{ ...MOCK, weight: 0 }]),
    codes: ['all-weights-zero'],
  },
  {
    sentence: 'a negative weight',
    config: among('loadbalance', [{ ...MOCK, weight: -1 }]),
    codes: ['out-of-range'],
  },
  {
    sentence: 'cooldown_interval under 30000',
    config: {
      ...MOCK,
      cb_config: { failure_threshold: 1, cooldown_interval: 29_999, failure_status_codes: [500] },
      retry: { attempts: 1 },
    },
    codes: ['out-of-range'],
  },
  {
    sentence: 'an unknown check',
    config: { ...MOCK, input_guardrails: [{ wordCuont: {} }] },
    codes: ['unknown-check'],
  },
  {
    sentence: 'a wrong check parameter',
    config: { ...MOCK, input_guardrails: [{ wordCount: { maxWords: 'many' } }] },
    codes: ['wrong-type'],
  },
  {
    sentence: 'an unknown check parameter',
    config: { ...MOCK, input_guardrails: [{ wordCount: { maxWord: 3 } }] },
    codes: ['unknown-property'],
  },
  {
    sentence: 'a bad regular expression of a check',
    config: { ...MOCK, input_guardrails: [{ regexMatch: { rule: '(' } }] },
    codes: ['malformed-pattern'],
  },
  {
    sentence: 'a catastrophic one',
    config: { ...MOCK, input_guardrails: [{ regexMatch: { rule: '^(a+)+$' } }] },
    codes: ['catastrophic-pattern'],
  },
  {
    sentence: 'max_age out of range',
    config: { cache: { mode: 'simple', max_age: 59 } },
    codes: ['out-of-range'],
  },
  {
    sentence: 'a setting that no target takes is not silent',
    config: among('fallback', [{ ...MOCK, retry: { attempts: 1 } }], { retry: { attempts: 2 } }),
    codes: ['setting-without-effect'],
    plan: ['call mock at targets[0]; retry 1'],
  },
  {
    sentence: 'on_status_codes outside strategy is an alias: warning',
    config: among('fallback', [MOCK, { passthrough: true }], { on_status_codes: [408, 429, 502] }),
    codes: ['alias-setting'],
    plan: ['fallback on 408, 429, 502'],
  },
  {
    sentence: 'retry.use_retry_after_header is read as the plural: warning',
    config: { ...MOCK, retry: { attempts: 1, use_retry_after_header: true } },
    codes: ['alias-setting'],
    plan: ['respecting retry-after'],
  },
  {
    sentence: 'anthropic_beta is sent as the beta header',
    config: { provider: 'anthropic', api_key: KEY, anthropic_beta: 'files' },
    plan: ['set anthropic_beta'],
  },
  {
    sentence: 'in a project every slug is in the manifest',
    door: 'project',
    config: { provider: '@mian' },
    codes: ['unknown-slug'],
  },
  {
    sentence: '... and every virtual_key',
    door: 'project',
    config: { virtual_key: 'mian' },
    codes: ['unknown-slug'],
  },
  {
    sentence: 'in a lone file an unresolved one is a note',
    door: 'file',
    config: { provider: '@x' },
    codes: ['unknown-slug'],
    plan: ['call @x'],
  },
  {
    sentence: 'keys that differ only by case are refused',
    config: { Provider: 'mock' },
    codes: ['unknown-property'],
  },
])
