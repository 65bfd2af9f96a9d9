// The values that records have in groups and keys of the metadata, as the dictionary and the counts name them.

/** A value that a filter may have, for the dictionary. */
export interface SeenValue {
  readonly workspace: string
  /** As of a total, or `metadata` for the keys of the metadata. */
  readonly name: string
  readonly value: string
  readonly uses: number
  readonly last: number
}

/** In place of values beyond the cap. */
export const OTHER = 'other'

export const METADATA = 'metadata'
export const metadataName = (key: string): string => `${METADATA}:${key}`
export const keyOfMetadata = (name: string): string => name.slice(METADATA.length + 1)

export const seenKey = (workspace: string, name: string, value: string): string =>
  `${name}\0${workspace}\0${value}`
