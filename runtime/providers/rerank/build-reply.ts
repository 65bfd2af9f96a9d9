// The gateway's rerank reply from any provider's: best score first, ties in the provider's order.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { vendorError } from '../wire/error.ts'
import { asObject, asText, isList, present } from '../wire/json.ts'
import { textOfDocument } from './read-request.ts'
import { entriesOf, type Ranked, readResult, readSpent, type Spent } from './read-results.ts'

/** `tokens` is the provider's token count outside of the body. */
export function buildReply(body: unknown, context: AdapterContext, tokens?: number): JsonObject | Failure {
  const entries = entriesOf(body)
  if (entries === undefined) return misunderstood(body)
  const { documents: asked, top_n: most, return_documents: whole } = asObject(context.asked)
  const documents = isList(asked) ? asked : undefined
  const results = entries.flatMap(entry => readResult(entry, documents?.length))
  if (results.length === 0 && entries.length > 0) return misunderstood(body)
  const sorted = results
    .toSorted((one, other) => other.score - one.score)
    .slice(0, typeof most === 'number' ? most : undefined)
  const { id, model } = asObject(body)
  const spent = readSpent(body)
  return present({
    object: 'list',
    results: sorted.map(result => resultShape(result, whole === true, documents)),
    model: asText(model) ?? context.model,
    id: asText(id),
    usage: usageShape({ ...spent, tokens: spent.tokens ?? tokens }, context.strict),
    provider: context.provider,
  })
}

/** A result includes its document when requested, also where the provider does not return it. */
function resultShape(
  { index, score, text }: Ranked,
  whole: boolean,
  documents: readonly Json[] | undefined,
): JsonObject {
  const given = whole ? (text ?? textOfDocument(documents?.[index])) : undefined
  return present({
    index,
    relevance_score: score,
    document: given === undefined ? undefined : { text: given },
  })
}

/** The specification counts search units only; tokens are added under OpenAI's names in non-strict replies. */
function usageShape({ searchUnits, tokens }: Spent, strict: boolean): JsonObject | undefined {
  const counted = strict ? {} : { prompt_tokens: tokens, total_tokens: tokens }
  const shape = present({ search_units: searchUnits, ...counted })
  return Object.keys(shape).length === 0 ? undefined : shape
}

function misunderstood(body: unknown): Failure {
  const { error, message, detail } = asObject(body)
  const told = error !== undefined || message !== undefined || detail !== undefined
  return failure(
    'invalid_upstream_reply',
    told ? vendorError(body, 200).message : 'The provider returned no results.',
    { cause: 'decode' },
  )
}
