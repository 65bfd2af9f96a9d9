// The provider settings of a target → a binding of the plan, credentials as references.
import { describe, expect, it } from 'vitest'
import { lowerBinding } from '../../../compiler/lower/binding.ts'
import type { Binding, Config } from '../../../schemas/generated/types.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const OPENAI = {
  from: 'own',
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  custom: false,
  credentials: {},
  settings: {},
  allowedOrigins: [],
} as const
const key = (origins: readonly string[]) => ({ api_key: { source: 'env', name: 'KEY', origins } }) as const

const ROWS: readonly { readonly title: string; readonly config: Config; readonly binding: Binding }[] = [
  {
    title: 'a slug names a stored provider',
    config: { provider: '@fast' },
    binding: { from: 'slug', slug: 'fast' },
  },
  {
    title: 'virtual_key is read as the provider @virtual_key',
    config: { virtual_key: 'fast' },
    binding: { from: 'slug', slug: 'fast' },
  },
  {
    title: 'passthrough takes the provider from the request',
    config: { passthrough: true },
    binding: { from: 'request' },
  },
  { title: 'so does a config that names none', config: {}, binding: { from: 'request' } },
  {
    title: 'host and settings of the config stand beside a slug',
    config: {
      provider: '@fast',
      custom_host: 'https://h.example/v1//',
      anthropic_beta: 'b',
      api_version: '1',
    },
    binding: {
      from: 'slug',
      slug: 'fast',
      customHost: 'https://h.example/v1',
      settings: { anthropic_beta: 'b', api_version: '1' },
    },
  },
  {
    title: 'and beside a provider of the request',
    config: { passthrough: true, custom_host: 'https://h.example', cloud1_region: 'r' },
    binding: { from: 'request', customHost: 'https://h.example', settings: { cloud1_region: 'r' } },
  },
  {
    title: 'an alias means its provider; the credential is bound to the origin of its base URL',
    config: { provider: 'vendor', api_key: '${env:KEY}', vendor_project: 'p' },
    binding: { ...OPENAI, credentials: key(['https://api.openai.com']), settings: { vendor_project: 'p' } },
  },
  {
    title: 'with a custom host the credential is bound to that origin alone',
    config: { provider: 'openai', api_key: '${env:KEY}', custom_host: 'http://gpu.example:8080/v1/' },
    binding: {
      ...OPENAI,
      baseUrl: 'http://gpu.example:8080/v1',
      custom: true,
      credentials: key(['http://gpu.example:8080']),
    },
  },
  {
    title: 'a provider without an address of its own binds its credential to nothing',
    config: { provider: 'cloud1', cloud1_access_key_id: '${env:KEY}', cloud1_region: 'eu' },
    binding: {
      ...OPENAI,
      provider: 'bedrock',
      baseUrl: '',
      credentials: { cloud1_access_key_id: { source: 'env', name: 'KEY', origins: [] } },
      settings: { cloud1_region: 'eu' },
    },
  },
]

const lowered = (config: Config, door: 'file' | 'project' | 'request'): Binding =>
  lowerBinding(config, tinyCatalog, door)

describe('bindings', () => {
  it.each(ROWS)('$title', ({ config, binding }) => expect(lowered(config, 'file')).toEqual(binding))

  it.each([
    ['a reference to a variable in a file', 'file', '${env:KEY}', { source: 'env', name: 'KEY' }],
    [
      'a reference to a file in a project',
      'project',
      '${file:/run/secrets/key}',
      { source: 'file', name: '/run/secrets/key' },
    ],
    ['a literal in a request', 'request', 'sk-1', { source: 'literal', name: 'sk-1' }],
    [
      'what looks like a reference in a request',
      'request',
      '${env:KEY}',
      { source: 'literal', name: '${env:KEY}' },
    ],
  ] as const)('reads %s', (_title, door, text, secret) => {
    const origins = ['https://api.openai.com']
    expect(lowered({ provider: 'openai', api_key: text }, door)).toMatchObject({
      credentials: { api_key: { ...secret, origins } },
    })
  })
})

describe('credentials that are more than one secret', () => {
  const origins: readonly string[] = []
  const vertex = { provider: 'vertex', cloud3_region: 'global' }

  it('a service account with references in it is an object in which they stay', () => {
    const account = { private_key: '${env:KEY}', client_email: 'a@b' }
    expect(lowered({ ...vertex, cloud3_service_account_json: account }, 'file')).toMatchObject({
      credentials: {
        cloud3_service_account_json: {
          source: 'json',
          name: '{"client_email":"a@b","private_key":"${env:KEY}"}',
          origins,
        },
      },
    })
  })

  it('one reference to the whole of it is a reference like any', () => {
    expect(lowered({ ...vertex, cloud3_service_account_json: '${file:/a.json}' }, 'file')).toMatchObject({
      credentials: { cloud3_service_account_json: { source: 'file', name: '/a.json', origins } },
    })
  })

  it('of a request it is a literal', () => {
    const account = { private_key: '${env:KEY}' }
    expect(lowered({ ...vertex, cloud3_service_account_json: account }, 'request')).toMatchObject({
      credentials: { cloud3_service_account_json: { source: 'literal' } },
    })
  })

  it('an identity of the machine is bound to origins as a secret is, and none of a request', () => {
    const config = { provider: 'openai', cloud2_managed_identity: 'system' }
    expect(lowered(config, 'project')).toMatchObject({
      credentials: {
        cloud2_managed_identity: { source: 'machine', name: 'system', origins: ['https://api.openai.com'] },
      },
      settings: {},
    })
    expect(lowered(config, 'request')).toMatchObject({ credentials: {}, settings: {} })
    expect(lowered({ passthrough: true, cloud2_managed_identity: 'system' }, 'file')).toEqual({
      from: 'request',
    })
  })

  it('a file that its owner renews is marked, a variable is not', () => {
    const token = (reference: string) =>
      lowered({ provider: 'azure', cloud2_entra_federated_token: reference }, 'file')
    expect(token('${file:/token}')).toMatchObject({
      credentials: { cloud2_entra_federated_token: { source: 'file', rotates: true } },
    })
    expect(token('${env:TOKEN}')).not.toHaveProperty('credentials.cloud2_entra_federated_token.rotates')
  })
})
