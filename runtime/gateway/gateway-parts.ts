// What a gateway is made of besides its bundle: what its plans are linked with, what was saved by API, and the features that only some
// gateways have, each loaded where the plan has it.
import type { Gateway, Plan } from '../../schemas/generated/types.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { LinkContext, StoredTargets } from '../link/link-context.ts'
import type { Reply } from '../values/call.ts'
import type { Canary } from '../values/canary.ts'
import type { ConfigVersions, StoredConfigs } from '../values/config-versions.ts'
import type { ControlSurface } from '../values/control-surface.ts'
import type { Failure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'
import type { CreateReplyReader } from '../values/reply-facts.ts'
import type { StoredKeys } from '../values/stored-keys.ts'
import type { McpAdmission, ServerAdmissions } from './admit-server.ts'
import type { GatewayRequest, RequestStep } from './gateway-request.ts'
import type { PromptCall } from './request.ts'

/** A config from a header as a plan, or why it is rejected, and what it occupies in memory once it is linked. */
export type InlineConfig = { readonly bytes: number } & (
  | { readonly plan: Plan }
  | { readonly rejected: Failure }
)

/** `ids`: the identifiers of stored providers of the manifest that the text has. */
export type CompileConfig = (text: string, ids: ReadonlySet<string>) => InlineConfig

export interface LinkedPrompts {
  /** Serves a call of a prompt, which `pass` sends through the gateway as a chat. */
  readonly serve: (
    request: GatewayRequest,
    call: PromptCall,
    pass: (request: GatewayRequest) => Promise<Reply>,
  ) => Promise<Reply>
  /** Puts the messages of the prompt that a config names before those of the request. */
  readonly applyConfigPrompt: RequestStep
}

/** `readChat` reads the body and the model of a chat that was rendered. */
export type LinkPrompts = (
  gateway: Gateway,
  readChat: RequestStep,
  ports: Pick<Ports, 'hash'>,
) => LinkedPrompts

/** Linked where the plan or a store has something for them; the others are absent. */
export interface GatewayFeatures {
  readonly linkMcp?: ((parts: GatewayParts) => McpAdmission) | undefined
  readonly linkAgents?: ((parts: GatewayParts) => NonNullable<ServerAdmissions['agents']>) | undefined
  readonly linkPrompts?: LinkPrompts | undefined
  /** Reads replies for spans; absent if requests are not exported to OpenTelemetry. */
  readonly createReplyReader?: CreateReplyReader | undefined
  /** Compiles a config that a caller sent. */
  readonly compileConfig: CompileConfig
}

/** What was saved by API; nothing without a store. */
export interface StoredParts extends StoredTargets {
  readonly keys?: StoredKeys | undefined
  readonly configs?: StoredConfigs | undefined
  /** Versions of saved configs that are not in use; absent if no store is followed. */
  readonly versions?: ConfigVersions | undefined
}

export interface GatewayParts extends LinkContext {
  readonly features: GatewayFeatures
  readonly stored: StoredParts
  /** Loads what callers may name beside what plans do; undefined once it is there. */
  readonly loadForCallers?: () => Promise<void> | undefined
  /** The release that serves a part of the traffic; absent if one release serves all of it. */
  readonly canary?: Canary
  /** The limits of rates and usage; absent if nothing is limited. */
  readonly limits?: Limiter
  /** Serves saved resources; absent if there is no server. */
  readonly control?: ControlSurface
}
