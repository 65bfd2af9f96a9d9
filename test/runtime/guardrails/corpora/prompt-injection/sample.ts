// A text of the corpus by kind, and where a model reads it: in a message, or in an external text, such as a tool result.

export type Sample = readonly [origin: 'message' | 'external', text: string]
