// Names of properties nested in messages and tools that a chat does not support.

export type Losses = Set<string>

export const beginLosses = (): Losses => new Set()
