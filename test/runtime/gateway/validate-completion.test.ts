// POST /completions: the interface's bounds, each a clear 400 before any provider is called.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'

const BODY = { model: 'gpt-3.5-turbo-instruct', prompt: 'Say hello' }
const send = async (body: unknown) => {
  const here = createHarness({ script: [{ status: 200, body: { object: 'text_completion', choices: [] } }] })
  const reply = await here.call({ path: '/completions', headers: { 'x-gateway-provider': '@main' }, body })
  return { reply, callCount: here.upstream.sent.length }
}

describe('a completion within the bounds reaches the provider', () => {
  it.each([
    [
      'every field at its limit',
      { best_of: 20, n: 19, logprobs: 5, temperature: 2, top_p: 0, max_tokens: 0 },
    ],
    ['nulls', { best_of: null, n: null, stop: null, logit_bias: null, stream: null, seed: null }],
    [
      'penalties and biases at their limits',
      { frequency_penalty: -2, presence_penalty: 2, logit_bias: { 50256: -100 } },
    ],
    ['four stop strings', { stop: ['a', 'b', 'c', 'd'] }],
    ['a prompt of tokens', { prompt: [1, 2, 3] }],
    ['the defaults written out', { best_of: 1, n: 1 }],
    ['best_of at its lower limit', { best_of: 0, n: 1 }],
    ['prompts', { prompt: ['a', 'b'] }],
    ['prompts of tokens', { prompt: [[1, 2], [3]] }],
    ['fields that the interface does not define', { top_k: 4 }],
    ['options of a stream', { stream: true, stream_options: { include_usage: true } }],
  ])('%s', async (_title, more) => {
    const { reply, callCount } = await send({ ...BODY, ...more })
    expect([reply.status, callCount]).toEqual([200, 1])
  })
})

describe('a completion out of bounds is rejected, by name', () => {
  it.each<readonly [object, string, unknown]>([
    [{ best_of: 21 }, 'best_of', 'best_of must be at most 20.'],
    [{ best_of: 2, n: 3 }, 'best_of', 'best_of is 2 and n is 3: best_of must exceed n.'],
    [{ best_of: 2, stream: true }, 'best_of', 'A completion with best_of above 1 cannot be streamed.'],
    [{ n: 0 }, 'n', 'n must be at least 1.'],
    [{ n: 129 }, 'n', 'n must be at most 128.'],
    [{ n: 1.5 }, 'n', 'n must be an integer.'],
    [{ logprobs: 6 }, 'logprobs', 'logprobs must be at most 5.'],
    [{ max_tokens: -1 }, 'max_tokens', 'max_tokens must be at least 0.'],
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'stop must have at most 4 items.'],
    [{ stop: ['a', 1] }, 'stop[1]', 'stop[1] must be a string.'],
    [{ temperature: 2.1 }, 'temperature', 'temperature must be at most 2.'],
    [{ top_p: -0.1 }, 'top_p', 'top_p must be at least 0.'],
    [{ frequency_penalty: -2.5 }, 'frequency_penalty', 'frequency_penalty must be at least -2.'],
    [{ presence_penalty: '1' }, 'presence_penalty', 'presence_penalty must be a number.'],
    [{ logit_bias: { 1: 101 } }, 'logit_bias[1]', 'logit_bias[1] must be at most 100.'],
    [{ logit_bias: { abc: 1 } }, 'logit_bias.abc', 'Keys of logit_bias must consist of at most 10 digits.'],
    [{ prompt: 7 }, 'prompt', 'prompt must be a string or a list.'],
    [{ prompt: [] }, 'prompt', 'prompt must not be an empty list.'],
    ...[[1, 'a'], [1.5], [-1], [['a']], [[1], []], [[1], 2], [null]].map(
      (prompt): readonly [object, string, unknown] => [
        { prompt },
        'prompt',
        'prompt must be a list of strings, of tokens, or of lists of tokens: integers from 0.',
      ],
    ),
    [{ best_of: 0, n: 2 }, 'best_of', 'best_of is 0 and n is 2: best_of must exceed n.'],
  ])('%j', async (more, param, message) => {
    const { reply, callCount } = await send({ ...BODY, ...more })
    expect([reply.status, reply.json, callCount]).toEqual([
      400,
      { error: { message, type: 'invalid_request_error', param, code: 'invalid_request' } },
      0,
    ])
  })

  it('all errors at once', async () => {
    const { reply } = await send({ n: 0, logprobs: 9 })
    const { message } = (reply.json as { error: { message: string } }).error
    for (const sentence of ['model is missing.', 'prompt is missing.', 'n must be', 'logprobs must be'])
      expect(message).toContain(sentence)
  })
})
