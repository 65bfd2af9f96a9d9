// Where the recordings may differ from what the adapter makes of them, and why.

/** Routes of the provider that the adapter does not call. */
export const otherRoutes: Readonly<Record<string, string>> = {
  'invoke-stream': 'Chats go through Converse for all models; nothing else is streamed.',
  rerank: 'The gateway has no such route yet.',
  'count-tokens': 'The gateway has no such route yet.',
}

/** Of the recorded calls of `invoke`: those that are no embeddings. */
export const invokeReason =
  'A chat or completion in the words of one maker. Converse serves these models (and what it does not serve is retired).'

/** Names of tools that the provider runs itself: the recording counts their calls, a caller must not answer them. */
export const ownTools: readonly string[] = ['nova_code_interpreter']

export interface CrossException {
  readonly reason: string
  /** The request is refused, with this parameter named. */
  readonly refused: string
}

export const crossExceptions: Readonly<Record<string, CrossException>> = {
  'multimodal-request': {
    reason:
      'The request has the address of an image, the dialect takes bytes, and an adapter fetches nothing.',
    refused: 'messages[0].content[1]',
  },
}
