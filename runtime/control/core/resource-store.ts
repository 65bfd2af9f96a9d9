// The port of saved resources: small JSON objects by kind and identifier, immutable blobs by digest, and one revision
// number that every write raises in its own transaction. Readers follow the revision; nothing else tells them of changes.
// Drivers are in stores/resources/; what the objects mean is in the folders beside this file.

import type { JsonObject } from '../../../schemas/values/json.ts'
import type { CounterStore } from '../../limits/fleet/counter-store.ts'
import type { Ports } from '../../values/ports.ts'
import type { TombstoneRoom } from './tombstones.ts'

export interface Resource {
  /** `release`, `label`, ...; lower-case words. */
  readonly kind: string
  /** Unique within its kind; parts are separated by slashes, so that related resources are listed together. */
  readonly id: string
  readonly value: JsonObject
  /** The revision of the write that made it what it is: the base of conditional writes, and of ETags. */
  readonly revision: number
}

export interface ResourceWrite {
  readonly kind: string
  readonly id: string
  /** Undefined deletes. */
  readonly value: JsonObject | undefined
  /** The revision that the write replaces, or `absent`; without it, anything is replaced. */
  readonly expects?: number | 'absent'
}

/** Written as a whole, or not at all. */
export interface Transaction {
  readonly writes: readonly ResourceWrite[]
  /** Bytes by the SHA-256 of their content, in hexadecimal digits; one that exists is left as it is. */
  readonly blobs?: ReadonlyMap<string, Uint8Array>
}

export type CommitResult =
  | { readonly revision: number; readonly conflict?: never }
  /** The first write whose expectation does not hold, with what is there; nothing was written. */
  | { readonly revision?: never; readonly conflict: ResourceConflict }

export interface ResourceConflict {
  readonly kind: string
  readonly id: string
  readonly found: Resource | undefined
}

export interface ListOptions {
  /** What identifiers begin with. */
  readonly prefix?: string
  /** The identifier after which the list begins. */
  readonly after?: string
  readonly limit: number
  /** From the last identifier to the first; `after` is then the one below which the list begins. */
  readonly descending?: boolean
}

/** Changes after which a part of the feed ends, with the transaction that is being read. */
export const FEED_PART = 5_000

export interface Changes {
  /** The revision up to which these are all changes: below that of the store where they are many, and more are to be read. */
  readonly revision: number
  /** What was written or deleted, each once; undefined if the feed does not reach back so far: read everything again. */
  readonly changed: readonly { readonly kind: string; readonly id: string }[] | undefined
}

/** What a process reports about itself; outside of revisions. */
export interface Heartbeat {
  readonly id: string
  readonly value: JsonObject
  /** Milliseconds since 1970, by the clock of the process that reports. */
  readonly at: number
}

export type CounterPorts = Pick<Ports, 'clock' | 'hash' | 'endOfTurn'>

export interface OpenCounterStore extends CounterStore {
  readonly close: () => Promise<void>
}

/** What a store holds of a kind. */
export interface KindSize {
  readonly kind: string
  readonly count: number
  /** Of the values, as JSON in UTF-8. */
  readonly bytes: number
}

/** Every method rejects with a `StoreError` if the store cannot be used; nothing else rejects. */
export interface ResourceStore {
  /** The address without credentials, for messages. */
  readonly name: string
  /** What it is for: any resources, or only the releases that `portolan push` makes. */
  readonly holds: 'all' | 'releases'
  /** Set if the other side refuses releases that use what it lacks. */
  readonly checksReleases?: true
  readonly commit: (transaction: Transaction) => Promise<CommitResult>
  readonly read: (kind: string, id: string) => Promise<Resource | undefined>
  /** Those of the identifiers that are there, at most 1,000, in no particular order. */
  readonly readMany: (kind: string, ids: readonly string[]) => Promise<readonly Resource[]>
  /** In the order of identifiers, by code units. */
  readonly list: (kind: string, options: ListOptions) => Promise<readonly Resource[]>
  /** The kinds that it has resources of, the largest first. A driver that would have to read all of them does not offer it. */
  readonly sizes?: () => Promise<readonly KindSize[]>
  readonly readBlob: (digest: string) => Promise<Uint8Array | undefined>
  /** 0 for an empty store. */
  readonly revision: () => Promise<number>
  readonly changesSince: (revision: number) => Promise<Changes>
  /** Room for deletions while the store cannot be written; absent if it has none of its own. */
  readonly tombstones?: TombstoneRoom
  /** Calls the listener soon after a write of another process, where the driver can; a hint that may be lost. */
  readonly onHint: (listener: () => void) => void
  readonly heartbeat: (heartbeat: Heartbeat) => Promise<void>
  /** Forgets a process that has stopped: it counts as gone at once. */
  readonly endHeartbeat: (id: string) => Promise<void>
  readonly heartbeats: () => Promise<readonly Heartbeat[]>
  /** Counts limits for all processes of a gateway, where the driver can. */
  readonly openCounters?: (gateway: string, ports: CounterPorts) => Promise<OpenCounterStore>
  readonly close: () => Promise<void>
}
