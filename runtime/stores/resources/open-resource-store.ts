// Opens the store of saved resources that an address names. A driver is loaded only when an address needs it.
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
  /** For object storage; without it, the one of the platform. */
  readonly fetch?: typeof fetch
}

const FORMS =
  'sqlite:PATH, postgres://USER:PASSWORD@HOST/DATABASE, folder:PATH or s3:BUCKET/PREFIX?region=REGION&endpoint=URL'

type Open = (address: string, options: StoreOptions) => Promise<ResourceStore>

const DRIVERS: readonly (readonly [scheme: RegExp, open: Open])[] = [
  [
    /^sqlite:./,
    async (address, { folder }) => {
      const { openSqliteStore } = await import('./sqlite/sqlite-store.ts')
      const path = address.slice('sqlite:'.length)
      return await openSqliteStore(path === ':memory:' ? path : resolve(folder, path))
    },
  ],
  [
    /^folder:./,
    async (address, { folder, clock }) => {
      const { openFolderStore } = await import('./folder/folder-store.ts')
      return await openFolderStore(resolve(folder, address.slice('folder:'.length)), clock)
    },
  ],
  [
    /^s3:./,
    async (address, { environment, clock, fetch }) => {
      const { openObjectsStore } = await import('./objects/objects-store.ts')
      return await openObjectsStore(address, environment, clock, fetch)
    },
  ],
  [
    /^postgres(ql)?:\/\//,
    async (address, { clock }) => {
      const { openPostgresStore } = await import('./postgres/postgres-store.ts')
      return await openPostgresStore(address, clock)
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
