// Combines the results of all requests of one evaluation. One flag is enough to fail; one without a verdict makes it
// an error, unless another one is flagged.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import type { CheckResult } from '../../check.ts'
import { checkError } from '../../result.ts'
import { type ChunkBatch, joinBatches } from './chunk-texts.ts'
import type { FlagHit } from './flags.ts'
import type { ReadResult } from './read-response.ts'

export interface ServiceResults {
  /** The texts before they were split into chunks. */
  readonly texts: readonly string[]
  readonly batches: readonly ChunkBatch[]
  /** Whether rewritten texts can be written back; those of several joined texts cannot. */
  readonly isReplaceable: boolean
  readonly responses: readonly (ReadResult | { readonly fault: string })[]
}

export function combineResults(service: string, results: ServiceResults): CheckResult {
  const responses = results.responses.filter(response => 'hits' in response)
  const hits = responses.flatMap(response => response.hits)
  const fault = results.responses.find(response => 'fault' in response)
  const rewrittenTexts = fault === undefined ? joinRewritten(responses, results) : undefined
  const isChanged = rewrittenTexts?.some((text, index) => text !== results.texts[index]) === true
  const texts = results.isReplaceable ? rewrittenTexts : undefined
  const remaining = responses.flatMap((response, index) => {
    const sent = results.batches[index]
    const isFixed = texts !== undefined && response.texts?.some((text, at) => text !== sent?.[at]?.text)
    return response.hits.filter(({ fixedByRewrite }) => !(fixedByRewrite && isFixed))
  })
  const names = [...new Set(hits.flatMap(hit => hit.names))]
  const facts: JsonObject = {
    ...(responses.find(response => response.hits.length > 0) ?? responses[0])?.facts,
    ...(names.length === 0 ? {} : { found: names }),
    ...(results.batches.length > 1 ? { requests: results.batches.length } : {}),
  }
  const found = { facts, ...(texts === undefined ? {} : { texts }) }
  if (remaining.length > 0) return { passed: false, reason: formatReason(remaining), ...found }
  if (fault !== undefined) return checkError(fault.fault)
  if (isChanged && !results.isReplaceable)
    return checkError(`${service} rewrote several joined strings, which cannot be written back.`)
  return {
    passed: true,
    reason: isChanged ? `${service} rewrote the text.` : `${service} flagged nothing.`,
    ...found,
  }
}

/** The texts as rewritten by the service; undefined when it returned none. */
function joinRewritten(
  responses: readonly ReadResult[],
  { texts, batches }: ServiceResults,
): readonly string[] | undefined {
  const rewrittenChunks = responses.map(response => response.texts)
  return rewrittenChunks.some(each => each !== undefined)
    ? joinBatches(
        texts,
        batches,
        rewrittenChunks.map((each, index) => each ?? batches[index]?.map(({ text }) => text) ?? []),
      )
    : undefined
}

function formatReason(hits: readonly FlagHit[]): string {
  const sentences = new Map<string, Set<string>>()
  for (const { message, names } of hits) {
    const existing = sentences.get(message) ?? new Set()
    for (const name of names) existing.add(name)
    sentences.set(message, existing)
  }
  return [...sentences]
    .map(([says, names]) =>
      names.size === 0 ? `${says}.` : `${says}: ${[...names].slice(0, 10).join(', ')}.`,
    )
    .join(' ')
}
