// The schemas of checks: what is made of them, and what holds for each.
import { describe, expect, it } from 'vitest'
import { catalogChecks } from '../../compiler/facts/catalog-checks.ts'
import { withDefaults } from '../../compiler/lower/parameter-defaults.ts'
import { checkDeclaration, linkedParameters, parametersOf } from '../../schemas/check-schema.ts'
import { checkIds, readSharedParameters } from '../../schemas/sources.ts'
import type { JsonObject } from '../../schemas/values/json.ts'

const shared = readSharedParameters()

const named = (properties: object, root: object = {}) =>
  Object.keys(
    parametersOf({ type: 'object', properties, ...root }, shared)['properties'] as Record<string, unknown>,
  )

describe('shared parameters', () => {
  it.each([
    ['a check that reads texts', {}, ['failOnError', 'scope']],
    ['a check that reads the request', { 'x-input': 'request' }, ['failOnError']],
    [
      'a check that asks a service',
      { 'x-address': 'https://a.example' },
      ['failOnError', 'scope', 'timeout'],
    ],
    ['a check that waits for a model', { 'x-calls-service': true }, ['failOnError', 'scope', 'timeout']],
  ])('%s', (_title, root, names) => expect(named({}, root)).toEqual(names))

  it('a limit of time of its own takes the place of the shared one', () => {
    const own = { timeoutMs: { type: 'integer', 'x-timeout': true } }
    expect(named(own, { 'x-calls-service': true })).toEqual(['timeoutMs', 'failOnError', 'scope'])
    expect(checkDeclaration('a.b', { properties: own, 'x-calls-service': true }, shared).timeLimit).toBe(
      'timeoutMs',
    )
  })

  it('a check that calls no service has no time limit', () =>
    expect(checkDeclaration('a.b', { properties: {} }, shared)).not.toHaveProperty('timeLimit'))
})

describe('what a check says of itself', () => {
  it('by default it runs on both hooks, reads texts, rewrites nothing and needs the whole reply', () =>
    expect(checkDeclaration('a.b', { title: 'B', description: 'It holds.' }, shared)).toMatchObject({
      id: 'a.b',
      title: 'B',
      hooks: ['request', 'reply'],
      readsTexts: true,
      rewrites: false,
      streaming: false,
      secrets: [],
    }))

  it('what it is linked with has no secret and no limit of time', () => {
    const properties = { apiKey: { 'x-secret': true }, timeoutMs: { 'x-timeout': true }, level: {} }
    expect(Object.keys(linkedParameters({ properties })['properties'] as object)).toEqual(['level'])
  })
})

describe('every check', () => {
  it('has one file and one row', () => expect(catalogChecks.map(({ id }) => id)).toEqual(checkIds()))

  it.each(catalogChecks.map(check => [check.id, check] as const))(
    '%s keeps its own defaults',
    (_id, check) => {
      const assumed = withDefaults({}, check.parameters)
      const complaints = check.validate(assumed) ? [] : (check.validate.errors ?? [])
      // Parameters that must be given are missing; nothing else may be wrong with what is assumed.
      expect(complaints.filter(({ keyword }) => keyword !== 'required')).toEqual([])
    },
  )

  it.each(catalogChecks.map(check => [check.id, check] as const))('%s takes nothing else', (_id, check) => {
    const odd = { 'no such parameter': 1 } as JsonObject
    check.validate(odd)
    const open = check.parameters['additionalProperties'] !== false
    expect(check.validate.errors?.some(({ keyword }) => keyword === 'additionalProperties') ?? false).toBe(
      !open,
    )
  })
})

describe('defaults', () => {
  const schema = {
    properties: {
      level: { default: 2 },
      inner: { properties: { mode: { default: 'a' } } },
      map: { additionalProperties: { properties: { weight: { default: 1 } } } },
      list: { items: { properties: { weight: { default: 1 } } } },
    },
  }
  it.each<[string, JsonObject, JsonObject]>([
    ['what is absent is assumed', {}, { level: 2 }],
    ['what is written stays', { level: 0 }, { level: 0 }],
    ['null is written', { level: null }, { level: null }],
    ['in objects', { inner: {} }, { level: 2, inner: { mode: 'a' } }],
    ['in lists', { list: [{}, { weight: 3 }] }, { level: 2, list: [{ weight: 1 }, { weight: 3 }] }],
    ['in maps', { map: { a: {} } }, { level: 2, map: { a: { weight: 1 } } }],
    ['a value of another kind stays', { inner: 'x', list: {} }, { level: 2, inner: 'x', list: {} }],
  ])('%s', (_title, written, becomes) => expect(withDefaults(written, schema)).toEqual(becomes))

  it('a name that every object inherits is none of the schema', () => {
    const written = JSON.parse('{"__proto__": {"level": 1}, "constructor": {}}') as JsonObject
    const complete = withDefaults(written, schema)
    expect(Object.keys(complete)).toEqual(['__proto__', 'constructor', 'level'])
    expect(Object.getPrototypeOf(complete)).toBe(Object.prototype)
  })
})
