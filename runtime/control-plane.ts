// Assembles the control plane of a process: the store that the manifest names, a replica of what it holds, and the surface that
// serves it beside the calls of the same gateway.
import type { Bundle, Gateway } from '../schemas/generated/types.ts'
import type { ControlContext } from './control/api/api-request.ts'
import { createControlSurface } from './control/api/control-surface.ts'
import { linkIdentification } from './control/api/identify.ts'
import { openReplica, type Replica } from './control/replica.ts'
import type { ResourceStore } from './control/resource-store.ts'
import { StoreError } from './control/store-error.ts'
import { WORKSPACE } from './control/workspaces/workspace.ts'
import { openResourceStore } from './stores/resources/open-resource-store.ts'
import { storeAddress } from './stores/resources/store-address.ts'
import type { ControlSurface } from './values/control-surface.ts'
import type { Ports } from './values/ports.ts'

/** The kinds of resources that are held in memory. */
export const REPLICATED: readonly string[] = [WORKSPACE]

export interface ControlPlaneOptions {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash'>
  /** A store that is open already, because the runtime follows it. */
  readonly store?: ResourceStore
  readonly tell: (level: 'info' | 'error', message: string) => void
}

export interface ControlPlane {
  /** The surface for a bundle; one for each that is loaded. */
  readonly surfaceFor: (bundle: Bundle) => ControlSurface
  readonly stop: () => Promise<void>
}

/** Sentences where the store cannot be used: without it, nobody knows which keys are let in. */
export async function openControlPlane(
  gateway: Gateway,
  { folder, environment, ports, store: followed, tell }: ControlPlaneOptions,
): Promise<ControlPlane | readonly string[]> {
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
  return {
    surfaceFor: bundle => {
      const context: ControlContext = {
        ...ports,
        gateway: bundle.gateway,
        loadedAt: ports.clock.now(),
        store,
        replica,
      }
      return createControlSurface(context, linkIdentification(bundle.gateway, ports.hash))
    },
    stop: async () => {
      replica?.stop()
      await own?.close()
    },
  }
}
