// The description of a client in a request of the modern era, in `_meta`.
import { asObject, asText, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { TraceContext } from '../../values/trace-context.ts'
import type { ClientFacts } from './exchange.ts'
import { LATEST_MODERN } from './revision.ts'

const PREFIX = 'io.modelcontextprotocol/'
export const REVISION_KEY = `${PREFIX}protocolVersion`
const CLIENT_INFO = `${PREFIX}clientInfo`
const CAPABILITIES = `${PREFIX}clientCapabilities`
const LOG_LEVEL = `${PREFIX}logLevel`
export const SERVER_INFO = `${PREFIX}serverInfo`
export const SUBSCRIPTION_ID = `${PREFIX}subscriptionId`

const ENVELOPE: ReadonlySet<string> = new Set([REVISION_KEY, CLIENT_INFO, CAPABILITIES, LOG_LEVEL])

export const requestMeta = (params: JsonObject): JsonObject => asObject(params['_meta'])

/** The revision that a request claims; undefined for one of the legacy era. */
export const claimedRevision = (params: JsonObject): string | undefined =>
  asText(requestMeta(params)[REVISION_KEY])

/** The client of a modern request; a message if a required member is missing. */
export function readEnvelope(params: JsonObject): ClientFacts | string {
  const meta = requestMeta(params)
  const { [CAPABILITIES]: capabilities, [CLIENT_INFO]: info, [LOG_LEVEL]: level } = meta
  if (!isObject(capabilities)) return `"_meta" has no object "${CAPABILITIES}".`
  if (info !== undefined && !isObject(info)) return `"${CLIENT_INFO}" must be an object.`
  return { info, capabilities, logLevel: asText(level) }
}

/** The parameters without those of the envelope. */
export function withoutEnvelope(params: JsonObject): JsonObject {
  const { _meta, ...others } = params
  if (!isObject(_meta)) return params
  const meta = Object.fromEntries(Object.entries(_meta).filter(([name]) => !ENVELOPE.has(name)))
  return Object.keys(meta).length === 0 ? others : { ...others, _meta: meta }
}

/** The client information of requests without a client, or of one that does not identify itself. */
export const GATEWAY_INFO: JsonObject = { name: 'portolan', version: '1' }

/** The parameters as a modern server reads them. */
export const withEnvelope = (
  params: JsonObject,
  { info, capabilities, logLevel }: ClientFacts,
  revision = LATEST_MODERN,
): JsonObject => ({
  ...params,
  _meta: {
    ...requestMeta(params),
    [REVISION_KEY]: revision,
    [CAPABILITIES]: capabilities,
    [CLIENT_INFO]: info ?? GATEWAY_INFO,
    ...(logLevel !== undefined && { [LOG_LEVEL]: logLevel }),
  },
})

/** The parameters with an entry of `_meta`, in place of one that they have. */
export const withMeta = (params: JsonObject, name: string, value: Json): JsonObject => ({
  ...params,
  _meta: { ...requestMeta(params), [name]: value },
})

/** The parameters without an entry of `_meta`. */
export function withoutMeta(params: JsonObject, name: string): JsonObject {
  if (!Object.hasOwn(requestMeta(params), name)) return params
  const { _meta, ...others } = params
  const { [name]: _removed, ...meta } = requestMeta(params)
  return Object.keys(meta).length === 0 ? others : { ...others, _meta: meta }
}

/** The parameters with the trace of the request, unless they name one of their own. */
export const withTrace = (params: JsonObject, context: TraceContext): JsonObject =>
  Object.hasOwn(requestMeta(params), 'traceparent')
    ? params
    : Object.entries(context).reduce((all, [name, value]) => withMeta(all, name, value), params)
