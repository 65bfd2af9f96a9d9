// A check definition → a check. Everything independent of the text is prepared at link time; then texts are split
// into chunks, requests are sent concurrently, and their results are combined.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { encodeJson } from '../../../values/body/splice.ts'
import { isFailure } from '../../../values/failures.ts'
import { requestText } from '../../body-texts/request-text.ts'
import type {
  Check,
  CheckContext,
  CheckInput,
  CheckPorts,
  Evaluate,
  GatewayCheckContext,
  ServiceRequest,
} from '../../check.ts'
import { joinTexts, NO_TEXT_RESULT } from '../../on-text.ts'
import { checkError, limitExceeded } from '../../result.ts'
import { callServiceForJson } from '../call-service.ts'
import { type ChunkBatch, splitIntoBatches } from './chunk-texts.ts'
import { combineResults } from './combine-results.ts'
import type { CheckDefinition } from './definition.ts'
import { linkResponseMapping, type ReadResult } from './read-response.ts'
import {
  linkStringTemplate,
  linkTemplate,
  MAX_OUTPUT,
  type Rendering,
  type ResolvePlaceholder,
  valueAtPath,
} from './template.ts'

/** Maximum code units of request context when chunks have no limit. */
const MAX_CONTEXT_LENGTH = 100_000

export const linkDefinition = <Parameters extends object>(
  definition: CheckDefinition,
): Check<Parameters> => ({
  link: (parameters, context) => linkEvaluate(definition, parameters as unknown as JsonObject, context),
})

type BuildRequest = (
  input: CheckInput,
  batch: ChunkBatch,
  now: number,
  token: string | undefined,
) => ServiceRequest | { readonly fault: string }

function linkEvaluate(
  definition: CheckDefinition,
  parameters: JsonObject,
  context: GatewayCheckContext,
): Evaluate {
  const { service, chunking } = definition
  const { buildRequest, readsTexts } = linkRequest(definition, parameters, context)
  const readResponse = linkResponseMapping(definition.response, service, parameters)
  const describeToken = definition.accessToken?.(context.credential)

  const callForBatch = async (
    input: CheckInput,
    batch: ChunkBatch,
    token: string | undefined,
    ports: CheckPorts,
  ): Promise<ReadResult | { fault: string }> => {
    const request = buildRequest(input, batch, ports.now(), token)
    if ('fault' in request) return request
    const response = await callServiceForJson(service, request, ports)
    return 'fault' in response ? response : readResponse(response.json as Json, batch.length)
  }

  return async (input, ports) => {
    if (readsTexts(input.side) && input.texts.length === 0) return NO_TEXT_RESULT
    const texts = chunking?.by === 'whole' && input.texts.length > 1 ? [joinTexts(input.texts)] : input.texts
    const batches = splitIntoBatches(texts, chunking)
    if (batches === undefined)
      return limitExceeded(
        `The text is longer than ${service} can evaluate in ${chunking?.maxRequests ?? 1} requests.`,
      )
    const token = describeToken && (await context.accessToken(describeToken))
    if (token !== undefined && isFailure(token))
      return checkError(`${service} was not called: ${token.message}`)
    const responses = await Promise.all(batches.map(batch => callForBatch(input, batch, token, ports)))
    return combineResults(service, {
      texts,
      batches,
      responses,
      isReplaceable: texts.length === input.texts.length,
    })
  }
}

interface LinkedRequest {
  readonly buildRequest: BuildRequest
  /** Whether the body contains texts. */
  readonly readsTexts: (side: CheckInput['side']) => boolean
}

function linkRequest(
  definition: CheckDefinition,
  parameters: JsonObject,
  context: CheckContext,
): LinkedRequest {
  const { service, address, replyAddress, method = 'POST', credentials = [], chunking, signer } = definition
  const linkUrl = (template: string): string | undefined =>
    credentials.reduce(
      (url, placement) => {
        const value = 'query' in placement ? context.credential(placement.parameter) : undefined
        return url === undefined || value === undefined || !('query' in placement)
          ? url
          : withQueryParameter(url, placement.query, value)
      },
      linkServiceUrl(template, parameters),
    )
  const requestUrl = linkUrl(address)
  const replyUrl = replyAddress === undefined ? requestUrl : linkUrl(replyAddress)
  const renderHeaders = linkRequestHeaders(definition, context)
  const requestTemplate = linkTemplate(definition.body ?? {})
  const replyTemplate =
    definition.replyBody === undefined ? requestTemplate : linkTemplate(definition.replyBody)
  const templateFor = (side: CheckInput['side']) => (side === 'reply' ? replyTemplate : requestTemplate)
  const maxContextLength = chunking?.maxCharacters ?? MAX_CONTEXT_LENGTH

  const buildRequest: BuildRequest = (input, batch, now, token) => {
    const url = input.side === 'reply' ? replyUrl : requestUrl
    if (url === undefined) return { fault: `The address of ${service} is missing a parameter.` }
    const texts = batch.map(({ text }) => text)
    const rendering: Rendering = {
      resolve: linkTemplateValues(input, texts, parameters, maxContextLength),
      left: MAX_OUTPUT,
    }
    const rendered = renderHeaders(rendering)
    const headers = token === undefined ? rendered : [...rendered, 'authorization', `Bearer ${token}`]
    const body = method === 'GET' ? undefined : templateFor(input.side).render(rendering)
    if (rendering.left < 0) return { fault: `The request to ${service} is too large.` }
    const request: ServiceRequest = {
      method,
      url,
      headers,
      ...(body === undefined ? {} : { body: body as JsonObject }),
    }
    if (signer === undefined) return request
    const bytes = encodeJson(body ?? {})
    const typedRequest = {
      ...request,
      headers: ['content-type', 'application/json', ...headers],
      body: bytes,
    }
    return signer(typedRequest, { ...context, parameters, now })
  }
  return {
    buildRequest,
    readsTexts: side =>
      ['text', 'texts'].some(placeholder => templateFor(side).placeholders.has(placeholder)),
  }
}

// The headers of a declarative check: literal ones, and credentials.

const MAX_VALUE_LENGTH = 2048

/** Client text in a header must not be able to inject another header or make the request invalid. */
const sanitizeHeader = (text: string): string =>
  text.slice(0, MAX_VALUE_LENGTH).replaceAll(/[^\t\x20-\x7e]/g, '?')

export type RenderHeaders = (rendering: Rendering) => readonly string[]

export function linkRequestHeaders(
  { headers = {}, credentials = [] }: Pick<CheckDefinition, 'headers' | 'credentials'>,
  { credential }: Pick<CheckContext, 'credential'>,
): RenderHeaders {
  const literal = Object.entries(headers).map(
    ([name, text]) => [name, linkStringTemplate(text).render] as const,
  )
  const secret = credentials.flatMap(placement => {
    const value = 'header' in placement ? credential(placement.parameter) : undefined
    return value === undefined || !('header' in placement)
      ? []
      : [placement.header, `${placement.prefix ?? ''}${value}`]
  })
  return rendering => [
    ...literal.flatMap(([name, render]) => {
      const value = render(rendering)
      if (value === undefined) return []
      return [name, sanitizeHeader(typeof value === 'string' ? value : JSON.stringify(value))]
    }),
    ...secret,
  ]
}

// The URL of a declarative check: its template with parameters filled in, and credentials in the query.

const PLACEHOLDER = /\{(\w+)\}/g

/**
 * The URL, or undefined when a parameter is missing. Parameters in the host are inserted verbatim, since the compiler
 * binds credentials to the origin computed the same way, and may contain parameters themselves; parameters after the
 * host are percent-encoded.
 */
export function linkServiceUrl(template: string, parameters: JsonObject): string | undefined {
  const scheme = template.indexOf('://')
  const path = template.indexOf('/', scheme < 0 ? 0 : scheme + 3)
  const end = path < 0 ? template.length : path
  let missing = false
  const fill = (text: string, write: (value: string) => string): string =>
    text.replaceAll(PLACEHOLDER, (_, name: string) => {
      const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
      if (typeof value !== 'string' && typeof value !== 'number') missing = true
      return write(String(value ?? ''))
    })
  const first = fill(template.slice(0, end), value => (path < 0 ? value : value.replace(/\/$/, '')))
  const host = fill(first, value => value)
  const tail = fill(template.slice(end), encodeURIComponent)
  return missing ? undefined : host + tail
}

/** The URL with one more query parameter. */
export function withQueryParameter(url: string, name: string, value: string): string {
  const [address = '', fragment] = url.split('#', 2)
  const field = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  const joined = `${address}${address.includes('?') ? '&' : '?'}${field}`
  return fragment === undefined ? joined : `${joined}#${fragment}`
}

// The values of template placeholders, for one request of one evaluation. Texts are the chunks of that request;
// everything else is the same for all requests.

type ResolveValue = () => Json | undefined

/** @param longest maximum code units of the context that is sent with the texts */
export function linkTemplateValues(
  input: CheckInput,
  texts: readonly string[],
  parameters: JsonObject,
  maxLength: number,
): ResolvePlaceholder {
  const { side, request, reply, model, provider, endpoint, path, workspace, trace, metadata } = input
  const values: Readonly<Record<string, ResolveValue>> = {
    text: () => joinTexts(texts),
    texts: () => texts,
    requestText: () => lastTurnText(input, maxLength),
    side: () => side,
    role: () => (side === 'request' ? 'user' : 'assistant'),
    request: () => request,
    reply: () => reply,
    model: () => model,
    provider: () => provider,
    endpoint: () => endpoint,
    path: () => path,
    workspace: () => workspace,
    trace: () => trace,
    metadata: () => metadata,
    parameters: () => parameters,
  }
  return ([first = '', ...remaining]) =>
    Object.hasOwn(values, first) ? valueAtPath(values[first]?.(), remaining) : undefined
}

/** The end of the last turn of the request. */
function lastTurnText(input: CheckInput, maxLength: number): string | undefined {
  const text = requestText(input)
  if (text === undefined) return undefined
  return (text.length > maxLength ? text.slice(-maxLength) : text).toWellFormed()
}
