// JSON texts as clients may write them: any white space, any escaping, any nesting.
import fc from 'fast-check'

const space = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t'), maxLength: 3 })

/** A string literal with characters written as is or escaped. */
const literal = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('plain', 'escape', 'slash'), { minLength: text.length, maxLength: text.length })
    .map(ways => {
      const units = [...Array(text.length).keys()].map(index => {
        const unit = text[index] ?? ''
        if (unit === '/' && ways[index] === 'slash') return '\\/'
        const spelt = `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
        return ways[index] === 'escape' || /[\ud800-\udfff]/.test(unit)
          ? spelt
          : JSON.stringify(unit).slice(1, -1)
      })
      return `"${units.join('')}"`
    })

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', 'a', 'é', '日'),
    maxLength: 60,
  }),
)

/**
 * A key. In none a backslash precedes a quotation mark or the end: once V8 14.6 (Node 26) has seen an object with the
 * key `]\` or `\"`, its JSON.parse reads the keys `]"` and `""` of the next object as these, and JSON.parse is what
 * these tests compare with.
 */
const keyText = text.filter(name => !/\\("|$)/.test(name))

/** JSON text of any value. */
export const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      text.chain(literal),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => JSON.stringify(number)),
      fc.constantFrom('true', 'false', 'null', '-0', '1e5', '1E-3', '0.10'),
    ),
    fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
      .map(items => `[${items.map(parts => parts.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, keyText.chain(literal), space, space, tie('value'), space), { maxLength: 4 })
      .map(
        members =>
          `{${members.map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`).join(',')}}`,
      ),
  ),
})).value

/** An object with distinct keys, and its JSON text. */
export const objectText: fc.Arbitrary<string> = fc
  .tuple(
    space,
    fc.uniqueArray(fc.tuple(keyText, jsonText), { maxLength: 8, selector: ([key]) => key }),
    space,
  )
  .chain(([before, members, after]) =>
    fc
      .tuple(
        ...members.map(([key, value]) =>
          fc.tuple(space, literal(key), space, space, fc.constant(value), space),
        ),
      )
      .map(
        written =>
          `${before}{${written.map(([a, key, b, c, value, d]) => `${a}${key}${b}:${c}${value}${d}`).join(',')}}${after}`,
      ),
  )
