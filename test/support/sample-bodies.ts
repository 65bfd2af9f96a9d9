// Bodies that most tests of calls need: a chat, its completion, and events of its stream.

/** A request that every provider of the vendor's schema understands. */
export const CHAT = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }

/** A whole reply of the vendor. */
export const completion = (content: string, more: object = {}): object => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'gpt-4o',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content, refusal: null },
      logprobs: null,
      finish_reason: 'stop',
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  ...more,
})

/** One event of a vendor stream. */
export const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'gpt-4o', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

export const DONE = 'data: [DONE]\n\n'
