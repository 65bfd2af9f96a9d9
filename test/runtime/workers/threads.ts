// Workers of a test: as many as it names, in this thread, over channels as between threads.
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Clock } from '../../../runtime/values/ports.ts'
import { createHub, type Hub, type HubCalls, type HubMethods } from '../../../runtime/workers/hub.ts'
import { createPeer, type Methods, type Peer } from '../../../runtime/workers/peer.ts'

const endOfTurn = (action: () => void): void => void setImmediate(action)

const NO_CALLS: HubCalls = {
  reached: () => {},
  lacking: () => {},
  pin: () => {},
  rest: () => {},
  onEvent: () => {},
  report: () => {},
  metrics: async () => '',
  turnToListen: async (_, wanted) => wanted,
}

export interface Threads {
  readonly hub: Hub
  /** The main thread, as each worker reaches it. */
  readonly peers: readonly Peer<HubMethods>[]
}

const ports: MessagePort[] = []

/** `methods`: what the main thread may call of each worker. */
export function openThreads(
  clock: Clock,
  count: number,
  calls: Partial<HubCalls> = {},
  methods: (worker: number) => Methods = () => ({}),
): Threads {
  const hub = createHub(clock, { ...NO_CALLS, ...calls })
  const peers = Array.from({ length: count }, (_, worker) => {
    const { port1, port2 } = new MessageChannel()
    ports.push(port1, port2)
    createPeer(port1, hub.serve(worker), endOfTurn)
    return createPeer<HubMethods>(port2, methods(worker), endOfTurn)
  })
  return { hub, peers }
}

/** Channels keep a process alive. */
export const closeThreads = (): void => {
  for (const port of ports.splice(0)) port.close()
}
