// A request converted to the native dialect of a provider: its overrides applied, its ranges checked, its media fetched.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asText, isList, writeJson } from '../../../schemas/values/json.ts'
import { contextOfSpec } from '../../providers/spec-context.ts'
import { encodeForm } from '../../resources/multipart.ts'
import type { AdapterContext, EndpointAdapter } from '../../values/adapter.ts'
import { encodeJson } from '../../values/body/splice.ts'
import type { Call } from '../../values/call.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import { checkRanges } from '../../wire/check-ranges.ts'
import type { Target } from '../target/target.ts'
import { betaFeatures, takesBetas } from './beta-features.ts'
import { fetchMedia } from './fetch-media.ts'
import { type Overrides, refuseOverrides, refuseVariants } from './overrides.ts'
import { familyFactsOf, type RequestBody, STREAM_OPTIONS } from './request-body.ts'

/** A prepared body and its adapter context, which may contain fetched media. */
export interface PreparedRequest {
  readonly body: RequestBody
  readonly context: AdapterContext
  /** All parts, this one included, of a request with more inputs than the provider takes at once. */
  readonly parts?: readonly PreparedRequest[]
}

/** Maximum inputs of an embeddings request, as at OpenAI. */
const MAX_INPUTS = 2048

/** Asynchronous only when media must be fetched. */
export function translateRequest(
  call: Call,
  target: Target,
  adapter: EndpointAdapter,
  overrides: Overrides,
  context: AdapterContext,
  milliseconds: number,
  ports: Ports,
): PreparedRequest | Failure | Promise<PreparedRequest | Failure> {
  const request = requestJson(call, overrides, context.model)
  if (isFailure(request)) return request
  const rangeFailure = checkRanges(name => request[name], target.spec)
  if (rangeFailure !== undefined) return rangeFailure
  const requests =
    adapter.maxInputs === undefined ? [request] : splitInputs(request, adapter.maxInputs(context))
  if (isFailure(requests)) return requests
  const writeOne = (request: JsonObject, media?: AdapterContext['media']): PreparedRequest | Failure => {
    const complete: AdapterContext = {
      ...context,
      requestBody: request,
      ...(media === undefined ? {} : { media }),
    }
    const body = translatedBody(request, adapter, complete)
    return isFailure(body) ? body : { body, context: complete }
  }
  const write = (media?: AdapterContext['media']): PreparedRequest | Failure => {
    const parts: PreparedRequest[] = []
    for (const each of requests) {
      const part = writeOne(each, media)
      if (isFailure(part)) return part
      parts.push(part)
    }
    const [first = failure('internal', 'A request has at least one part.')] = parts
    return isFailure(first) || parts.length === 1 ? first : { ...first, parts }
  }
  const links = adapter.mediaLinks?.(request, context) ?? []
  if (links.length === 0) return write()
  return fetchMedia(links, call, milliseconds, ports).then(media => (isFailure(media) ? media : write(media)))
}

/**
 * What an adapter receives of a call besides its body. `overridden` is the model from the overrides of the node, `strict` its compliance setting. For a translated chat,
 * `call.endpoint` differs from the endpoint of the client.
 */
export function adapterContext(
  call: Call,
  target: Target,
  overridden: string | undefined,
  strict: boolean,
  { clock, randomId }: Pick<Ports, 'clock' | 'randomId'>,
): AdapterContext {
  const { spec, settings } = target
  const options = call.stream ? call.body.field('stream_options') : undefined
  const model = overridden ?? call.model ?? ''
  const facts = familyFactsOf(target, model)
  return {
    model,
    stream: call.stream,
    strict: call.options.strict ?? strict,
    now: Math.floor(clock.now() / 1000),
    identifier: randomId(),
    includeUsage: requestsUsage(options),
    base64Vectors: call.endpoint === 'embeddings' && call.body.field('encoding_format') === 'base64',
    settings,
    ...contextOfSpec(spec, facts),
    ...(takesBetas(spec) ? betaFeatures(call, target) : {}),
  }
}

const requestsUsage = (options: Json | undefined): boolean =>
  typeof options === 'object' &&
  options !== null &&
  'include_usage' in options &&
  options['include_usage'] === true

/** The whole request as JSON, with the node's overrides and without the slug. */
function requestJson(call: Call, overrides: Overrides, model: string): JsonObject | Failure {
  const json = call.body.json()
  if (isFailure(json)) return json
  const variant = refuseVariants(Object.keys(json), overrides.pinned)
  return variant ?? refuseOverrides(call, call.endpoint, overrides) ?? { ...json, ...overrides.values, model }
}

/** Requests with at most `max` inputs each. A list of numbers is one input: token ids. */
function splitInputs(request: JsonObject, max: number | undefined): readonly JsonObject[] | Failure {
  const { input } = request
  if (max === undefined || !isList(input) || input.length <= max || typeof input[0] === 'number')
    return [request]
  if (input.length > MAX_INPUTS)
    return failure('invalid_request', `input must contain at most ${MAX_INPUTS} entries.`, { param: 'input' })
  const parts: JsonObject[] = []
  for (let at = 0; at < input.length; at += max) parts.push({ ...request, input: input.slice(at, at + max) })
  return parts
}

/** The body converted to the native dialect of a provider. */
function translatedBody(
  request: JsonObject,
  adapter: EndpointAdapter,
  context: AdapterContext,
): RequestBody | Failure {
  const { [STREAM_OPTIONS]: options = null, ...whole } = request
  const isIdle = !context.stream && options !== null
  const result = adapter.request(isIdle ? whole : request, context)
  if (isFailure(result)) return result
  const { body, path } = result
  const dropped =
    isIdle && !result.dropped.includes(STREAM_OPTIONS) ? [...result.dropped, STREAM_OPTIONS] : result.dropped
  const encoded = adapter.sendsForm === true ? formBytes(body, context) : { bytes: encodeJson(body) }
  return { ...encoded, dropped, ...(path === undefined ? {} : { path }) }
}

/** Strings as they are, and other values as JSON. */
function formBytes(
  fields: JsonObject,
  { identifier }: AdapterContext,
): Pick<RequestBody, 'bytes' | 'contentType'> {
  const texts = Object.entries(fields).map(([name, value]) => [name, asText(value) ?? writeJson(value)])
  const { headers, body } = encodeForm(Object.fromEntries(texts), undefined, identifier)
  return { bytes: body, contentType: headers[1] ?? '' }
}
