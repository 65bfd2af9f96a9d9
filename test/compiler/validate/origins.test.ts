// Where a config comes from decides what it may say: a file beside a manifest, a file alone, a header.
import { describe, expect, it } from 'vitest'
import type { CompileEnvironment } from '../../../compiler/facts/environment.ts'
import { FILE, KEY, PROVIDERS, validateValue } from './validate-value.ts'

const DOORS: readonly (readonly [
  title: string,
  door: CompileEnvironment['origin'],
  value: unknown,
  codes: readonly string[],
])[] = [
  ['a slug of the manifest', 'project', { provider: '@main' }, []],
  ['a virtual key of the manifest', 'project', { virtual_key: 'main' }, []],
  ['another slug', 'project', { provider: '@mian' }, ['unknown-slug']],
  ['another slug in a request', 'request', { provider: '@mian' }, ['unknown-slug']],
  ['a literal key in a project', 'project', { provider: 'openai', api_key: 'abc' }, ['literal-secret']],
  ['a literal key in a file', 'file', { provider: 'openai', api_key: 'abc' }, ['literal-secret']],
  ['a literal key in a request', 'request', { provider: 'openai', api_key: 'abc' }, []],
  [
    'a reference in a request',
    'request',
    { provider: 'openai', api_key: KEY },
    ['secret-reference-in-request'],
  ],
  ['a key left to the Authorization header', 'request', { provider: 'openai', retry: { attempts: 1 } }, []],
  [
    'a key left out of a file',
    'file',
    { provider: 'openai', retry: { attempts: 1 } },
    ['missing-credential'],
  ],
  ['a host left to its header', 'request', { provider: 'vllm', retry: { attempts: 1 } }, []],
  ['a host left out of a file', 'file', { provider: 'vllm', api_key: KEY }, ['missing-credential']],
  [
    'a stored credential to an allowed origin',
    'project',
    { provider: '@main', custom_host: 'https://eu.api.openai.com/v1' },
    [],
  ],
  [
    'a stored credential elsewhere',
    'project',
    { provider: '@main', custom_host: 'https://x.example' },
    ['credential-may-not-go-there'],
  ],
  [
    'a stored credential elsewhere by a request',
    'request',
    { provider: '@main', custom_host: 'https://x.example' },
    ['credential-may-not-go-there'],
  ],
  ['a setting of the stored provider', 'project', { provider: '@main', vendor_project: 'p' }, []],
  [
    'a setting that the stored provider does not read',
    'project',
    { provider: '@main', anthropic_beta: 'b' },
    ['setting-without-effect'],
  ],
]

describe('the origin decides what is allowed', () => {
  for (const [title, door, value, codes] of DOORS)
    it(title, () =>
      expect(validateValue(value, { origin: door, providers: PROVIDERS, trustedHosts: [] }).codes).toEqual(
        codes,
      ),
    )

  it('trusted hosts open private ones', () => {
    const value = { provider: 'openai', custom_host: 'http://10.0.0.5:8000' }
    expect(validateValue(value).codes).toEqual(['blocked-host'])
    expect(validateValue(value, { ...FILE, trustedHosts: ['10.0.0.0/8'] }).codes).toEqual([])
  })

  it('nothing is said of slugs and hosts where the manifest has errors', () => {
    const value = { provider: '@main', custom_host: 'http://10.0.0.5:8000' }
    const broken: CompileEnvironment = {
      origin: 'project',
      providers: {},
      trustedHosts: [],
      hasInvalidManifest: true,
    }
    expect(validateValue(value, broken).codes).toEqual([])
  })
})
