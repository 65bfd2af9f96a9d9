// Deletions that cannot wait for the store: a key must be revoked also while the disk is full. They are written into room that a store
// reserves beside itself while there is some, and are finished in the store when it can be written again.

export interface Tombstone {
  readonly kind: string
  readonly id: string
  /** The slug of the workspace; null for what belongs to the organisation. */
  readonly workspace: string | null
  /** Who has deleted it, by which request, and when, in milliseconds since 1970: for the audit log. */
  readonly by: string
  readonly byType: string
  readonly uri: string
  readonly at: number
}

/** All methods reject with a `StoreError` if the room cannot be used. */
export interface TombstoneRoom {
  /** Those of all processes of the store; cheap if none has changed. */
  readonly read: () => Promise<readonly Tombstone[]>
  /** Durable when it resolves. */
  readonly write: (tombstone: Tombstone) => Promise<void>
  readonly clear: (tombstone: Tombstone) => Promise<void>
}
