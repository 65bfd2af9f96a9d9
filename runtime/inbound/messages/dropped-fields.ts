// Names of properties nested in messages and tools that a chat does not support.

export interface DroppedFields {
  readonly names: Set<string>
  /** Whether the provider takes the setting for citations of a document. */
  readonly keepsCitations: boolean
}

export const createDroppedFields = (keepsCitations: boolean): DroppedFields => ({
  names: new Set(),
  keepsCitations,
})
