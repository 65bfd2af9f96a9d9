// A request for `/rerank`, validated once for every provider: all errors are reported, and the result is typed.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext } from '../adapter.ts'
import { asObject, asText, isList, isObject } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'

export interface RerankRequest {
  readonly query: string
  /** As sent by the client. */
  readonly documents: readonly Json[]
  /** The text of each document. */
  readonly texts: readonly string[]
  /** Optional parameters of the specification that the request uses. */
  readonly options: JsonObject
  /** Provider-specific parameters, from `parameters`. */
  readonly extras: JsonObject
  /** Parameters that the specification does not have. */
  readonly unknown: readonly string[]
}

type Demand = readonly [fits: (value: Json) => boolean, must: string]

const positive: Demand = [value => Number.isInteger(value) && Number(value) >= 1, 'a positive integer']
const logical: Demand = [value => typeof value === 'boolean', 'a boolean']
const names: Demand = [
  value => isList(value) && value.every(name => typeof name === 'string'),
  'an array of strings',
]

const optional: ReadonlyMap<string, Demand> = new Map([
  ['top_n', positive],
  ['return_documents', logical],
  ['max_tokens_per_doc', positive],
  ['max_chunks_per_doc', positive],
  ['priority', [value => typeof value === 'number', 'a number']],
  ['rank_fields', names],
  ['truncation', logical],
])

const other = new Set(['model', 'query', 'documents', 'parameters'])

export function readRequest(body: JsonObject, { model }: AdapterContext, report: Report): RerankRequest {
  if (model.trim() === '') report('model is missing.', 'model')
  const query = asText(body['query']) ?? ''
  if (query.trim() === '') report('query must be a non-empty string.', 'query')
  const given = Object.entries(body).filter(([, value]) => value !== null)
  for (const [name, value] of given) {
    const [fits, must] = optional.get(name) ?? []
    if (fits?.(value) === false) report(`${name} must be ${must}.`, name)
  }
  const extras = body['parameters'] ?? null
  if (extras !== null && !isObject(extras)) report('parameters must be an object.', 'parameters')
  const documents = readDocuments(body['documents'], report)
  return {
    query,
    documents,
    texts: documents.map((document, index) => readText(document, `documents[${index}]`, report)),
    options: Object.fromEntries(given.filter(([name]) => optional.has(name))),
    extras: asObject(extras),
    unknown: given.map(([name]) => name).filter(name => !optional.has(name) && !other.has(name)),
  }
}

function readDocuments(documents: Json | undefined, report: Report): readonly Json[] {
  if (isList(documents) && documents.length > 0) return documents
  report('documents must be a non-empty array.', 'documents')
  return []
}

function readText(document: Json, at: string, report: Report): string {
  const text = textOfDocument(document)
  if (text === undefined) report(`${at} must be a string or an object with a string "text".`, at)
  return text ?? ''
}

/** The text of a document: a string, or an object with `text`. */
export const textOfDocument = (document: Json | undefined): string | undefined =>
  asText(document) ?? asText(asObject(document)['text'])

/**
 * The options that a provider supports, and the names of the others, sorted. `return_documents` is never dropped:
 * the reply takes the documents from the request where the provider does not return them.
 */
export function knownOptions(
  { options, unknown }: RerankRequest,
  isKnown: (name: string) => boolean,
): { readonly known: JsonObject; readonly dropped: readonly string[] } {
  const lost = Object.keys(options).filter(name => !isKnown(name) && name !== 'return_documents')
  return {
    known: Object.fromEntries(Object.entries(options).filter(([name]) => isKnown(name))),
    dropped: [...unknown, ...lost].sort(),
  }
}
