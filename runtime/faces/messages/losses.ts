// What stands deep within messages and tools and cannot be said in a chat, gathered by the name of the property.

export type Losses = Set<string>

export const beginLosses = (): Losses => new Set()
