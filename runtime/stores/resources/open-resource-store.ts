// Opens the store of saved resources that an address names. A driver is loaded only when an address needs it.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ResourceStore } from '../../control/resource-store.ts'
import { StoreError } from '../../control/store-error.ts'
import type { Clock } from '../../values/ports.ts'

export interface StoreOptions {
  /** The folder of the manifest, which relative paths start from. */
  readonly folder: string
  /** Variables of the environment: the credentials of object storage are there, never in an address. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Whether a store in a file or a folder is made if it does not exist; otherwise that is a failure. */
  readonly create: boolean
}

const FORMS = 'sqlite:PATH'

type Open = (address: string, options: StoreOptions) => Promise<ResourceStore>

const DRIVERS: readonly (readonly [scheme: RegExp, open: Open])[] = [
  [
    /^sqlite:./,
    async (address, { folder, create }) => {
      const name = address.slice('sqlite:'.length)
      const path = name === ':memory:' ? name : resolve(folder, name)
      if (!create && name !== ':memory:' && !existsSync(path))
        throw new StoreError(
          'unavailable',
          `The store sqlite:${path} does not exist; portolan push makes it.`,
        )
      const { openSqliteStore } = await import('./sqlite/sqlite-store.ts')
      return await openSqliteStore(path)
    },
  ],
]

/** Rejects with a `StoreError`: `invalid-address` if the address has none of the forms. */
export async function openResourceStore(address: string, options: StoreOptions): Promise<ResourceStore> {
  const [, open] = DRIVERS.find(([scheme]) => scheme.test(address)) ?? []
  if (open === undefined)
    throw new StoreError('invalid-address', `The address of the store must have one of the forms ${FORMS}.`)
  return await open(address, options)
}
