// A check definition → a check. Everything independent of the text is prepared at link time; then texts are split
// into chunks, requests are sent concurrently, and their results are combined.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { encodeJson } from '../../../values/body/splice.ts'
import type { Check, CheckContext, CheckInput, CheckPorts, Evaluate, ServiceRequest } from '../../check.ts'
import { joinTexts, NO_TEXT_RESULT } from '../../on-text.ts'
import { limitExceeded } from '../../result.ts'
import { callServiceForJson } from '../call-service.ts'
import { type ChunkBatch, splitIntoBatches } from './chunk-texts.ts'
import { combineResults } from './combine-results.ts'
import type { CheckDefinition } from './definition.ts'
import { linkResponseMapping, type ReadResult } from './read-response.ts'
import { linkRequestHeaders } from './request-headers.ts'
import { linkServiceUrl, withQueryParameter } from './service-url.ts'
import { linkTemplate, MAX_OUTPUT, type Rendering } from './template.ts'
import { linkTemplateValues } from './template-values.ts'

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
) => ServiceRequest | { readonly fault: string }

function linkEvaluate(definition: CheckDefinition, parameters: JsonObject, context: CheckContext): Evaluate {
  const { service, chunking } = definition
  const { buildRequest, readsTexts } = linkRequest(definition, parameters, context)
  const readResponse = linkResponseMapping(definition.response, service, parameters)

  const callForBatch = async (
    input: CheckInput,
    batch: ChunkBatch,
    ports: CheckPorts,
  ): Promise<ReadResult | { fault: string }> => {
    const request = buildRequest(input, batch, ports.now())
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
    const responses = await Promise.all(batches.map(batch => callForBatch(input, batch, ports)))
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
  const { service, method = 'POST', credentials = [], chunking, signer } = definition
  const baseUrl = linkServiceUrl(definition.address, parameters)
  const url = credentials.reduce((address, placement) => {
    const value = 'query' in placement ? context.credential(placement.parameter) : undefined
    return address === undefined || value === undefined || !('query' in placement)
      ? address
      : withQueryParameter(address, placement.query, value)
  }, baseUrl)
  const renderHeaders = linkRequestHeaders(definition, context)
  const requestTemplate = linkTemplate(definition.body ?? {})
  const replyTemplate =
    definition.replyBody === undefined ? requestTemplate : linkTemplate(definition.replyBody)
  const templateFor = (side: CheckInput['side']) => (side === 'reply' ? replyTemplate : requestTemplate)
  const maxContextLength = chunking?.maxCharacters ?? MAX_CONTEXT_LENGTH

  const buildRequest: BuildRequest = (input, batch, now) => {
    if (url === undefined) return { fault: `The address of ${service} is missing a parameter.` }
    const texts = batch.map(({ text }) => text)
    const rendering: Rendering = {
      resolve: linkTemplateValues(input, texts, parameters, maxContextLength),
      left: MAX_OUTPUT,
    }
    const headers = renderHeaders(rendering)
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
