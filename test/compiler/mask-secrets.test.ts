// No output shows a secret: code frames, messages, notes, fixes and JSON.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { collectDiagnostics, type Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import { toJsonDiagnostic } from '../../compiler/diagnostics/json.ts'
import { mask } from '../../compiler/diagnostics/mask.ts'
import { pretty } from '../../compiler/diagnostics/pretty.ts'
import { SECRET_PROPERTIES } from '../../compiler/diagnostics/secret-names.ts'
import { STANDALONE } from '../../compiler/facts/environment.ts'
import { readJson } from '../../compiler/read/json.ts'
import { readYaml } from '../../compiler/read/yaml.ts'
import { validateConfig } from '../../compiler/validate/validate-config.ts'
import { validateManifest } from '../../compiler/validate/validate-manifest.ts'
import { realCatalog } from '../support/catalog.ts'
import { effort } from '../support/effort.ts'
import { runs } from '../support/property-seed.ts'

const HIDDEN: readonly (readonly [text: string, secret: string])[] = [
  ['api_key: hunter2', 'hunter2'],
  ['api_key: two words, and a comma', 'two words, and a comma'],
  ['{ provider: openai, api_key: hunter2, weight: 1 }', 'hunter2'],
  ['{"api_key":"hunter2, \\"x\\"","weight":1}', 'hunter2'],
  ["'api_key': 'it''s hunter2'", 'hunter2'],
  ['api_key:\n  hunter2\nweight: 1', 'hunter2'],
  ['api_key: >-\n  hunter2\n  hunter3\nweight: 1', 'hunter3'],
  ['api_key:\n- hunter2\nweight: 1', 'hunter2'],
  ['secrets:\n  - "@openai"\n  - hunter2', 'hunter2'],
  ['secrets: ["@openai", hunter2]', 'hunter2'],
  ['secrets: "@hunter2"', 'hunter2'],
  ['- api_key: hunter1\n   hunter2', 'hunter2'],
  [`secrets: ["@${'0a'.repeat(16)}"]`, '0a0a'],
  ['api_key: ["@hunter2"]', 'hunter2'],
  ['cloud1_session_token: abc', 'abc'],
  ['cloud3_service_account_json:\n  private_key: |\n    hunter2\nweight: 1', 'hunter2'],
  ['"cloud3_service_account_json": {"a": {"b": "hunter2"}}, "weight": 1', 'hunter2'],
  ['export default { apiKey: `hunter2` }', 'hunter2'],
  ['client_secret = hunter2', 'hunter2'],
  ['- { id: web, hash: hunter2 }', 'hunter2'],
  ['Authorization: Bearer abcdefghijkl', 'abcdefghijkl'],
  ['a key such as sk-abcdefghijklmnop stands here', 'sk-abcdefghijklmnop'],
  ['https://user:hunter2@llm.example.com/v1', 'hunter2'],
  ['-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----', 'hunter2'],
]

const KEPT: readonly string[] = [
  'no-secrets: { deny: true, contans: { words: [password] } }',
  'no_secrets:\n  deny: true',
  'api_key: ${env:OPENAI_API_KEY}',
  '{ provider: openai, api_key: "${env:KEY}", weight: 1 }',
  '{"api_key":"${file:/run/secrets/openai}","weight":1}',
  'api_key: ${secret:openai}',
  'api_key: ["${env:KEY}", "${env:OTHER_KEY}"]',
  'secrets: ["@openai"]',
  "- { secrets: ['@openai', '${env:KEY}'], only: [api.openai.com] }",
  '- secrets: [@openai,@anthropic]\n  only: []',
  'secrets:\n  - "@openai"\n  - ${env:KEY} # of the team\nonly: []',
  'secrets:\n- "@openai"\nonly: []',
  '{ "secrets": [\n  "@openai",\n  "@anthropic"\n], "only": [] }',
  'export default { flows: [{ secrets: [`@openai`, "@anthropic"], only: [] }] }',
  '- api_key: ${env:KEY}\n- name: other',
  'flows:\n  - secrets:\n      - "@openai"\n    only: [api.openai.com]',
  'virtual_key: openai-main',
  `hash: sha256:${'0'.repeat(64)}`,
  'override_params: { max_tokens: 100 }',
  'provider: openai\nweight: 1',
  '"api_key" is missing: write it beside "provider"',
]

describe('text with secrets', () => {
  for (const [text, secret] of HIDDEN)
    it(text, () => {
      expect(mask(text)).not.toContain(secret)
      expect(mask(text)).toHaveLength(text.length)
      expect(mask(text).split('\n')).toHaveLength(text.split('\n').length)
    })
})

describe('text without secrets', () => {
  for (const text of KEPT) it(text, () => expect(mask(text)).toBe(text))
})

it('shows what is no text below the name of a secret, and hides the rest', () => {
  expect(mask('secrets: { redact: true, entropi: 3, words: [hunter2], a: falsehood }')).toBe(
    'secrets: { redact: true, entropi: *, words: *********, a: ********* *',
  )
})

it('a text in which nothing looks like a secret is masked like any other', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      'sk',
      'AIza',
      'ghp',
      '-',
      '_',
      'eyJhbGciOiJIUzI1NiJ9.',
      'Bearer',
      'Basic',
      ' ',
      '\n',
      ':',
      '=',
      '://',
    ),
    fc.constantFrom('@', '-----BEGIN RSA PRIVATE KEY-----', 'api_key', 'token', 'ann', '"', '${env:KEY}'),
    fc.stringMatching(/^[A-Za-z0-9]{1,16}$/),
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), list => {
      const text = list.join('')
      // With a separator before it, every pattern is tried.
      expect(mask(text)).toBe(mask(`=\n${text}`).slice(2))
    }),
    { numRuns: runs(1_000) },
  )
})

it('masking takes linear time for any text', () => {
  const hostile = [
    'api_key: ',
    '"api_key":{',
    "token='",
    'Bearer ',
    '://',
    'eyJ',
    '{a_secret:x,',
    '\n secret:\n  ',
    'sk',
    'Bearer\n',
    'A ',
  ].map(part => part.repeat(Math.floor(400_000 / part.length)))
  for (const text of hostile) {
    const cost = effort(() => void mask(text))
    expect(cost, text.slice(0, 12)).toBeLessThan(250)
  }
})

const secrets = fc
  .stringMatching(/^[A-Za-z0-9 ,:"'#{}\\/+=_-]{8,30}$/)
  .filter(text => text.trim() === text && !/^(api_key|provider)/.test(text))
  .map(text => `zq${text}qz`)

/** Where a secret can appear: valid, misspelled, with a wrong type, next to other errors, in targets. */
const configs = fc.record({
  name: fc.constantFrom(...SECRET_PROPERTIES, 'api_kye', 'apiKey', 'API_KEY', 'secret', 'token'),
  provider: fc.constantFrom('openai', 'anthropic', 'vertex', 'bedrock', 'opnai', 'mock', '@main', 3),
  shape: fc.constantFrom('plain', 'list', 'object'),
  wrap: fc.constantFrom('root', 'target', 'nested'),
  extra: fc.constantFrom({}, { retry: { attempts: 9 } }, { custom_host: 'localhost' }, { wieght: 1 }),
  order: fc.boolean(),
})

function render(
  secret: string,
  { name, provider, shape, wrap, extra, order }: typeof configs extends fc.Arbitrary<infer T> ? T : never,
): unknown {
  const value =
    shape === 'plain' ? secret : shape === 'list' ? [secret] : { private_key: secret, other: [secret] }
  const leaf = order ? { provider, [name]: value, ...extra } : { ...extra, [name]: value, provider }
  if (wrap === 'root') return leaf
  const targets = wrap === 'target' ? [leaf, leaf] : [{ strategy: { mode: 'fallback' }, targets: [leaf] }]
  return { strategy: { mode: 'loadbalance' }, targets }
}

const outputs = (diagnostic: Diagnostic): string =>
  [pretty(diagnostic), JSON.stringify(toJsonDiagnostic(diagnostic))].join('\n')

/** How a secret can appear in a text: literally, and escaped. */
const forms = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
  secret.replaceAll("'", "''"),
]

it('a random secret in any secret property never appears in any output', () => {
  fc.assert(
    fc.property(
      secrets,
      configs,
      fc.constantFrom('json', 'yaml'),
      fc.constantFrom('config', 'manifest'),
      (secret, config, format, kind) => {
        const inner = render(secret, config)
        const value = kind === 'config' ? inner : { providers: { main: inner } }
        const text = format === 'json' ? JSON.stringify(value, null, 1) : stringify(value)
        const { report, diagnostics } = collectDiagnostics()
        const source = { name: 'x', text }
        const parsed = (format === 'json' ? readJson : readYaml)(source, report)
        if (parsed !== undefined)
          if (kind === 'config') validateConfig(parsed, realCatalog, STANDALONE, report)
          else validateManifest(parsed, realCatalog, report)
        expect(diagnostics.length).toBeGreaterThan(0)
        const shown = diagnostics.map(outputs).join('\n')
        for (const form of forms(secret)) expect(shown).not.toContain(form)
      },
    ),
    { numRuns: runs(80) },
  )
})

it('a secret in place of the settings of an MCP server is masked, the settings themselves are not', () => {
  const shown = (auth: unknown): string => {
    const text = JSON.stringify({ mcp: { servers: { crm: { url: 'https://crm.example.com', auth } } } })
    const { report, diagnostics } = collectDiagnostics()
    const parsed = readJson({ name: 'x', text }, report)
    if (parsed !== undefined) validateManifest(parsed, realCatalog, report)
    expect(diagnostics.length).toBeGreaterThan(0)
    return diagnostics.map(outputs).join('\n')
  }
  expect(shown('hunter2-of-the-crm')).not.toContain('hunter2')
  expect(shown({ type: 'client_credentials', client_id: 'gateway', client_secret: 'hunter2-x' })).toMatch(
    /^(?!.*hunter2)(?=.*client_credentials).*gateway/s,
  )
})
