// A request to the control plane as handlers see it: identified, authorised, and validated against its route.
import type { Catalog } from '../../../compiler/catalog.ts'
import type { OperationId } from '../../../schemas/generated/control-routes.ts'
import type { OperationBodies } from '../../../schemas/generated/control-types.ts'
import type { Bundle, Gateway } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import type { CardInspection } from '../../agents/card/inspect-card.ts'
import type { Limiter } from '../../limits/limiter.ts'
import type { McpServer } from '../../mcp/catalogue/mcp-server.ts'
import type { ByteStream } from '../../values/byte-stream.ts'
import type { Failure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import type { Ports } from '../../values/ports.ts'
import type { SavedAgentIntegration } from '../agents/saved-agent.ts'
import type { KeyIndex } from '../keys/key-index.ts'
import type { StoredLogPorts } from '../logs/log-ports.ts'
import type { LogStore } from '../logs/log-store.ts'
import type { ProbeServer } from '../mcp/probe-server.ts'
import type { McpOAuth } from '../mcp-oauth/open-mcp-oauth.ts'
import type { Replica } from '../replica.ts'
import type { ResourceStore } from '../resource-store.ts'
import type { Sealing } from '../secrets/sealing.ts'
import type { StoredReferences } from '../secrets/stored-references.ts'
import type { Principal } from './principal.ts'

export interface ApiRequest {
  readonly principal: Principal
  readonly operation: OperationId
  readonly method: string
  /** The path below the base URL, without its query. */
  readonly uri: string
  /** The parameters in the path, decoded. */
  readonly path: Readonly<Record<string, string>>
  /** The parameters in the query, with their defaults. */
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>
  /** The revision in `If-Match`: the write fails if the resource has another. */
  readonly expects: number | undefined
  /** Whether a scope of the route holds in a workspace, by its slug. What is elsewhere does not exist for the caller. */
  readonly may: (workspace: string) => boolean
  /** Whether a scope of the route holds for the organisation. */
  readonly mayOrganise: boolean
}

/** A request whose body is valid by the schema of its operation. */
export interface RequestOf<Operation extends OperationId> extends ApiRequest {
  readonly body: BodyOf<Operation>
  /** All bodies of a route that takes a list of them; otherwise the body alone. */
  readonly bodies: readonly BodyOf<Operation>[]
}

/** The body of an operation; an empty object where it takes none. */
type BodyOf<Operation extends OperationId> = Operation extends keyof OperationBodies
  ? OperationBodies[Operation]
  : Readonly<Record<string, never>>

export interface ApiReply {
  /** 200 when absent; 204 has no body. */
  readonly status?: number
  readonly body: Json
  /** Sent in place of the body, with this media type. */
  readonly stream?: { readonly bytes: ByteStream; readonly type: string }
  /** The revision of the resource, sent as its ETag. */
  readonly revision?: number | undefined
  readonly headers?: Headers
}

/** MCP servers of the manifest and of the store, by their slugs. */
export interface McpDirectory {
  readonly server: (slug: string) => McpServer | undefined
  readonly probe: ProbeServer
}

/** Agents of the store, whose cards can be read. */
export interface AgentDirectory {
  readonly inspect: (integration: SavedAgentIntegration) => Promise<CardInspection>
}

/** What handlers work with: resources of the manifest, the store, and time and chance. */
export interface ControlContext extends Pick<Ports, 'clock' | 'randomId' | 'hash'> {
  /** The facts and plans of the bundle in use: what is owned by git. */
  readonly gateway: Gateway
  readonly plans: Bundle['plans']
  readonly prompts: Bundle['prompts']
  readonly partials: Bundle['partials']
  /** Reads templates that are YAML; absent in a runtime without the compiler. */
  readonly readYaml: ((text: string) => Json | undefined) | undefined
  /** The number of the version of a config of the bundle; absent, or undefined, where it came from a file. */
  readonly configNumber?: ((config: string) => number | undefined) | undefined
  /** Providers and checks, for compiling configs. */
  readonly catalog: Catalog
  /** The identifier of the organisation. */
  readonly organisation: string
  /** When the bundle was loaded, in milliseconds since 1970: the time of what it defines. */
  readonly loadedAt: number
  /** The keys of secrets in the store; absent where none is configured: no secret can be written. */
  readonly sealing?: Sealing | undefined
  /** Absent where the manifest names no store: nothing can be written. */
  readonly store: ResourceStore | undefined
  /** The limits that are enforced in this process; absent where it serves no calls. */
  readonly limits?: Limiter
  /** Reads cards of agents; absent where the process calls none. */
  readonly agents?: AgentDirectory | undefined
  /** The MCP servers of the process, to be asked; absent where it calls none. */
  readonly mcp?: McpDirectory | undefined
  /** What connections of people are revoked with; absent where there are none. */
  readonly mcpOAuth?: Pick<McpOAuth, 'server' | 'call'>
  /** Records of requests; absent where they are not stored. */
  readonly logs?: LogStore | undefined
  /** What is needed to store and replay records besides; absent where they are not stored. */
  readonly logPorts?: StoredLogPorts | undefined
  /** The saved resources in memory; absent without a store. */
  readonly replica: Replica | undefined
  /** The secret references among them, with what their managers have said; absent without a store. */
  readonly references?: Pick<StoredReferences, 'all' | 'generation' | 'lookUp'> | undefined
  /** The keys among them, by their secrets; absent without a store. */
  readonly keys: KeyIndex | undefined
}

/** Rejects with a `StoreError` if the store cannot be used. */
export type AnswerRequest<Operation extends OperationId> = (
  request: RequestOf<Operation>,
  context: ControlContext,
) => Promise<ApiReply | Failure>

/** The handlers of some operations; those of all are complete by their type. */
export type Handlers<Operation extends OperationId> = { readonly [Id in Operation]: AnswerRequest<Id> }
