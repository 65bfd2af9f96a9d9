// A rule is an exported constant and a line in a list; patterns of the schemas have words; severities can be lowered.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { applySeverities } from '../../../compiler/diagnostics/diagnostic.ts'
import { toJsonDiagnostic } from '../../../compiler/diagnostics/json.ts'
import { PATTERN_DESCRIPTIONS } from '../../../compiler/validate/structure/pattern-descriptions.ts'
import { diagnose, fixtureCase } from '../../support/fixtures.ts'
import { files, ROOT } from '../../support/folder.ts'

/** The rules that a file exports. */
const rulesIn = (path: string): readonly string[] =>
  Array.from(
    readFileSync(path, 'utf8').matchAll(/^export const (\w+): (?:Manifest)?Rule\b/gm),
    ([, name = '']) => name,
  )

for (const [list, folder] of [
  ['rules.ts', 'rules'],
  ['manifest-rules.ts', 'manifest-rules'],
] as const) {
  const text = readFileSync(`${ROOT}compiler/validate/${list}`, 'utf8')
  describe(`every rule of ${folder} is listed with the section it implements`, () => {
    for (const file of files(`${ROOT}compiler/validate/${folder}`))
      it(file, () => {
        const exported = rulesIn(`${ROOT}compiler/validate/${folder}/${file}`)
        expect(exported.length).toBeGreaterThan(0)
        for (const rule of exported) expect(text).toMatch(new RegExp(`^  ${rule}, // \\w.+$`, 'm'))
      })
  })
}

describe('every pattern of the schemas has words', () => {
  const patternsIn = (value: unknown, name: string): readonly string[] => {
    if (typeof value !== 'object' || value === null) return []
    const here = 'pattern' in value && typeof value.pattern === 'string' ? [name] : []
    return [
      ...here,
      ...Object.entries(value).flatMap(([key, inner]) => patternsIn(inner, key === 'items' ? name : key)),
    ]
  }
  for (const schema of ['config', 'manifest']) {
    const { anyOf: _groups, ...parsed } = JSON.parse(
      readFileSync(`${ROOT}schemas/${schema}.schema.json`, 'utf8'),
    )
    for (const name of patternsIn(parsed, schema))
      it(name, () => expect(PATTERN_DESCRIPTIONS).toHaveProperty(name))
  }
})

describe('severities of a project', () => {
  const found = diagnose(fixtureCase('several', 'conditional'))
  const count = (severity: string): number => found.filter(each => each.severity === severity).length

  it('turns warnings and notes off', () => {
    expect(count('note')).toBeGreaterThan(0)
    expect(applySeverities(found, { 'unknown-slug': 'off' })).toHaveLength(found.length - count('note'))
  })
  it('never raises, and never lowers an error', () => {
    const rules = { 'unknown-slug': 'warning', 'unknown-operator': 'off' } as const
    expect(applySeverities(found, rules)).toEqual(found)
  })
})

describe('formats for machines', () => {
  const [first] = diagnose(fixtureCase('unknown-property', 'case'))

  it('json', () => {
    expect(first && toJsonDiagnostic(first)).toEqual({
      code: 'unknown-property',
      severity: 'error',
      message: '"Provider" must be spelled "provider": property names are case-sensitive.',
      file: 'case.json',
      line: 2,
      column: 3,
      endLine: 2,
      endColumn: 13,
      pointer: 'Provider',
      notes: [],
      fix: { file: 'case.json', line: 2, column: 3, endLine: 2, endColumn: 13, text: '"provider"' },
    })
  })
})
