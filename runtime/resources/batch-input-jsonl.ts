// The input of a batch in the vendor's JSONL format: `custom_id`, `method`, `url`, `body`. For other dialects, each request
// is converted by the adapter of the endpoint.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asText, isObject, parseJson } from '../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter } from '../values/adapter.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { OperationContext } from '../values/resource-operation.ts'
import { collectConversionErrors } from '../wire/conversion-errors.ts'

export interface BatchLine {
  readonly customId: string
  /** Without the provider slug; empty if the body has none. */
  readonly model: string
  readonly body: JsonObject
}

export interface ConvertedLines {
  /** Request bodies in the provider's dialect, in line order. */
  readonly bodies: readonly JsonObject[]
  /** Parameters that the dialect does not support, without duplicates. */
  readonly dropped: readonly string[]
}

/** Further problems are only counted. */
const MAX_REPORTED = 10

const decoder = new TextDecoder('utf-8')

/** The values of a JSONL text; undefined for an invalid line, empty lines are skipped. */
export const parseJsonl = (bytes: Uint8Array): readonly (Json | undefined)[] =>
  decoder
    .decode(bytes)
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(parseJson)

export const encodeJsonl = (lines: readonly JsonObject[]): Uint8Array =>
  new TextEncoder().encode(lines.map(line => `${JSON.stringify(line)}\n`).join(''))

/** `param` is the parameter that a failure names. */
export function readBatchLines(
  values: readonly (Json | undefined)[],
  endpoint: string,
  param: string,
): readonly BatchLine[] | Failure {
  const problems: string[] = []
  const seen = new Set<string>()
  const lines = values.map((value, index): BatchLine => {
    const report = (problem: string): number => problems.push(`Line ${index + 1} ${problem}.`)
    const line = isObject(value) ? value : {}
    const customId = asText(line['custom_id']) ?? ''
    const { body, url } = line
    if (!isObject(value)) report('is not a JSON object')
    else if (customId === '') report('has no custom_id')
    else if (seen.has(customId)) report('has a duplicate custom_id')
    else if (!isObject(body)) report('has no body')
    else if (url !== undefined && url !== endpoint) report('has a url other than the endpoint of the batch')
    seen.add(customId)
    const request = isObject(body) ? body : {}
    return { customId, model: (asText(request['model']) ?? '').replace(/^@[^/]*\//, ''), body: request }
  })
  if (lines.length === 0) problems.push('The batch has no requests.')
  return problems.length === 0 ? lines : invalidLines(problems, param)
}

/** Converts each request to the provider's dialect. */
export function convertBatchLines(
  lines: readonly BatchLine[],
  adapter: EndpointAdapter,
  context: OperationContext,
  param: string,
): ConvertedLines | Failure {
  const problems: string[] = []
  const dropped = new Set<string>()
  const bodies = lines.map((line, index): JsonObject => {
    const converted = adapter.request(line.body, lineContext(line, index, context))
    if (isFailure(converted)) {
      problems.push(`Line ${index + 1}: ${converted.message}`)
      return {}
    }
    for (const name of converted.dropped) dropped.add(name)
    return converted.body
  })
  const names = [...dropped].sort()
  if (names.length > 0 && context.rejectsUnsupported)
    problems.push(`The provider does not support: ${names.join(', ')}.`)
  return problems.length === 0 ? { bodies, dropped: names } : invalidLines(problems, param)
}

/** The model of all lines, for providers that allow one model per batch. */
export function readSingleModel(
  lines: readonly BatchLine[],
  param: string,
): { readonly model: string } | Failure {
  const { report, failure } = collectConversionErrors()
  const models = new Set(lines.map(({ model }) => model))
  const [model = ''] = models
  if (models.size > 1)
    report('The requests name several models, but the provider allows one per batch.', param)
  else if (model === '') report('The requests name no model.', param)
  return failure() ?? { model }
}

/** The adapter context of a line, for its request and its reply; replies are strict. */
export const lineContext = (
  { model }: Pick<BatchLine, 'model'>,
  index: number,
  { settings, defaults, now, identifier }: OperationContext,
): AdapterContext => ({
  model,
  stream: false,
  strict: true,
  now,
  identifier: `${identifier}_${index}`,
  includeUsage: false,
  defaults,
  settings,
})

function invalidLines(problems: readonly string[], param: string): Failure {
  const omitted = problems.length - MAX_REPORTED
  const shown = problems.slice(0, MAX_REPORTED)
  const message = [...shown, ...(omitted > 0 ? [`And ${omitted} more.`] : [])].join(' ')
  return failure('invalid_request', message, { param: param })
}
