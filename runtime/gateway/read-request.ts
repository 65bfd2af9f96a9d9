// The steps that read a request: its metadata, its body and the model that it names.
import type { Gateway } from '../../schemas/generated/types.ts'
import { asObject, asText, isObject, type Json } from '../../schemas/values/json.ts'
import { validateCompletion } from '../link/call/validate-completion.ts'
import { matchResource } from '../resources/match-resource.ts'
import { validateResource } from '../resources/validate-resource.ts'
import type { Endpoint } from '../values/adapter.ts'
import {
  type Body,
  type BodyRemainder,
  createBody,
  createClientBody,
  createFormBody,
} from '../values/body/body.ts'
import { boundaryOf } from '../values/body/scan-form.ts'
import type { ScannedFields } from '../values/body/scan-in-turns.ts'
import { endpointFacts } from '../values/endpoints.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import { isLivePath } from '../values/gemini-path.ts'
import { isAnthropicClient, isJsonContentType } from '../values/headers.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import type { Ports } from '../values/ports.ts'
import { queryValue } from '../values/query-string.ts'
import type { ResourceCall } from '../values/resource-operation.ts'
import { SESSION_FIELDS, SESSION_KEY, sessionInBody } from '../values/session.ts'
import type { Caller } from './authenticate.ts'
import { overrideForbidden, withModel } from './call-defaults.ts'
import type { GatewayRequest, RequestStep } from './gateway-request.ts'
import { isGeminiPath, modelOfPath, parseModelName } from './model-name.ts'
import { namesNoTarget } from './named-target.ts'
import { readMetadata } from './request-options.ts'
import { linkRequestTags } from './request-tags.ts'
import { userIdentity } from './user-identity.ts'

export interface ReadSteps {
  /** The metadata of the request, and its tags in the log. */
  readonly readMetadata: (request: GatewayRequest) => Failure | undefined
  /** The body, parsed as far as its endpoint requires, and the model that it or the path names. */
  readonly readBody: RequestStep
}

/** `slugOf`: the slug under which a provider is stored, by the slug or the identifier; undefined for any other name. */
export function linkReading(
  { headerPrefix, limits, providers }: Pick<Gateway, 'headerPrefix' | 'limits' | 'providers'>,
  hash: Ports['hash'],
  slugOf: (name: string, workspace: string) => string | undefined,
): ReadSteps {
  const maxValues = limits.json_values
  const tagRequest = linkRequestTags()
  const nameModel = (request: GatewayRequest, name: Json | undefined): Failure | undefined => {
    const { caller, endpoint } = request
    if (endpoint !== undefined && name !== undefined && typeof name !== 'string')
      return failure('invalid_request', '"model" must be a string.', { param: 'model' })
    const written = typeof name === 'string' ? name : undefined
    const named = written?.startsWith('@') ? parseModelName(written, slugOf, caller.workspace) : undefined
    if (caller.onlyConfig !== undefined && named?.slug !== undefined)
      return overrideForbidden(caller.id, 'The model', 'model')
    const model = named === undefined ? written : named.model
    request.slug = named?.slug
    request.model = model
    request.requested = model
    request.written = written
    return undefined
  }
  /** A session of the Live API that names nothing is one of the vendor's, if one of its providers is stored. */
  const google = Object.entries(providers).flatMap(([slug, { provider }]) =>
    provider === 'google' ? slug : [],
  )
  const onlyGoogle = ({ workspace }: Caller): string | undefined => {
    const [slug, ...others] = google.filter(name => slugOf(name, workspace) !== undefined)
    return others.length === 0 ? slug : undefined
  }
  return {
    readMetadata: request => {
      const { requestOptions, caller, prompt } = request
      const { options, span } = requestOptions
      const sent = readMetadata(options.metadata, headerPrefix)
      if (isFailure(sent)) return sent
      const given = caller.metadata === undefined ? sent : { ...caller.metadata, ...sent }
      request.metadata = prompt === undefined ? given : { _prompt: prompt.id, ...given }
      if (request.metadata !== sent || options.metadata !== undefined || span !== undefined)
        request.record.tags = tagRequest(request.metadata, span)
      const session = options.metadata === undefined ? undefined : sent[SESSION_KEY]
      if (typeof session === 'string' && session !== '')
        request.record.session ??= userIdentity(session, hash)
      return undefined
    },
    readBody: request => {
      const { admitted, head, endpoint, requestOptions, bytes, arrival, scanned } = request
      const { pathname } = head
      const { contentType } = requestOptions
      const { remainder, memory } = arrival
      const isResource = !admitted.proxied && endpoint === undefined && !isGeminiPath(pathname)
      const resource = isResource ? matchResource(head.method, head.path) : undefined
      const parsed = parseBody(bytes, remainder, endpoint, resource, contentType, maxValues, scanned, memory)
      if (isFailure(parsed)) return parsed
      const isVendorPath = (endpoint ?? admitted.endpoint) !== undefined && pathname.startsWith('/v1/')
      const pathModel = isVendorPath ? undefined : modelOfPath(pathname)
      const body =
        pathModel === undefined || endpoint === undefined
          ? parsed
          : withModel(parsed, pathModel, { maxValues, add: true })
      if (isFailure(body)) return body
      const invalid =
        endpoint === 'completions'
          ? validateCompletion(body)
          : resource && !isAnthropicClient(head.headers)
            ? validateResource(resource, body)
            : undefined
      if (invalid !== undefined) return invalid
      request.resource = resource
      request.body = body
      const stream = endpoint !== undefined && requestsStream(endpoint, body)
      if (typeof stream !== 'boolean') return stream
      request.stream = stream
      if (endpoint !== undefined && request.record.session === undefined && mayNameSession(body)) {
        const session = sessionInBody(body, endpoint)
        if (session !== undefined) request.record.session = userIdentity(session, hash)
      }
      if (arrival.upgrade === true) {
        const isLive = isLivePath(head.path)
        if (isLive && !isObject(body.field('setup'))) return NO_SETUP
        const refused = nameModel(request, isLive ? modelOfSetup(body) : queryValue(head.path, 'model'))
        if (refused === undefined && isLive && namesNothing(request))
          request.slug = onlyGoogle(request.caller)
        return refused
      }
      if (endpoint === undefined && head.method === 'POST' && MESSAGE_BATCHES.test(head.path))
        return import('./message-batch.ts').then(({ nameBatch }) => nameBatch(request, slugOf, maxValues))
      const mayNameModel = endpoint !== undefined || isJsonContentType(contentType)
      const bodyModel = mayNameModel && bytes.length > 0 ? body.field('model') : undefined
      return nameModel(request, pathModel ?? (endpoint === undefined ? bareName(bodyModel) : bodyModel))
    },
  }
}

/** Batches of Anthropic's clients, whose items name the models. */
const MESSAGE_BATCHES = /^\/messages\/batches(?:\?|$)/

/** Clients of Gemini write the slug below the collection of models. */
const bareName = (name: Json | undefined): Json | undefined =>
  typeof name === 'string' ? name.replace(/^models\/(?=@)/, '') : name

/** Whether the fields of the body, which were found to read its model, include one that names sessions. */
function mayNameSession(body: Body): boolean {
  if (body.form !== undefined) return false
  const fields = body.fields()
  if (isFailure(fields)) return false
  for (const name of fields.names) if (SESSION_FIELDS.has(name)) return true
  return false
}

/** The body of a request, parsed as its endpoint requires. Bodies of pass-through requests may be anything. */
function parseBody(
  bytes: Uint8Array,
  rest: BodyRemainder | undefined,
  endpoint: Endpoint | undefined,
  resource: ResourceCall | undefined,
  contentType: string | undefined,
  maxValues: number | undefined,
  scanned: ScannedFields | undefined,
  memory: MemoryLease | undefined,
): Body | Failure {
  if (endpoint === undefined) {
    const boundary = resource && boundaryOf(contentType ?? '')
    const form = boundary !== undefined && boundary !== '' ? createFormBody(bytes, boundary, rest) : undefined
    return form === undefined || isFailure(form) ? createBody(bytes, rest, maxValues, scanned, memory) : form
  }
  const { requestBody } = endpointFacts[endpoint]
  if (requestBody !== 'json') {
    const boundary = boundaryOf(contentType ?? '')
    if (requestBody === 'form' || boundary !== undefined) return createFormBody(bytes, boundary ?? '', rest)
  }
  return createClientBody(bytes, maxValues, scanned, memory)
}

/** Whether neither the request nor its key selects a provider. */
const namesNothing = ({ slug, requestOptions, caller }: GatewayRequest): boolean =>
  slug === undefined &&
  namesNoTarget(requestOptions) &&
  caller.onlyConfig === undefined &&
  caller.defaults === undefined &&
  caller.aliases === undefined

const NO_SETUP = failure(
  'invalid_request',
  'The first message must be a JSON object with the field "setup".',
  { param: 'setup' },
)

/** The model of a session of Gemini's Live API, in its first message. */
function modelOfSetup(body: Body): string | undefined {
  const name = asText(asObject(body.field('setup'))['model'])
  return name?.replace(/^models\//, '')
}

/**
 * Whether the request asks for a stream. Form fields are strings, so `stream` is "true" there. Of another type in JSON, providers would
 * disagree about it: some send a stream for "true" or 1, some a whole reply, and some refuse it.
 */
function requestsStream(endpoint: Endpoint, body: Body): boolean | Failure {
  if (endpointFacts[endpoint].streamFormat === undefined) return false
  const stream = body.field('stream')
  if (body.form !== undefined) return stream === 'true'
  if (stream === undefined || stream === null) return false
  return typeof stream === 'boolean' ? stream : NOT_A_BOOLEAN
}

const NOT_A_BOOLEAN = failure('invalid_request', '"stream" must be a boolean.', { param: 'stream' })
