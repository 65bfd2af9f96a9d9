// What the scenarios of the cache share: a cached target, whole and streamed replies, and cache statuses.
import { createHarness, type Harness, type HarnessOptions } from '../../support/harness.ts'
import { chunk, completion, DONE } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

export const CACHED = { provider: '@main', cache: { mode: 'simple', max_age: 100 } }
export const USED = { 'x-gateway-config': 'c' }
export const reply = (content: string): Step => ({ status: 200, body: completion(content) })
export const USAGE = `data: ${JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  choices: [],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})}\n\n`
/** A stream with usage, as requested by `include_usage`. */
export const stream = (...words: readonly string[]): Step => ({
  events: [
    chunk({ role: 'assistant', content: '' }),
    ...words.map(content => chunk({ content })),
    chunk({}, 'stop'),
    USAGE,
    DONE,
  ],
})
export const cacheManifest = (input: Partial<HarnessOptions> = {}): Harness =>
  createHarness({ configs: { c: CACHED }, ...input })
export const WHOLE = { model: 'm', messages: [] }
export const STREAMED = { ...WHOLE, stream: true }

export const contentOf = (json: unknown): string | undefined =>
  (json as { choices: { message: { content: string } }[] }).choices[0]?.message.content
export const contentOfEvents = (events: readonly string[]): string =>
  events
    .filter(event => event !== '[DONE]')
    .map(
      event =>
        (JSON.parse(event) as { choices: { delta: { content?: string } }[] }).choices[0]?.delta.content ?? '',
    )
    .join('')

export async function statuses(
  stage: Harness,
  calls: readonly { headers?: object; body?: object }[],
): Promise<readonly (string | undefined)[]> {
  const list: (string | undefined)[] = []
  for (const { headers = {}, body = WHOLE } of calls)
    list.push((await stage.call({ headers: { ...USED, ...headers }, body })).outcome?.reply.cache)
  return list
}
