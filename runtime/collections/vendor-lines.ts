// The input of a batch in the vendor's JSONL format: `custom_id`, `method`, `url`, `body`. For other dialects, each request
// is converted by the adapter of the endpoint.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { AdapterContext, EndpointAdapter } from '../providers/adapter.ts'
import { asText, isObject, parseJson } from '../providers/wire/json.ts'
import { collectProblems } from '../providers/wire/report.ts'
import type { CollectionContext } from './collection.ts'

export interface VendorLine {
  readonly customId: string
  /** Without the provider slug; empty if the body has none. */
  readonly model: string
  readonly body: JsonObject
}

export interface WrittenLines {
  /** Request bodies in the provider's dialect, in line order. */
  readonly bodies: readonly JsonObject[]
  /** Parameters that the dialect does not support, without duplicates. */
  readonly dropped: readonly string[]
}

/** Further problems are only counted. */
const MOST_TOLD = 10

const decoder = new TextDecoder('utf-8')

/** The values of a JSONL text; undefined for an invalid line, empty lines are skipped. */
export const parseLines = (bytes: Uint8Array): readonly (Json | undefined)[] =>
  decoder
    .decode(bytes)
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(parseJson)

export const writeLines = (lines: readonly JsonObject[]): Uint8Array =>
  new TextEncoder().encode(lines.map(line => `${JSON.stringify(line)}\n`).join(''))

/** `param` is the parameter that a failure names. */
export function readVendorLines(
  values: readonly (Json | undefined)[],
  endpoint: string,
  place: string,
): readonly VendorLine[] | Failure {
  const problems: string[] = []
  const seen = new Set<string>()
  const lines = values.map((value, index): VendorLine => {
    const tell = (problem: string): number => problems.push(`Line ${index + 1} ${problem}.`)
    const line = isObject(value) ? value : {}
    const customId = asText(line['custom_id']) ?? ''
    const { body, url } = line
    if (!isObject(value)) tell('is not a JSON object')
    else if (customId === '') tell('has no custom_id')
    else if (seen.has(customId)) tell('has a duplicate custom_id')
    else if (!isObject(body)) tell('has no body')
    else if (url !== undefined && url !== endpoint) tell('has a url other than the endpoint of the batch')
    seen.add(customId)
    const request = isObject(body) ? body : {}
    return { customId, model: (asText(request['model']) ?? '').replace(/^@[^/]*\//, ''), body: request }
  })
  if (lines.length === 0) problems.push('The batch has no requests.')
  return problems.length === 0 ? lines : refused(problems, place)
}

/** Converts each request to the provider's dialect. */
export function writeVendorLines(
  lines: readonly VendorLine[],
  adapter: EndpointAdapter,
  context: CollectionContext,
  place: string,
): WrittenLines | Failure {
  const problems: string[] = []
  const dropped = new Set<string>()
  const bodies = lines.map((line, index): JsonObject => {
    const written = adapter.request(line.body, lineContext(line, index, context))
    if (isFailure(written)) {
      problems.push(`Line ${index + 1}: ${written.message}`)
      return {}
    }
    for (const name of written.dropped) dropped.add(name)
    return written.body
  })
  const names = [...dropped].sort()
  if (names.length > 0 && context.refusesLosses)
    problems.push(`The provider does not support: ${names.join(', ')}.`)
  return problems.length === 0 ? { bodies, dropped: names } : refused(problems, place)
}

/** The model of all lines, for providers that allow one model per batch. */
export function onlyModel(lines: readonly VendorLine[], place: string): { readonly model: string } | Failure {
  const { report, failure } = collectProblems()
  const models = new Set(lines.map(({ model }) => model))
  const [model = ''] = models
  if (models.size > 1)
    report('The requests name several models, but the provider allows one per batch.', place)
  else if (model === '') report('The requests name no model.', place)
  return failure() ?? { model }
}

/** The adapter context of a line, for its request and its reply; replies are strict. */
export const lineContext = (
  { model }: Pick<VendorLine, 'model'>,
  index: number,
  { settings, defaults, now, identifier }: CollectionContext,
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

function refused(problems: readonly string[], place: string): Failure {
  const more = problems.length - MOST_TOLD
  const told = problems.slice(0, MOST_TOLD)
  const sentence = [...told, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
  return failure('invalid_request', sentence, { param: place })
}
