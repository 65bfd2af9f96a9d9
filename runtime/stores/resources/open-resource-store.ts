// Opens the store of saved resources that an address names. A driver is loaded only when an address needs it.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ResourceStore } from '../../control/core/resource-store.ts'
import { StoreError } from '../../control/core/store-error.ts'
import type { Clock } from '../../values/ports.ts'
import { openToOthers, sqliteFiles } from '../private-files.ts'

export interface StoreOptions {
  /** The folder of the manifest, which relative paths start from. */
  readonly folder: string
  /** Variables of the environment: the credentials of object storage are there, never in an address. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** False: a store in a file or a folder that does not exist is a failure, and not made. */
  readonly create?: boolean
  /** Told if others can reach its files. */
  readonly warn?: (sentence: string) => void
  /** For object storage; without it, the one of the platform. */
  readonly fetch?: typeof fetch
}

const FORMS =
  'sqlite:PATH, postgres://USER:PASSWORD@HOST/DATABASE, folder:PATH, s3:BUCKET/PREFIX?region=REGION&endpoint=URL or https://GATEWAY/v1'

type Open = (address: string, options: StoreOptions) => Promise<ResourceStore>

const DRIVERS: readonly (readonly [scheme: RegExp, open: Open])[] = [
  [
    /^sqlite:./,
    async (address, options) => {
      const name = address.slice('sqlite:'.length)
      const path = name === ':memory:' ? name : pathOf('sqlite', name, options)
      const { openSqliteStore } = await import('./sqlite/sqlite-store.ts')
      const store = await openSqliteStore(path)
      warnOfOthers(store.name, sqliteFiles(path), options)
      return store
    },
  ],
  [
    /^folder:./,
    async (address, options) => {
      const path = pathOf('folder', address.slice('folder:'.length), options)
      const { openFolderStore } = await import('./folder/folder-store.ts')
      const store = await openFolderStore(path, options.clock)
      // Whatever git has brought is as open as the folder.
      warnOfOthers(store.name, [path], options)
      return store
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
    /^https?:\/\//,
    async (address, options) => {
      const { openGatewayStore } = await import('./gateway/gateway-store.ts')
      return await openGatewayStore(address, options)
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

function warnOfOthers(name: string, paths: readonly string[], { warn }: StoreOptions): void {
  const sentence = warn && openToOthers(`The store ${name}`, paths)
  if (sentence !== undefined) warn?.(sentence)
}

/** The path of a store on this machine, which a mistyped address must not make. */
function pathOf(scheme: string, name: string, { folder, create }: StoreOptions): string {
  const path = resolve(folder, name)
  if (create !== false || existsSync(path)) return path
  throw new StoreError('unavailable', `The store ${scheme}:${path} does not exist; portolan push makes it.`)
}

/** Rejects with a `StoreError`: `invalid-address` if the address has none of the forms. */
export async function openResourceStore(address: string, options: StoreOptions): Promise<ResourceStore> {
  const [, open] = DRIVERS.find(([scheme]) => scheme.test(address)) ?? []
  if (open === undefined)
    throw new StoreError('invalid-address', `The address of the store must have one of the forms ${FORMS}.`)
  return await open(address, options)
}
