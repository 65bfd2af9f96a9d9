// Names of properties nested in messages and tools that a chat does not support.

export interface DroppedFields {
  readonly names: Set<string>
  /** Whether the provider supports the citation setting of a document, and cache marks of calls. */
  readonly keepsCitations: boolean
}

export const createDroppedFields = (keepsCitations: boolean): DroppedFields => ({
  names: new Set(),
  keepsCitations,
})
