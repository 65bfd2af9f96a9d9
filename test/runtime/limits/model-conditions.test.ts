// Names of models are compared in one form, whatever a client makes of their spelling.
import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { normalizeModel } from '../../../runtime/limits/model-conditions.ts'

it.each([
  'gpt-4o',
  'GPT-4o',
  ' gpt-4o\t',
  '\u00a0gpt-4o\u3000',
  '\u0085gpt-4o\u2028',
  'gpt\u200b-4o',
  '\ufeffgpt-4o',
  'g\u00adp\u2060t-4o\ufe0f',
  '\u{e0067}gpt-4o',
  'ｇｐｔ-４ｏ',
  '𝗀𝗉𝗍-4o',
  '\u200b gpt-4o \u200d',
])('%j is gpt-4o', name => {
  expect(normalizeModel(name)).toBe('gpt-4o')
})

it.each(['gpt-4o-2024-08-06', 'openai/gpt-4o', '@main/gpt-4o', 'gpt 4o', 'us.gpt-4o', 'gpt-4o-latest'])(
  '%j is another model',
  name => {
    expect(normalizeModel(name)).toBe(name)
  },
)

test('a name in this form stays as it is', () => {
  const unit = fc.oneof(
    fc.constantFrom('\u200d', '\u0301', 'A', 'İ', 'ﾠ', ' ', '\u2126'),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 8 }), units => {
      const once = normalizeModel(units.join(''))
      expect(normalizeModel(once)).toBe(once)
    }),
    { numRuns: 2000 },
  )
})

test('case, outer space and characters that are not displayed make no difference', () => {
  const name = fc.stringMatching(/^[a-z0-9./:@-]{1,20}$/)
  const invisible = fc.constantFrom('', '\u200b', '\u200e', '\u2063', '\ufeff', '\u180e', '\u00ad')
  const space = fc.constantFrom('', ' ', '\n', '\u2003', '\u205f')
  fc.assert(
    fc.property(name, invisible, space, fc.nat(20), fc.boolean(), (plain, mark, around, place, upper) => {
      const at = place % (plain.length + 1)
      const cased = upper ? plain.toUpperCase() : plain
      expect(normalizeModel(`${around}${cased.slice(0, at)}${mark}${cased.slice(at)}${around}`)).toBe(plain)
    }),
  )
})
