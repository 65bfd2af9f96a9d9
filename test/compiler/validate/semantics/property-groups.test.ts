// Sentences of this part of the semantics: see sentences.ts.
import { among, MOCK, OPENAI, tell } from './specification-rows.ts'

tell('Interface, Config object: property groups', [
  { sentence: 'provider and api_key', config: OPENAI, plan: ['call openai with api_key env:KEY'] },
  {
    sentence: 'provider and custom_host',
    config: { provider: 'openai', custom_host: 'https://a.example.com/v1' },
    plan: ['call openai on https://a.example.com/v1'],
  },
  { sentence: 'virtual_key', config: { virtual_key: 'main' }, plan: ['call @main'] },
  { sentence: 'strategy and targets', config: among('fallback', [MOCK]) },
  {
    sentence: 'cache alone: the provider comes from the request',
    config: { cache: { mode: 'simple' } },
    plan: ['cache simple for 7 d', "call the request's provider"],
  },
  { sentence: 'retry', config: { retry: { attempts: 1 } }, plan: ["call the request's provider; retry 1"] },
  { sentence: 'forward_headers', config: { forward_headers: ['X-A'] }, plan: ['forward x-a'] },
  { sentence: 'request_timeout', config: { request_timeout: 5 }, plan: ['timeout 5ms'] },
  { sentence: 'passthrough', config: { passthrough: true }, plan: ["call the request's provider"] },
  { sentence: 'no group', config: { override_params: { model: 'x' } }, codes: ['missing-property-group'] },
  {
    sentence: 'strict_vendor_compliance is no group',
    config: { strict_vendor_compliance: false },
    codes: ['missing-property-group'],
  },
  { sentence: 'provider alone is none', config: { provider: 'openai' }, codes: ['missing-property-group'] },
  {
    sentence: 'custom_host alone is none',
    config: { custom_host: 'https://a.example.com' },
    codes: ['missing-property-group'],
  },
  {
    sentence: 'unknown top-level properties are rejected',
    config: { ...MOCK, temperature: 1 },
    codes: ['unknown-property'],
  },
  {
    sentence: 'strategy.mode is required',
    config: { strategy: {}, targets: [MOCK] },
    codes: ['missing-property'],
  },
  {
    sentence: 'conditions and default are required in mode conditional',
    config: among('conditional', [{ ...MOCK, name: 'a' }]),
    codes: ['incomplete-conditional'],
  },
  {
    sentence: 'status codes are integers',
    config: { ...MOCK, retry: { attempts: 1, on_status_codes: ['429'] } },
    codes: ['wrong-type'],
  },
])
