// A request for `/rerank`, validated once for every provider: all errors are reported, and the result is typed.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isList, isObject } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'

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

type Requirement = readonly [isValid: (value: Json) => boolean, requirement: string]

const positive: Requirement = [value => Number.isInteger(value) && Number(value) >= 1, 'a positive integer']
const booleanValue: Requirement = [value => typeof value === 'boolean', 'a boolean']
const stringList: Requirement = [
  value => isList(value) && value.every(name => typeof name === 'string'),
  'an array of strings',
]

const optionalParameters: ReadonlyMap<string, Requirement> = new Map([
  ['top_n', positive],
  ['return_documents', booleanValue],
  ['max_tokens_per_doc', positive],
  ['max_chunks_per_doc', positive],
  ['priority', [value => typeof value === 'number', 'a number']],
  ['rank_fields', stringList],
  ['truncation', booleanValue],
])

const requiredParameters = new Set(['model', 'query', 'documents', 'parameters'])

export function readRerankRequest(
  body: JsonObject,
  { model }: AdapterContext,
  report: ReportConversionError,
): RerankRequest {
  if (model.trim() === '') report('model is missing.', 'model')
  const query = asText(body['query']) ?? ''
  if (query.trim() === '') report('query must be a non-empty string.', 'query')
  const presentParameters = Object.entries(body).filter(([, value]) => value !== null)
  for (const [name, value] of presentParameters) {
    const [isValid, requirement] = optionalParameters.get(name) ?? []
    if (isValid?.(value) === false) report(`${name} must be ${requirement}.`, name)
  }
  const extras = body['parameters'] ?? null
  if (extras !== null && !isObject(extras)) report('parameters must be an object.', 'parameters')
  const documents = readDocuments(body['documents'], report)
  return {
    query,
    documents,
    texts: documents.map((document, index) => readDocumentText(document, `documents[${index}]`, report)),
    options: Object.fromEntries(presentParameters.filter(([name]) => optionalParameters.has(name))),
    extras: asObject(extras),
    unknown: presentParameters
      .map(([name]) => name)
      .filter(name => !optionalParameters.has(name) && !requiredParameters.has(name)),
  }
}

function readDocuments(documents: Json | undefined, report: ReportConversionError): readonly Json[] {
  if (isList(documents) && documents.length > 0) return documents
  report('documents must be a non-empty array.', 'documents')
  return []
}

function readDocumentText(document: Json, path: string, report: ReportConversionError): string {
  const text = textOfDocument(document)
  if (text === undefined) report(`${path} must be a string or an object with a string "text".`, path)
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
  const unsupported = Object.keys(options).filter(name => !isKnown(name) && name !== 'return_documents')
  return {
    known: Object.fromEntries(Object.entries(options).filter(([name]) => isKnown(name))),
    dropped: [...unknown, ...unsupported].sort(),
  }
}
