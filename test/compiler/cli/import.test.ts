// `portolan import` as a user types it: what it writes and prints, what it refuses, and that no key of the source is in either.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FORMAT_NAMES } from '../../../compiler/cli/formats/formats.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const LITELLM = `model_list:
  - model_name: chat
    litellm_params: { model: openai/gpt-4o, api_base: os.environ/MY_BASE, api_key: os.environ/MY_KEY }
`
/** Keys of several forms, none of which may be seen again. */
const KEYS = [
  'sk-proj-0123456789abcdefABCDEF',
  'plainlookingvalue42',
  'AKIAABCDEFGHIJKLMNOP',
  'correct-horse-battery',
]

const WITH_KEYS: Readonly<Record<string, string>> = {
  'litellm.yaml': `# The key was ${KEYS[0]} once.
model_list:
  # - model_name: before
  #   litellm_params: { model: openai/gpt-4, api_key: ${KEYS[1]} }
  - model_name: chat
    litellm_params: { model: openai/gpt-4o, api_key: ${KEYS[0]} }
  - model_name: other
    litellm_params:
      model: groq/llama
      api_key: ${KEYS[1]}
  - model_name: cloud
    litellm_params: { model: bedrock/x, aws_access_key_id: ${KEYS[2]}, aws_secret_access_key: ${KEYS[3]} }
general_settings:
  master_key: ${KEYS[0]}
environment_variables: { OPENAI_API_KEY: ${KEYS[0]} }
`,
  'bifrost.json': JSON.stringify(
    {
      providers: {
        openai: { keys: [{ name: 'one', value: KEYS[1], models: ['gpt-4o'] }] },
        groq: { keys: [{ value: KEYS[0], models: ['m'] }] },
      },
    },
    null,
    2,
  ),
  'portkey.json': JSON.stringify({ provider: 'openai', api_key: KEYS[1], retry: { attempts: 2 } }, null, 2),
  'agentgateway.yaml': `llm:
  models:
    - { name: a, provider: openAI, params: { apiKey: ${KEYS[1]} } }
`,
}

describe('keys of the source', () => {
  it.each(Object.entries(WITH_KEYS))('%s: are in no file and no finding', async (name, text) => {
    const folder = temporaryFolder({ [name]: text })
    const shown = await portolan(['import', name, '--dry-run'], folder)
    expect(shown.code).toBe(0)
    expect(shown.out).toContain('${env:')
    const printed = await Promise.all(
      FORMAT_NAMES.map(format => portolan(['import', name, '--dry-run', '--format', format], folder)),
    )
    for (const { out, complaints } of [shown, ...printed])
      for (const key of KEYS) expect(out + complaints).not.toContain(key)
  })
})

describe('values of variables', () => {
  it('that are not secret are read from the environment', async () => {
    const folder = temporaryFolder({ 'config.yaml': LITELLM })
    const { out, complaints } = await portolan(['import', 'config.yaml', '--dry-run'], folder, {
      MY_BASE: 'https://models.example.org/v1',
      MY_KEY: KEYS[1] ?? '',
    })
    expect(out).toContain('custom_host: https://models.example.org/v1')
    expect(out).toContain('api_key: "${env:MY_KEY}"')
    expect(out + complaints).not.toContain('import-needs-value')
  })

  it('are reported with a placeholder if they are not known', async () => {
    const folder = temporaryFolder({ 'config.yaml': LITELLM })
    const { out } = await portolan(['import', 'config.yaml', '--dry-run', '--format', 'one-line'], folder)
    expect(out).toContain('config.yaml:3:55: warning: The value of MY_BASE is not known here')
    expect(out).toContain('custom_host: https://my-base.example.com')
  })
})

describe('refusals', () => {
  it.each<readonly [string, readonly string[], Readonly<Record<string, string>>, number, RegExp]>([
    ['no file', ['import'], {}, 64, /Name the files/],
    ['a file that does not exist', ['import', 'nowhere.yaml'], {}, 1, /nowhere\.yaml cannot be read/],
    [
      'an unknown format',
      ['import', 'a.yaml', '--from', 'other'],
      { 'a.yaml': 'a: 1' },
      64,
      /--from must be one of/,
    ],
    ['a file of no known format', ['import', 'a.yaml'], { 'a.yaml': 'a: 1' }, 1, /import-unknown-format/],
    [
      'files of two formats',
      ['import', 'a.yaml', 'b.json'],
      { 'a.yaml': LITELLM, 'b.json': '{"targets":[]}' },
      1,
      /one by one/,
    ],
    ['broken YAML', ['import', 'a.yaml'], { 'a.yaml': 'model_list: [' }, 1, /a\.yaml:1:/],
    ['an empty file', ['import', 'a.yaml'], { 'a.yaml': '# nothing yet' }, 1, /empty-source/],
    [
      'a folder that has a project',
      ['import', 'a.yaml', '--to', '.'],
      { 'a.yaml': LITELLM, 'gateway.yaml': 'providers: {}' },
      1,
      /Nothing was written: gateway\.yaml already exists/,
    ],
  ])('%s', async (_title, words, contents, code, sentence) => {
    const folder = temporaryFolder(contents)
    const finished = await portolan(words, folder)
    expect(finished.code).toBe(code)
    expect(finished.out + finished.complaints).toMatch(sentence)
    expect(existsSync(join(folder, 'configs'))).toBe(false)
  })
})

describe('shapes that a source should not have', () => {
  const VALUES = ['null', '1', 'text', '[]', '{}', '[1, null, {}]', '{ a: { b: [] } }']
  const PLACES: readonly string[] = [
    'model_list: X',
    'model_list: [{ model_name: a, litellm_params: X }]',
    'model_list: [{ model_name: X, litellm_params: { model: openai/a } }]',
    'model_list: [{ model_name: a, litellm_params: { model: openai/a, api_key: X, rpm: X, order: X, timeout: X, extra_body: X } }]',
    'model_list: [{ model_name: a, model_info: X, litellm_params: { model: X } }]',
    'router_settings: { fallbacks: X, model_group_alias: X, num_retries: X, cooldown_time: X }',
    'litellm_settings: { cache: X, cache_params: X, callbacks: X, max_budget: X, context_window_fallbacks: [X] }',
    'mcp_servers: X\nmodel_list: []',
    'credential_list: X\nenvironment_variables: X\nmodel_list: []',
    'providers: { openai: X, azure: { keys: X }, b: { keys: [X] } }\n$schema: a',
    'targets: X',
    'targets: [X, { strategy: X, targets: [X], retry: X, cache: X, input_guardrails: X }]',
    'elements: [X, { id: s, type: start, outputs: X }, { type: model, properties: X }]',
    'llm: { models: [X, { name: X, provider: X, params: X }] }',
    'binds: [X, { listeners: [X, { routes: [X, { backends: [X, { ai: X }], policies: X }] }] }]',
  ]

  it('never crash the import', async () => {
    for (const place of PLACES)
      for (const value of VALUES) {
        const folder = temporaryFolder({ 'a.yaml': place.replaceAll('X', value) })
        const { code } = await portolan(['import', 'a.yaml', '--dry-run', '--format', 'json'], folder)
        expect([0, 1], `${place} ${value}`).toContain(code)
      }
  })
})

describe('the files', () => {
  it('are written into a new folder, with the next commands', async () => {
    const folder = temporaryFolder({ 'config.yaml': LITELLM })
    const { code, complaints } = await portolan(['import', 'config.yaml', '--to', 'my gateway'], folder)
    expect(code).toBe(0)
    expect(complaints).toContain("Now run: portolan check 'my gateway' && portolan test 'my gateway'")
    expect(readFileSync(join(folder, 'my gateway/gateway.yaml'), 'utf8')).toContain(
      'defaults:\n  config: models',
    )
  })
})
