// The keys of a store: their index, and the one thing that calls write, that the new secret of a rotation has arrived.
import type { Ports } from '../../../values/ports.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource, ResourceStore } from '../../core/resource-store.ts'
import { finishRevocations } from './finish-revocations.ts'
import { createKeyIndex, type KeyIndex } from './key-index.ts'
import { linkKeyDigest } from './key-secret.ts'

export interface KeyOptions {
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash' | 'keyedHash'>
  /** Makes digests of secrets worthless without it; every process of a fleet needs the same. */
  readonly pepper: string | undefined
  /** The administrator's key of the environment. */
  readonly adminKey: string | undefined
  /** Milliseconds for which keys are accepted while the store is away. */
  readonly maxStale: () => number
}

export function openKeys(
  store: ResourceStore,
  replica: Replica,
  { ports, pepper, adminKey, maxStale }: KeyOptions,
): KeyIndex {
  replica.onPendingDeletes(finishRevocations(store, ports))
  return createKeyIndex(replica, {
    clock: ports.clock,
    digest: linkKeyDigest(ports, pepper),
    maxStale,
    adminKey: adminKey === undefined ? undefined : ports.hash(adminKey),
    onFirstUse: resource => void recordFirstUse(store, replica, resource),
  })
}

/**
 * A rotation that was used cannot be repeated. If this cannot be written, or another write came first, the process that saw it
 * still knows.
 */
async function recordFirstUse(store: ResourceStore, replica: Replica, resource: Resource): Promise<void> {
  const { kind, id, value, revision } = resource
  try {
    await store.commit({ writes: [{ kind, id, value: { ...value, secret_used: true }, expects: revision }] })
    await replica.look()
  } catch {
    // The replica tells of a store that is away.
  }
}
