// Pins of the tools of MCP servers that are in no store, among all workers: whichever lists a tool first, its
// definition is the one that all of them trust. Each worker has a copy, which is changed as the main thread decides.
import type { ProcessPins, SeenTool } from '../mcp/catalogue/tool-pins.ts'
import type { Peer } from './peer.ts'

type PinnedTool = Pick<SeenTool, 'name' | 'digest' | 'definition'>

export interface PinChange {
  readonly kind: 'trust' | 'hold' | 'approve'
  readonly server: string
  readonly tools: readonly PinnedTool[]
}

/** Bounds what a hostile server can make the process remember. */
const MAX_CHANGES = 100_000

export interface SharedPins {
  readonly serve: (worker: number) => {
    readonly changePins: (change: PinChange) => void
    readonly allPins: () => readonly PinChange[]
  }
}

/** `spread` sends a change to all workers but one. */
export function createSharedPins(
  spread: (except: number | undefined, change: PinChange) => void,
): SharedPins {
  /** The last change of each tool, for workers that start. */
  const changes = new Map<string, PinChange>()
  const trusted = new Map<string, string>()
  return {
    serve: worker => ({
      changePins: ({ kind, server, tools }) => {
        for (const tool of tools) {
          const name = JSON.stringify([server, tool.name])
          const key = `${kind === 'hold' ? 'held' : 'trusted'} ${name}`
          if (!changes.has(key) && changes.size >= MAX_CHANGES) continue
          const first = trusted.get(name)
          const digest = kind === 'trust' ? (first ?? tool.digest) : tool.digest
          if (kind !== 'hold') trusted.set(name, digest)
          const change = { kind, server, tools: [{ ...tool, digest }] }
          changes.set(key, change)
          if (kind === 'approve') changes.delete(`held ${name}`)
          // Who came second has trusted another definition meanwhile.
          spread(digest === tool.digest ? worker : undefined, change)
        }
      },
      allPins: () => [...changes.values()],
    }),
  }
}

export interface WorkerPins {
  readonly share: (own: ProcessPins) => ProcessPins
  /** Another worker has changed something. */
  readonly apply: (change: PinChange) => void
}

export function createWorkerPins({
  call,
  notify,
}: Pick<Peer<ReturnType<SharedPins['serve']>>, 'call' | 'notify'>): WorkerPins {
  let copy: ProcessPins | undefined
  const apply = ({ kind, server, tools }: PinChange): void => copy?.[kind](server, tools)
  const send = (kind: PinChange['kind'], server: string, tools: readonly Partial<PinnedTool>[]): void =>
    notify('changePins', {
      kind,
      server,
      tools: tools.map(({ name = '', digest = '' }) => ({ name, digest, definition: {} })),
    })
  return {
    apply,
    share: own => {
      copy = own
      void call('allPins').then(changes => changes.forEach(apply))
      return {
        trusted: own.trusted,
        of: own.of,
        trust: (server, tools) => {
          own.trust(server, tools)
          send('trust', server, tools)
        },
        hold: (server, tools) => {
          own.hold(server, tools)
          send('hold', server, tools)
        },
        approve: (server, tools) => {
          own.approve(server, tools)
          send('approve', server, tools)
        },
      }
    },
  }
}
