// Names of properties nested in messages and tools that a chat does not support.

export type DroppedFields = Set<string>

export const createDroppedFields = (): DroppedFields => new Set()
