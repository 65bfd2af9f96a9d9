// A text of the corpus by kind, and where a model reads it: in a message, or in a tool result or document.

export type Sample = readonly [origin: 'message' | 'data', text: string]
