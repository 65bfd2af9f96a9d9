// Runs one operation for a caller who is known: checks the scope, validates query and body by the route, and calls the handler.
import type { ControlRouteFact } from '../../../schemas/generated/control-routes.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import {
  asList,
  asObject,
  isList,
  isObject,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import type { ControlRequest } from '../../values/control-surface.ts'
import { type Failure, failure, failureTable, isFailure } from '../../values/failures.ts'
import { headerValue } from '../../values/headers.ts'
import { restrictedFrom } from '../access/keys/key-restrictions.ts'
import { scopesReadAs } from '../access/keys/peer-scopes.ts'
import type { ApiReply, ApiRequest } from '../core/api-request.ts'
import { deniedItems } from '../core/denied-changes.ts'
import { mayAnywhere, mayIn, mayOrganise, type Principal } from '../core/principal.ts'
import { readQuery } from '../core/read-query.ts'
import { StoreError } from '../core/store-error.ts'
import type { ControlContext } from './control-context.ts'
import { handlers } from './handlers.ts'
import { readBodies } from './read-bodies.ts'
import type { MatchedRoute } from './route-table.ts'

/** What a route reads of its request besides the path. */
export type OperationRequest = Pick<ControlRequest, 'method' | 'path' | 'pathname' | 'headers'>

/** The reply of a route, or why there is none, for any caller and protocol. */
export type RunOperation = (
  principal: Principal,
  route: MatchedRoute,
  request: OperationRequest,
  body: Uint8Array,
) => Promise<ApiReply | Failure>

type Answer = Promise<ApiReply | Failure>

interface ValidRequest extends ApiRequest {
  readonly body: JsonObject
  readonly bodies: readonly JsonObject[]
  readonly itemFaults: ReadonlyMap<number, Failure>
}

/** Changes that are denied are recorded. */
export function linkOperations(context: ControlContext): RunOperation {
  const run = linkHandlers(context)
  const { denied } = context
  if (denied === undefined) return run
  return async (principal, route, request, body) => {
    const reply = await run(principal, route, request, body)
    const { pathname } = request
    if (isFailure(reply)) denied.note({ principal, ...route, pathname }, reply)
    else if (route.fact.bulk !== undefined)
      for (const item of deniedItems(reply)) denied.note({ principal, ...route, pathname }, item)
    return reply
  }
}

function linkHandlers(context: ControlContext): RunOperation {
  const nextTurn = (owner: string): Promise<void> => new Promise(resolve => context.nextTurn(resolve, owner))
  return async (principal, { fact, path }, request, body) => {
    const denied = deniedBy(principal, fact) ?? restrictedFrom(principal, fact, context)
    if (denied !== undefined) return denied
    // What is written is read and compiled at once: many changes of one caller would make all others wait.
    if (request.method !== 'GET') await nextTurn(principal.id)
    const read = readRequest(request, fact, path, principal, body)
    if (isFailure(read)) return read
    try {
      // The body is valid by the schema of the operation, which is what its type is made of.
      const answer = handlers[read.operation] as (request: ValidRequest, context: ControlContext) => Answer
      const reply = await answer(read, context)
      // What is not known may have been made elsewhere while the store could not be read.
      if (fact.bulk !== undefined && !isFailure(reply)) return withItemScopes(reply, body)
      const fault = findsNothing(reply) ? context.replica?.lookFault() : undefined
      if (fault !== undefined) return fault
      if (isFailure(reply)) return reply
      return fact.operation.endsWith('Key') ? withReadScopes(reply, body) : reply
    } catch (error) {
      if (error instanceof StoreError) return storeFailure(error)
      throw error
    }
  }
}

/** Whether a reply denies that there is something: 404, or a list without entries on any page. */
function findsNothing(reply: ApiReply | Failure): boolean {
  if (isFailure(reply)) return failureTable[reply.code].status === 404
  if (!isObject(reply.body)) return false
  const { data, Resources: found = data, total, totalResults = total } = reply.body
  return isList(found) && found.length === 0 && (totalResults ?? 0) === 0
}

const sentBody = (bytes: Uint8Array): JsonObject => asObject(parseJson(new TextDecoder().decode(bytes)))

/** A key whose scopes were sent in other words names what they are read as. */
const withReadScopes = (reply: ApiReply, sent: Uint8Array): ApiReply =>
  isObject(reply.body) ? { ...reply, body: { ...reply.body, ...scopesReadAs(sentBody(sent)) } } : reply

/** The same for each of many keys. */
function withItemScopes(reply: ApiReply, sent: Uint8Array): ApiReply {
  const items = asList(sentBody(sent)['items']).map(item => scopesReadAs(asObject(item)))
  if (!isObject(reply.body) || items.every(readAs => Object.keys(readAs).length === 0)) return reply
  const shown = asList(reply.body['data']).map(asObject)
  return {
    ...reply,
    body: { ...reply.body, data: shown.map(each => ({ ...each, ...items[Number(each['index'])] })) },
  }
}

const scopesOf = ({ scope }: ControlRouteFact): readonly string[] => (scope === null ? [] : [scope].flat())

/** Why the caller may not use a route at all; undefined where it may, somewhere. */
export function deniedBy(principal: Principal, fact: ControlRouteFact): Failure | undefined {
  if (fact.level === 'person' && principal.type !== 'person')
    return failure('forbidden', `${fact.method} ${fact.path} needs the sign-in token of a person, not a key.`)
  const scopes = scopesOf(fact)
  if (scopes.length === 0) return undefined
  const may = fact.level === 'organisation' ? mayOrganise : mayAnywhere
  if (scopes.some(scope => may(principal, scope))) return undefined
  const where = fact.level === 'organisation' ? ' of the organisation' : ''
  return failure(
    'forbidden',
    `"${principal.id}" may not use ${fact.method} ${fact.path}: it needs the scope ${joinNames(scopes, 'or')}${where}.`,
  )
}

function readRequest(
  { method, path: url, pathname, headers }: OperationRequest,
  fact: ControlRouteFact,
  path: ApiRequest['path'],
  principal: Principal,
  bytes: Uint8Array,
): ValidRequest | Failure {
  const query = readQuery(url, fact.query, path)
  if (isFailure(query)) return query
  const read = readBodies(fact, path, bytes)
  if (isFailure(read)) return read
  const { bodies, itemFaults } = read
  const expects = readIfMatch(headerValue(headers, 'if-match'))
  if (isFailure(expects)) return expects
  const scopes = scopesOf(fact)
  // Where a route has scopes of the organisation besides scopes of workspaces, only the former act for the organisation itself.
  const own = scopes.filter(scope => scope.startsWith('organisation_'))
  const ofOrganisation = own.length === 0 ? scopes : own
  return {
    principal,
    operation: fact.operation,
    method,
    uri: pathname,
    path,
    query,
    body: bodies[0] ?? {},
    bodies,
    itemFaults,
    expects,
    may: workspace => scopes.length === 0 || scopes.some(scope => mayIn(principal, scope, workspace)),
    mayOrganise: scopes.length === 0 || ofOrganisation.some(scope => mayOrganise(principal, scope)),
  }
}

/** The revision that a write expects; undefined for none, and for `*`, which any revision satisfies. */
function readIfMatch(text: string | undefined): number | undefined | Failure {
  if (text === undefined || text.trim() === '*') return undefined
  const digits = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(text)?.[1]
  return digits === undefined
    ? failure('invalid_request', 'If-Match must be the ETag of a reply, such as "42".', { param: 'if-match' })
    : Number(digits)
}

/** Why the store cannot be used, or not so, for the client. */
function storeFailure({ code, message }: StoreError): Failure {
  if (code === 'unknown-cursor') return failure('invalid_request', message, { param: 'cursor' })
  if (code === 'unsigned') return failure('signature_required', message)
  if (code === 'unsupported' || code === 'read-only') return failure('store_required', message)
  return failure('store_unavailable', message)
}
