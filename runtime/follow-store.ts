// What `portolan-runtime --store` serves: the bundle that a label of the store selects, now and after every move.
import { hostname } from 'node:os'
import { createStoredVersions } from './control/releases/find-version.ts'
import { type Follower, followLabel, readSelected } from './control/releases/follow-label.ts'
import type { ResourceStore } from './control/resource-store.ts'
import { nodePorts } from './node-ports.ts'
import { type Runtime, type StartOptions, startRuntime } from './start-runtime.ts'
import { openResourceStore } from './stores/resources/open-resource-store.ts'
import { addressOfOption } from './stores/resources/store-address.ts'
import { createVerifier } from './stores/signing-keys.ts'

export interface FollowStoreOptions extends Omit<StartOptions, 'store'> {
  readonly folder: string
  /** The address of the store, in which a reference may hold the password or all of it. */
  readonly store: string
  readonly project: string
  readonly label: string
  /** Public keys as PEM, one of which must have signed; empty: signatures are not required. */
  readonly trusted: readonly string[]
  /** Told of changes of the plan and of the store. */
  readonly tell: (level: 'info' | 'error', message: string) => void
}

export interface StoreRuntime extends Runtime {
  /** The digest of the plan at the start. */
  readonly plan: string
  readonly secure: boolean
  /** Loads what the label selects anew. */
  readonly reloadSelected: Follower['reload']
}

/** Starts serving, or returns sentences that say why it cannot. Rejects with a `StoreError` if the store cannot be used. */
export async function serveStore(options: FollowStoreOptions): Promise<StoreRuntime | readonly string[]> {
  const { project, label, trusted, folder, environment, tell } = options
  const { clock, hash } = nodePorts()
  const verification = trusted.length === 0 ? {} : { verifier: createVerifier(trusted) }
  const place = { project, label, hash, ...verification }
  const store = await openResourceStore(addressOfOption(options.store, environment), {
    folder,
    environment,
    clock,
    create: false,
  })
  const started = await startSelected(store, place, options).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  if (!('runtime' in started)) {
    await store.close()
    return started
  }
  const { runtime, bundle, revision, versions, canary } = started
  const follower = followLabel(
    store,
    { digest: bundle.digest, revision, canary },
    {
      ...place,
      process: `${hostname()}:${runtime.port}`,
      clock,
      tell,
      onChange: versions.forget,
      load: async (next, split) => {
        const errors = await runtime.reload(next, split)
        if (errors.length === 0) for (const sentence of runtime.restartNeeded(next)) tell('info', sentence)
        return errors
      },
    },
  )
  return {
    ...runtime,
    plan: bundle.digest,
    secure: bundle.gateway.listen.tls !== undefined,
    reloadSelected: follower.reload,
    stop: async () => {
      follower.stop()
      await runtime.stop()
      await store.close()
    },
  }
}

async function startSelected(
  store: ResourceStore,
  place: Parameters<typeof readSelected>[1],
  options: FollowStoreOptions,
) {
  const selected = await readSelected(store, place)
  if (!('bundle' in selected) || selected.bundle === undefined) return selected.errors
  const { bundle, revision, canary } = selected
  const versions = createStoredVersions(store, place.project, place)
  const runtime = await startRuntime(bundle, { ...options, store, versions, ...(canary && { canary }) })
  return 'stop' in runtime ? { runtime, bundle, revision, versions, canary } : runtime
}
