// The gateway's rerank reply from any provider's: best score first, ties in the provider's order. Results are
// `results` or `data`, in all their spellings; entries without an index or a score are skipped.
import {
  asCount,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { unlistedFields } from '../../values/prices/read-usage.ts'
import { vendorError } from '../../wire/error.ts'
import { recordedBesides } from '../../wire/usage.ts'
import { textOfDocument } from './read-request.ts'

/** `tokens` is the provider's token count outside of the body. */
export function buildReply(body: unknown, context: AdapterContext, tokens?: number): JsonObject | Failure {
  const entries = rerankEntries(body)
  if (entries === undefined) return unreadableReply(body)
  const {
    documents: requestDocuments,
    top_n: topN,
    return_documents: returnDocuments,
  } = asObject(context.requestBody)
  const documents = isList(requestDocuments) ? requestDocuments : undefined
  const results = entries.flatMap(entry => readRerankResult(entry, documents?.length))
  if (results.length === 0 && entries.length > 0) return unreadableReply(body)
  const sorted = results
    .toSorted((one, other) => other.score - one.score)
    .slice(0, typeof topN === 'number' ? topN : undefined)
  const { id, model } = asObject(body)
  const counts = readRerankUsage(body)
  return present({
    object: 'list',
    results: sorted.map(result => resultShape(result, returnDocuments === true, documents)),
    model: asText(model) ?? context.model,
    id: asText(id),
    usage: usageShape({ ...counts, tokens: counts.tokens ?? tokens }, context.strict, body),
    provider: context.provider,
  })
}

/** A result includes its document when requested, also where the provider does not return it. */
function resultShape(
  { index, score, text }: RerankResult,
  returnDocuments: boolean,
  documents: readonly Json[] | undefined,
): JsonObject {
  const documentText = returnDocuments ? (text ?? textOfDocument(documents?.[index])) : undefined
  return present({
    index,
    relevance_score: score,
    document: documentText === undefined ? undefined : { text: documentText },
  })
}

/**
 * The specification counts search units only; tokens are added under OpenAI's names in non-strict replies. All that
 * the provider reports is recorded.
 */
function usageShape(
  { searchUnits, tokens }: RerankUsage,
  strict: boolean,
  body: unknown,
): JsonObject | undefined {
  const { usage, meta } = asObject(body)
  const counted = strict ? {} : { prompt_tokens: tokens, total_tokens: tokens }
  const recorded = {
    ...asObject(usage),
    total_tokens: tokens,
    unlisted: meta === undefined ? undefined : unlistedFields('cohere', asObject(meta)),
  }
  const shape = present({ search_units: searchUnits, ...counted, ...recordedBesides(recorded) })
  return Object.keys(shape).length === 0 ? undefined : shape
}

function unreadableReply(body: unknown): Failure {
  const { error, message, detail } = asObject(body)
  const hasError = error !== undefined || message !== undefined || detail !== undefined
  return failure(
    'invalid_upstream_reply',
    hasError ? vendorError(body, 200).message : 'The provider returned no results.',
    { cause: 'decode' },
  )
}

interface RerankResult {
  /** Index into the documents of the request. */
  readonly index: number
  readonly score: number
  /** Present where the provider returns the document. */
  readonly text: string | undefined
}

/** The entries of a reply; undefined where it has no list. */
function rerankEntries(body: unknown): readonly Json[] | undefined {
  if (isList(body)) return body
  const { results, data: list } = asObject(body)
  return [results, list].find(isList)
}

/** `count` is the number of documents, if known. */
function readRerankResult(entry: Json, count: number | undefined): readonly RerankResult[] {
  if (!isObject(entry)) return []
  const { index, relevance_score: snake, relevanceScore: camel, score: short } = entry
  const score = [snake, camel, short].find(each => typeof each === 'number')
  if (typeof index !== 'number' || !Number.isInteger(index) || score === undefined) return []
  if (index < 0 || (count !== undefined && index >= count)) return []
  return [{ index, score: Number(score), text: textOfDocument(entry['document']) ?? textOfDocument(entry) }]
}

interface RerankUsage {
  readonly searchUnits: number | undefined
  readonly tokens: number | undefined
}

/** The provider's usage: search units, or tokens, or both. */
function readRerankUsage(body: unknown): RerankUsage {
  const { usage, meta } = asObject(body)
  const { billed_units: billed, tokens } = asObject(meta)
  const counts = asObject(usage)
  const units: JsonObject = asObject(billed)
  return {
    searchUnits: asCount(units['search_units']) ?? asCount(counts['search_units']),
    tokens: [counts['total_tokens'], asObject(tokens)['input_tokens'], units['input_tokens']]
      .map(asCount)
      .find(count => count !== undefined),
  }
}
