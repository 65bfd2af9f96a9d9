// Rerank results of providers: `results` or `data`, in all their spellings. Total: entries without an index or a
// score are skipped.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject, isList, isObject } from '../../../schemas/values/json.ts'
import { textOfDocument } from './read-request.ts'

export interface RerankResult {
  /** Index into the documents of the request. */
  readonly index: number
  readonly score: number
  /** Present where the provider returns the document. */
  readonly text: string | undefined
}

/** The entries of a reply; undefined where it has no list. */
export function rerankEntries(body: unknown): readonly Json[] | undefined {
  if (isList(body)) return body
  const { results, data: list } = asObject(body)
  return [results, list].find(isList)
}

/** `count` is the number of documents, if known. */
export function readRerankResult(entry: Json, count: number | undefined): readonly RerankResult[] {
  if (!isObject(entry)) return []
  const { index, relevance_score: snake, relevanceScore: camel, score: short } = entry
  const score = [snake, camel, short].find(each => typeof each === 'number')
  if (typeof index !== 'number' || !Number.isInteger(index) || score === undefined) return []
  if (index < 0 || (count !== undefined && index >= count)) return []
  return [{ index, score: Number(score), text: textOfDocument(entry['document']) ?? textOfDocument(entry) }]
}

export interface RerankUsage {
  readonly searchUnits: number | undefined
  readonly tokens: number | undefined
}

/** The provider's usage: search units, or tokens, or both. */
export function readRerankUsage(body: unknown): RerankUsage {
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
