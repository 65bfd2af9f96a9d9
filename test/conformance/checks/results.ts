// Rerank results and vectors are those of the provider: which documents, with which scores; number and length of
// vectors.
import { expect } from 'vitest'
import { asList, asObject, parseJson } from '../../../schemas/values/json.ts'
import { type ConformanceCheck, isSuccess } from './check.ts'

export const results: ConformanceCheck = {
  name: 'results',
  applies: play =>
    isSuccess(play) && (play.path === '/rerank' || (play.path === '/embeddings' && play.mode !== 'native')),
  run: async ({ replay, send }) => {
    const { reply } = await send()
    expect(reply.status, reply.text.slice(0, 200)).toBe(200)
    const body = asObject(parseJson(reply.text))
    const { observed } = replay.recording
    if (replay.path === '/rerank') {
      const given = asList(body['results']).map(asObject)
      const ranking = given.map(({ index, relevance_score: score }) => ({ index, score }))
      expect(ranking).toEqual([...(observed.results ?? [])].sort((a, b) => b.score - a.score))
      return
    }
    const vectors = asList(body['data']).map(each => asObject(each)['embedding'])
    expect(vectors).toHaveLength(countOf(observed.vectors))
    for (const vector of vectors)
      expect(asList(vector).length).toBe(observed.dimensions ?? asList(vectors[0]).length)
    expect(asList(vectors[0]).length).toBeGreaterThan(1)
  },
}

/** Some providers return vectors by type. */
function countOf(vectors: unknown): number {
  if (typeof vectors === 'number') return vectors
  const [first] = Object.values((vectors ?? {}) as Readonly<Record<string, unknown>>)
  return typeof first === 'number' ? first : 1
}
