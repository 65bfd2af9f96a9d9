// Replies of Anthropic's Messages API, as a scripted provider sends them.

/** A whole message. */
export const claudeMessage = (
  content: readonly object[],
  { stop_reason = 'end_turn', usage = { input_tokens: 3, output_tokens: 2 } } = {},
): object => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content,
  stop_reason,
  usage,
})

/** One event of a stream. */
export const claudeEvent = (value: { readonly type: string; readonly [name: string]: unknown }): string =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`

/** A stream with one content block. */
export const claudeStream = (block: object, deltas: readonly object[]): readonly string[] => [
  claudeEvent({
    type: 'message_start',
    message: {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: 'claude',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 0 },
    },
  }),
  claudeEvent({ type: 'content_block_start', index: 0, content_block: block }),
  ...deltas.map(delta => claudeEvent({ type: 'content_block_delta', index: 0, delta })),
  claudeEvent({ type: 'content_block_stop', index: 0 }),
  claudeEvent({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
  claudeEvent({ type: 'message_stop' }),
]
