// Counts of tokens where the provider has no counter: an estimate that the reply names, close to the true count. Agents
// compact their history by it.
import { describe, expect, it, test } from 'vitest'
import { estimateInputTokens } from '../../../runtime/inbound/messages/estimate-tokens.ts'
import { textTokens } from '../../../runtime/values/text-tokens.ts'
import { modelFacts } from '../../../runtime/wire/model-family.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { createHarness } from '../../support/harness.ts'
import { HOSTS_MANIFEST } from '../link/hosts-manifest.ts'
import { areRecorded, isRecorded, recordedFolders, recordedJson } from '../providers/recordings.ts'
import { toMessagesRequest } from './recorded-counts.ts'

/** Texts of our own, with the counts of the tokenizer o200k_base. */
const TEXTS: readonly (readonly [title: string, text: string, count: number])[] = [
  ['a sentence', 'Say hello in one short sentence.', 7],
  [
    'German',
    'Die Katze sitzt auf dem Dach und schaut den Vögeln zu, die im Herbst nach Süden fliegen. Niemand weiß genau, warum sie das tut.',
    31,
  ],
  ['Chinese', '今天天气很好，我们一起去公园散步吧。路上可以买一些水果和面包。', 22],
  [
    'code',
    'def add(a: int, b: int) -> int:\n    """Adds two numbers."""\n    return a + b\n\n\nif __name__ == "__main__":\n    print(add(2, 3))\n',
    42,
  ],
  [
    'a log',
    '2026-11-22T10:15:30.123Z GET /v1/chat/completions 200 132ms trace=4bf92f3577b34da6a3ce929d0e0e4736\n'.repeat(
      5,
    ),
    260,
  ],
  ['JSON', '{"a":1,"b":[1,2,3],"name":"Ada Lovelace","nested":{"ok":true,"list":["x","y"]}}', 33],
]

test.each(TEXTS)('the tokens of %s are estimated', (_, text, count) => {
  const estimate = estimateInputTokens({ messages: [{ role: 'user', content: text }] }, undefined)
  expect(textTokens(text)).toBeGreaterThanOrEqual(count * 0.95)
  expect(textTokens(text)).toBeLessThanOrEqual(count * 1.3)
  expect(estimate).toBeGreaterThan(textTokens(text))
})

describe('A count at a provider without a counter', () => {
  const count = async (model: string, body: object) => {
    const here = createHarness({ manifest: HOSTS_MANIFEST, environment: { KEY: 'key' } })
    return { reply: await here.call({ path: '/messages/count_tokens', body: { model, ...body } }), here }
  }
  const body = {
    system: 'Be brief.',
    messages: [{ role: 'user', content: 'Say hello in one short sentence.' }],
  }

  it.each([
    '@mistral/mistral-large-latest',
    '@deepseek/deepseek-chat',
    '@cohere/command-a-03-2025',
    '@groq/openai/gpt-oss-120b',
    '@xai/grok-4',
    '@local/any',
    '@azure/gpt-6.1-sol',
    // OpenAI's schema at another host, which may not have its counter.
    '@elsewhere/gpt-6.1-sol',
  ])('of %s is an estimate, and says so', async model => {
    const { reply, here } = await count(model, body)
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual({ input_tokens: expect.any(Number) })
    expect(reply.headers['x-gateway-token-count']).toBe('estimate')
    expect(here.upstream.sent).toEqual([])
  })

  it('of a request without messages is refused', async () => {
    const { reply } = await count('@mistral/mistral-large-latest', {})
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.json)).toContain('messages must be a list.')
  })
})

/** The hosts whose recordings have chats with counts, and no counter. */
const RECORDED = [
  'cerebras',
  'crusoe',
  'deepseek',
  'mistral',
  'perplexity',
  'together',
  'writer',
  'xai',
  'zai',
]

/** Templates that the recordings show to differ within a family: by the mode of thinking, and by tools that are rewritten. */
const OUTLIERS: readonly RegExp[] = [
  /gpt-oss/,
  /qwen-3-235b/,
  /grok-4-fast/,
  /grok-4-0709/,
  /mistral-small-latest/,
]

describe.skipIf(!areRecorded)('Counts of recorded chats', () => {
  const cases = RECORDED.flatMap(host =>
    (isRecorded(`${host}/chat-completions/`) ? recordedFolders(`${host}/chat-completions/`) : []).flatMap(
      name => {
        const folder = `${host}/chat-completions/${name}`
        if (!isRecorded(`${folder}/request.json`) || !isRecorded(`${folder}/observed.json`)) return []
        const request = recordedJson(`${folder}/request.json`) as JsonObject
        const { usage } = recordedJson(`${folder}/observed.json`) as { readonly usage?: JsonObject | null }
        const count = usage?.['prompt_tokens']
        const converted = toMessagesRequest(request)
        const model = String(request['model'])
        if (typeof count !== 'number' || converted === undefined || OUTLIERS.some(each => each.test(model)))
          return []
        return [{ host, model, name, count, converted }]
      },
    ),
  )

  it.each(cases)('$host $model $name', ({ host, model, count, converted }) => {
    const estimate = estimateInputTokens(converted, modelFacts(model, host)?.template)
    expect(estimate / count).toBeGreaterThanOrEqual(0.95)
    expect(estimate / count).toBeLessThanOrEqual(1.3)
  })
})

describe.skipIf(areRecorded)('The recordings', () => {
  // Skipped in words: recorded traffic is not in the repository, and a clone without it compares the texts above alone.
  it.skip('are not here: counts of recorded chats are not compared', () => undefined)
})
