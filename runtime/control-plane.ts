// Assembles the control plane of a process: the store that the manifest names, a replica of what it holds, and the surface that
// serves it beside the calls of the same gateway.
import type { Bundle, Gateway } from '../schemas/generated/types.ts'
import type { ControlContext } from './control/api/api-request.ts'
import { createControlSurface } from './control/api/control-surface.ts'
import { linkIdentification } from './control/api/identify.ts'
import { API_KEY } from './control/keys/api-key.ts'
import type { KeyIndex } from './control/keys/key-index.ts'
import { openKeys } from './control/keys/open-keys.ts'
import { MEMBER, USER } from './control/members/member.ts'
import { openReplica, type Replica } from './control/replica.ts'
import type { ResourceStore } from './control/resource-store.ts'
import { SETTINGS } from './control/settings/role-settings.ts'
import { linkSignIn } from './control/sign-in/link-sign-in.ts'
import { StoreError } from './control/store-error.ts'
import { WORKSPACE } from './control/workspaces/workspace.ts'
import { openResourceStore } from './stores/resources/open-resource-store.ts'
import { storeAddress } from './stores/resources/store-address.ts'
import type { ControlSurface } from './values/control-surface.ts'
import type { Ports } from './values/ports.ts'
import { KEY_PREFIX } from './values/stored-keys.ts'

/** The kinds of resources that are held in memory. */
export const REPLICATED: readonly string[] = [API_KEY, MEMBER, SETTINGS, USER, WORKSPACE]

export interface ControlPlaneOptions {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash' | 'keyedHash' | 'upstream'>
  /** A store that is open already, because the runtime follows it. */
  readonly store?: ResourceStore
  readonly tell: (level: 'info' | 'error', message: string) => void
}

export interface ControlPlane {
  /** The surface for a bundle; one for each that is loaded. */
  readonly surfaceFor: (bundle: Bundle) => ControlSurface
  /** The keys of the store; absent without one. */
  readonly keys: KeyIndex | undefined
  readonly stop: () => Promise<void>
}

/** Milliseconds for which keys are accepted while the store is away, where the manifest does not say. */
const MAX_STALE = 3_600_000

const ADMIN_KEY_FORM = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`)

const variable = (environment: ControlPlaneOptions['environment'], name: string): string | undefined =>
  environment[name] === '' ? undefined : environment[name]

/** Sentences where the store cannot be used: without it, nobody knows which keys are let in. */
export async function openControlPlane(
  gateway: Gateway,
  { folder, environment, ports, store: followed, tell }: ControlPlaneOptions,
): Promise<ControlPlane | readonly string[]> {
  const adminKey = variable(environment, 'GATEWAY_ADMIN_KEY')
  if (adminKey !== undefined && !ADMIN_KEY_FORM.test(adminKey))
    return [`GATEWAY_ADMIN_KEY must be a key as "portolan key" makes it, which begins with ${KEY_PREFIX}.`]
  let own: ResourceStore | undefined
  let replica: Replica | undefined
  try {
    if (followed === undefined && gateway.store !== undefined)
      own = await openResourceStore(storeAddress(gateway.store, environment), {
        folder,
        environment,
        clock: ports.clock,
      })
    const store = followed ?? own
    if (store?.holds === 'all')
      replica = await openReplica(store, { kinds: REPLICATED, clock: ports.clock, tell })
  } catch (error) {
    await own?.close()
    if (error instanceof StoreError) return [error.message]
    throw error
  }
  const store = followed ?? own
  let { maxStale = MAX_STALE } = gateway
  const keys =
    store &&
    replica &&
    openKeys(store, replica, {
      ports,
      pepper: variable(environment, 'PORTOLAN_KEY_PEPPER'),
      adminKey,
      maxStale: () => maxStale,
    })
  if (adminKey !== undefined && keys === undefined)
    tell('error', 'GATEWAY_ADMIN_KEY has no effect, since the gateway has no store that could be written.')
  return {
    keys,
    surfaceFor: bundle => {
      maxStale = bundle.gateway.maxStale ?? MAX_STALE
      const context: ControlContext = {
        clock: ports.clock,
        randomId: ports.randomId,
        hash: ports.hash,
        gateway: bundle.gateway,
        loadedAt: ports.clock.now(),
        store,
        replica,
        keys,
      }
      const signIn = linkSignIn(bundle.gateway, ports, replica)
      return createControlSurface(
        context,
        linkIdentification(bundle.gateway, ports.hash, keys, replica, signIn),
      )
    },
    stop: async () => {
      replica?.stop()
      await own?.close()
    },
  }
}
