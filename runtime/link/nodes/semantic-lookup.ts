// Semantic cache lookup: the request's text is embedded by the provider that the manifest names, called through the
// gateway itself, and the nearest stored embedding is searched. Errors here make the request a miss, never a failure.

import { type CacheIdentity, partition } from '../../cache/cache-key.ts'
import { embeddingRequest, readEmbedding } from '../../cache/semantic/embedding.ts'
import { semanticQuestion } from '../../cache/semantic/semantic-question.ts'
import type { Nearest } from '../../state/vectors/vectors.ts'
import { canonicalValue } from '../../values/body/canonical-body.ts'
import type { Call } from '../../values/call.ts'
import { isFailure } from '../../values/failures.ts'
import type { LinkContext } from '../link-context.ts'
import { linkInternalCall } from './internal-call.ts'

/** Timeout of the embedding in milliseconds: the client waits for it, and it saves a call of a few seconds. */
const EMBEDDING_TIMEOUT = 3_000

/** The embedding of a request, within its partition of the index. */
export interface EmbeddedQuestion {
  readonly partition: string
  readonly vector: Float32Array
}

export interface SemanticLookup {
  /** Undefined for a request that is not compared, or whose embedding could not be computed. */
  readonly embed: (call: Call, identified: CacheIdentity) => Promise<EmbeddedQuestion | undefined>
  /** The nearest stored request above the threshold and not older than `maxAge` seconds. */
  readonly nearest: (embedded: EmbeddedQuestion, maxAge: number) => Promise<Nearest | undefined>
  readonly store: (embedded: EmbeddedQuestion, key: string, storedAt: number) => void
  readonly forget: (embedded: EmbeddedQuestion, key: string) => void
}

/** Undefined where the manifest names no embeddings provider; `target` names the cache node in the log. */
export function linkSemanticLookup(target: string, parts: LinkContext): SemanticLookup | undefined {
  const { gateway, state, ports } = parts
  const { vectors } = state
  const { semantic } = gateway
  if (semantic === undefined || vectors === undefined) return undefined
  const { provider, model, dimensions, threshold } = semantic
  const requestEmbedding = linkInternalCall(provider, 'embeddings', `${target} cache`, parts)
  return {
    embed: async (call, identified) => {
      const { endpoint } = call
      const body = call.body.json()
      if (isFailure(body)) return undefined
      const question = endpoint && semanticQuestion(endpoint, { ...body, ...identified.overrides })
      if (question === undefined) return undefined
      const reply = await requestEmbedding(
        call,
        embeddingRequest(question.text, model, dimensions),
        EMBEDDING_TIMEOUT,
      )
      const vector = isFailure(reply) ? undefined : readEmbedding(reply)
      if (vector === undefined) return undefined
      const questionText = [...partition(call, identified), question.exact, provider, model, vector.length]
      return { partition: ports.hash(canonicalValue(questionText)), vector }
    },
    // By the wall clock: vectors may be shared with other instances.
    nearest: ({ partition, vector }, maxAge) =>
      vectors.nearest(partition, vector, threshold, ports.clock.now() - maxAge * 1000),
    store: ({ partition, vector }, key, storedAt) => void vectors.add(partition, key, vector, storedAt),
    forget: ({ partition }, key) => void vectors.remove(partition, key),
  }
}
