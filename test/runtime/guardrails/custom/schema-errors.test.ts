// The validator of an own check's parameters complains of the same things, at the same places, as those that are
// generated for the checks of the catalogue.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkParameters } from '../../../../runtime/guardrails/custom/link-parameters.ts'
import { checkValidators } from '../../../../schemas/generated/check-validators.js'
import { checkDeclarations } from '../../../../schemas/generated/checks.ts'
import type { SchemaValidationError, Validator } from '../../../../schemas/generated/validators.ts'
import type { Json } from '../../../../schemas/values/json.ts'

type Schema = Readonly<Record<string, unknown>>

const reported = (validator: Validator, value: unknown): readonly string[] => {
  const complaints = validator(value) ? [] : (validator.errors ?? [])
  return complaints
    .map(({ instancePath, keyword, params }) => written({ instancePath, keyword, params }))
    .sort()
}
const written = (complaint: Pick<SchemaValidationError, 'instancePath' | 'keyword' | 'params'>): string =>
  JSON.stringify(complaint)

/** Any JSON in place of a valid value. */
const stranger = fc.oneof(
  fc.constantFrom<Json>(null, true, -1, 0, 1.5, 1e9, '', 'any', 'text', [], {}, [[]], [null, 'a']),
  fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'words', 'a/b~c'),
    fc.constantFrom<Json>(1, 'a', null),
  ),
)

/** Values of a schema, more or less: each part may be something else, and names may be missing or too many. */
function near(schema: Schema): fc.Arbitrary<unknown> {
  const { enum: choices, properties, items, anyOf, additionalProperties } = schema
  const within = (inner: unknown): fc.Arbitrary<unknown> =>
    typeof inner === 'object' && inner !== null ? near(inner as Schema) : stranger
  const fitting: fc.Arbitrary<unknown>[] = []
  if (Array.isArray(choices)) fitting.push(fc.constantFrom(...choices))
  if (Array.isArray(anyOf)) fitting.push(...anyOf.map(within))
  if (items !== undefined) fitting.push(fc.array(within(items), { maxLength: 3 }))
  if (typeof properties === 'object' && properties !== null)
    fitting.push(
      fc.record(
        {
          ...Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, within(inner)])),
          zz: stranger,
        },
        { requiredKeys: [] },
      ),
    )
  if (typeof additionalProperties === 'object')
    fitting.push(fc.dictionary(fc.string({ maxLength: 4 }), within(additionalProperties), { maxKeys: 3 }))
  if (fitting.length === 0) fitting.push(fc.constantFrom<Json>('text', 3, true, 100_000))
  return fc.oneof({ weight: 4, arbitrary: fc.oneof(...fitting) }, { weight: 1, arbitrary: stranger })
}

describe('every built-in check', () => {
  it.each(checkDeclarations.map(({ id, parameters }) => [id, parameters] as const))(
    '%s',
    (id, parameters) => {
      const { validate, errors } = linkParameters(parameters as Json)
      expect(errors).toEqual([])
      fc.assert(
        fc.property(near(parameters), value => {
          expect(reported(validate, value)).toEqual(reported(checkValidators[id], value))
        }),
        { numRuns: 60 },
      )
    },
  )
})

describe('an invalid schema', () => {
  const deep = Array.from({ length: 40 }).reduce<Json>(items => ({ type: 'array', items }), {})
  it.each<readonly [string, Json, RegExp]>([
    ['a text', 'text', /^\/: A schema must be an object\./],
    [
      'a parameter that is a text',
      { properties: { a: 'text' } },
      /^\/properties\/a: A schema must be an object\./,
    ],
    ['an unknown keyword', { maximun: 3 }, /"maximun" is not a supported keyword/],
    ['a keyword of prototypes', { constructor: 3 }, /"constructor" is not a supported keyword/],
    ['a reference', { $ref: '#' }, /"\$ref" is not a supported keyword/],
    ['an unknown type', { type: 'text' }, /"text" is not a type/],
    ['a bound that is a text', { minimum: 'a' }, /A numeric limit must be a number/],
    ['a pattern that backtracks by its syntax', { pattern: '(a)\\1' }, /not valid RE2 syntax/],
    ['choices that are none', { enum: 3 }, /"enum" must be a list/],
    [
      'a required name that is no property',
      { properties: {}, required: ['a'] },
      /contains a name that is not a property/,
    ],
    ['required that is no list', { required: 'a' }, /"required" must be a list of names/],
    ['a union of nothing', { anyOf: [] }, /"anyOf" must be a list of schemas/],
    [
      'a default that does not fit',
      { properties: { a: { type: 'string', default: 3 } } },
      /The default violates "type"/,
    ],
    [
      'a secret within a parameter',
      { properties: { a: { properties: { b: { 'x-secret': true } } } } },
      /Only a top-level parameter may be a secret/,
    ],
    ['depth without end', deep, /nested too deeply/],
  ])('%s is reported with its path', (_title, schema, sentence) => {
    expect(linkParameters(schema).errors.join('\n')).toMatch(sentence)
  })
})

it('a pattern meets a hostile text in linear time', () => {
  const { validate } = linkParameters({ type: 'string', pattern: '^(a+)+$' })
  expect(validate(`${'a'.repeat(50_000)}!`)).toBe(false)
})
