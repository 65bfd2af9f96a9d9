// Lenses above definitions, folding by structure, and the fixes of findings as edits.
import { afterAll, describe, expect, it } from 'vitest'
import { fixesAt, safeEdits } from '../../../compiler/language-server/fixes.ts'
import { foldingOf } from '../../../compiler/language-server/folding.ts'
import { lensesOf } from '../../../compiler/language-server/lenses.ts'
import { editedProject, TEAM } from '../../support/edited-project.ts'

const FILES = {
  ...TEAM,
  'configs/made.ts':
    "export default {\n  provider: '@claude',\n  override_params: {\n    model: 'gpt',\n  },\n}\n",
}
const editor = editedProject(FILES)
afterAll(() => editor.close())

type Files = keyof typeof FILES

describe('the lenses of', () => {
  it.each([
    ['a config with tests', 'configs/chat.yaml', ['1: 2 tests, worst case 3 calls, 33 s, $7.98']],
    [
      'a config without tests',
      'configs/plain.json',
      [expect.stringMatching(/^1: no tests, worst case 1 call, /)],
    ],
    [
      'a config in TypeScript',
      'configs/made.ts',
      [expect.stringMatching(/^1: no tests, worst case 1 call, /)],
    ],
    ['a prompt', 'prompts/greeting.yaml', ['1: no tests']],
    ['the manifest', 'gateway.yaml', ['2: used 5 times', '3: used 3 times', '5: used 1 time']],
    ['a test', 'configs/chat.test.yaml', []],
  ] satisfies readonly (readonly [string, Files, readonly unknown[]])[])(
    '%s',
    async (_title, name, expected) => {
      const { project, file, text } = await editor.at(name, `|${FILES[name]}`)
      const lenses = lensesOf(project, file).map(
        ({ title, start }) => `${text.slice(0, start).split('\n').length}: ${title}`,
      )
      expect(lenses).toEqual(expected)
    },
  )
})

describe('folding of', () => {
  it.each([
    ['YAML', 'configs/chat.yaml', ['0-5', '2-4', '3-4', '10-18', '11-13', '14-18', '16-18']],
    ['JSON', 'configs/plain.json', []],
    ['TypeScript', 'configs/made.ts', ['2-4']],
    ['tests', 'configs/chat.test.yaml', ['0-5', '1-3', '4-5']],
  ] satisfies readonly (readonly [string, Files, readonly string[]])[])(
    '%s',
    async (_title, name, expected) => {
      const { file } = await editor.at(name, `|${FILES[name]}`)
      expect(foldingOf(file).map(({ first, last }) => `${first}-${last}`)).toEqual(expected)
    },
  )

  it('nothing while the file cannot be read', async () => {
    const { file } = await editor.at('configs/plain.json', '{ "provider": |')
    expect(foldingOf(file)).toEqual([])
  })
})

describe('fixes', () => {
  it('are those of the findings at the cursor', async () => {
    const { session, file, offset } = await editor.at(
      'configs/plain.json',
      '{ "provider": "@ma|im", "retri": {} }',
    )
    const fixes = fixesAt(session.diagnostics(), file.source.name, { start: offset, end: offset })
    expect(fixes.map(({ title, isSafe, edit }) => [title, isSafe, edit.text])).toEqual([
      ['Write "@main"', false, '"@main"'],
    ])
  })

  it('that are safe are applied at once, and do not touch each other', () => {
    const source = { name: 'a.yaml', text: 'abcdef' }
    const fix = (start: number, end: number, isSafe?: true) => ({
      code: 'unknown-property' as const,
      severity: 'error' as const,
      message: '',
      notes: [],
      location: { source, span: { start, end } },
      fix: { location: { source, span: { start, end } }, text: 'x', ...(isSafe && { isSafe }) },
    })
    const edits = safeEdits([fix(4, 5, true), fix(0, 2, true), fix(1, 3, true), fix(5, 6)], 'a.yaml')
    expect(edits.map(({ span }) => [span.start, span.end])).toEqual([
      [0, 2],
      [4, 5],
    ])
  })
})
