// JSON Schemas in the languages of providers. The laws: no keyword is sent that the language refuses, and what is sent
// accepts everything that the original accepts, objects that must be closed apart.
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { translateSchema } from '../../../runtime/wire/schema-language.ts'
import { schemaLanguages } from '../../../schemas/generated/families.ts'
import type { SchemaLanguage } from '../../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { isList, isObject } from '../../../schemas/values/json.ts'
import { runs } from '../../support/property-seed.ts'
import { instances, schemas } from './arbitrary-schema.ts'

const languageOf = (id: string): SchemaLanguage => {
  const found = schemaLanguages.find(each => each.id === id)
  if (found === undefined) throw new Error(`There is no language ${id}.`)
  return found
}

const MAPS = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'])

/** The keywords of a schema and all schemas in it. */
function keywordsIn(schema: Json): readonly string[] {
  if (isList(schema)) return schema.flatMap(keywordsIn)
  if (!isObject(schema)) return []
  return Object.entries(schema).flatMap(([keyword, value]) => [
    keyword,
    ...(['enum', 'const', 'required', 'default'].includes(keyword)
      ? []
      : MAPS.has(keyword) && isObject(value)
        ? Object.values(value).flatMap(keywordsIn)
        : keywordsIn(value)),
  ])
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, logger: false })

describe.each(schemaLanguages.map(each => [each.id, each] as const))('schemas for %s', (_, language) => {
  test('contain no keyword that is refused', () => {
    fc.assert(
      fc.property(schemas, schema => {
        const translated = translateSchema(schema, language)
        if (translated === undefined) return
        const { keywords = keywordsIn(translated.schema), refuses = [] } = language
        const sent = new Set(keywordsIn(translated.schema))
        expect([...sent].filter(each => !keywords.includes(each) || refuses.includes(each))).toEqual([])
        for (const keyword of Object.keys(translated.schema))
          expect(language.rootKeywords ?? [keyword]).toContain(keyword)
      }),
      { numRuns: runs(200) },
    )
  })

  test('accept everything that the original accepts, and more only where something is named', () => {
    const { closed: _closed, ...open } = language
    fc.assert(
      fc.property(schemas, fc.array(instances, { minLength: 20, maxLength: 20 }), (schema, values) => {
        const translated = translateSchema(schema, open)
        if (translated === undefined) return
        const original = ajv.compile(schema)
        const sent = ajv.compile(translated.schema)
        for (const value of values) {
          if (original(value)) expect(sent(value)).toBe(true)
          else if (sent(value)) expect(translated.left).not.toEqual([])
        }
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('a schema for Claude', () => {
  const claude = languageOf('claude')

  test('says in the description of a property what is left out of it', () => {
    const schema = {
      type: 'object',
      properties: {
        tags: { type: 'array', items: { type: 'string' }, maxItems: 3, description: 'Labels.' },
        age: { type: 'integer', minimum: 0 },
      },
    }
    expect(translateSchema(schema, claude)).toEqual({
      schema: {
        type: 'object',
        properties: {
          tags: { type: 'array', items: { type: 'string' }, description: 'Labels. maxItems: 3.' },
          age: { type: 'integer', description: 'minimum: 0.' },
        },
        additionalProperties: false,
      },
      left: ['maxItems', 'minimum'],
    })
  })

  test.each<[string, JsonObject]>([
    ['refers to itself', { type: 'object', properties: { next: { $ref: '#' } } }],
    [
      'refers to itself by a definition',
      { $ref: '#/$defs/a', $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } },
    ],
    ['refers to another document', { $ref: 'https://example.com/a.json' }],
    ['is a map of any keys', { type: 'object', additionalProperties: { type: 'string' } }],
    ['is a map of keys of a pattern', { type: 'object', patternProperties: { '^a': true } }],
  ])('that %s cannot be sent', (_, schema) => {
    expect(translateSchema(schema, claude)).toBeUndefined()
  })

  test('may have one item at least, and no more', () => {
    const list = { type: 'array', items: { type: 'string' } }
    expect(translateSchema({ ...list, minItems: 1 }, claude)?.left).toEqual([])
    expect(translateSchema({ ...list, minItems: 2 }, claude)?.left).toEqual(['minItems'])
  })
})

test('a schema for xAI has the properties of its parts in one object', () => {
  const part = (name: string): JsonObject => ({
    properties: { [name]: { type: 'string' } },
    required: [name],
  })
  const schema = { type: 'object', allOf: [part('a'), part('b')] }
  expect(translateSchema(schema, languageOf('xai'))).toEqual({
    schema: {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a', 'b'],
    },
    left: [],
  })
})

test('a schema for Nova has no definitions, and its description is for the tool', () => {
  const schema = {
    type: 'object',
    description: 'A place.',
    properties: { city: { $ref: '#/$defs/city' } },
    $defs: { city: { type: 'string', minLength: 1 } },
  }
  expect(translateSchema(schema, languageOf('nova'))).toEqual({
    schema: { type: 'object', properties: { city: { type: 'string', minLength: 1 } } },
    note: 'A place.',
    left: [],
  })
})
