// Whether the store of a manifest can be opened, and the encryption keys be used. Nothing is created.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from '../../../runtime/control/core/store-error.ts'
import { nodePorts } from '../../../runtime/process/node-ports.ts'
import { readEncryptionKeys } from '../../../runtime/stores/encryption-keys.ts'
import { openResourceStore } from '../../../runtime/stores/resources/open-resource-store.ts'
import { storeAddress } from '../../../runtime/stores/resources/store-address.ts'
import type { Gateway } from '../../../schemas/generated/types.ts'
import type { Terminal } from '../terminal.ts'
import { broken, type Finding, fine } from './finding.ts'

/** `folder` is that of the manifest. */
export async function examineStore(
  { store: place }: Gateway,
  folder: string,
  { environment }: Terminal,
): Promise<Finding> {
  if (place === undefined) return fine('store', 'none: releases and saved resources are not stored')
  try {
    const address = storeAddress(place, environment)
    const file = /^(?:sqlite|folder):(.+)/.exec(address)?.[1]
    if (file !== undefined && file !== ':memory:' && !existsSync(resolve(folder, file)))
      return fine('store', `${address} does not exist yet, and is made when it is used`)
    const { clock } = nodePorts()
    const store = await openResourceStore(address, { folder, environment, clock, create: false })
    const { name } = store
    await store.close()
    return fine('store', `${name} can be opened`)
  } catch (error) {
    if (error instanceof StoreError) return broken('store', error.message)
    throw error
  }
}

export function examineKeys({ encryptionKey }: Gateway, { environment }: Terminal): Finding {
  const keys = readEncryptionKeys(encryptionKey, environment)
  if (typeof keys === 'string') return broken('keys', keys)
  return keys === undefined
    ? fine('keys', 'no encryption key: secrets saved by API and bodies in the log are refused')
    : fine('keys', 'the encryption keys can be used')
}
