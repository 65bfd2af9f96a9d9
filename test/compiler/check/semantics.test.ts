// The sentences of the semantics, sections 1 to 12, and of the interface's Config object, each with configs that keep
// or break it: which diagnostics they get, and what the plan says where that is the point. Sections 7 and 10 are not
// executed by this version and are refused; what only shows in traffic is tested in test/runtime.
import { describe, expect, it } from 'vitest'
import { compile } from '../../../compiler/compile.ts'
import { print } from '../../../compiler/plan/print.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'
import type { Surroundings } from '../../../compiler/surroundings.ts'
import type { OwnBinding } from '../../../schemas/generated/types.ts'
import { realCatalog } from '../../support/catalog.ts'

const KEY = '${env:KEY}'
const OPENAI = { provider: 'openai', api_key: KEY }
const MOCK = { provider: 'mock' }

const stored = (
  provider: string,
  baseUrl: string,
  credentials: OwnBinding['credentials'] = {},
): OwnBinding => ({
  from: 'own',
  provider,
  baseUrl,
  custom: false,
  credentials,
  settings: {},
  allowedOrigins: [],
})

const ORIGIN = 'https://api.openai.com'
const PROVIDERS = {
  main: stored('openai', `${ORIGIN}/v1`, { api_key: { source: 'env', name: 'KEY', origins: [ORIGIN] } }),
  gpu: stored('vllm', 'https://gpu.example.com/v1'),
}

const among = (mode: string, targets: readonly unknown[], more: object = {}): object => ({
  strategy: { mode },
  targets,
  ...more,
})

/** A conditional with these queries, all of which lead to `a`. */
const when = (...queries: readonly unknown[]): object => ({
  strategy: {
    mode: 'conditional',
    conditions: queries.map(query => ({ query, then: 'a' })),
    default: 'b',
  },
  targets: [
    { name: 'a', provider: 'mock' },
    { name: 'b', provider: 'mock', override_params: { model: 'b' } },
  ],
})

interface Row {
  readonly sentence: string
  readonly config: unknown
  readonly codes?: readonly string[]
  readonly door?: Surroundings['door']
  /** Lines of the printed plan, or parts of them. */
  readonly plan?: readonly string[]
}

const SECTIONS: Readonly<Record<string, readonly Row[]>> = {
  'Interface, Config object: property groups': [
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
  ],
  'Section 1: valid configs': [
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
      config: { ...MOCK, cb_config: { failure_threshold: 1, cooldown_interval: 29_999 } },
      codes: ['unsupported-setting', 'out-of-range'],
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
      config: among('fallback', [MOCK, { passthrough: true }], { on_status_codes: [429] }),
      codes: ['alias-setting'],
      plan: ['fallback on 429'],
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
  ],
  'Section 2: precedence and inheritance': [
    {
      sentence: 'override_params are merged per key, target wins',
      config: among('fallback', [{ ...MOCK, override_params: { b: 1 } }], { override_params: { a: 1 } }),
      plan: ['override a, b'],
    },
    {
      sentence: "retry: the target's whole object replaces the parent's",
      config: among('fallback', [{ ...MOCK, retry: { attempts: 1 } }, { passthrough: true }], {
        retry: { attempts: 3, on_status_codes: [429] },
      }),
      plan: ['call mock at targets[0]; retry 1 on 429, 500', 'targets[1]; retry 3 on 429'],
    },
    {
      sentence: 'cache: the same',
      config: among('fallback', [{ ...MOCK, cache: { mode: 'simple' } }, { passthrough: true }], {
        cache: { mode: 'simple', max_age: 60 },
      }),
      plan: ['cache simple for 7 d at targets[0]', 'cache simple for 1 min at targets[1]'],
    },
    {
      sentence:
        "request_timeout, custom_host, forward_headers and strict_vendor_compliance: target's, else parent's",
      config: among('fallback', [{ ...OPENAI, request_timeout: 1 }], {
        custom_host: 'https://a.example.com',
        forward_headers: ['x-a'],
        strict_vendor_compliance: false,
      }),
      plan: [
        'call openai at targets[0] on https://a.example.com with api_key env:KEY; timeout 1ms; forward x-a; not strict',
      ],
    },
    {
      sentence: 'weight never reaches the targets below',
      config: among('loadbalance', [
        among('loadbalance', [MOCK, { passthrough: true }], { weight: 3 }),
        OPENAI,
      ]),
      plan: ['37.5% call mock', "37.5% call the request's provider", '25% call openai'],
    },
    {
      sentence: 'settings of a binding never reach the targets',
      config: among('fallback', [OPENAI], { vendor_organization: 'o' }),
      codes: ['setting-without-effect'],
    },
  ],
  'Section 3: retry': [
    { sentence: 'attempts up to 5', config: { retry: { attempts: 5 } }, plan: ['retry 5'] },
    { sentence: 'more: compile error', config: { retry: { attempts: 6 } }, codes: ['out-of-range'] },
    {
      sentence: '0: one call',
      config: { ...MOCK, retry: { attempts: 0 } },
      codes: ['setting-without-effect'],
    },
    { sentence: 'default codes', config: { retry: { attempts: 1 } }, plan: ['on 429, 500, 502-504, 529'] },
    {
      sentence: 'a list replaces them',
      config: { retry: { attempts: 1, on_status_codes: [408] } },
      plan: ['retry 1 on 408'],
    },
    {
      sentence: 'an empty list retries network failures only: note',
      config: { retry: { attempts: 1, on_status_codes: [] } },
      codes: ['retries-network-failures-only'],
      plan: ['retry 1 on network failures'],
    },
  ],
  'Section 4: fallback': [
    {
      sentence: 'default trigger: anything but 2xx',
      config: among('fallback', [MOCK, OPENAI]),
      plan: ['fallback on 100-199, 300-599'],
    },
    {
      sentence: 'a list triggers on those codes only',
      config: { strategy: { mode: 'fallback', on_status_codes: [446, 246] }, targets: [MOCK, OPENAI] },
      plan: ['fallback on 246, 446'],
    },
    {
      sentence: 'an empty list never falls back: warning',
      config: { strategy: { mode: 'fallback', on_status_codes: [] }, targets: [MOCK, OPENAI] },
      codes: ['never-falls-back'],
    },
  ],
  'Section 5: load balance': [
    {
      sentence: 'weight default 1, fractions allowed, 0 stops traffic, relative',
      config: among('loadbalance', [MOCK, { ...OPENAI, weight: 0.25 }, { passthrough: true, weight: 0 }]),
      plan: ['80% call mock', '20% call openai'],
    },
    {
      sentence: 'weight is read in mode loadbalance only',
      config: among('fallback', [{ ...MOCK, weight: 2 }]),
      codes: ['setting-without-effect'],
    },
  ],
  'Section 6: conditions': [
    { sentence: 'metadata', config: when({ 'metadata.a': 1 }), plan: ['metadata.a'] },
    {
      sentence: 'params with dots and [n]',
      config: when({ 'params.m[0].role': 'user' }),
      plan: ['reads params.m'],
    },
    { sentence: 'url.pathname', config: when({ 'url.pathname': '/v1/x' }), plan: ['reads url.pathname'] },
    { sentence: 'headers are no context', config: when({ 'headers.a': 1 }), codes: ['unknown-context'] },
    {
      sentence: 'unknown operators',
      config: when({ 'metadata.a': { $exists: true } }),
      codes: ['unknown-operator'],
    },
    {
      sentence: 'all keys and operators must hold, wherever they stand',
      config: when({ 'metadata.a': { $gt: 1, $lt: '9' }, $or: [{ 'metadata.b': 1 }, { 'metadata.c': 2 }] }),
      plan: ['metadata.a'],
    },
    {
      sentence: 'ordering compares numbers',
      config: when({ 'metadata.a': { $gt: 'x' } }),
      codes: ['wrong-operand'],
    },
    {
      sentence: 'a missing key: note',
      config: when({ 'metadata.a': { $ne: 1 } }),
      codes: ['missing-key-never-matches'],
    },
    {
      sentence: 'a bad regular expression',
      config: when({ 'metadata.a': { $regex: '(' } }),
      codes: ['malformed-pattern'],
    },
    {
      sentence: 'a catastrophic one',
      config: when({ 'metadata.a': { $regex: '^(a+)+$' } }),
      codes: ['catastrophic-pattern'],
    },
    {
      sentence: 'an empty query matches all: note, and what follows is unreachable',
      config: when({}, { 'metadata.a': 1 }),
      codes: ['empty-query', 'unreachable-condition'],
    },
  ],
  'Section 8: time': [
    { sentence: 'request_timeout from 1', config: { request_timeout: 0 }, codes: ['out-of-range'] },
    { sentence: '... to 3,600,000', config: { request_timeout: 3_600_001 }, codes: ['out-of-range'] },
  ],
  'Section 9: cache': [
    { sentence: 'default 604,800 seconds', config: { cache: { mode: 'simple' } }, plan: ['for 7 d'] },
    {
      sentence: 'at most 7,776,000',
      config: { cache: { mode: 'simple', max_age: 7_776_001 } },
      codes: ['out-of-range'],
    },
    {
      sentence: 'semantic needs a provider of embeddings',
      config: { cache: { mode: 'semantic' } },
      codes: ['unsupported-setting'],
    },
  ],
  'Section 11: who the caller is, and which provider': [
    {
      sentence: 'a stored credential goes only to the origins it is bound to',
      config: { provider: '@main', custom_host: 'https://a.example.com' },
      codes: ['credential-may-not-go-there'],
    },
    {
      sentence: '... though the host is inherited',
      config: among('fallback', [{ provider: '@main' }], { custom_host: 'https://a.example.com' }),
      codes: ['credential-may-not-go-there'],
    },
    {
      sentence: 'where nothing is stored there is nothing to protect',
      config: { provider: '@gpu', custom_host: 'https://a.example.com' },
      plan: ['call @gpu on https://a.example.com'],
    },
  ],
  'Section 12: custom hosts and outbound requests': [
    ...[
      'http://10.0.0.5',
      'http://127.0.0.1',
      'http://[::1]',
      'http://[::ffff:10.0.0.1]',
      'http://169.254.169.254',
      'http://2130706433',
      'http://0x7f.1',
      'http://localhost',
    ].map(
      (custom_host): Row => ({
        sentence: `${custom_host} is blocked`,
        config: { ...OPENAI, custom_host },
        codes: ['blocked-host'],
      }),
    ),
    ...[
      'https://user@a.example.com',
      'ftp://a.example.com',
      'https://a.example.com.',
      'a.example.com',
      'https://a.example.com?x=1',
    ].map(
      (custom_host): Row => ({
        sentence: `${custom_host} is no base URL`,
        config: { ...OPENAI, custom_host },
        codes: ['malformed-host'],
      }),
    ),
    ...[
      'x-gateway-api-key',
      'Connection',
      'Cookie',
      'Metadata-Flavor',
      'X-aws-ec2-metadata-token',
      'Authorization',
      'x-api-key',
    ].map(
      (name): Row => ({
        sentence: `${name} is not forwarded`,
        config: { forward_headers: [name] },
        codes: ['unforwardable-header'],
      }),
    ),
  ],
  'A config in a request header': [
    {
      sentence: 'literal secrets are normal',
      door: 'request',
      config: { ...OPENAI, api_key: 'k' },
      plan: ['with api_key (literal)'],
    },
    {
      sentence: '... and refused in files',
      door: 'file',
      config: { ...OPENAI, api_key: 'k' },
      codes: ['literal-secret'],
    },
    {
      sentence: 'references are refused',
      door: 'request',
      config: OPENAI,
      codes: ['secret-reference-in-request'],
    },
    {
      sentence: 'a key may come in the Authorization of the request',
      door: 'request',
      config: { provider: 'openai' },
      plan: ['call openai'],
    },
    {
      sentence: '... for targets too',
      door: 'request',
      config: among('fallback', [{ provider: 'openai' }, { provider: 'anthropic' }]),
      plan: ['call openai at targets[0]', 'call anthropic at targets[1]'],
    },
    {
      sentence: 'a slug must be known',
      door: 'request',
      config: { provider: '@mian' },
      codes: ['unknown-slug'],
    },
    {
      sentence: 'a known one is called',
      door: 'request',
      config: { provider: '@main' },
      plan: ['call @main'],
    },
    {
      sentence: 'a group is needed all the same',
      door: 'request',
      config: { override_params: {} },
      codes: ['missing-property-group'],
    },
    {
      sentence: 'targets name their provider all the same',
      door: 'request',
      config: among('fallback', [{ retry: { attempts: 1 } }]),
      codes: ['missing-provider'],
    },
  ],
}

function judge(text: string, door: Surroundings['door'], read = readJson) {
  const surroundings: Surroundings = { door, providers: door === 'file' ? {} : PROVIDERS, trustedHosts: [] }
  const { plan, diagnostics } = compile({ name: 'config', text }, realCatalog, surroundings, read)
  return { codes: diagnostics.map(({ code }) => code), plan: plan === undefined ? 'no plan' : print(plan) }
}

for (const [section, rows] of Object.entries(SECTIONS))
  describe(section, () => {
    it.each(rows)('$sentence', ({ config, codes = [], door = 'project', plan = [] }) => {
      const judged = judge(JSON.stringify(config), door)
      expect(judged.codes).toEqual(codes)
      for (const part of plan) expect(judged.plan).toContain(part)
    })
  })

describe('Section 1: duplicate keys', () => {
  it.each([
    ['JSON', '{"provider":"mock","provider":"openai"}', readJson],
    ['YAML', 'provider: mock\nprovider: openai\n', readYaml],
  ] as const)('%s with a key twice is refused', (_format, text, read) =>
    expect(judge(text, 'file', read)).toEqual({ codes: ['duplicate-key'], plan: 'no plan' }),
  )
})
