// Tools, tool choice and schemas.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adaptSchema } from '../../../../runtime/providers/google/adapt-schema.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { request, written } from './requests.ts'

const tool = (name: string, more: JsonObject = {}): JsonObject => ({
  type: 'function',
  function: { name, ...more },
})
const declared = (...declarations: readonly JsonObject[]) => [{ functionDeclarations: declarations }]

describe('tools', () => {
  const parameters = { type: 'object', properties: {} }
  const cases: readonly [title: string, given: JsonObject, expected: JsonObject][] = [
    [
      'functions are declared together',
      {
        tools: [
          tool('f', { description: 'F.', parameters, strict: true }),
          tool('g'),
          tool('h', { parameters: {} }),
        ],
      },
      {
        tools: declared(
          { name: 'f', description: 'F.', parameters: { type: 'OBJECT', properties: {} } },
          { name: 'g' },
          { name: 'h' },
        ),
      },
    ],
    [
      'tools of the provider pass',
      { tools: [{ googleSearch: {} }, tool('f')] },
      { tools: [...declared({ name: 'f' }), { googleSearch: {} }] },
    ],
    ['no tools, no choice', { tools: [], tool_choice: 'auto' }, {}],
    ...(['auto', 'required', 'none'] as const).map((choice, index): [string, JsonObject, JsonObject] => [
      choice,
      { tools: [tool('f')], tool_choice: choice },
      {
        tools: declared({ name: 'f' }),
        toolConfig: { functionCallingConfig: { mode: ['AUTO', 'ANY', 'NONE'][index] ?? '' } },
      },
    ]),
    [
      'a named function',
      { tools: [tool('f'), tool('g')], tool_choice: tool('g') },
      {
        tools: declared({ name: 'f' }, { name: 'g' }),
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['g'] } },
      },
    ],
    [
      'allowed tools leave only those',
      {
        tools: [tool('f'), tool('g')],
        tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'required', tools: [tool('g')] } },
      },
      { tools: declared({ name: 'g' }), toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    ],
  ]
  test.each(cases)('%s', (_, given, expected) => {
    expect(written(request(given))).toEqual({
      body: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }], ...expected },
      dropped: [],
    })
  })
})

describe('schemas', () => {
  const cases: readonly [title: string, given: Json, expected: JsonObject][] = [
    [
      'an object loses what the dialect does not know',
      {
        $schema: 'x',
        type: 'object',
        additionalProperties: false,
        properties: { a: { type: 'string', minLength: 1 }, definitions: { type: 'boolean' } },
        required: ['a', 'gone'],
      },
      {
        type: 'OBJECT',
        properties: { a: { type: 'STRING', minLength: 1 }, definitions: { type: 'BOOLEAN' } },
        required: ['a'],
      },
    ],
    [
      'references are written out',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/A', description: 'here' }, b: { $ref: '#/definitions/a~1b' } },
        $defs: { A: { type: 'string', description: 'there' } },
        definitions: { 'a/b': { type: 'integer' } },
      },
      {
        type: 'OBJECT',
        properties: { a: { type: 'STRING', description: 'here' }, b: { type: 'INTEGER' } },
      },
    ],
    [
      'recursion is cut',
      {
        $ref: '#/$defs/Node',
        $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
      },
      { type: 'OBJECT', properties: { next: { type: 'OBJECT' } } },
    ],
    ['a reference that points nowhere', { $ref: '#/$defs/none' }, { type: 'OBJECT' }],
    ['a reference to elsewhere', { $ref: 'https://example.com/x' }, { type: 'OBJECT' }],
    ['null in a list of types', { type: ['string', 'null'] }, { type: 'STRING', nullable: true }],
    [
      'several types',
      { type: ['string', 'array', 'null'], description: 'x', items: { type: 'number' } },
      {
        description: 'x',
        nullable: true,
        anyOf: [{ type: 'STRING' }, { type: 'ARRAY', items: { type: 'NUMBER' } }],
      },
    ],
    [
      'null in a union',
      { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], description: 'x' },
      { type: 'INTEGER', minimum: 1, nullable: true, description: 'x' },
    ],
    [
      'one of several',
      { oneOf: [{ type: 'integer' }, { const: 'all' }] },
      { anyOf: [{ type: 'INTEGER' }, { type: 'STRING', enum: ['all'] }] },
    ],
    [
      'all of several',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'string' } }, required: ['b'] },
        ],
      },
      { type: 'OBJECT', properties: { a: { type: 'STRING' }, b: { type: 'STRING' } }, required: ['a', 'b'] },
    ],
    [
      'texts to choose from',
      { enum: ['a', 'b', null] },
      { type: 'STRING', enum: ['a', 'b'], nullable: true },
    ],
    [
      'other enum values are described',
      { type: 'integer', enum: [1, 2], description: 'How many.' },
      { type: 'INTEGER', description: 'How many. One of: 1, 2.' },
    ],
    [
      'an empty text to choose',
      { type: 'string', enum: ['', 'a'] },
      { type: 'STRING', description: 'One of: "", "a".' },
    ],
    [
      'formats that it knows',
      { type: 'string', format: 'date-time' },
      { type: 'STRING', format: 'date-time' },
    ],
    ['other formats', { type: 'string', format: 'email' }, { type: 'STRING', description: 'Format: email.' }],
    [
      'limits that are not allowed themselves',
      { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 3 },
      { type: 'NUMBER', description: 'Greater than 0. Less than 9. A multiple of 3.' },
    ],
    ['a list of anything', { type: 'array' }, { type: 'ARRAY', items: { type: 'STRING' } }],
    [
      'a tuple',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      { type: 'ARRAY', items: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] } },
    ],
    [
      'missing types',
      { properties: { a: { items: { type: 'string' } } } },
      {
        type: 'OBJECT',
        properties: { a: { type: 'ARRAY', items: { type: 'STRING' } } },
      },
    ],
    ['anything', true, {}],
  ]
  test.each(cases)('%s', (_, given, expected) => {
    const before = structuredClone(given)
    expect(adaptSchema(given)).toEqual(expected)
    expect(given).toEqual(before)
  })

  test('a small schema that expands infinitely is cut', () => {
    const level = (index: number): readonly [string, JsonObject] => [
      `L${index}`,
      {
        type: 'object',
        properties: { a: { $ref: `#/$defs/L${index + 1}` }, b: { $ref: `#/$defs/L${index + 1}` } },
      },
    ]
    const $defs = Object.fromEntries(Array.from({ length: 60 }, (_, index) => level(index)))
    const text = JSON.stringify(adaptSchema({ $ref: '#/$defs/L0', $defs }))
    expect(text.length).toBeLessThan(2_000_000)
    const types = ['string', 'number', 'integer', 'boolean', 'array', 'object']
    const nested = Array.from({ length: 20 }).reduce<JsonObject>(
      inner => ({ type: types, properties: { a: inner }, items: { type: 'string' } }),
      { type: 'string' },
    )
    expect(adaptSchema(nested)).toHaveProperty('anyOf')
  }, 5000)

  test('any schema: nothing throws, and only keywords of the dialect are left', () => {
    const known = new Set(
      (
        'type format title description nullable enum items maxItems minItems properties required minProperties ' +
        'maxProperties minimum maximum minLength maxLength pattern example anyOf propertyOrdering default'
      ).split(' '),
    )
    const keywords = [
      ...known,
      '$ref',
      '$defs',
      'oneOf',
      'allOf',
      'const',
      'not',
      'additionalProperties',
      'prefixItems',
    ]
    const { schema } = fc.letrec<{ schema: Json }>(tie => ({
      schema: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue() as fc.Arbitrary<Json>,
        fc.dictionary(
          fc.constantFrom(...keywords),
          fc.oneof(
            tie('schema'),
            fc.array(tie('schema'), { maxLength: 3 }),
            fc.dictionary(fc.string(), tie('schema'), { maxKeys: 3 }),
            fc.constantFrom('string', 'object', '#', '#/$defs/a', '#/properties', ['string', 'null']),
          ),
        ) as fc.Arbitrary<Json>,
      ),
    }))
    const check = (adapted: JsonObject): void => {
      for (const key of Object.keys(adapted)) expect(known).toContain(key)
      for (const inner of Object.values((adapted['properties'] ?? {}) as Record<string, JsonObject>))
        check(inner)
      for (const inner of (adapted['anyOf'] ?? []) as readonly JsonObject[]) check(inner)
      if (adapted['items'] !== undefined) check(adapted['items'] as JsonObject)
    }
    fc.assert(
      fc.property(schema, given => check(adaptSchema(given))),
      { numRuns: 500 },
    )
  })
})
