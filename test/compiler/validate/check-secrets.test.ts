// Credentials of checks follow the rules of those of providers: references in files, literals in requests, and no part
// of one in a diagnostic.
import { describe, expect, it } from 'vitest'
import { compile } from '../../../compiler/compile.ts'
import { toJsonDiagnostics } from '../../../compiler/diagnostics/json.ts'
import { pretty } from '../../../compiler/diagnostics/pretty.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { compileProject } from '../../../compiler/project.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'
import { sha256 } from '../../support/bundle.ts'
import { moderateCatalog } from '../../support/moderate-check.ts'

const SECRET = 'hunter2-and-more'
const HOST = { host: 'eu' }

const guarded = (parameters: object, name = 'acme.moderate'): object => ({
  provider: 'mock',
  input_guardrails: [{ id: 'a', deny: true, [name]: parameters }],
})

const hooked = (parameters: object): object => ({
  provider: 'mock',
  before_request_hooks: [{ id: 'a', deny: true, checks: [{ id: 'acme.moderate', parameters }] }],
})

const told = (config: object, door: 'file' | 'request' = 'file') =>
  compile(
    { name: 'config', text: JSON.stringify(config, null, 1) },
    moderateCatalog,
    { ...STANDALONE, origin: door },
    readJson,
  ).diagnostics

const codes = (config: object, door?: 'file' | 'request'): readonly string[] =>
  told(config, door).map(({ code }) => code)

describe('in a file', () => {
  it('a credential is a reference', () =>
    expect(codes(guarded({ ...HOST, apiKey: '${env:KEY}' }))).toEqual([]))

  it.each([
    ['in the shorthand', guarded({ ...HOST, apiKey: SECRET })],
    ['in a hook', hooked({ ...HOST, apiKey: SECRET })],
  ])('a literal one is refused: %s', (_title, config) => {
    const [diagnostic, ...others] = told(config)
    expect(others).toEqual([])
    expect(diagnostic).toMatchObject({
      code: 'literal-secret',
      notes: [{ message: 'Example: apiKey: ${env:ACME_API_KEY}' }],
    })
    expect(diagnostic?.location.pointer).toMatch(/\/apiKey$/)
  })

  it('a malformed reference is reported', () =>
    expect(codes(guarded({ ...HOST, apiKey: '${KEY}' }))).toEqual(['malformed-secret-reference']))

  it('a secret reference is one of the manifest', () =>
    expect(codes(guarded({ ...HOST, apiKey: '${secret:acme}' }))).toEqual(['unknown-secret-reference']))

  it('a reference in another parameter is misplaced, and the note says where it belongs', () => {
    const [diagnostic] = told(guarded({ host: '${env:HOST}' }))
    expect(diagnostic).toMatchObject({
      code: 'misplaced-secret-reference',
      notes: [{ message: 'References are allowed in apiKey.' }],
    })
  })
})

describe('in a request', () => {
  it('a credential is a literal', () =>
    expect(codes(guarded({ ...HOST, apiKey: SECRET }), 'request')).toEqual([]))

  it('a reference is refused', () =>
    expect(codes(guarded({ ...HOST, apiKey: '${env:KEY}' }), 'request')).toEqual([
      'secret-reference-in-request',
    ]))
})

const LEAKS: Readonly<Record<string, object>> = {
  'a wrong type beside it': guarded({ host: 3, apiKey: SECRET }),
  'a wrong type of its own': guarded({ ...HOST, apiKey: [SECRET] }),
  'a misspelt name': guarded({ ...HOST, apiKye: SECRET }),
  'a check that nobody knows': guarded({ ...HOST, apiKey: SECRET }, 'acme.moderrate'),
  'a check of a hook that nobody knows': {
    provider: 'mock',
    before_request_hooks: [{ id: 'a', checks: [{ id: 'nobody', parameters: { apiKey: SECRET } }] }],
  },
  'the same letters elsewhere': guarded({ host: SECRET, level: SECRET, apiKey: SECRET }),
  'the order of a hook turned round': {
    provider: 'mock',
    before_request_hooks: [{ checks: [{ parameters: { apiKey: SECRET }, id: 'acme.moderate' }], id: 3 }],
  },
}

describe('diagnostics never show one', () => {
  for (const [title, config] of Object.entries(LEAKS))
    for (const door of ['file', 'request'] as const)
      it(`${title}, in a ${door}`, () => {
        const diagnostics = told(config, door)
        expect(diagnostics.length).toBeGreaterThan(0)
        expect(diagnostics.map(each => pretty(each)).join('\n')).not.toContain(SECRET)
        expect(JSON.stringify(toJsonDiagnostics(diagnostics))).not.toContain(SECRET)
      })

  it('what only sounds like one is shown', () => {
    const [diagnostic] = told(guarded({ ...HOST, keyWords: ['budget', 3] }))
    expect(diagnostic && pretty(diagnostic)).toContain('budget')
  })
})

const MANIFESTS: Readonly<Record<string, string>> = {
  'a check of a guardrail': `guardrails: { a: { acme.moderate: { host: eu, apiKey: ${SECRET} } } }`,
  'the password of the state': `state: redis://user:${SECRET}@cache:6379`,
  'a password in an address that cannot be read': `state: redis://user:${SECRET}@cache:port`,
  'a password beside a reference': `state: "redis://user:${SECRET}\${env:MORE}@cache"`,
  'an escaped password': 'state: redis://user:hunter2%2Dand%2Dmore@cache # hunter2-and-more',
  'a password of the vectors, in the query': `cache: { semantic: { provider: "@a", model: m, vectors: "postgres://db/x?password=${SECRET}" } }`,
}

describe('in a manifest', () => {
  it.each(Object.entries(MANIFESTS))('%s is refused and hidden', (_title, text) => {
    const { diagnostics, bundle } = compileProject(
      { manifest: { source: { name: 'gateway.yaml', text }, read: readYaml }, configs: new Map() },
      moderateCatalog,
      sha256,
    )
    expect(bundle).toBeUndefined()
    expect(diagnostics.map(({ code }) => code)).toContain('literal-secret')
    const shown =
      diagnostics.map(each => pretty(each)).join('\n') + JSON.stringify(toJsonDiagnostics(diagnostics))
    expect(shown).not.toContain(SECRET)
    expect(shown).not.toContain('hunter2')
  })

  it.each([
    'state: "redis://user:${env:PASSWORD}@cache:6379/0"',
    'state: "${env:REDIS_URL}"',
    'state: "rediss://:${file:/run/secrets/redis}@cache"',
    'state: redis://cache',
    'state: "memory:"',
  ])('%s is right', text => {
    const { diagnostics } = compileProject(
      { manifest: { source: { name: 'gateway.yaml', text }, read: readYaml }, configs: new Map() },
      moderateCatalog,
      sha256,
    )
    expect(diagnostics).toEqual([])
  })
})
