// Every fix that a diagnostic offers works: with it the diagnostic is gone, and no error came in its place.
import { describe, expect, it } from 'vitest'
import { applyFixes } from '../../compiler/diagnostics/apply-fixes.ts'
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import { type Case, type CompiledCase, compileCase, diagnose, fixtureCases } from '../support/fixtures.ts'
import { typescriptReader } from '../support/typescript-reader.ts'

const readers = { '.ts': await typescriptReader() }

/** Whether one is expected of the case, which `diagnostics.test.ts` compares with what is reported. */
const hasFix = ({ code, name, texts }: Case): boolean =>
  code === 'several' || /^ {2}(?:safe )?fix /m.test(texts.get(`${name}.txt`) ?? '')

const textOf = ({ code, message }: Diagnostic): string => `${code}: ${message}`

const counted = (diagnostics: readonly Diagnostic[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const each of diagnostics) counts.set(textOf(each), (counts.get(textOf(each)) ?? 0) + 1)
  return counts
}

/** Nothing was read of what these were reported in, so its own mistakes follow. */
const HIDES: Readonly<Record<string, (fixed: Diagnostic, other: Diagnostic) => boolean>> = {
  'unknown-property': (fixed, other) => other.location.span.start >= fixed.location.span.start,
  'malformed-yaml': (_, other) => other.code !== 'malformed-yaml',
  'malformed-json': (_, other) => other.code !== 'malformed-json',
}

/** The text of the source with the fix of one of its diagnostics. */
function fixed({ fix }: Diagnostic): readonly [name: string, text: string] {
  const { source, span } = fix?.location ?? expect.fail()
  return [source.name, source.text.slice(0, span.start) + fix?.text + source.text.slice(span.end)]
}

describe('a fix', () => {
  for (const each of fixtureCases().filter(hasFix)) {
    it(`${each.code}/${each.name}`, () => {
      const before = diagnose(each, readers)
      const fixable = before.filter(({ fix }) => fix !== undefined)
      for (const diagnostic of fixable) {
        const [name, text] = fixed(diagnostic)
        // A masked text is not the user's, and a header no file.
        if (text.includes('***') || name.startsWith('x-')) continue
        const after = diagnose(each, readers, { [name]: text })
        const known = counted(before)
        expect(counted(after).get(textOf(diagnostic)) ?? 0, textOf(diagnostic)).toBeLessThan(
          known.get(textOf(diagnostic)) ?? 0,
        )
        const fresh = after.filter(
          other =>
            other.severity === 'error' &&
            !known.has(textOf(other)) &&
            HIDES[diagnostic.code]?.(diagnostic, other) !== true,
        )
        expect(fresh.map(textOf), textOf(diagnostic)).toEqual([])
      }
    })
  }
})

/** What cannot be parsed hides all other errors. */
const errorsOf = ({ diagnostics }: CompiledCase): number => {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  return errors.filter(({ code }) => /^malformed-(yaml|json)$/.test(code)).length * 1000 + errors.length
}

describe('fixes that cannot be mistaken, until none is left', () => {
  const cases = fixtureCases().filter(
    each => hasFix(each) && diagnose(each, readers).some(({ fix }) => fix?.isSafe),
  )

  it('are in many cases', () => {
    expect(cases.length).toBeGreaterThan(20)
  })

  it.each(cases.map(each => [`${each.code}/${each.name}`, each] as const))(
    '%s: the plan stays the same, or fewer errors are left',
    (_name, each) => {
      const texts: Record<string, string> = {}
      const before = compileCase(each, readers)
      let after = before
      for (let round = 0; round < 20; round += 1) {
        // A header is no file.
        const edited = applyFixes(after.diagnostics, 'safe').filter(
          ({ source, count }) => count > 0 && !source.name.startsWith('x-'),
        )
        if (edited.length === 0) break
        for (const { source, text } of edited) texts[source.name] = text
        after = compileCase(each, readers, texts)
      }
      const left = after.diagnostics.filter(
        ({ fix }) => fix?.isSafe && !fix.location.source.name.startsWith('x-'),
      )
      expect(left.map(textOf)).toEqual([])
      if (before.bundle === undefined) expect(errorsOf(after)).toBeLessThanOrEqual(errorsOf(before))
      else expect(after.bundle?.digest).toBe(before.bundle.digest)
    },
  )
})

describe('fixes of one text', () => {
  const source = { name: 'a.yaml', text: 'abcdef' }
  const fixAt = (start: number, end: number, text: string, isSafe?: true) => ({
    fix: { location: { source, span: { start, end } }, text, ...(isSafe && { isSafe }) },
  })

  it('are applied from the front, the first of those that overlap', () => {
    const fixes = [fixAt(4, 6, 'Y'), fixAt(0, 2, 'X'), fixAt(1, 3, 'no'), fixAt(3, 3, '+'), fixAt(3, 3, '+')]
    expect(applyFixes(fixes, 'all')).toEqual([{ source, text: 'Xc+dY', count: 3 }])
  })

  it('that may be guesses are applied with the others only', () => {
    const fixes = [fixAt(0, 1, 'A', true), fixAt(5, 6, 'F')]
    expect(applyFixes(fixes, 'safe')).toEqual([{ source, text: 'Abcdef', count: 1 }])
    expect(applyFixes(fixes, 'all')).toEqual([{ source, text: 'AbcdeF', count: 2 }])
  })
})
