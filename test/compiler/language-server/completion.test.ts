// Completion at many cursors, in documents that are whole and in documents that are being typed.
import { afterAll, describe, expect, it } from 'vitest'
import { complete } from '../../../compiler/language-server/completion.ts'
import { editedProject, TEAM } from '../../support/edited-project.ts'

const editor = editedProject(TEAM)
afterAll(() => editor.close())

/** A file, its text with the cursor, words that are offered with the text that they write, and words that are not. */
type Row = readonly [
  file: string,
  text: string,
  offered: Readonly<Record<string, string>>,
  absent?: readonly string[],
]

const CHAT = 'configs/chat.yaml'
const PLAIN = 'configs/plain.json'
const TEST = 'configs/chat.test.yaml'

const ROWS: Readonly<Record<string, Row>> = {
  'a name at the root': [CHAT, '|', { strategy: 'strategy: ', targets: 'targets: ', retry: 'retry: ' }],
  'a name that is begun': [CHAT, 'provider: "@main"\nret|', { retry: 'retry: ' }, ['provider']],
  'a name that is whole and has a value': [CHAT, 're|try: { attempts: 1 }', { retry: 'retry' }],
  'a name below another': [CHAT, 'retry:\n  |', { attempts: 'attempts: ' }, ['retry', 'targets']],
  'a name below, that is begun': [CHAT, 'retry:\n  att|\nprovider: "@main"', { attempts: 'attempts: ' }],
  'a name beside another': [
    CHAT,
    'retry:\n  attempts: 2\n  on|',
    { on_status_codes: 'on_status_codes: ' },
    ['attempts'],
  ],
  'a name after deeper lines': [CHAT, 'retry:\n  attempts: 2\nca|', { cache: 'cache: ' }, ['attempts']],
  'a name in a target': [
    CHAT,
    'targets:\n  - provider: "@main"\n    wei|',
    { weight: 'weight: ' },
    ['provider'],
  ],
  'the first name of a target': [CHAT, 'targets:\n  - |', { provider: 'provider: ', name: 'name: ' }],
  'a target without indentation': [CHAT, 'targets:\n- provider: "@main"\n- wei|', { weight: 'weight: ' }],
  'a name of a target of a target': [
    CHAT,
    'targets:\n  - targets:\n      - weight: 1\n        ove|',
    { override_params: 'override_params: ' },
    ['weight'],
  ],
  'a name in brackets': [CHAT, 'retry: { att|', { attempts: 'attempts: ' }],
  'a name in brackets over lines': [
    CHAT,
    'retry: {\n  attempts: 2,\n  |\n}',
    { on_errors: 'on_errors: ' },
    ['attempts'],
  ],
  'a name in the brackets of an item': [
    CHAT,
    'targets:\n  - { provider: "@main", w|',
    { weight: 'weight: ' },
    ['provider'],
  ],
  'a name after brackets over lines': [CHAT, 'retry: {\n  attempts: 2\n}\nca|', { cache: 'cache: ' }],
  'a value of a list of words': [
    CHAT,
    'strategy: { mode: |',
    { fallback: 'fallback', conditional: 'conditional' },
  ],
  'a value in a block': [CHAT, 'strategy:\n  mode: lo|', { loadbalance: 'loadbalance' }],
  'a value that is true or false': [CHAT, 'passthrough: |', { true: 'true', false: 'false' }],
  'an item of a list of words': [
    CHAT,
    'retry: { attempts: 1, on_errors: [rate_limit, |',
    { overloaded: 'overloaded' },
  ],
  'an item of a list in a block': [CHAT, 'retry:\n  on_errors:\n    - |', { overloaded: 'overloaded' }],
  'a provider': [CHAT, 'provider: |', { '@main': '"@main"', '@claude': '"@claude"', openai: 'openai' }],
  'a provider in quotes': [CHAT, 'provider: "@|"', { '@main': '@main' }],
  'a provider in quotes that are open': [CHAT, 'provider: "@m|', { '@main': '@main"' }],
  'a provider before others': [
    CHAT,
    'targets:\n  - provider: |\n  - provider: "@main"\n',
    { '@claude': '"@claude"' },
  ],
  'a model of the provider': [
    CHAT,
    'provider: "@claude"\noverride_params:\n  model: |',
    { 'claude-sonnet-4-5': 'claude-sonnet-4-5' },
    ['gpt-4o'],
  ],
  'a model of an inherited provider': [
    CHAT,
    TEAM[CHAT].replace('model: claude-sonnet-4-5', 'model: |'),
    { 'claude-sonnet-4-5': 'claude-sonnet-4-5' },
    ['gpt-4o'],
  ],
  'a target of a condition': [
    CHAT,
    TEAM[CHAT].replace('then: premium', 'then: |'),
    { premium: 'premium', standard: 'standard' },
  ],
  'the default target': [
    CHAT,
    TEAM[CHAT].replace('default: standard', 'default: st|'),
    { standard: 'standard' },
  ],
  'metadata that tests send': [
    CHAT,
    TEAM[CHAT].replace('query: { metadata.plan: team }', 'query: { | }'),
    { 'metadata.region': 'metadata.region: ', 'metadata.plan': 'metadata.plan: ' },
  ],
  'an operator': [
    CHAT,
    TEAM[CHAT].replace('metadata.plan: team', 'metadata.plan: { | }'),
    { $in: '$in: ', $ne: '$ne: ' },
    ['metadata.plan'],
  ],
  'a guardrail': [CHAT, 'input_guardrails: [|', { 'no-secrets': 'no-secrets' }],
  'a check': [
    CHAT,
    'input_guardrails:\n  - checks:\n      - id: |',
    { 'default.contains': 'default.contains' },
  ],
  'a prompt': [CHAT, 'prompt_id: |', { greeting: 'greeting' }],
  'a comment': [CHAT, '# pro|', {}, ['provider']],
  'directly behind a colon': [CHAT, 'provider:|', {}, ['@main']],
  'JSON: a name': [PLAIN, '{ | }', { retry: '"retry": ' }],
  'JSON: a name in quotes': [PLAIN, '{ "re|" }', { retry: 'retry' }],
  'JSON: a name in quotes that are open': [PLAIN, '{ "re|', { retry: 'retry": ' }],
  'JSON: a name beside another': [PLAIN, '{ "provider": "@main", | }', { retry: '"retry": ' }, ['provider']],
  'JSON: a value that is missing': [PLAIN, '{ "provider": | }', { '@main': '"@main"' }],
  'JSON: a value in quotes': [PLAIN, '{ "provider": "@m|" }', { '@main': '@main' }],
  'JSON: a value in a document that goes on': [
    PLAIN,
    '{ "strategy": { "mode": | }, "targets": [] }',
    { fallback: '"fallback"' },
  ],
  'JSON: a name in a target': [
    PLAIN,
    '{ "targets": [{ "provider": "@main" }, { | }] }',
    { weight: '"weight": ' },
  ],
  'manifest: a name': ['gateway.yaml', `${TEAM['gateway.yaml']}lis|`, { listen: 'listen: ' }, ['providers']],
  'manifest: a provider of the catalog': [
    'gateway.yaml',
    'providers:\n  new: { provider: |',
    { groq: 'groq' },
    ['@main'],
  ],
  'manifest: a default config': [
    'gateway.yaml',
    `${TEAM['gateway.yaml']}defaults: { config: |`,
    { chat: 'chat', plain: 'plain' },
  ],
  'manifest: an alias': [
    'gateway.yaml',
    TEAM['gateway.yaml'].replace('"@main/gpt-4o-mini"', '"@main/|"'),
    { '@main/gpt-4o': '@main/gpt-4o' },
  ],
  'tests: a name': [TEST, 'cases:\n  - name: one\n    exp|', { expect: 'expect: ' }],
  'tests: a config': [TEST, 'config: |\ncases: []', { chat: 'chat' }],
  'tests: a call': [
    TEST,
    'cases:\n  - name: one\n    expect: { calls: [|',
    { '@main': '"@main"', 'config.targets[0]': '"config.targets[0]"' },
  ],
  'tests: a script': [TEST, 'cases:\n  - name: one\n    upstreams: { | }', { '@main': '"@main": ' }],
  'prompt: a partial': [
    'prompts/greeting.yaml',
    'messages: [{ role: system, content: "Hello {{>|}}" }]',
    { footer: 'footer' },
  ],
  'prompt: a role': ['prompts/greeting.yaml', 'messages:\n  - role: |', { system: 'system' }],
  'partial: a partial': ['prompts/partials/footer.txt', 'Bye {{> f|', { footer: 'footer' }],
}

describe('completion of', () => {
  it.each(Object.entries(ROWS))('%s', async (_title, [name, marked, offered, absent = []]) => {
    const { project, file, text, offset } = await editor.at(name, marked)
    const { items } = complete(project, file, text, offset)
    const texts = Object.fromEntries(items.map(({ label, text: written }) => [label, written]))
    expect(texts).toMatchObject(offered)
    expect(Object.keys(texts).filter(label => absent.includes(label))).toEqual([])
  })
})

it('completion replaces the word at the cursor', async () => {
  const { project, file, text, offset } = await editor.at(CHAT, 'provider: "@ma|in"')
  const { start, end } = complete(project, file, text, offset)
  expect(text.slice(start, end)).toBe('@main')
})

it('completion describes properties', async () => {
  const { project, file, text, offset } = await editor.at(CHAT, 'request_ti|')
  const item = complete(project, file, text, offset).items.find(({ label }) => label === 'request_timeout')
  expect(item).toMatchObject({ detail: 'integer', description: expect.stringContaining('milliseconds') })
})
