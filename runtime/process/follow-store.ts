// What `portolan-runtime --store` serves: the bundle that a label of the store selects, now and after every move.
import { hostname } from 'node:os'
import type { ResourceStore } from '../control/core/resource-store.ts'
import { createSignedStore } from '../control/core/signed-store.ts'
import { SIGNED_KINDS } from '../control/kinds.ts'
import type { ConfigNumbers } from '../control/releases/config-numbers.ts'
import { createStoredVersions } from '../control/releases/find-version.ts'
import { type Follower, followLabel, readSelected } from '../control/releases/follow-label.ts'
import { followDeployment } from '../control/resources/deployments/follow-deployment.ts'
import { openResourceStore } from '../stores/resources/open-resource-store.ts'
import { addressOfOption } from '../stores/resources/store-address.ts'
import { openSeenMoves } from '../stores/seen-moves-file.ts'
import { createSigner, createVerifier } from '../stores/signing-keys.ts'
import { storeEvent } from '../values/event.ts'
import { waitAtMost } from '../values/wait-at-most.ts'
import { nodePorts } from './node-ports.ts'
import { listenersOf } from './served-parts.ts'
import { type Runtime, type StartOptions, startRuntime } from './start-runtime.ts'

export interface FollowStoreOptions extends Omit<StartOptions, 'store'> {
  readonly folder: string
  /** The address of the store, in which a reference may hold the password or all of it. */
  readonly store: string
  readonly project: string
  /** The label to follow; a deployment has its own. */
  readonly label: string
  /** The slug of the deployment that the process serves; absent for none. */
  readonly deployment?: string
  /** Public keys as PEM, one of which must have signed; empty: signatures are not required. */
  readonly trusted: readonly string[]
  /** The file of the last moves of signed labels; absent if only this process is to know them. */
  readonly moves?: string | undefined
  /** The private key as PEM that signs what is saved by API. */
  readonly signingKey?: string | undefined
  /** Notified of changes of the plan and of the store. */
  readonly writeLog: (level: 'info' | 'warning' | 'error', message: string) => void
}

export interface StoreRuntime extends Runtime {
  /** The digest of the plan at the start. */
  readonly plan: string
  readonly secure: boolean
  /** Loads what the label selects again. */
  readonly reloadSelected: Follower['reload']
}

const OWN_STATEMENT = 'portolan signing key'

/** Milliseconds that a process which stops waits for its store. */
const LEAVING = 2_000

/** Starts serving, or returns sentences that say why it cannot. Rejects with a `StoreError` if the store cannot be used. */
export async function serveStore(options: FollowStoreOptions): Promise<StoreRuntime | readonly string[]> {
  const { project, trusted, signingKey, folder, environment, writeLog } = options
  const { clock, hash } = nodePorts()
  const verifier = trusted.length === 0 ? undefined : createVerifier(trusted)
  const signer = signingKey === undefined ? undefined : createSigner(signingKey)
  if (signer !== undefined && verifier?.verifies(OWN_STATEMENT, signer.sign(OWN_STATEMENT)) === false)
    return [
      'The key of --signing-key is none of those of --trust, so nothing that this process saves would be used. Give its public key with --trust, too.',
    ]
  const verification = verifier === undefined ? {} : { verifier }
  const opened = await openResourceStore(addressOfOption(options.store, environment), {
    folder,
    environment,
    clock,
    create: false,
    warn: sentence => writeLog('warning', sentence),
  })
  const store =
    signer === undefined && verifier === undefined
      ? opened
      : createSignedStore(opened, { kinds: SIGNED_KINDS, signer, verifier, writeLog })
  const moves =
    verifier && options.moves !== undefined
      ? openSeenMoves({ path: options.moves, store: store.name, project, writeLog })
      : undefined
  if (typeof moves === 'string') {
    await store.close()
    return [moves]
  }
  const close = async (): Promise<void> => {
    moves?.close()
    await store.close()
  }
  const closing = async (error: unknown): Promise<never> => {
    await close()
    throw error
  }
  const deployment =
    options.deployment === undefined
      ? undefined
      : await followDeployment(store, options.deployment, writeLog).catch(closing)
  if (typeof deployment === 'string') {
    await close()
    return [deployment]
  }
  const label = (await deployment?.readLabel().catch(closing)) ?? options.label
  const place = { project, label, hash, ...verification, ...(moves && { moves }) }
  let numbers: ConfigNumbers = new Map()
  let follower: Follower | undefined
  const { servesWorkspace } = deployment ?? {}
  const started = await startSelected(store, place, {
    ...options,
    ...(servesWorkspace && { servesWorkspace }),
    configNumber: config => numbers.get(config),
    followed: { label, signer, needsSignatures: verifier !== undefined },
    behind: () => follower?.behind(),
  }).catch(closing)
  if (!('runtime' in started)) {
    await close()
    return started
  }
  const { runtime, bundle, revision, move, versions, canary } = started
  numbers = started.numbers
  const following = followLabel(
    store,
    { digest: bundle.digest, revision, move, canary },
    {
      ...place,
      ...(deployment && { deployment }),
      process: `${hostname()}:${runtime.port}`,
      ...(runtime.poolStatus && { poolStatus: runtime.poolStatus }),
      clock,
      writeLog,
      onChange: versions.forget,
      onSelected: next => {
        numbers = next
      },
      onAvailable: (available, message) => {
        writeLog(available ? 'info' : 'error', message)
        // Where the store holds all, its replica has reported it already.
        if (store.holds === 'releases') runtime.notice(storeEvent(available, message))
      },
      load: async (next, split) => {
        const errors = await runtime.reload(next, split)
        if (errors.length === 0)
          for (const sentence of runtime.restartNeeded(next)) writeLog('info', sentence)
        return errors
      },
    },
  )
  follower = following
  return {
    ...runtime,
    plan: bundle.digest,
    secure: listenersOf(bundle.gateway, options).listener.tls !== undefined,
    reloadSelected: following.reload,
    stop: async () => {
      following.stop()
      await runtime.stop()
      await waitAtMost(LEAVING, following.leave(), clock)
      await close()
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
  const { bundle, revision, move, numbers, canary } = selected
  const versions = createStoredVersions(store, place.project, place)
  const runtime = await startRuntime(bundle, { ...options, store, versions, ...(canary && { canary }) })
  return 'stop' in runtime ? { runtime, bundle, revision, move, numbers, versions, canary } : runtime
}
