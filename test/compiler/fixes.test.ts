// Every fix that a diagnostic offers works: with it the diagnostic is gone, and no error came in its place.
import { describe, expect, it } from 'vitest'
import type { Diagnostic } from '../../compiler/diagnostics/diagnostic.ts'
import { diagnose, fixtureCases } from '../support/fixtures.ts'
import { typescriptReader } from '../support/typescript-reader.ts'

const readers = { '.ts': await typescriptReader() }

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
  for (const each of fixtureCases()) {
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
