// The keys of a store: their index, the one thing that calls write (that the new secret of a rotation has been used), and revocations that the
// store could not take at once.

import { asObject, asText } from '../../../../schemas/values/json.ts'
import type { Ports } from '../../../values/ports.ts'
import { auditWrite } from '../../core/commit-change.ts'
import type { PendingDeleteListener, Replica } from '../../core/replica.ts'
import type { Resource, ResourceStore } from '../../core/resource-store.ts'
import type { Tombstone } from '../../core/tombstones.ts'
import { createKeyIndex, type KeyIndex, type KeyIndexOptions } from './key-index.ts'
import { linkKeyDigest } from './key-secret.ts'
import { API_KEY } from './model.ts'

export interface KeyOptions {
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash' | 'keyedHash'>
  /** Makes digests of secrets worthless without it; every process of a fleet needs the same. */
  readonly pepper: string | undefined
  /** The administrator's key of the environment. */
  readonly adminKey: string | undefined
  /** Milliseconds for which keys are accepted while the store is unavailable. */
  readonly maxStale: () => number
  /** The limit profiles of the manifest by slug. */
  readonly manifestProfiles: KeyIndexOptions['manifestProfiles']
}

export function openKeys(
  store: ResourceStore,
  replica: Replica,
  { ports, pepper, adminKey, maxStale, manifestProfiles }: KeyOptions,
): KeyIndex {
  replica.onPendingDeletes(finishRevocations(store, ports))
  return createKeyIndex(replica, {
    clock: ports.clock,
    digest: linkKeyDigest(ports, pepper),
    maxStale,
    manifestProfiles,
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
    // The replica reports a store that is unavailable.
  }
}

/** Milliseconds after which a store that could not be written is tried again. */
const PAUSE = 10_000

/** Finishes revocations that the store could not take: deletes the keys, with the entries of the audit log that they would have had. */
function finishRevocations(
  store: ResourceStore,
  { clock, randomId }: Pick<Ports, 'clock' | 'randomId'>,
): PendingDeleteListener {
  let next = clock.monotonic()
  let isFinishing = false
  /** Whether the store has no such key any more. */
  const finish = async (tombstone: Tombstone): Promise<boolean> => {
    const found = await store.read(tombstone.kind, tombstone.id)
    if (found === undefined) return true
    const { conflict } = await store.commit({
      writes: [
        { kind: found.kind, id: found.id, value: undefined, expects: found.revision },
        auditOf(tombstone, found, randomId),
      ],
    })
    return conflict === undefined || conflict.found === undefined
  }
  const finishAll = async (...[pending, done]: Parameters<PendingDeleteListener>): Promise<void> => {
    try {
      for (const tombstone of pending)
        if (tombstone.kind === API_KEY && (await finish(tombstone))) await done(tombstone)
    } catch {
      // The replica reports a store that is unavailable.
      next = clock.monotonic() + PAUSE
    }
    isFinishing = false
  }
  return (pending, done) => {
    if (isFinishing || clock.monotonic() < next) return
    isFinishing = true
    void finishAll(pending, done)
  }
}

const auditOf = (
  { kind, id, workspace, by, byType, uri, at }: Tombstone,
  { value }: Resource,
  randomId: Ports['randomId'],
) =>
  auditWrite(
    { clock: { now: () => at }, randomId },
    { principal: { id: by, type: byType }, method: 'DELETE', uri },
    {
      action: 'revoke',
      resource: kind,
      id,
      workspace,
      before: {
        id,
        name: asText(value['name']) ?? null,
        masked_key: asText(asObject(value['secret'])['masked']) ?? null,
      },
      after: null,
    },
  )
