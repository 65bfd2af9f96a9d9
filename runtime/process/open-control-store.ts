// Opens what the control plane stands on: the store that the manifest names, a replica of what it holds, and the secrets that were saved
// in it.
import type { Gateway } from '../../schemas/generated/types.ts'
import { openReplica, type Replica } from '../control/core/replica.ts'
import type { ResourceStore } from '../control/core/resource-store.ts'
import type { Sealing } from '../control/core/sealing/sealing.ts'
import { StoreError } from '../control/core/store-error.ts'
import { REPLICATED_KINDS, SEALED_KINDS } from '../control/kinds.ts'
import {
  openStoredReferences,
  type StoredReferences,
} from '../control/resources/secret-references/stored-references.ts'
import { type ManagedSecretOptions, openSavedSource, secretEvent } from '../stores/open-secret-cache.ts'
import { openResourceStore } from '../stores/resources/open-resource-store.ts'
import { storeAddress } from '../stores/resources/store-address.ts'
import { storeEvent } from '../values/event.ts'
import type { storedSecretsFault } from './stored-secrets-fault.ts'

export interface ControlStoreOptions {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly ports: ManagedSecretOptions['ports']
  readonly onEvent: ManagedSecretOptions['onEvent']
  readonly tell: (level: 'warning', message: string) => void
  /** A store that is open already, because the runtime follows it; whoever opened it closes it. */
  readonly store: ResourceStore | undefined
}

export interface ControlStore {
  /** Undefined where the manifest names none. */
  readonly store: ResourceStore | undefined
  /** Undefined where the store holds releases alone. */
  readonly replica: Replica | undefined
  readonly references: StoredReferences | undefined
  readonly stop: () => Promise<void>
}

/** Sentences where the store cannot be used: without it, nobody knows which keys are let in. */
export async function openControlStore(
  { store: address }: Pick<Gateway, 'store'>,
  { folder, environment, ports, store: followed, onEvent, tell }: ControlStoreOptions,
  sealing: Sealing | undefined,
): Promise<ControlStore | readonly string[]> {
  const { clock, random } = ports
  let opened: ResourceStore | undefined
  let replica: Replica | undefined
  let references: StoredReferences | undefined
  const stop = async (): Promise<void> => {
    references?.stop()
    replica?.stop()
    await opened?.close()
  }
  try {
    if (followed === undefined && address !== undefined)
      opened = await openResourceStore(storeAddress(address, environment), {
        folder,
        environment,
        clock,
        warn: sentence => tell('warning', sentence),
      })
    const store = followed ?? opened
    if (store?.holds === 'all')
      replica = await openReplica(store, {
        kinds: REPLICATED_KINDS,
        clock,
        onAvailable: (available, message) => onEvent(storeEvent(available, message)),
      })
    const fault = store && replica && (await secretsFault(store, replica, sealing, { environment, tell }))
    if (fault !== undefined) {
      await stop()
      return [fault]
    }
    if (replica !== undefined) {
      references = openStoredReferences({
        replica,
        sealing,
        clock,
        random,
        openSource: (reference, credential) => openSavedSource(reference, credential, { environment, ports }),
        onChange: (slug, fault, failing) => onEvent(secretEvent(slug, fault, failing)),
      })
      await references.loaded()
    }
    return { store, replica, references, stop }
  } catch (error) {
    await stop()
    if (error instanceof StoreError) return [error.message]
    throw error
  }
}

/** Most stores hold no secrets: what opens them is not loaded for these. */
async function secretsFault(...parts: Parameters<typeof storedSecretsFault>): Promise<string | undefined> {
  const [, replica, sealing] = parts
  if (sealing === undefined && SEALED_KINDS.every(kind => replica.count(kind) === 0)) return undefined
  return await (await import('./stored-secrets-fault.ts')).storedSecretsFault(...parts)
}
