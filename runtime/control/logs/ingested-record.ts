// Records of requests that bypassed the gateway: their own fields, with the key and workspace of the client that reports them.
import type { LogInsert } from '../../../schemas/generated/control-types.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { asObject, asText, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { type TagRequest, USER_KEY } from '../../gateway/request-tags.ts'
import { userIdentity, userOf } from '../../gateway/user-identity.ts'
import { reportedCost } from '../../limits/reported-cost.ts'
import { endpointAt } from '../../values/endpoints.ts'
import type { Ports } from '../../values/ports.ts'
import type { FindDatedPrice } from '../../values/prices/find-price.ts'
import { SESSION_KEY } from '../../values/session.ts'
import type { PlainBodies } from './log-ports.ts'

export interface IngestingCaller {
  readonly key: string
  readonly workspace: string
}

export interface IngestParts {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly price: FindDatedPrice
  readonly tagRequest: TagRequest
  readonly hash: Ports['hash']
}

/** Names in the metadata that tell where a request belongs, and are not metadata of it. */
const PLACES = {
  trace: ['traceId', 'trace_id'],
  id: ['spanId', 'span_id'],
  parent: ['parentSpanId', 'parent_span_id'],
  name: ['spanName', 'span_name'],
} as const
/** Those that name the session, which remain in the metadata. */
const SESSION_NAMES = ['session', 'sessionId', 'session_id', SESSION_KEY]
const PLACE_NAMES: ReadonlySet<string> = new Set(Object.values(PLACES).flat())

const MAX_NAME = 256

export function toIngestedRecord(
  { request = {}, response = {}, metadata, created_at: created }: LogInsert,
  { key, workspace }: IngestingCaller,
  { id, now, price, tagRequest, hash }: IngestParts,
): LogRecord {
  const given = asObject(metadata as Json | undefined)
  const place = (part: keyof typeof PLACES): string | undefined =>
    PLACES[part].map(name => asText(given[name])?.slice(0, MAX_NAME)).find(each => each !== undefined)
  const others = Object.fromEntries(Object.entries(given).filter(([name]) => !PLACE_NAMES.has(name)))
  const span = { id: place('id'), parent: place('parent'), name: place('name') }
  const session = SESSION_NAMES.map(name => asText(given[name])).find(
    each => each !== undefined && each !== '',
  )
  const tags = tagRequest(others, span)
  const [sent, received] = [asObject(request.body as Json), asObject(response.body as Json)]
  const model = (asText(sent['model']) ?? asText(received['model']))?.slice(0, MAX_NAME)
  const time = created === undefined ? now : Date.parse(created)
  const path = pathOf(request.url ?? '')
  const endpoint = endpointAt(path.replace(/^.*?\/v1(?=\/)/, ''))
  const { usage } = received
  const billed = { provider: request.provider, model, answered: asText(received['model']) }
  const paid =
    usage === undefined
      ? undefined
      : reportedCost(usage, billed, (provider, name, reply) => price(provider, name, time, reply))
  return JSON.parse(
    JSON.stringify({
      id,
      time: new Date(time).toISOString(),
      trace: place('trace') ?? id,
      method: request.method ?? 'POST',
      path,
      endpoint,
      status: response.status ?? 200,
      milliseconds: response.response_time ?? 0,
      key,
      workspace,
      plan: 'outside',
      provider: request.provider,
      model,
      metadata: tags.metadata,
      span: Object.values(span).some(each => each !== undefined) ? tags.span : undefined,
      session: session === undefined ? undefined : userIdentity(session, hash),
      ...paid,
      bytesIn: byteLength(request.body as Json),
      bytesOut: byteLength(response.body as Json),
      outside: true,
    }),
  ) as LogRecord
}

function pathOf(url: string): string {
  const [withoutQuery = ''] = url.split(/[?#]/, 1)
  const path = withoutQuery.replace(/^[a-z]+:\/\/[^/]*/i, '')
  return (path === '' ? '/' : path).slice(0, MAX_NAME)
}

const encoder = new TextEncoder()

const bytesOf = (body: unknown): Uint8Array | undefined =>
  body === undefined || body === null
    ? undefined
    : encoder.encode(typeof body === 'string' ? body : JSON.stringify(body))

const byteLength = (body: Json | undefined): number => bytesOf(body)?.length ?? 0

export const outsideBodies = ({ request, response, metadata }: LogInsert): PlainBodies => ({
  user: userOf(asObject(metadata as Json | undefined)[USER_KEY]),
  request: bytesOf((request as JsonObject)['body']),
  response: bytesOf((response as JsonObject)['body']),
})
