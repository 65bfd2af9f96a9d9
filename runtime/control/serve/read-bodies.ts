// Reads the body of a request by the schema of its route, or a list of such bodies where the route takes one.
import { readJson } from '../../../compiler/read/json.ts'
import { type BodyName, bodyValidators } from '../../../schemas/generated/control-bodies.js'
import type { ControlRouteFact } from '../../../schemas/generated/control-routes.ts'
import { asList, isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { foldUnionErrors } from '../../../schemas/values/union-errors.ts'
import { createClientBody } from '../../values/body/body.ts'
import { concatenate } from '../../values/byte-stream.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { validateBody } from '../../values/validate-body.ts'
import { withOwnScopes } from '../access/keys/peer-scopes.ts'
import type { ApiRequest } from '../core/api-request.ts'

const NO_BODY: JsonObject = {}

/** What a body of the control plane may have: large prompts and configs, but not uploads. */
const MAX_BODY = 2_097_152
/** Bodies in a list. */
export const MAX_BODIES = 1_000

/** Records of requests: the log store takes any string, and replaces what it cannot store. */
const TAKES_ANY_TEXT = 'LogInsert'

export interface ReadBodies {
  /** At least one: an empty one if there is none. */
  readonly bodies: readonly JsonObject[]
  /** Why items of the body are not valid, by their positions. */
  readonly itemFaults: ReadonlyMap<number, Failure>
}

export function readBodies(
  fact: ControlRouteFact,
  parameters: ApiRequest['path'],
  bytes: Uint8Array,
): ReadBodies | Failure {
  const itemFaults = new Map<number, Failure>()
  const bodies = readValid(fact, parameters, bytes, itemFaults)
  if (isFailure(bodies)) return bodies
  // JSON in UTF-8 has such characters only as escapes.
  if (fact.body === TAKES_ANY_TEXT || !decoder.decode(bytes).includes('\\u')) return { bodies, itemFaults }
  const [first = NO_BODY, ...others] = bodies
  return textFault(others.length === 0 ? first : bodies) ?? { bodies, itemFaults }
}

/** Faults of single items are added to `itemFaults`. */
function readValid(
  fact: ControlRouteFact,
  parameters: ApiRequest['path'],
  bytes: Uint8Array,
  itemFaults: Map<number, Failure>,
): readonly JsonObject[] | Failure {
  const { body, bulk, method, path, large = false, many = false } = fact
  if (bytes.length > MAX_BODY && !large)
    return failure('body_too_large', `The body exceeds ${MAX_BODY} bytes.`)
  if (body === undefined)
    return bytes.length === 0 || method !== 'POST'
      ? [NO_BODY]
      : // Clients of the vendor's SDKs send an empty object with every POST.
        isEmptyObject(bytes)
        ? [NO_BODY]
        : failure('invalid_request', `${method} ${path} takes no body.`)
  // Bodies of releases are large, and written by a program.
  const repeated = large ? undefined : repeatedName(bytes)
  if (repeated !== undefined) return repeated
  if (many && startsList(bytes)) return readList(body, bytes)
  // No body is an empty one: its schema names what is missing.
  const json = bytes.length === 0 ? NO_BODY : readObject(bytes)
  if (isFailure(json)) return json
  const inOwnWords = (each: JsonObject): JsonObject =>
    withLimitTypes(withOwnScopes(withoutPath(each, parameters, path)))
  if (bulk !== undefined) return readItems({ body, bulk }, json, inOwnWords, itemFaults)
  const own = inOwnWords(json)
  return validateBody(bodyValidators[body], own, foldUnionErrors) ?? [own]
}

function readObject(bytes: Uint8Array): JsonObject | Failure {
  const body = createClientBody(bytes)
  return isFailure(body) ? body : body.json()
}

const OF_ITEM = /^\/items\/\d/

/** A body with items, each of which is read as the body of a request about only that item. */
function readItems(
  { body, bulk }: { readonly body: BodyName; readonly bulk: BodyName },
  json: JsonObject,
  inOwnWords: (each: JsonObject) => JsonObject,
  itemFaults: Map<number, Failure>,
): readonly JsonObject[] | Failure {
  const items = asList(json['items']).map(item => (isObject(item) ? inOwnWords(item) : item))
  const own = isList(json['items']) ? { ...json, items } : json
  const whole = validateBody(bodyValidators[body], own, errors =>
    foldUnionErrors(errors.filter(({ instancePath }) => !OF_ITEM.test(instancePath))),
  )
  if (whole !== undefined) return whole
  for (const [index, item] of items.entries()) {
    const fault = isObject(item)
      ? validateBody(bodyValidators[bulk], item, foldUnionErrors)
      : failure('invalid_request', 'An item must be an object.')
    if (fault !== undefined) itemFaults.set(index, fault)
  }
  return [own]
}

/** Of two properties of one name the first would be lost. */
function repeatedName(bytes: Uint8Array): Failure | undefined {
  const found: Failure[] = []
  readJson({ name: 'body', text: decoder.decode(bytes) }, ({ code, message }) => {
    if (code === 'duplicate-key') found.push(failure('invalid_request', message))
  })
  return found[0]
}

const decoder = new TextDecoder('utf-8')

const startsList = (bytes: Uint8Array): boolean => bytes.find(byte => byte > 0x20) === 0x5b

const [BEGIN, END] = ['{"list":', '}'].map(text => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array]

function readList(
  body: NonNullable<ControlRouteFact['body']>,
  bytes: Uint8Array,
): readonly JsonObject[] | Failure {
  // As a property, so that lists are held to the same bounds as objects.
  const json = readObject(concatenate([BEGIN, bytes, END]))
  if (isFailure(json)) return json
  const { list } = json
  if (!isList(list) || list.length === 0 || list.length > MAX_BODIES)
    return failure('invalid_request', `The list must have 1 to ${MAX_BODIES} items.`)
  for (const [index, item] of list.entries()) {
    const wrong = isObject(item)
      ? validateBody(bodyValidators[body], item, foldUnionErrors)
      : failure('invalid_request', 'It must be an object.')
    if (wrong !== undefined)
      return failure('invalid_request', `Item ${index + 1} of the list: ${wrong.message}`, {
        param: `[${index}]${wrong.param === undefined || wrong.param === '' ? '' : `.${wrong.param}`}`,
      })
  }
  return list as readonly JsonObject[]
}

/** Portkey clients may leave out the type of a budget, which is then of cost. */
function withLimitTypes(body: JsonObject): JsonObject {
  const { usage_limits: limits, workspaces } = body
  return {
    ...body,
    ...(isObject(limits) && { usage_limits: { type: 'cost', ...limits } }),
    ...(isList(workspaces) && {
      workspaces: workspaces.map(each => (isObject(each) ? withLimitTypes(each) : each)),
    }),
  }
}

/** What Portkey clients call the words of a path. */
const REPEATED_WORDS = ['type', 'sub-type']

/** The body without what the path has already: Portkey clients repeat identifiers, and words of the route. */
function withoutPath(body: JsonObject, parameters: ApiRequest['path'], route: string): JsonObject {
  const values = new Set<unknown>(Object.values(parameters))
  const words = new Set<unknown>(route.split('/'))
  const names = [
    ...['id', 'slug', ...Object.keys(parameters).flatMap(name => [name, toSnakeCase(name)])].filter(name =>
      values.has(body[name]),
    ),
    ...REPEATED_WORDS.filter(name => words.has(body[name])),
  ]
  return names.length === 0
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}

/** `exportId` and `feedbackID` as clients write them in bodies. */
const toSnakeCase = (name: string): string =>
  name.replaceAll(/([a-z])([A-Z]+)/g, (_, last: string, first: string) => `${last}_${first.toLowerCase()}`)

const isEmptyObject = (bytes: Uint8Array): boolean =>
  bytes.length < 64 && new TextDecoder().decode(bytes).replaceAll(/\s/g, '') === '{}'

/** Characters of a name that a path repeats. */
const MAX_NAME = 64

/**
 * The first string of a body that PostgreSQL cannot store; undefined if it can store all. JSON may escape NUL, and halves of surrogate pairs.
 * They are refused for every store, so that what is in one can be moved to another.
 */
function textFault(value: Json, path = ''): Failure | undefined {
  if (typeof value === 'string') return faultOf(value, path, path === '' ? 'The body' : path)
  if (isList(value)) {
    for (const [index, item] of value.entries()) {
      const fault = textFault(item, `${path}[${index}]`)
      if (fault !== undefined) return fault
    }
    return undefined
  }
  if (!isObject(value)) return undefined
  for (const [name, item] of Object.entries(value)) {
    const fault =
      faultOf(name, path, path === '' ? 'The name of a property' : `The name of a property of ${path}`) ??
      textFault(item, joined(path, name))
    if (fault !== undefined) return fault
  }
  return undefined
}

const joined = (path: string, name: string): string => {
  const shown = name.slice(0, MAX_NAME).toWellFormed()
  return path === '' ? shown : `${path}.${shown}`
}

function faultOf(text: string, param: string, subject: string): Failure | undefined {
  const has = text.includes('\0')
    ? 'the character NUL (\\u0000)'
    : text.isWellFormed()
      ? undefined
      : 'an unpaired surrogate'
  return has === undefined
    ? undefined
    : failure('invalid_request', `${subject} has ${has}: it cannot be stored.`, { param })
}
