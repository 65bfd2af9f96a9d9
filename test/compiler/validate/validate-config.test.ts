// check never throws, changes nothing, accepts what is valid, and tells mistakes in the order of the text.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectDiagnostics } from '../../../compiler/diagnostics/diagnostic.ts'
import { pretty } from '../../../compiler/diagnostics/pretty.ts'
import { validateManifest } from '../../../compiler/validate/validate-manifest.ts'
import { realCatalog } from '../../support/catalog.ts'
import { NAMES } from '../../support/mutate.ts'
import { isProbableMistake } from '../../support/probable-mistakes.ts'
import { runs } from '../../support/property-seed.ts'
import { KEY, LARGE, PROVIDERS, SMALL, validateValue } from './validate-value.ts'

/** Valid configs that must pass without a word, the stored providers being unknown to a file alone. */
const VALID: Readonly<Record<string, unknown>> = {
  'a provider with its key': { provider: 'openai', api_key: KEY },
  'a key in a file': { provider: 'anthropic', api_key: '${file:/run/secrets/key}', anthropic_beta: 'files' },
  'the vendor by its standing alias': {
    provider: 'vendor',
    api_key: KEY,
    vendor_organization: 'o',
    vendor_project: 'p',
  },
  'a custom host without a key': { provider: 'openai', custom_host: 'https://llm.example.com/v1' },
  'a custom host with a key': {
    provider: 'openai',
    api_key: KEY,
    custom_host: 'https://llm.example.com:8443',
  },
  'a provider that needs no credential': { provider: 'mock' },
  'a server of the catalogue that needs its host, and a key that it may ask for': {
    custom_host: 'https://llm.example.com/v1',
    strategy: { mode: 'fallback' },
    targets: [
      { provider: 'vllm', retry: { attempts: 1 } },
      { provider: 'vllm', custom_host: 'https://b.example.com/v1', api_key: KEY },
    ],
  },
  'a passthrough': { passthrough: true },
  'only a retry, the provider coming from the request': { retry: { attempts: 5, on_status_codes: [429] } },
  'only a cache': { cache: { mode: 'simple', max_age: 60 } },
  'only a timeout': { request_timeout: 3600000 },
  'only forwarded headers': { forward_headers: ['X-Team', 'traceparent'] },
  'any parameter in the overrides': {
    provider: 'mock',
    override_params: { model: 'x', user: 'team', anything: [1] },
  },
  'a balance with a stopped target': {
    strategy: { mode: 'loadbalance' },
    targets: [
      { provider: 'mock', weight: 0 },
      { provider: 'mock', weight: 0.5 },
    ],
  },
  'a fallback with passthrough and codes': {
    strategy: { mode: 'fallback', on_status_codes: [408, 429, 502, 446, 246] },
    targets: [{ passthrough: true }, { provider: 'mock', retry: { attempts: 1 } }],
  },
  'a target that switches off the retry of its parent': {
    strategy: { mode: 'fallback' },
    retry: { attempts: 2 },
    targets: [{ provider: 'mock', retry: { attempts: 0 } }, { provider: 'mock' }],
  },
  'strategies that nest': {
    strategy: { mode: 'loadbalance' },
    targets: [
      { weight: 2, strategy: { mode: 'single' }, targets: [{ provider: 'mock' }] },
      { provider: 'mock' },
    ],
  },
  'a conditional with every operator': {
    strategy: {
      mode: 'conditional',
      conditions: [
        {
          query: {
            'metadata.plan': 'paid',
            'metadata.user_name': null,
            'params.messages[0].content[1].text': { $regex: '(?i)hello' },
            'params.max_tokens': { $gt: 1, $gte: '1', $lt: 9, $lte: '9.5' },
            'url.pathname': { $in: ['/v1/a', '/v1/b'] },
            $or: [{ 'metadata.a': { $eq: 1 } }, { $and: [{ 'metadata.b': true }] }],
            'metadata.c': { $or: [{ $eq: 'x' }, 'y'] },
          },
          then: 'large',
        },
      ],
      default: 'small',
    },
    targets: [LARGE, SMALL],
  },
}

describe('valid configs pass', () => {
  for (const [title, value] of Object.entries(VALID))
    it(title, () => {
      const { parsed, config, diagnostics } = validateValue(value)
      expect(diagnostics.filter(({ code }) => code !== 'unknown-slug').map(each => pretty(each))).toEqual([])
      expect(config).toBe(parsed?.value)
    })
})

describe('one mistake is reported once', () => {
  const ONCE: readonly (readonly [title: string, value: unknown, codes: readonly string[]])[] = [
    ['a misspelt key of a group', { provider: 'openai', api_kye: KEY }, ['unknown-property']],
    ['a misspelt provider', { provder: 'openai', api_key: KEY }, ['unknown-property']],
    [
      'a misspelt strategy',
      { stategy: { mode: 'fallback' }, targets: [{ provider: 'mock' }] },
      ['unknown-property'],
    ],
    [
      'misspelt targets',
      { strategy: { mode: 'fallback' }, target: [{ provider: 'mock' }] },
      ['unknown-property'],
    ],
    [
      'a misspelt mode',
      { strategy: { mdoe: 'fallback' }, targets: [{ provider: 'mock' }] },
      ['unknown-property'],
    ],
    [
      'an unknown mode',
      { strategy: { mode: 'random', default: 'a' }, targets: [{ provider: 'mock', weight: 1 }] },
      ['unknown-value'],
    ],
    ['an unknown provider', { provider: 'opnai', retry: { attempts: 1 } }, ['unknown-provider']],
    ['a provider that is no text', { provider: 3, api_key: KEY }, ['wrong-type']],
    [
      'targets that are no list',
      { strategy: { mode: 'fallback' }, targets: { provider: 'mock' } },
      ['wrong-type'],
    ],
    ['a target that is no object', { strategy: { mode: 'fallback' }, targets: ['mock'] }, ['wrong-type']],
    ['attempts that are no number', { retry: { attempts: '0' } }, ['wrong-type']],
    ['a target without anything', { strategy: { mode: 'fallback' }, targets: [{}] }, ['missing-provider']],
    [
      'a reference as custom host',
      { provider: 'mock', custom_host: '${env:X}' },
      ['misplaced-secret-reference'],
    ],
    [
      'an empty query of a wrong type',
      {
        strategy: { mode: 'conditional', conditions: [{ query: [], then: 'a' }], default: 'a' },
        targets: [{ name: 'a', provider: 'mock' }],
      },
      ['wrong-type'],
    ],
  ]
  for (const [title, value, codes] of ONCE)
    it(title, () =>
      expect(validateValue(value).codes.filter(code => !isProbableMistake(code))).toEqual(codes),
    )
})

it('mistakes are reported in source order', () => {
  const { diagnostics } = validateValue({
    retry: { attempts: 9 },
    strategy: { mode: 'fallback' },
    wieght: 1,
    targets: [{ provider: 'opnai', api_key: KEY }, { cache: { mode: 'x' } }],
  })
  const starts = diagnostics.map(({ location }) => location.span.start)
  expect(starts.length).toBeGreaterThan(4)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
})

/** Values that are nearly configs: known names over values of any kind. */
const TEXTS = [
  '',
  '@',
  '@x',
  'openai',
  'mock',
  'conditional',
  'fallback',
  'loadbalance',
  '${env:A}',
  '${',
  'http://[',
  'https://x.example',
  '(',
  '10.0.0.0/8',
]

const { value: anything } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { depthSize: 'medium', maxDepth: 6 },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 1e308, ...TEXTS),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...NAMES), tie('value')), { maxLength: 6 })
      .map(entries => Object.fromEntries(new Map(entries))),
  ),
}))

it('no value makes a rule throw, and no value is changed', () => {
  fc.assert(
    fc.property(anything, fc.constantFrom('project', 'file', 'request'), (value, door) => {
      const before = JSON.stringify(value)
      const { parsed, config, diagnostics } = validateValue(value, {
        origin: door,
        providers: PROVIDERS,
        trustedHosts: ['x'],
      })
      const { report } = collectDiagnostics()
      if (parsed !== undefined) validateManifest(parsed, realCatalog, report)
      for (const diagnostic of diagnostics) pretty(diagnostic)
      expect(JSON.stringify(parsed?.value)).toBe(JSON.stringify(JSON.parse(before)))
      expect(config !== undefined).toBe(diagnostics.every(({ severity }) => severity !== 'error'))
    }),
    { numRuns: runs(400) },
  )
})
