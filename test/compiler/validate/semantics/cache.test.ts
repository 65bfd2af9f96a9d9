// Sentences of this part of the semantics: see sentences.ts.
import { among, MOCK, OPENAI, tell } from './specification-rows.ts'

tell('Section 9: cache', [
  { sentence: 'default 604,800 seconds', config: { cache: { mode: 'simple' } }, plan: ['for 7 d'] },
  {
    sentence: 'at most 7,776,000',
    config: { cache: { mode: 'simple', max_age: 7_776_001 } },
    codes: ['out-of-range'],
  },
  {
    sentence: 'semantic needs a provider of embeddings',
    config: { cache: { mode: 'semantic' } },
    codes: ['semantic-without-embeddings'],
  },
  {
    sentence: '... which the manifest names',
    config: { cache: { mode: 'semantic' } },
    around: { semantic: true },
    plan: ['cache semantic for 7 d'],
  },
  {
    sentence: '... in a request header too',
    config: { cache: { mode: 'semantic' } },
    door: 'request',
    codes: ['semantic-without-embeddings'],
  },
  {
    sentence: 'while the manifest has errors nobody knows',
    config: { cache: { mode: 'semantic' } },
    around: { hasInvalidManifest: true },
  },
  {
    sentence: 'a temperature that asks for chance',
    config: { ...OPENAI, cache: { mode: 'simple' }, override_params: { temperature: 0.6 } },
    codes: ['cache-repeats-chance'],
  },
  {
    sentence: 'a calm temperature is no reason to warn',
    config: { ...OPENAI, cache: { mode: 'simple' }, override_params: { temperature: 0.5 } },
  },
  {
    sentence: 'nor is chance without a cache',
    config: { ...OPENAI, override_params: { temperature: 2, tool_choice: 'required' } },
  },
  {
    sentence: 'calls of tools are repeated',
    config: {
      ...OPENAI,
      cache: { mode: 'simple' },
      override_params: { tools: [{ type: 'function' }], tool_choice: { type: 'function' } },
    },
    codes: ['cache-repeats-tools', 'cache-repeats-tools'],
  },
  {
    sentence: 'an override that takes tools away is none',
    config: { ...OPENAI, cache: { mode: 'simple' }, override_params: { tools: [], tool_choice: 'none' } },
  },
  {
    sentence: 'hits call nobody, so weights are not the shares of calls: note',
    config: among('loadbalance', [{ ...MOCK, weight: 3 }, { passthrough: true }], {
      cache: { mode: 'simple' },
    }),
    codes: ['cache-skews-weights'],
  },
  {
    sentence: '... where weights differ',
    config: among('loadbalance', [{ ...MOCK, weight: 1 }, { passthrough: true }], {
      cache: { mode: 'simple' },
    }),
  },
])
