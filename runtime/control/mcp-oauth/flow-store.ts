// What the store holds while a person connects an account: tickets that tools give out, and states that authorization servers bring back. Each
// is in the store, so that any process goes on, has an end, and is taken once.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import type { Ports } from '../../values/ports.ts'
import { type Kind, processKind } from '../core/kind.ts'
import type { Resource, ResourceStore } from '../core/resource-store.ts'

/** The kind in the store; identifiers begin with the second in which they end, so that old ones are found first. */
const MCP_FLOW = 'mcp_flow'

export const FLOW_KINDS: readonly Kind[] = [processKind({ name: MCP_FLOW, sealed: 'passing' })]

/** Seconds for which a person may take. */
export const FLOW_SECONDS = 600
const MAX_SWEPT = 20

export interface FlowStore {
  /** Saves a value; returns the secret that finds it. */
  readonly add: (value: JsonObject) => Promise<string>
  readonly read: (secret: string) => Promise<Resource | undefined>
  /** The value, for the first that takes it. */
  readonly take: (secret: string) => Promise<JsonObject | undefined>
  /** Where a secret is in the store. */
  readonly idOf: (secret: string) => string
}

const SECRET = /^(\d{10})-[0-9a-f]{64}$/

export function openFlowStore(
  store: ResourceStore,
  { clock, randomId, hash }: Pick<Ports, 'clock' | 'randomId' | 'hash'>,
): FlowStore {
  const seconds = (): number => Math.floor(clock.now() / 1000)
  const idOf = (secret: string): string => `${SECRET.exec(secret)?.[1] ?? ''}/${hash(secret)}`
  const read = async (secret: string): Promise<Resource | undefined> => {
    const end = SECRET.exec(secret)?.[1]
    return end === undefined || Number(end) <= seconds()
      ? undefined
      : await store.read(MCP_FLOW, idOf(secret))
  }
  const sweep = async (): Promise<void> => {
    const oldest = await store.list(MCP_FLOW, { limit: MAX_SWEPT })
    const over = oldest.filter(({ id }) => Number(id.slice(0, 10)) <= seconds())
    if (over.length > 0)
      await store.commit({ writes: over.map(({ id }) => ({ kind: MCP_FLOW, id, value: undefined })) })
  }
  return {
    idOf,
    read,
    add: async value => {
      await sweep()
      const secret = `${seconds() + FLOW_SECONDS}-${randomId()}${randomId()}`
      await store.commit({ writes: [{ kind: MCP_FLOW, id: idOf(secret), value, expects: 'absent' }] })
      return secret
    },
    take: async secret => {
      const found = await read(secret)
      if (found === undefined) return undefined
      const { conflict } = await store.commit({
        writes: [{ kind: MCP_FLOW, id: found.id, value: undefined, expects: found.revision }],
      })
      return conflict === undefined ? found.value : undefined
    },
  }
}

/** The browser that goes on must be the one that began. */
export const sameBrowser = (saved: JsonObject, cookie: string | undefined, hash: Ports['hash']): boolean =>
  cookie !== undefined && asText(saved['browser']) === hash(cookie)
