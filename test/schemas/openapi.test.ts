// The OpenAPI document: complete, consistent with what the gateway serves, and in the words that generators of clients know. That replies
// are as it describes them is checked by the harness of the control plane, for each request of its tests.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { MAX_BODIES } from '../../runtime/control/serve/read-bodies.ts'
import { convertError } from '../../runtime/inbound/convert-error.ts'
import { endpointFacts } from '../../runtime/values/endpoints.ts'
import { failureReply } from '../../runtime/values/error-reply.ts'
import { failure } from '../../runtime/values/failures.ts'
import { expectDocumented } from '../support/documented-replies.ts'

type Node = { readonly [name: string]: unknown }

const document = JSON.parse(
  readFileSync(new URL('../../schemas/generated/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Node>> } & Node
}
interface Operation {
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly schema: { readonly not?: { readonly enum: readonly string[] } }
  }[]
  readonly requestBody?: { readonly content: Node }
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly content?: Node; readonly links?: Node }>
  >
}

const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))

function* nodesIn(value: unknown, at = ''): Generator<readonly [string, Node]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, value as Node]
  for (const [name, each] of Object.entries(value)) yield* nodesIn(each, `${at}/${name}`)
}
const nodes = [...nodesIn(document)]
const placesWhere = (holds: (node: Node, at: string) => boolean): readonly string[] =>
  nodes.filter(([at, node]) => holds(node, at)).map(([at]) => at)

describe('is what generators of clients understand', () => {
  test.each<readonly [string, (node: Node, at: string) => boolean]>([
    [
      'no schema has several types beside null',
      ({ type }) => Array.isArray(type) && type.filter(each => each !== 'null').length > 1,
    ],
    [
      'no enumeration mixes types',
      ({ enum: values }) =>
        Array.isArray(values) &&
        new Set(values.filter(each => each !== null).map(each => typeof each)).size > 1,
    ],
    [
      'no object is without properties and additionalProperties',
      node =>
        node['type'] === 'object' &&
        node['properties'] === undefined &&
        node['additionalProperties'] === undefined,
    ],
    [
      'no list is without items',
      node => [node['type']].flat().includes('array') && node['items'] === undefined,
    ],
    [
      'no schema within another has a title',
      (node, at) =>
        typeof node['title'] === 'string' && at.split('/').length > 4 && !at.endsWith('/properties'),
    ],
    [
      'no properties differ only in case and underscores',
      (node, at) => {
        const names = Object.keys(node).map(name => name.replaceAll('_', '').toLowerCase())
        return at.endsWith('/properties') && new Set(names).size < names.length
      },
    ],
    [
      'every reference leads somewhere',
      ({ $ref }) =>
        typeof $ref === 'string' &&
        $ref
          .split('/')
          .slice(1)
          .reduce<unknown>((value, name) => (value as Node | undefined)?.[name], document) === undefined,
    ],
  ])('%s', (_title, isFault) => {
    expect(placesWhere(isFault)).toEqual([])
  })

  test('operations have names of their own', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
  })

  test('a URL has one path: one without names goes first, and of two others one does not take it', () => {
    const isName = (segment: string | undefined): boolean => segment?.startsWith('{') === true
    const excluded = (path: string, segment: string): readonly string[] =>
      Object.values(document.paths[path] ?? {}).flatMap(({ parameters = [] }) =>
        parameters.flatMap(({ name, schema }) => (`{${name}}` === segment ? (schema.not?.enum ?? []) : [])),
      )
    const paths = Object.keys(document.paths)
    const ambiguous = paths.flatMap(one =>
      paths.flatMap(other => {
        const [left, right] = [one.split('/'), other.split('/')]
        const isEither = (each: string, index: number): boolean =>
          each === right[index] || isName(each) || isName(right[index])
        if (one >= other || left.length !== right.length || !left.every(isEither)) return []
        const [named, words] = [left, right].map((segments, side) => {
          const others = side === 0 ? right : left
          return segments.flatMap((each, index) => (isName(each) && !isName(others[index]) ? [index] : []))
        })
        // One of them is the concrete one.
        if (left.join() !== right.join() && (named?.length === 0) !== (words?.length === 0)) return []
        const taken = (path: string, segments: readonly string[], others: readonly string[]): boolean =>
          segments.some((each, index) => excluded(path, each).includes(others[index] ?? ''))
        return taken(one, left, right) || taken(other, right, left) ? [] : [`${one} and ${other}`]
      }),
    )
    expect(ambiguous).toEqual([])
  })

  test('what is created is linked to what reads, changes and deletes it', () => {
    const created = operations.find(({ operationId }) => operationId === 'createConfig')
    expect(created?.responses['200']?.links).toMatchObject({
      readConfig: { operationId: 'readConfig', parameters: { slug: '$response.body#/id' } },
      updateConfig: { operationId: 'updateConfig' },
      deleteConfig: { operationId: 'deleteConfig' },
    })
  })
})

describe('describes inference as it is served', () => {
  const kindOf = (content: Node | undefined): string =>
    content?.['multipart/form-data'] === undefined
      ? 'json'
      : content['application/json'] === undefined
        ? 'form'
        : 'any'

  test.each(Object.entries(endpointFacts))('/%s', (endpoint, { requestBody, streamFormat }) => {
    const post = document.paths[`/${endpoint}`]?.['post']
    expect(kindOf(post?.requestBody?.content)).toBe(requestBody)
    const replies = Object.keys(post?.responses['200']?.content ?? {})
    expect(replies.length).toBeGreaterThan(0)
    if (streamFormat === 'chunks') expect(replies).toContain('text/event-stream')
  })

  test('models are read, and sessions are no operation', () => {
    expect(Object.keys(document.paths['/models'] ?? {})).toEqual(['get'])
    expect(document.paths['/realtime']).toBeUndefined()
  })

  test.each(['/messages', '/chat/completions'])('a failure of %s has the form of its vendor', path => {
    const { body } = convertError(failureReply(failure('invalid_request', 'Wrong.')), path, `/v1${path}`)
    const ajv = new Ajv2020({ strict: false })
    ajv.addSchema({ $id: 'document', components: document.components })
    const response = document.paths[path]?.['post']?.responses['400']?.$ref ?? ''
    const validate = ajv.compile({ $ref: `document${response}/content/application~1json/schema` })
    expect(
      validate(JSON.parse(Buffer.from(body as Uint8Array).toString())),
      ajv.errorsText(validate.errors),
    ).toBe(true)
  })
})

describe('a reply that it does not describe', () => {
  const config = { object: 'config', id: 'x' }
  test.each([
    ['a status that is not listed', { status: 418, text: '{}' }, 'lists no status 418'],
    ['a body of another form', { status: 200, text: JSON.stringify(config) }, 'must have required property'],
    ['another media type', { status: 200, text: '{}', media: 'text/plain' }, 'lists no text/plain'],
  ])('is found: %s', (_title, reply, message) => {
    expect(() => expectDocumented('GET', '/v1/configs/x', { media: 'application/json', ...reply })).toThrow(
      message,
    )
  })
})

test('a list of bodies has as many items as the control plane takes', () => {
  const most = [...nodesIn(operations.map(({ requestBody }) => requestBody))].flatMap(
    ([, { maxItems, minItems }]) => (maxItems === undefined || minItems !== 1 ? [] : [maxItems]),
  )
  expect(most.length).toBeGreaterThan(0)
  expect(new Set(most)).toEqual(new Set([MAX_BODIES]))
})
