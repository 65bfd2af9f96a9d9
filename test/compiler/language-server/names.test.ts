// Definitions, uses and new names of what the files of a project name.
import { afterAll, describe, expect, it } from 'vitest'
import { definitionsAt, type NamePlace, referencesAt } from '../../../compiler/language-server/definition.ts'
import { changeName } from '../../../compiler/language-server/rename.ts'
import { editedProject, TEAM } from '../../support/edited-project.ts'

const FILES = {
  ...TEAM,
  'configs/made.ts': `const slug = 'main'
export default { strategy: { mode: 'loadbalance' }, targets: [{ provider: '@claude' }, { provider: '@' + slug }] }
`,
}
const editor = editedProject(FILES)
afterAll(() => editor.close())

type Files = keyof typeof FILES

/** The file, what the cursor is before, and the occurrence of it. */
const marked = (name: Files, before: string): string => FILES[name].replace(before, `|${before}`)

/** `file:line text`. */
const placesOf = (places: readonly NamePlace[]): readonly string[] =>
  places.map(({ source: { name, text }, span }) => {
    const line = text.slice(0, span.start).split('\n').length
    return `${name}:${line} ${text.slice(span.start, span.end)}`.trim()
  })

type Row = readonly [
  title: string,
  file: Files,
  before: string,
  definitions: readonly string[],
  uses: readonly string[],
]

const CLAUDE = ['configs/chat.yaml:13 claude', 'configs/made.ts:2 claude', 'configs/chat.test.yaml:4 claude']

const ROWS: readonly Row[] = [
  ['a slug in a config', 'configs/chat.yaml', 'claude"', ['gateway.yaml:3 claude'], CLAUDE],
  ['a slug in a test', 'configs/chat.test.yaml', 'claude', ['gateway.yaml:3 claude'], CLAUDE],
  ['a slug in the manifest', 'gateway.yaml', 'claude:', ['gateway.yaml:3 claude'], CLAUDE],
  ['a slug in TypeScript', 'configs/made.ts', "claude'", ['gateway.yaml:3 claude'], CLAUDE],
  [
    'a target of a condition',
    'configs/chat.yaml',
    'premium\n  default',
    ['configs/chat.yaml:12 premium'],
    ['configs/chat.yaml:5 premium'],
  ],
  [
    'the name of a target',
    'configs/chat.yaml',
    'standard\n    strategy',
    ['configs/chat.yaml:15 standard'],
    ['configs/chat.yaml:6 standard'],
  ],
  [
    'a guardrail',
    'configs/chat.yaml',
    'no-secrets',
    ['gateway.yaml:5 no-secrets'],
    ['configs/chat.yaml:7 no-secrets'],
  ],
  [
    'a prompt',
    'configs/chat.yaml',
    'greeting',
    ['prompts/greeting.yaml:1'],
    ['configs/chat.yaml:8 greeting'],
  ],
  [
    'a partial',
    'prompts/greeting.yaml',
    'footer',
    ['prompts/partials/footer.txt:1'],
    ['prompts/greeting.yaml:1 footer'],
  ],
  ['a name of nothing', 'configs/chat.yaml', 'attempts', [], []],
]

describe('the definitions and uses of', () => {
  it.each(ROWS)('%s', async (_title, name, before, definitions, uses) => {
    const { project, file, offset } = await editor.at(name, marked(name, before))
    expect(placesOf(definitionsAt(project, file, offset))).toEqual(definitions)
    if (definitions.length > 0) expect(placesOf(referencesAt(project, file, offset, false))).toEqual(uses)
  })
})

type Renamed = readonly [
  title: string,
  file: Files,
  before: string,
  to: string,
  edits: readonly string[] | RegExp,
]

/** The edits as `file:line old → new`, with the file that gets another name; or why there are none. */
const RENAMED: readonly Renamed[] = [
  [
    'a slug',
    'gateway.yaml',
    'claude:',
    'anthropic',
    ['gateway.yaml:3 claude → anthropic', ...CLAUDE.map(each => `${each} → anthropic`)],
  ],
  [
    'a slug to what is no string in YAML',
    'gateway.yaml',
    'claude:',
    'true',
    ['gateway.yaml:3 claude → "true"', ...CLAUDE.map(each => `${each} → true`)],
  ],
  [
    'a target',
    'configs/chat.yaml',
    'premium\n  default',
    'best',
    ['configs/chat.yaml:5 premium → best', 'configs/chat.yaml:12 premium → best'],
  ],
  [
    'a guardrail',
    'configs/chat.yaml',
    'no-secrets',
    'secrets',
    ['gateway.yaml:5 no-secrets → secrets', 'configs/chat.yaml:7 no-secrets → secrets'],
  ],
  [
    'a prompt',
    'configs/chat.yaml',
    'greeting',
    'hello',
    ['configs/chat.yaml:8 greeting → hello', 'prompts/greeting.yaml → prompts/hello.yaml'],
  ],
  [
    'a partial in its own file',
    'prompts/partials/footer.txt',
    'Bye',
    'end',
    ['prompts/greeting.yaml:1 footer → end', 'prompts/partials/footer.txt → prompts/partials/end.txt'],
  ],
  ['a slug that is taken', 'gateway.yaml', 'claude:', 'main', /^There is already a provider "main"\.$/],
  ['a slug to what is none', 'gateway.yaml', 'claude:', 'a b', /^A provider is named with letters/],
  [
    'a slug that a config computes',
    'gateway.yaml',
    'main:',
    'first',
    /^configs\/made\.ts computes "main": change it there first\.$/,
  ],
  [
    'a check of the catalog',
    'gateway.yaml',
    'default.contains',
    'mine',
    /^The check "default.contains" has its name from/,
  ],
  ['a provider of the catalog', 'gateway.yaml', 'openai,', 'mine', /^There is no name here/],
]

describe('a new name of', () => {
  it.each(RENAMED)('%s', async (_title, name, before, to, expected) => {
    const { project, file, offset } = await editor.at(name, marked(name, before))
    const renaming = changeName(project, file, offset, to)
    if ('refused' in renaming) {
      expect(renaming.refused).toMatch(expected instanceof RegExp ? expected : /^$/)
      return
    }
    const edits = renaming.edits.map(edit => {
      const source = project.files.get(edit.file)?.source ?? expect.fail()
      return `${placesOf([{ source, span: edit.span }])[0]} → ${edit.text}`
    })
    const files = renaming.file === undefined ? [] : [`${renaming.file.from} → ${renaming.file.to}`]
    expect([...edits, ...files]).toEqual(expected)
  })

  it('is refused while a file cannot be read', async () => {
    const { project, file, offset } = await editor.at('configs/chat.yaml', 'provider: "@|main\n')
    expect(changeName(project, file, offset, 'other')).toMatchObject({ refused: expect.any(String) })
  })
})
