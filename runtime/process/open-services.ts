// Opens what a process works with beside its listeners: shared state, sinks of the log, the control plane, limits. All of them
// open, or none.
import { hostname } from 'node:os'
import { threadId } from 'node:worker_threads'
import type { Gateway } from '../../schemas/generated/types.ts'
import type { BackgroundQueue } from '../guardrails/engine/background-queue.ts'
import { createPriceList, type PriceList } from '../providers/model-prices.ts'
import { openState } from '../stores/open-state.ts'
import type { LookUpSecret } from '../stores/secrets.ts'
import type { Ports } from '../values/ports.ts'
import type { ControlPlaneOptions } from './control-plane.ts'
import { deferControlPlane, needsControlPlane, type ProcessControl } from './deferred-control-plane.ts'
import type { LoadedParts } from './load-parts.ts'
import { openLimits } from './open-limits.ts'
import { type OpenSinks, openSinks, type SinkParts } from './open-sinks.ts'
import type { WorkerContext } from './worker-context.ts'

export interface ServiceParts extends Omit<ControlPlaneOptions, 'ports' | 'logs' | 'logPorts' | 'live'> {
  readonly ports: Ports & ControlPlaneOptions['ports']
  readonly secret: LookUpSecret
  readonly afterwards: BackgroundQueue
  /** Whether the process serves calls, and so counts their limits. */
  readonly counts: boolean
  readonly poolStatus: LoadedParts['poolStatus']
  readonly degraded: SinkParts['degraded']
  /** Absent if one thread serves. */
  readonly worker?: WorkerContext
}

export interface OpenServices {
  readonly state: Exclude<Awaited<ReturnType<typeof openState>>, string>
  readonly control: ProcessControl
  readonly limits: Awaited<ReturnType<typeof openLimits>>
  readonly prices: PriceList
  readonly sinks: OpenSinks
  /** Writes what sinks have not written, while the network is still there. */
  readonly close: () => Promise<void>
}

/** Whether anything beside the bundle decides who may call. */
const needsAccess = (
  { store, encryptionKey, mcp }: Gateway,
  { store: followed, environment }: Pick<ServiceParts, 'store' | 'environment'>,
): boolean =>
  store !== undefined ||
  followed !== undefined ||
  encryptionKey !== undefined ||
  mcp !== undefined ||
  Boolean(environment['GATEWAY_ADMIN_KEY'])

export async function openServices(
  gateway: Gateway,
  parts: ServiceParts,
): Promise<OpenServices | readonly string[]> {
  const { ports, secret, onEvent, afterwards, counts } = parts
  const closing: (() => Promise<void>)[] = []
  const close = async (): Promise<void> => {
    for (const action of closing.splice(0).reverse()) await action()
  }
  const giveUp = async (sentences: readonly string[]): Promise<readonly string[]> => {
    await close()
    return sentences
  }
  try {
    const state = await openState(gateway, secret, ports, onEvent, parts.worker)
    if (typeof state === 'string') return [state]
    closing.push(state.close)
    const sinks = await openSinks(gateway, parts)
    if (!('sinks' in sinks)) return await giveUp(sinks)
    closing.push(sinks.stop)
    const prices = createPriceList(gateway.prices, gateway.pools)
    const { logs, capture } = sinks
    const access = needsAccess(gateway, parts)
      ? await (await import('./open-access.ts')).openAccess(gateway, parts)
      : undefined
    if (access !== undefined && !('stop' in access)) return await giveUp(access)
    const control = deferControlPlane(access, async stores =>
      (await import('./open-serving-control.ts')).openServingControl(
        stores,
        {
          ...parts,
          live: {
            process: `${hostname()}:${process.pid}`,
            thread: parts.worker === undefined ? undefined : threadId,
            ...(counts && {
              calls: {
                circuits: state.circuits,
                sharesCircuits: gateway.state.kind === 'redis',
                pools: parts.poolStatus,
              },
            }),
          },
          ...(logs && {
            logs,
            logPorts: (await import('./log-ports.ts')).createLogPorts(prices, capture),
          }),
        },
        state.sessions,
      ),
    )
    closing.push(control.stop)
    if (needsControlPlane(gateway, access) || !counts) await control.load()
    const counters = (counts ? await control.openCounters() : undefined) ?? state.counters
    const limits = await openLimits(counters, ports, afterwards, onEvent, prices, control.ledger)
    control.follow(limits.limiter, gateway)
    const counting = counts ? control.watchCounting(limits.limiter) : undefined
    closing.push(async () => {
      await limits.stop()
      await counting?.stop()
    })
    return { state, control, limits, prices, sinks, close }
  } catch (error) {
    await close()
    throw error
  }
}
