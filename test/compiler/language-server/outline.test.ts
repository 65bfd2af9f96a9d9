// The outline of files, what is around an offset, the names of a project, and links to definitions.
import { afterAll, describe, expect, it } from 'vitest'
import { type OutlineEntry, outlineOf, selectionsAt } from '../../../compiler/language-server/outline.ts'
import { linksIn, symbolsOf } from '../../../compiler/language-server/symbols.ts'
import { editedProject, TEAM } from '../../support/edited-project.ts'

const FILES = {
  ...TEAM,
  'configs/small.yaml':
    'strategy: { mode: fallback }\ntargets:\n  - name: one\n    provider: "@main"\n  - { provider: "@claude", weight: 2 }\n',
  'configs/flat.json':
    '{ "strategy": { "mode": "fallback" }, "targets": [{ "name": "one", "provider": "@main" }, { "provider": "@claude", "weight": 2 }] }',
  'configs/made.ts':
    'export default {\n  strategy: { mode: "fallback" },\n  targets: [{ name: "one", provider: "@main" }, { provider: "@claude", weight: 2 }],\n}\n',
}
const editor = editedProject(FILES)
afterAll(() => editor.close())

const linesOf = (entries: readonly OutlineEntry[], indent = ''): readonly string[] =>
  entries.flatMap(({ name, value, children }) => [
    `${indent}${name} ${value}`,
    ...linesOf(children, `${indent}  `),
  ])

describe('the outline of', () => {
  it.each(['configs/small.yaml', 'configs/flat.json', 'configs/made.ts'] as const)('%s', async name => {
    const { file, text } = await editor.at(name, `|${FILES[name]}`)
    const entries = outlineOf(file)
    expect(linesOf(entries)).toEqual([
      'strategy object',
      '  mode string',
      'targets list',
      '  one object',
      '    name string',
      '    provider string',
      '  @claude object',
      '    provider string',
      '    weight number',
    ])
    const [strategy] = entries
    expect(text.slice(strategy?.span.start, strategy?.span.end)).toMatch(/^"?strategy"?: \{.*\}$/)
    expect(text.slice(strategy?.nameSpan.start, strategy?.nameSpan.end)).toMatch(/^"?strategy"?$/)
  })

  it('a file that cannot be read is empty', async () => {
    const { file } = await editor.at('configs/small.yaml', '|targets: [\n')
    expect(outlineOf(file)).toEqual([])
  })
})

it('A selection grows from a value to its entry, its object, its list and the file', async () => {
  const text = FILES['configs/small.yaml'].replace('@claude"', '@cla|ude"')
  const { file, offset } = await editor.at('configs/small.yaml', text)
  const grown = selectionsAt(file, offset).map(({ start, end }) => file.source.text.slice(start, end))
  expect(grown).toEqual([
    'provider: "@claude"',
    '{ provider: "@claude", weight: 2 }',
    expect.stringMatching(/^targets:/),
    FILES['configs/small.yaml'],
  ])
})

it('The symbols of a project are what it defines, found by any part of their names', async () => {
  const { project } = await editor.at('configs/small.yaml', `|${FILES['configs/small.yaml']}`)
  expect(symbolsOf(project, 'CLAU').map(({ kind, name, source }) => [kind, name, source.name])).toEqual([
    ['provider', 'claude', 'gateway.yaml'],
  ])
  const kinds = new Set(symbolsOf(project, '').map(({ kind }) => kind))
  for (const kind of ['provider', 'config', 'prompt', 'guardrail', 'target'] as const)
    expect(kinds).toContain(kind)
  expect(symbolsOf(project, 'no such name')).toEqual([])
})

it('Names lead to their definitions', async () => {
  const { project, file } = await editor.at('configs/small.yaml', `|${FILES['configs/small.yaml']}`)
  expect(
    linksIn(project, file).map(({ span, target }) => [
      file.source.text.slice(span.start, span.end),
      target.source.name,
      target.source.text.slice(target.span.start, target.span.end),
    ]),
  ).toEqual([
    ['main', 'gateway.yaml', 'main'],
    ['claude', 'gateway.yaml', 'claude'],
  ])
})
