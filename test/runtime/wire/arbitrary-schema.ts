// Any JSON Schema of moderate size, and values that some of them accept.
import fc from 'fast-check'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'

const NAMES = ['a', 'b', 'c']

const name = fc.constantFrom(...NAMES)

const small = fc.integer({ min: 0, max: 3 })

const some = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 1 })

const ofStrings = fc.record({
  type: fc.constant('string'),
  minLength: some(small),
  maxLength: some(small),
  pattern: some(fc.constantFrom('a', '^a', 'b$')),
  format: some(fc.constantFrom('date', 'regex')),
})

const ofNumbers = fc.record({
  type: fc.constantFrom('number', 'integer'),
  minimum: some(small),
  maximum: some(small),
  exclusiveMinimum: some(small),
  multipleOf: some(fc.constantFrom(1, 2)),
})

const ofValues = fc.oneof(
  fc.record({
    enum: fc.array(fc.constantFrom(1, 'a', true, null, { a: 1 }), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ const: fc.constantFrom(1, 'a', null, [1]) }),
  fc.record({
    $ref: fc.constantFrom('#/$defs/a', '#/$defs/b'),
    description: some(fc.constant('A reference.')),
  }),
)

const { schema } = fc.letrec<{ schema: object; list: object; object: object; union: object }>(tie => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    ofStrings,
    ofNumbers,
    ofValues,
    tie('list'),
    tie('object'),
    tie('union'),
  ),
  list: fc.record({
    type: fc.constant('array'),
    items: some(tie('schema')),
    prefixItems: some(fc.array(tie('schema'), { minLength: 1, maxLength: 2 })),
    contains: some(tie('schema')),
    minContains: some(small),
    maxContains: some(small),
    minItems: some(small),
    maxItems: some(small),
    uniqueItems: some(fc.boolean()),
  }),
  object: fc.record({
    type: some(fc.constant('object')),
    properties: some(fc.dictionary(name, tie('schema'), { maxKeys: 3 })),
    patternProperties: some(fc.dictionary(fc.constantFrom('^a', 'b'), tie('schema'), { maxKeys: 1 })),
    additionalProperties: some(fc.oneof(fc.boolean(), tie('schema'))),
    required: some(fc.uniqueArray(name, { maxLength: 2 })),
    minProperties: some(small),
    maxProperties: some(small),
    propertyNames: some(tie('schema')),
    dependentRequired: some(fc.constant({ a: ['b'] })),
  }),
  union: fc.record({
    anyOf: some(fc.array(tie('schema'), { minLength: 1, maxLength: 2 })),
    oneOf: some(fc.array(tie('schema'), { minLength: 1, maxLength: 2 })),
    allOf: some(fc.array(tie('schema'), { minLength: 1, maxLength: 2 })),
    not: some(tie('schema')),
    if: some(tie('schema')),
    then: some(tie('schema')),
    else: some(tie('schema')),
  }),
}))

/** With definitions that its references name. */
export const schemas: fc.Arbitrary<JsonObject> = fc
  .tuple(schema, fc.record({ a: ofStrings, b: schema }))
  .map(([root, $defs]) => JSON.parse(JSON.stringify({ ...root, $defs })) as JsonObject)

export const instances: fc.Arbitrary<Json> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.constantFrom('', 'a', 'ab', 'abcde', 0, 1, 2, 5, true, null, [], [1], ['a', 1, 1]),
  },
  {
    weight: 3,
    arbitrary: fc.dictionary(
      fc.constantFrom(...NAMES, 'd'),
      fc.constantFrom('a', 'abcd', 1, 7, null, [1, 2]),
    ),
  },
  { weight: 1, arbitrary: fc.array(fc.constantFrom('a', 1, 2, null, { a: 1 }), { maxLength: 5 }) },
)
