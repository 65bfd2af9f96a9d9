// default.jsonSchema: what is valid is valid by the vendor's validators too (Ajv), and neither a schema nor a reply
// can make the validation arbitrarily expensive.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effort } from '../../../support/effort.ts'
import { runs } from '../../../support/property-seed.ts'
import { evaluateWith } from './evaluate-with.ts'

const order = {
  type: 'object',
  properties: { id: { type: 'integer' }, name: { type: 'string', pattern: '^[a-z]+$' } },
  required: ['id'],
  additionalProperties: false,
}
const VALID = 'The JSON matches the schema.'
const LIMIT = 'The JSON is too large or too deep to validate.'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{ schema: order }, ['{"id":1,"name":"ann"}'], true, VALID],
  [{ schema: order }, ['Here:\n```json\n{"id":1}\n```'], true, VALID],
  [{ schema: order }, ['For {"id":"x"} I get {"id":1}'], true, VALID],
  [{ schema: order }, ['{"name":"ann"}'], false, 'The JSON violates "required" at / of the schema.'],
  [{ schema: order }, ['{"id":1.5}'], false, 'The JSON violates "type" at /properties/id of the schema.'],
  [
    { schema: order },
    ['{"id":1,"name":"A"}'],
    false,
    'The JSON violates "pattern" at /properties/name of the schema.',
  ],
  [
    { schema: order },
    ['{"id":1,"secret":2}'],
    false,
    'The JSON violates "additionalProperties" at / of the schema.',
  ],
  [{ schema: order }, ['{"id":1}', '{"id":2}'], true, VALID],
  [{ schema: order }, ['{"id":1}', '{}'], false, 'The JSON violates "required" at / of the schema.'],
  [{ schema: order }, ['no JSON'], false, 'The text contains no JSON.'],
  [{ schema: order, not: true }, ['{"id":1}'], false, 'The JSON matches the schema; "not" forbids this.'],
  [{ schema: order, not: true }, ['{}'], true, 'The JSON violates "required" at / of the schema.'],
  [
    { schema: { required: ['constructor'] } },
    ['{"__proto__":1}'],
    false,
    'The JSON violates "required" at / of the schema.',
  ],
  [{ schema: {} }, [], true, 'There is no text to check.'],
]

const faulty: readonly [schema: object, reason: string][] = [
  [{ pattern: '(?=a)' }, 'The schema cannot be used. At /pattern: A pattern is not valid RE2 syntax.'],
  [{ type: 'text' }, 'The schema cannot be used. At /type: "text" is not a type.'],
  [
    { items: { $ref: 'https://example.com/s' } },
    'The schema cannot be used. At /items/$ref: A reference must be a pointer within the schema, such as #/$defs/name.',
  ],
  [
    { $ref: '#/$defs/missing' },
    'The schema cannot be used. At /$ref: A reference must be a pointer within the schema, such as #/$defs/name.',
  ],
  [
    { unevaluatedProperties: false },
    'The schema cannot be used. At /: "unevaluatedProperties" is not supported.',
  ],
  [
    { properties: { a: 1 } },
    'The schema cannot be used. At /properties/a: A schema must be an object, true or false.',
  ],
]

describe('default.jsonSchema', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.jsonSchema', parameters, texts)).toEqual({ passed, reason })
  })

  it.each(faulty)('an unusable schema is reported: %j', async (schema, reason) => {
    expect(await evaluateWith('default.jsonSchema', { schema }, ['{}'])).toEqual({
      passed: false,
      error: true,
      reason,
    })
  })
})

const leaf = fc.constantFrom<object | boolean>(
  true,
  false,
  { type: 'integer' },
  { type: ['string', 'null'] },
  { enum: [1, 'a', null, [1], { a: 1 }] },
  { const: { a: 1 } },
  { minimum: 1, exclusiveMaximum: 3 },
  { multipleOf: 2 },
  { minLength: 1, maxLength: 2 },
  { pattern: '^a' },
  { uniqueItems: true },
  { minItems: 1, maxItems: 2 },
  { required: ['a'], maxProperties: 2 },
  { minProperties: 1 },
  { dependentRequired: { a: ['b'] } },
  { propertyNames: { pattern: 'a' } },
  { $ref: '#' },
)

const schemas = fc.letrec(tie => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record(
      {
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('any'), { maxKeys: 2 }),
        patternProperties: fc.record({ '^a': tie('any') }),
        additionalProperties: tie('any'),
        items: tie('any'),
        prefixItems: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
        contains: tie('any'),
        allOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
        anyOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie('any'), { minLength: 1, maxLength: 2 }),
        not: tie('any'),
        if: tie('any'),
        then: tie('any'),
        else: tie('any'),
        dependentSchemas: fc.record({ b: tie('any') }),
      },
      { requiredKeys: [] },
    ),
  ),
})).any

const values = fc.letrec(tie => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, 1, 2, 2.5, 'a', 'ab', 'abc', '', '\u{1f600}'),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('any'), { maxKeys: 3 }),
  ),
})).any

/** Ajv loops on schemas that reference themselves in place, so these are excluded. */
const refersInPlace = (schema: unknown): boolean => JSON.stringify(schema).includes('"$ref":"#"')

const ajv = new Ajv2020({ strict: false, logger: false })

describe('what is valid', () => {
  it('is valid by Ajv, and the other way round', async () => {
    await fc.assert(
      fc.asyncProperty(schemas, values, async (schema, value) => {
        const root = { $schema: 'https://json-schema.org/draft/2020-12/schema', allOf: [schema] }
        fc.pre(!refersInPlace(schema))
        const text = JSON.stringify(value)
        // Parsed: to Ajv, a generated object without a prototype differs from an equal one with a prototype.
        const expected = ajv.validate(root, JSON.parse(text))
        ajv.removeSchema()
        const finding = await evaluateWith('default.jsonSchema', { schema: root }, [text])
        expect([finding.error, finding.passed]).toEqual([undefined, expected])
      }),
      { numRuns: runs(60) },
    )
  })

  const list = {
    $ref: '#/$defs/list',
    $defs: { list: { properties: { next: { $ref: '#/$defs/list' } }, required: ['at'] } },
  }

  it.each([
    [list, { at: 1, next: { at: 2 } }, true],
    [list, { at: 1, next: {} }, false],
    [{ items: [{ type: 'string' }], additionalItems: false }, ['a'], true],
    [{ items: [{ type: 'string' }], additionalItems: false }, ['a', 1], false],
    [{ contains: { const: 1 }, minContains: 2, maxContains: 2 }, [1, 1, 2], true],
    [{ contains: { const: 1 }, minContains: 2 }, [1, 2], false],
    [{ dependencies: { a: ['b'], c: { required: ['d'] } } }, { a: 1, b: 1 }, true],
    [{ dependencies: { a: ['b'], c: { required: ['d'] } } }, { c: 1 }, false],
    [{ multipleOf: 0.1 }, 0.3, true],
    [{ format: 'date' }, '2024-02-29', true],
    [{ format: 'date' }, '2023-02-29', false],
    [{ format: 'date-time' }, '2024-01-01T10:00:00Z', true],
    [{ format: 'email' }, 'ann@example.com', true],
    [{ format: 'email' }, 'ann', false],
    [{ format: 'uuid' }, '123e4567-e89b-12d3-a456-426614174000', true],
    [{ format: 'ipv4' }, '1.2.3.4', true],
    [{ format: 'ipv4' }, '1.2.3.256', false],
    [{ format: 'ipv6' }, '::1', true],
    [{ format: 'ipv6' }, '1.2.3.4', false],
    [{ format: 'uri' }, 'not a uri', false],
    [{ format: 'colour' }, 'anything', true],
    [{ $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'null' } } }, null, true],
  ])('%j, %j: %s', async (schema, value, passed) => {
    expect(await evaluateWith('default.jsonSchema', { schema }, [JSON.stringify(value)])).toMatchObject({
      passed,
    })
  })

  it.each([
    ['{"uniqueItems":true}', '[{"__proto__":null},{}]', true],
    ['{"uniqueItems":true}', '[{"__proto__":{"a":1}},{"a":1}]', true],
    ['{"uniqueItems":true}', '[{"__proto__":null},{"__proto__":null}]', false],
    ['{"uniqueItems":true}', '[{"constructor":{}},{"constructor":{}}]', false],
    ['{"uniqueItems":true}', '[{},{}]', false],
    ['{"const":{"__proto__":null}}', '{"__proto__":null}', true],
    ['{"const":{"__proto__":null}}', '{}', false],
    ['{"required":["__proto__"]}', '{"__proto__":null}', true],
    ['{"required":["__proto__"]}', '{}', false],
    ['{"properties":{"__proto__":{"type":"string"}}}', '{"__proto__":1}', false],
    ['{"properties":{"__proto__":{}},"additionalProperties":false}', '{"__proto__":1}', true],
    ['{"dependentRequired":{"__proto__":["b"]}}', '{"__proto__":1}', false],
    ['{"$ref":"#/$defs/__proto__","$defs":{"__proto__":{"type":"null"}}}', '1', false],
  ])('"__proto__" is an ordinary name: %s, %s: %s', async (schema, text, passed) => {
    expect(await evaluateWith('default.jsonSchema', { schema: JSON.parse(schema) }, [text])).toMatchObject({
      passed,
    })
  })
})

/** Texts near the border of each format, from RFC 3339, 3986, 5321, 6570 and 6901. */
const formatted: Readonly<Record<string, readonly string[]>> = {
  date: ['2024-02-29', '2023-02-29', '2023-2-09', '1900-02-29', '2000-02-29'],
  'date-time': [
    '2024-01-01T10:00:00Z',
    '2024-01-01 10:00:00Z',
    '2024-01-01T25:00:00Z',
    '2024-01-01T10:61:00Z',
    '2024-01-01T10:00:00',
    '2024-01-01T10:00:00+24:00',
    '1998-12-31T23:59:60Z',
    '1998-12-31T23:58:60Z',
    '1998-12-31T15:59:60.123-08:00',
  ],
  time: ['10:00:00Z', '10:00:00', '24:00:00Z', '23:59:60Z', '10:00:60Z', '10:00:00+02:00', '10:00:00+0200'],
  duration: ['P1D', 'P', 'PT', 'PT1H', 'P1W', 'P1W2D', 'P1DT', 'P1Y2M3DT4H5M6S'],
  email: [
    'ann@example.com',
    'ann@localhost',
    'a..b@example.com',
    'ann@-x.com',
    '.a@b.cc',
    "o'b+x@a-b.co",
    'a@b@c.dd',
  ],
  hostname: [
    'example.com',
    'example.com.',
    '-a.com',
    'a-.com',
    'a'.repeat(63),
    'a'.repeat(64),
    'a_b.com',
    'a..b',
  ],
  ipv4: ['1.2.3.4', '01.2.3.4', '1.2.3', '256.1.1.1'],
  ipv6: ['::1', '::', '1::2::3', '::ffff:1.2.3.4', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7', '1.2.3.4'],
  uri: [
    'a:b',
    'http://a b',
    'http:// x',
    'not a uri',
    '//a/b',
    '/a',
    'http://[::1]:80/?q#f',
    'http://a/%zz',
    'http://a/"',
    'mailto:a@b',
    '1a:b',
    'http://[x]/',
  ],
  'uri-reference': ['/a', '', '#f', 'a b', '//a:80/b?c', '\\\\a', 'a:b', '?x'],
  'uri-template': ['/a/{b}', '/a/{b', '{?x,y*}', '{x:3}', 'a b', '{}'],
  uuid: [
    '123e4567-e89b-12d3-a456-426614174000',
    '123e4567e89b12d3a456426614174000',
    'g23e4567-e89b-12d3-a456-426614174000',
  ],
  'json-pointer': ['', '/a', 'a', '/a~0b~1', '/a~2'],
  'relative-json-pointer': ['0', '1/a', '01', '0#', '/a'],
  regex: ['^a+$', '(a', '[a-', '\\d'],
  byte: ['', 'YQ==', 'YQ=', 'YWI=', 'a b='],
}

describe('formats', () => {
  const withFormats = new Ajv2020({ strict: false, logger: false })
  addFormats.default(withFormats)
  const alphabet = [...'aZ09:/?#[]@%.-+_~ "\\T', '20', '2024-02-', '://', '%20', '::', 'é', 'http']

  it.each(Object.keys(formatted))('%s is as strict as in Ajv', async format => {
    const accepts = async (text: string): Promise<boolean> =>
      (await evaluateWith('default.jsonSchema', { schema: { format } }, [JSON.stringify(text)])).passed
    const expected = (text: string): boolean => withFormats.validate({ format }, text)
    const samples = formatted[format] ?? []
    expect(await Promise.all(samples.map(accepts))).toEqual(samples.map(expected))
    expect(new Set(samples.map(expected)).size).toBe(2)
    const changed = fc
      .tuple(fc.constantFrom(...samples), fc.nat(), fc.nat(3), fc.constantFrom(...alphabet, ''))
      .map(([text, at, length, insert]) => {
        const start = at % (text.length + 1)
        return text.slice(0, start) + insert + text.slice(start + length)
      })
    await fc.assert(
      fc.asyncProperty(changed, async text => {
        // Ajv also takes an authority that RFC 3986 excludes for a path, and quotation marks in references.
        const isStricter = format.startsWith('uri') && !(await accepts(text))
        expect([text, await accepts(text)]).toEqual([text, !isStricter && expected(text)])
      }),
      { numRuns: runs(200) },
    )
  })

  it.each([
    ['idn-email', 'jörg@exämple.com', 'jörg'],
    ['idn-hostname', 'exämple.com', 'ex ämple'],
    ['iri', 'https://exämple.com/ä', '/ä'],
    ['iri-reference', '/ä', 'ä b'],
    ['uri', 'http://a:80/', 'http://a:b/'],
    ['uri-reference', "/a'", '/a"'],
    ['int32', 2_147_483_647, 2_147_483_648],
    ['int64', 9_000_000_000, 0.5],
  ])('%s accepts %j and not %j', async (format, valid, invalid) => {
    for (const value of [valid, invalid])
      expect(
        await evaluateWith('default.jsonSchema', { schema: { format } }, [JSON.stringify(value)]),
      ).toMatchObject({ passed: value === valid })
  })
})

const patterns = (count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`^x{${at + 1}}`, {}]))

describe('hostile schemas and replies', () => {
  /** Each level doubles the work: 2^40 steps without an account. */
  const doubling = {
    $ref: '#/$defs/s0',
    $defs: Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => {
        const next = { $ref: `#/$defs/s${at + 1}` }
        return [`s${at}`, at === 39 ? false : { anyOf: [next, { allOf: [next] }] }]
      }),
    ),
  }

  it.each([
    ['references that multiply', doubling, '1', LIMIT],
    ['a reference to itself', { $ref: '#' }, '1', LIMIT],
    ['nesting without end', { items: { $ref: '#' } }, `${'['.repeat(100_000)}${']'.repeat(100_000)}`, LIMIT],
    ['very many values', { items: { type: 'integer' } }, `[${'1,'.repeat(300_000)}1]`, LIMIT],
    [
      'many items that must differ',
      { uniqueItems: true },
      JSON.stringify(Array.from({ length: 50_000 }, (_, at) => [at])),
      VALID,
    ],
    [
      'a pattern that backtracks elsewhere',
      { pattern: '^(a+)+$' },
      JSON.stringify(`${'a'.repeat(50_000)}b`),
      'The JSON violates "pattern" at / of the schema.',
    ],
    [
      'many names looked up in many objects',
      {
        items: { properties: Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`p${at}`, true])) },
      },
      `[${'{},'.repeat(100_000)}{}]`,
      LIMIT,
    ],
    [
      'patterns for many names',
      { items: { patternProperties: patterns(100) } },
      JSON.stringify(Array.from({ length: 50_000 }, () => ({ a: 1 }))),
      LIMIT,
    ],
    [
      'lengths of a long text, counted many times',
      { allOf: Array.from({ length: 1000 }, () => ({ minLength: 1 })) },
      JSON.stringify('a'.repeat(900_000)),
      LIMIT,
    ],
  ])('%s', async (_title, schema, text, reason) => {
    expect((await evaluateWith('default.jsonSchema', { schema }, [text])).reason).toBe(reason)
    expect(effort(() => void evaluateWith('default.jsonSchema', { schema }, [text]))).toBeLessThan(150)
  })

  it('a limit fails regardless of "not"', async () => {
    const finding = await evaluateWith('default.jsonSchema', { schema: { $ref: '#' }, not: true }, ['1'])
    expect(finding).toEqual({ passed: false, reason: LIMIT })
  })

  it('a schema with too many patterns is reported', async () => {
    const { reason } = await evaluateWith(
      'default.jsonSchema',
      { schema: { patternProperties: patterns(101) } },
      ['1'],
    )
    expect(reason).toMatch(/The schema has more than 100 patterns\.$/)
  })

  it('a schema that is too large or too deep is reported', async () => {
    const many = Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`p${at}`, {}]))
    const deep = Array.from({ length: 300 }).reduce<object>(inner => ({ not: inner }), {})
    for (const schema of [{ properties: many }, deep])
      expect((await evaluateWith('default.jsonSchema', { schema }, ['1'])).reason).toMatch(
        /The schema is too large\.$/,
      )
  })
})
