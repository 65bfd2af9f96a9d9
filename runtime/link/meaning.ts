// Semantic cache lookup: the request's text is embedded by the provider that the manifest names, called through the
// gateway itself, and the nearest stored embedding is searched. Errors here make the request a miss, never a failure.
import { canonical } from '../body/canonical.ts'
import { around, type Identified } from '../cache/key.ts'
import { embeddingRequest, readEmbedding } from '../cache/semantic/embed.ts'
import { questionOf } from '../cache/semantic/question.ts'
import type { Call } from '../call.ts'
import { isFailure } from '../failures.ts'
import type { Nearest } from '../state/vectors/vectors.ts'
import { linkInnerCall } from './inner-call.ts'
import type { Parts } from './parts.ts'

/** Timeout of the embedding in milliseconds: the client waits for it, and it saves a call of a few seconds. */
const PATIENCE = 3_000

/** The embedding of a request, within its partition of the index. */
export interface Placed {
  readonly partition: string
  readonly vector: Float32Array
}

export interface Meaning {
  /** Undefined for a request that is not compared, or whose embedding could not be computed. */
  readonly place: (call: Call, identified: Identified) => Promise<Placed | undefined>
  /** The nearest stored request above the threshold and not older than `maxAge` seconds. */
  readonly nearest: (placed: Placed, maxAge: number) => Promise<Nearest | undefined>
  readonly keep: (placed: Placed, key: string, storedAt: number) => void
  readonly forget: (placed: Placed, key: string) => void
}

/** Undefined where the manifest names no embeddings provider; `target` names the cache node in the log. */
export function linkMeaning(at: string, parts: Parts): Meaning | undefined {
  const { gateway, vectors, ports } = parts
  const { semantic } = gateway
  if (semantic === undefined || vectors === undefined) return undefined
  const { provider, model, dimensions, threshold } = semantic
  const ask = linkInnerCall(provider, 'embeddings', `${at} cache`, parts)
  return {
    place: async (call, identified) => {
      const { endpoint } = call
      const question = endpoint && questionOf(endpoint, identified.body)
      if (question === undefined) return undefined
      const reply = await ask(call, embeddingRequest(question.text, model, dimensions), PATIENCE)
      const vector = isFailure(reply) ? undefined : readEmbedding(reply)
      if (vector === undefined) return undefined
      const words = [...around(call, identified), question.rest, provider, model, vector.length]
      return { partition: ports.hash(canonical(words)), vector }
    },
    nearest: ({ partition, vector }, maxAge) =>
      vectors.nearest(partition, vector, threshold, ports.clock.now() - maxAge * 1000),
    keep: ({ partition, vector }, key, storedAt) => void vectors.add(partition, key, vector, storedAt),
    forget: ({ partition }, key) => void vectors.remove(partition, key),
  }
}
