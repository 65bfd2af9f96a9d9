// A request for `/rerank` in the interface's words, judged once for every provider: all mistakes are reported, and
// what is left is typed.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext } from '../adapter.ts'
import { asObject, asText, isList, isObject } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'

export interface RerankRequest {
  readonly query: string
  /** As the client wrote them. */
  readonly documents: readonly Json[]
  /** The text of each document. */
  readonly texts: readonly string[]
  /** The interface's optional words that the request uses. */
  readonly options: JsonObject
  /** Words of the provider, from `parameters`. */
  readonly extras: JsonObject
  /** Words that the interface does not have. */
  readonly unknown: readonly string[]
}

type Demand = readonly [fits: (value: Json) => boolean, must: string]

const positive: Demand = [value => Number.isInteger(value) && Number(value) >= 1, 'a positive integer']
const logical: Demand = [value => typeof value === 'boolean', 'true or false']
const names: Demand = [
  value => isList(value) && value.every(name => typeof name === 'string'),
  'a list of names',
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
  if (query.trim() === '') report('query is not a text, or it is empty.', 'query')
  const given = Object.entries(body).filter(([, value]) => value !== null)
  for (const [name, value] of given) {
    const [fits, must] = optional.get(name) ?? []
    if (fits?.(value) === false) report(`${name} is not ${must}.`, name)
  }
  const extras = body['parameters'] ?? null
  if (extras !== null && !isObject(extras)) report('parameters is not an object.', 'parameters')
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
  report('documents is not a list with at least one document.', 'documents')
  return []
}

function readText(document: Json, at: string, report: Report): string {
  const text = textOfDocument(document)
  if (text === undefined) report(`${at} is neither a text nor an object with a text.`, at)
  return text ?? ''
}

/** The text of a document, however it is written. */
export const textOfDocument = (document: Json | undefined): string | undefined =>
  asText(document) ?? asText(asObject(document)['text'])

/**
 * The options that a provider knows, and the names of the others, sorted. `return_documents` is never lost: a reply
 * takes the documents from the request where the provider does not give them.
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
