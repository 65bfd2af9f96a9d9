// What policies know of a call, by the keys of their conditions.
import { requestTypes } from '../../schemas/generated/facts.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import { normalizeModel } from './model-conditions.ts'

export interface CallFacts {
  readonly workspace: string
  /** Undefined where the gateway needs no key. */
  readonly apiKey: string | undefined
  /** The slug of the limit profile of the key; undefined where it has none. */
  readonly limitProfile?: string | undefined
  /** The model as the client named it, without a slug. */
  readonly model: string | undefined
  /** The identifier of a saved config. */
  readonly config: string | undefined
  /** The endpoint, or `proxy` for what is passed through. */
  readonly endpoint: string
  readonly metadata: JsonObject
  /** Set for a call of an MCP tool. */
  readonly mcp?: { readonly server: string; readonly tool: string }
  /** The slug of the agent that a message is sent to. */
  readonly agent?: string
}

/** The provider of a target: of the catalog, and the slug under which it is stored. */
export interface ProviderFacts {
  readonly provider: string
  readonly slug: string | undefined
  /** Another slug whose policies hold for it: of a member of a pool that of its own provider, or that of the pool where the member is named. */
  readonly otherSlug?: string | undefined
}

/** What policies know of a target. */
export interface TargetFacts extends ProviderFacts {
  /** The names of the model that it sends, normalized; the last one selects the model. Empty where no policy reads them. */
  readonly models: readonly string[]
}

/** Reads one property; undefined where the call does not have it. */
export type ReadFact = (facts: CallFacts) => string | undefined

export const PROVIDER_KEY = 'provider'
export const MODEL_KEY = 'model'
const METADATA = 'metadata.'
const ENDPOINT_TYPE = 'endpoint_type'
const MCP_SERVER = 'mcp_server'
const MCP_TOOL = 'mcp_tool'
const AGENT = 'agent'

const READERS: ReadonlyMap<string, ReadFact> = new Map<string, ReadFact>([
  ['workspace_id', facts => facts.workspace],
  ['api_key', facts => facts.apiKey],
  ['limit_profile', facts => facts.limitProfile],
  [MODEL_KEY, ({ model }) => model && normalizeModel(model)],
  ['config', facts => facts.config],
  [ENDPOINT_TYPE, facts => facts.endpoint],
  [MCP_SERVER, facts => facts.mcp?.server],
  [MCP_TOOL, facts => facts.mcp?.tool],
  [AGENT, facts => facts.agent],
])

/** What a policy counts: calls of models, of MCP tools, or messages to agents. */
export type CountedKind = 'model' | 'mcp' | 'agent'

/** A policy with such a condition or group concerns only calls of that kind, and no other policy concerns them. */
export const kindOfKey = (key: string): CountedKind =>
  key === MCP_SERVER || key === MCP_TOOL ? 'mcp' : key === AGENT ? 'agent' : 'model'

export const kindOfCall = ({ mcp, agent }: Pick<CallFacts, 'mcp' | 'agent'>): CountedKind =>
  mcp !== undefined ? 'mcp' : agent === undefined ? 'model' : 'agent'

/** Undefined for a key that does not exist. Numbers and booleans of the metadata are read as text. */
export function readerOf(key: string): ReadFact | undefined {
  if (!key.startsWith(METADATA)) return READERS.get(key)
  const name = key.slice(METADATA.length)
  return ({ metadata }) => {
    const value = Object.hasOwn(metadata, name) ? metadata[name] : undefined
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined
  }
}

const ENDPOINTS: Readonly<Record<string, string>> = requestTypes

/** A value of a condition as facts spell it: models normalized, endpoints by the ecosystem's names, or as paths. */
export function valueOfFact(key: string, value: string): string {
  if (key === MODEL_KEY) return normalizeModel(value)
  if (key !== ENDPOINT_TYPE) return value
  return Object.hasOwn(ENDPOINTS, value) ? (ENDPOINTS[value] ?? value) : value.replace(/^\//, '')
}
