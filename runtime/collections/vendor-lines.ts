// The requests of a batch as the vendor has them, a line each: `custom_id`, `method`, `url`, `body`. Providers with a
// dialect of their own get them translated by the adapter that serves such requests one by one.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { AdapterContext, EndpointAdapter } from '../providers/adapter.ts'
import { asText, isObject, parseJson } from '../providers/wire/json.ts'
import { collectProblems } from '../providers/wire/report.ts'
import type { CollectionContext } from './collection.ts'

export interface VendorLine {
  readonly customId: string
  /** Without a slug; empty where the body names none. */
  readonly model: string
  readonly body: JsonObject
}

export interface WrittenLines {
  /** The provider's bodies, in the order of the lines. */
  readonly bodies: readonly JsonObject[]
  /** Parameters that the dialect cannot say, each once. */
  readonly dropped: readonly string[]
}

/** More problems than these are not told one by one. */
const MOST_TOLD = 10

const decoder = new TextDecoder('utf-8')

/** The values that stand on the lines of a text; a line that is no JSON is undefined, empty ones are left out. */
export const parseLines = (bytes: Uint8Array): readonly (Json | undefined)[] =>
  decoder
    .decode(bytes)
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(parseJson)

export const writeLines = (lines: readonly JsonObject[]): Uint8Array =>
  new TextEncoder().encode(lines.map(line => `${JSON.stringify(line)}\n`).join(''))

/** `place` is where the lines came from: the parameter that a failure names. */
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
    if (!isObject(value)) tell('is no JSON object')
    else if (customId === '') tell('has no custom_id')
    else if (seen.has(customId)) tell('has a custom_id that another has')
    else if (!isObject(body)) tell('has no body')
    else if (url !== undefined && url !== endpoint) tell('is for another endpoint than the batch')
    seen.add(customId)
    const request = isObject(body) ? body : {}
    return { customId, model: (asText(request['model']) ?? '').replace(/^@[^/]*\//, ''), body: request }
  })
  if (lines.length === 0) problems.push('There is no request in it.')
  return problems.length === 0 ? lines : refused(problems, place)
}

/** What the provider is told of each request. */
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
    problems.push(`The provider cannot be told: ${names.join(', ')}.`)
  return problems.length === 0 ? { bodies, dropped: names } : refused(problems, place)
}

/** The one model of all lines, for providers that run a batch on one. */
export function onlyModel(lines: readonly VendorLine[], place: string): { readonly model: string } | Failure {
  const { report, failure } = collectProblems()
  const models = new Set(lines.map(({ model }) => model))
  const [model = ''] = models
  if (models.size > 1) report('The requests name several models, and the provider takes one a batch.', place)
  else if (model === '') report('The requests name no model.', place)
  return failure() ?? { model }
}

/** The context in which a line is translated, there and back; replies keep to the vendor's schema. */
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
