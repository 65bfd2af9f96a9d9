// What editors show at a value: its description, and its consequence.
import { afterAll, describe, expect, it } from 'vitest'
import { hoverAt } from '../../../compiler/language-server/hover.ts'
import { editedProject, TEAM } from '../../support/edited-project.ts'

const FILES = {
  ...TEAM,
  'configs/made.ts':
    "export default { provider: '@claude', override_params: { model: 'claude-sonnet-4-5' } }\n",
  'configs/literal.yaml': 'provider: openai\napi_key: sk-live-0123456789abcdef0123\n',
  'configs/fallback.yaml': `strategy: { mode: fallback }
retry: { attempts: 3 }
targets:
  - provider: "@main"
  - provider: "@claude"
    retry: { attempts: 1 }
`,
}
const editor = editedProject(FILES)
const priced = editedProject({
  'gateway.yaml': `providers:
  eu: { provider: openai, api_key: "\${env:KEY}" }
prices:
  - { file: prices/acme.json, digest: "sha256:74aa10ec12b1dfb357ab5fae6c255e09f5068b69b802cb471e976cb8279a5ae6" }
  - { provider: "@eu", model: "*", discount: 10% }
`,
  'configs/chat.yaml': 'provider: "@eu"\noverride_params: { model: gpt-4o }\n',
  'prices/acme.json': '[{"provider":"openai","model":"gpt-4o","input":2,"output":8}]\n',
})
afterAll(() => Promise.all([editor.close(), priced.close()]))

type Row = readonly [
  title: string,
  file: keyof typeof FILES,
  before: string,
  shown: readonly (RegExp | string)[],
]

const ROWS: readonly Row[] = [
  ['a description', 'configs/chat.yaml', 'request_timeout', ['**request_timeout**: ', 'milliseconds']],
  ['an inherited setting', 'configs/chat.yaml', 'retry:', ['Applies to 3 targets.']],
  [
    'what a target has in the end',
    'configs/fallback.yaml',
    'provider: "@claude',
    ['After inheritance: call @claude; retry 1 on '],
  ],
  [
    'and with what it inherits',
    'configs/fallback.yaml',
    'provider: "@main',
    ['After inheritance: call @main; retry 3 on '],
  ],
  [
    'the share of a weight',
    'configs/chat.yaml',
    'weight: 3',
    ['This target gets 75% of the requests that its conditions lead here.'],
  ],
  [
    'a target that is called after failures',
    'configs/fallback.yaml',
    'strategy',
    ['`targets[0]` gets 100% of the requests.', '`targets[1]` is called only after failures.'],
  ],
  [
    'the failure table',
    'configs/fallback.yaml',
    'retry: { attempts: 1',
    ['| after | retried | then | client gets in the end |', /1 time, waits/],
  ],
  [
    'a price',
    'configs/chat.yaml',
    'gpt-4o-mini',
    ['Price per million tokens: $0.15 for input, $0.6 for output'],
  ],
  [
    'a price of an inherited provider',
    'configs/made.ts',
    "claude-sonnet-4-5'",
    ['Price per million tokens: $3 for input, $15 for output'],
  ],
  [
    'the hosts of a secret, in a config',
    'configs/chat.yaml',
    'provider: "@claude',
    [
      '`${env:ANTHROPIC_API_KEY} of @claude` reaches https://api.anthropic.com.',
      '`messages` reaches https://api.anthropic.com.',
    ],
  ],
  [
    'the hosts of a secret, in the manifest',
    'gateway.yaml',
    'api_key: "${env:OPENAI',
    ['`${env:OPENAI_API_KEY} of @main` reaches https://api.openai.com.'],
  ],
  [
    'a stored provider',
    'gateway.yaml',
    'claude:',
    ['stored provider of anthropic', 'Used 4 times in 4 files.'],
  ],
  ['a guardrail', 'configs/chat.yaml', 'no-secrets', ['Guardrail with `default.contains`.']],
  ['a check', 'gateway.yaml', 'default.contains', [/`default.contains`: \w/]],
  ['a prompt', 'configs/chat.yaml', 'greeting', ['In `prompts/greeting.yaml`.']],
  ['an alias', 'gateway.yaml', 'main/gpt', ['Price per million tokens']],
  ['a partial', 'prompts/greeting.yaml', 'footer', ['In `prompts/partials/footer.txt`.']],
  ['a property of a test', 'configs/chat.test.yaml', 'expect:', ['**expect**: ']],
  ['a value in TypeScript', 'configs/made.ts', 'provider', ['After inheritance: call @claude']],
]

describe('a hover shows', () => {
  it.each(ROWS)('%s', async (_title, name, before, shown) => {
    const { project, file, offset } = await editor.at(
      name,
      FILES[name].replace(before, () => `|${before}`),
    )
    const markdown = hoverAt(project, file, offset)?.markdown
    for (const each of shown)
      expect(markdown).toEqual(
        each instanceof RegExp ? expect.stringMatching(each) : expect.stringContaining(each),
      )
  })

  it('the price of a stored provider, from a list of the project', async () => {
    const name = 'configs/chat.yaml'
    const text = 'provider: "@eu"\noverride_params: { model: |gpt-4o }\n'
    const { project, file, offset } = await priced.at(name, text)
    expect(hoverAt(project, file, offset)?.markdown).toContain(
      'Price per million tokens: $1.8 for input, $7.2 for output',
    )
  })

  it('no secret', async () => {
    const { project, file, offset } = await editor.at(
      'configs/literal.yaml',
      FILES['configs/literal.yaml'].replace('sk', '|sk'),
    )
    expect(hoverAt(project, file, offset)?.markdown).not.toContain('0123456789')
  })

  it('nothing in a comment', async () => {
    const { project, file, offset } = await editor.at('configs/plain.json', '{ "provider": "@main" }   |')
    expect(hoverAt(project, file, offset)?.markdown ?? '').not.toContain('undefined')
  })
})
