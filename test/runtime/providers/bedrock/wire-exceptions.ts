// Where the recordings may differ from the adapter's output, and why.

/** Routes of the provider that the adapter does not call. */
export const otherRoutes: Readonly<Record<string, string>> = {
  'invoke-stream': 'Chats go through Converse; completions of a text are read in a suite of their own.',
  rerank: 'Reranking goes through invoke; the reply of this route is read in the suite of all rerankers.',
  'count-tokens': 'Counting has a suite of its own; this one reads its errors.',
}

/** Recorded `invoke` calls that are not embeddings. */
export const invokeReason =
  'A chat in one maker’s schema, which Converse supports; or a text completion, covered by a separate suite.'

/** Names of provider-run tools: the recording includes their calls, which a client must not answer. */
export const providerRunTools: readonly string[] = ['nova_code_interpreter']

export interface CrossException {
  readonly reason: string
  /** The request is rejected, naming this parameter. */
  readonly refused: string
}

export const crossExceptions: Readonly<Record<string, CrossException>> = {
  'multimodal-request': {
    reason:
      'The request has the address of an image, the dialect takes bytes, and an adapter fetches nothing.',
    refused: 'messages[0].content[1]',
  },
}
