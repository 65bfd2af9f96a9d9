// Rerank results and vectors are those of the provider: which documents, with which scores; number and length of
// vectors.
import { expect } from 'vitest'
import { asList, asObject, parseJson } from '../../../runtime/providers/wire/json.ts'
import { type Check, isFine } from './check.ts'

export const results: Check = {
  name: 'results',
  fits: play =>
    isFine(play) && (play.path === '/rerank' || (play.path === '/embeddings' && play.way !== 'native')),
  judge: async ({ play, ask }) => {
    const { reply } = await ask()
    expect(reply.status, reply.text.slice(0, 200)).toBe(200)
    const body = asObject(parseJson(reply.text))
    const { observed } = play.recording
    if (play.path === '/rerank') {
      const given = asList(body['results']).map(asObject)
      const told = given.map(({ index, relevance_score: score }) => ({ index, score }))
      expect(told).toEqual([...(observed.results ?? [])].sort((a, b) => b.score - a.score))
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
