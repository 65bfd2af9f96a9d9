// Invariants of chat streams: every event is JSON, one finish reason per choice, usage if and only if requested,
// `[DONE]` last and once.
import { expect } from 'vitest'
import { asList, asObject, isObject, parseJson } from '../../../schemas/values/json.ts'
import { chunksIn, eventsIn } from '../client-result.ts'
import { type ConformanceCheck, isChat, isStream, isSuccess, requestsUsage } from './check.ts'

export const streamInvariants: ConformanceCheck = {
  name: 'stream',
  applies: play => isChat(play) && isSuccess(play) && isStream(play) && play.mode !== 'passthrough',
  run: async ({ replay, send }) => {
    const { reply } = await send()
    expect(reply.headers['content-type']).toMatch(/^text\/event-stream/)
    const data = eventsIn(reply.bytes).map(event => event.data)
    expect(data.indexOf('[DONE]')).toBe(data.length - 1)
    const chunks = chunksIn(reply.bytes)
    expect(data.slice(0, -1).every(each => isObject(parseJson(each)))).toBe(true)
    const finishes = chunks
      .flatMap(chunk => asList(chunk['choices']).map(asObject))
      .filter(({ finish_reason: finish }) => typeof finish === 'string')
      .map(({ index }) => index ?? 0)
    expect(finishes.length, 'choices that ended').toBeGreaterThan(0)
    expect(finishes, 'one finish reason per choice').toEqual([...new Set(finishes)])
    const counted = chunks.filter(({ usage }) => isObject(usage)).length
    expect(counted, 'chunks with usage').toBe(requestsUsage(replay) ? 1 : 0)
  },
}
