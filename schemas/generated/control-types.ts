// Generated from schemas/control/ by schemas/generate.ts. Do not edit.

import type { Json } from '../values/json.ts'

/**
 * Scopes of a key: calls (inference), the list of models (models), versions of configs in calls (configs.pin), calls of MCP servers (mcp.invoke) and agents (agents.invoke), and the operations of saved resources.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "KeyScope".
 */
export type Scope =
  | 'inference'
  | 'models'
  | 'configs.pin'
  | 'mcp.invoke'
  | 'agents.invoke'
  | 'organisation_users.create'
  | 'organisation_users.read'
  | 'organisation_users.update'
  | 'organisation_users.delete'
  | 'organisation_users.list'
  | 'workspaces.create'
  | 'workspaces.read'
  | 'workspaces.update'
  | 'workspaces.delete'
  | 'workspaces.list'
  | 'workspace_users.create'
  | 'workspace_users.read'
  | 'workspace_users.update'
  | 'workspace_users.delete'
  | 'workspace_users.list'
  | 'organisation_service_api_keys.create'
  | 'organisation_service_api_keys.read'
  | 'organisation_service_api_keys.update'
  | 'organisation_service_api_keys.delete'
  | 'organisation_service_api_keys.list'
  | 'organisation_service_api_keys.rotate'
  | 'workspace_service_api_keys.create'
  | 'workspace_service_api_keys.read'
  | 'workspace_service_api_keys.update'
  | 'workspace_service_api_keys.delete'
  | 'workspace_service_api_keys.list'
  | 'workspace_service_api_keys.rotate'
  | 'workspace_user_api_keys.create'
  | 'workspace_user_api_keys.read'
  | 'workspace_user_api_keys.update'
  | 'workspace_user_api_keys.delete'
  | 'workspace_user_api_keys.list'
  | 'workspace_user_api_keys.rotate'
  | 'api_keys.outlive'
  | 'prompts.create'
  | 'prompts.read'
  | 'prompts.update'
  | 'prompts.delete'
  | 'prompts.list'
  | 'prompts.publish'
  | 'prompts.render'
  | 'configs.create'
  | 'configs.read'
  | 'configs.update'
  | 'configs.delete'
  | 'configs.list'
  | 'configs.promote'
  | 'guardrails.create'
  | 'guardrails.read'
  | 'guardrails.update'
  | 'guardrails.delete'
  | 'guardrails.list'
  | 'virtual_keys.create'
  | 'virtual_keys.read'
  | 'virtual_keys.update'
  | 'virtual_keys.delete'
  | 'virtual_keys.list'
  | 'providers.create'
  | 'providers.read'
  | 'providers.update'
  | 'providers.delete'
  | 'providers.list'
  | 'policies.create'
  | 'policies.read'
  | 'policies.update'
  | 'policies.delete'
  | 'policies.list'
  | 'organisation_integrations.create'
  | 'organisation_integrations.read'
  | 'organisation_integrations.update'
  | 'organisation_integrations.delete'
  | 'organisation_integrations.list'
  | 'workspace_integrations.create'
  | 'workspace_integrations.read'
  | 'workspace_integrations.update'
  | 'workspace_integrations.delete'
  | 'workspace_integrations.list'
  | 'organisation_mcp_integrations.create'
  | 'organisation_mcp_integrations.read'
  | 'organisation_mcp_integrations.update'
  | 'organisation_mcp_integrations.delete'
  | 'organisation_mcp_integrations.list'
  | 'workspace_mcp_integrations.create'
  | 'workspace_mcp_integrations.read'
  | 'workspace_mcp_integrations.update'
  | 'workspace_mcp_integrations.delete'
  | 'workspace_mcp_integrations.list'
  | 'mcp_servers.create'
  | 'mcp_servers.read'
  | 'mcp_servers.update'
  | 'mcp_servers.delete'
  | 'mcp_servers.list'
  | 'organisation_agent_integrations.create'
  | 'organisation_agent_integrations.read'
  | 'organisation_agent_integrations.update'
  | 'organisation_agent_integrations.delete'
  | 'organisation_agent_integrations.list'
  | 'workspace_agent_integrations.create'
  | 'workspace_agent_integrations.read'
  | 'workspace_agent_integrations.update'
  | 'workspace_agent_integrations.delete'
  | 'workspace_agent_integrations.list'
  | 'agent_servers.create'
  | 'agent_servers.read'
  | 'agent_servers.update'
  | 'agent_servers.delete'
  | 'agent_servers.list'
  | 'secret_references.create'
  | 'secret_references.read'
  | 'secret_references.update'
  | 'secret_references.delete'
  | 'secret_references.list'
  | 'deployments.create'
  | 'deployments.read'
  | 'deployments.update'
  | 'deployments.delete'
  | 'deployments.list'
  | 'deployments.production'
  | 'settings.read'
  | 'settings.update'
  | 'logs.view'
  | 'logs.list'
  | 'logs.write'
  | 'logs.export'
  | 'logs.erase'
  | 'logs.all'
  | 'analytics.view'
  | 'audit_logs.list'
/**
 * Scopes of the key, which must be among those of its creator.
 *
 * @maxItems 256
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "KeyScopes".
 */
export type KeyScopes = readonly Scope[]
/**
 * Scopes that a key of the organisation may give to keys of workspaces without having them: it creates and updates such keys with these scopes, and rotates keys that have no others. Granted by owners, and by people and keys that have each of them.
 *
 * @maxItems 256
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "KeyGrants".
 */
export type KeyGrants = readonly Scope[]
/**
 * Handling of a request with items that cannot be done: refuse does none of its items, skip does the others. Both name each such item.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "KeysOnError".
 */
export type KeysOnError = 'refuse' | 'skip'
/**
 * A record in the requested format.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogReply".
 */
export type LogReply = Log | LogRecordFormat
/**
 * Access of all other workspaces; null leaves it unchanged.
 */
export type OtherWorkspaces = {
  /**
   * Whether they have access.
   */
  readonly enabled: boolean
} | null

/**
 * An agent that workspaces can use; never its credential.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentIntegration".
 */
export type AgentIntegration = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The name in paths.
   */
  readonly slug: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The URL of the agent's card.
   */
  readonly card_url: string
  /**
   * URLs of the agent that override the interfaces of its card; null for those of the card.
   */
  readonly interfaces?: readonly AgentInterfaceShown[] | null
  /**
   * The versions of the protocol that are served; null for all that the agent has.
   */
  readonly versions?: readonly string[] | null
  /**
   * The names of the headers of every request to the agent, with the ends of their values.
   */
  readonly headers: {
    readonly [k: string]: string
  }
  /**
   * Milliseconds without a byte of the agent after which a request or a stream is given up.
   */
  readonly timeout: number
  /**
   * Hosts to which the agent may send push notifications; null for none.
   */
  readonly webhook_hosts?: readonly string[] | null
  readonly card: AgentCardHandlingShown
  /**
   * The workspace that it belongs to; null for the organisation.
   */
  readonly workspace_id?: string | null
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'agent-integration'
}
/**
 * URL of an agent for one binding in one version.
 */
export type AgentInterfaceShown = {
  /**
   * The URL.
   */
  readonly url: string
  /**
   * The binding of the protocol.
   */
  readonly binding: string
  /**
   * The version of the protocol.
   */
  readonly version: string
}
/**
 * Changes to the agent's card as clients see it.
 */
export type AgentCardHandlingShown = {
  /**
   * The key that the gateway signs cards with: masked, or a reference; null without.
   */
  readonly signing_key: string | null
  /**
   * Handling of a signed card: signed again, refused, or served without signatures.
   */
  readonly signatures: 'sign' | 'refuse' | 'drop'
  /**
   * Public keys, one of which must have signed the agent's card; null if signatures are not required.
   */
  readonly trusted_keys:
    | {
        readonly [k: string]: Json
      }[]
    | null
}
/**
 * A page of agent integrations.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentIntegrationList".
 */
export type AgentIntegrationList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of agent integrations on all pages.
   */
  readonly total: number
  /**
   * The agent integrations.
   */
  readonly data: readonly AgentIntegration[]
}
/**
 * Changes to the agent's card as clients see it; null removes a setting. The gateway writes its own URL into it, which invalidates the agent's signature.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentCardHandling".
 */
export type AgentCardHandling = {
  /**
   * The key that the gateway signs cards with, never read back: a private JWK of the curve P-256 (ES256) or Ed25519 (EdDSA), or a reference to a saved secret reference with one, such as ${secret:card-key}.
   */
  readonly signing_key?:
    | string
    | {
        readonly [k: string]: Json
      }
    | null
  /**
   * Handling of a signed card without a signing_key: refused (the default), or served without signatures.
   */
  readonly signatures?: 'refuse' | 'drop' | null
  /**
   * Public keys, one of which must have signed the agent's card; other cards are refused.
   *
   * @minItems 1
   */
  readonly trusted_keys?: readonly AgentCardKey[] | null
}
/**
 * A public JSON Web Key.
 */
export type AgentCardKey = {
  /**
   * The type.
   */
  readonly kty: 'EC' | 'OKP' | 'RSA'
  /**
   * The curve.
   */
  readonly crv?: 'P-256' | 'P-384' | 'P-521' | 'Ed25519'
  /**
   * The x coordinate, or the key of Ed25519.
   */
  readonly x?: string
  /**
   * The y coordinate.
   */
  readonly y?: string
  /**
   * The modulus of RSA.
   */
  readonly n?: string
  /**
   * The exponent of RSA.
   */
  readonly e?: string
  /**
   * The identifier that signatures name; without it the key is tried for all of them.
   */
  readonly kid?: string
  /**
   * The algorithm.
   */
  readonly alg?: 'ES256' | 'ES384' | 'ES512' | 'EdDSA' | 'Ed25519' | 'RS256' | 'PS256'
  /**
   * Purpose of the key.
   */
  readonly use?: 'sig'
}
/**
 * A new agent integration.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentIntegrationCreate".
 */
export type AgentIntegrationCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The name in paths.
   */
  readonly slug?: string
  /**
   * Purpose.
   */
  readonly description?: string
  /**
   * The URL of the agent's card. Interfaces that the card names at other origins are not called; name them in interfaces.
   */
  readonly card_url: string
  /**
   * URLs of the agent that override the interfaces of its card, for cards that name internal addresses or other origins.
   *
   * @minItems 1
   */
  readonly interfaces?: readonly AgentInterface[]
  /**
   * The versions of the protocol that are served, all that the agent has if absent.
   *
   * @minItems 1
   */
  readonly versions?: readonly ('1.0' | '0.3')[]
  /**
   * Headers of every request to the agent, such as its credential; replies mask all but the ends of their values.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * Milliseconds without a byte of the agent after which a request or a stream is given up.
   */
  readonly timeout?: number
  /**
   * Hosts that push notifications may be sent to, such as hooks.example.com or *.example.com, with a port if it is not 443. Without them push notifications are refused, since the agent sends them past the gateway.
   *
   * @minItems 1
   */
  readonly webhook_hosts?: readonly string[]
  readonly card?: AgentCardHandling
  /**
   * The workspace that it belongs to, by its identifier or slug; null for the organisation. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string | null
}
/**
 * URL of an agent for one binding in one version.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentIntegrationInterface".
 */
export type AgentInterface = {
  /**
   * The URL, for HTTP+JSON without the path of the operation.
   */
  readonly url: string
  /**
   * The binding of the protocol.
   */
  readonly binding?: 'JSONRPC' | 'HTTP+JSON'
  /**
   * The version of the protocol.
   */
  readonly version?: '1.0' | '0.3'
}
/**
 * Changes of an agent integration. Omitted fields are unchanged; null removes a setting.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentIntegrationUpdate".
 */
export type AgentIntegrationUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The URL of the agent's card. Interfaces that the card names at other origins are not called; name them in interfaces.
   */
  readonly card_url?: string
  /**
   * URLs of the agent that override the interfaces of its card.
   *
   * @minItems 1
   */
  readonly interfaces?: readonly AgentInterface[] | null
  /**
   * The versions of the protocol that are served.
   *
   * @minItems 1
   */
  readonly versions?: readonly ('1.0' | '0.3')[] | null
  /**
   * Headers of every request to the agent, such as its credential; replies mask all but the ends of their values.
   */
  readonly headers?: {
    readonly [k: string]: string
  }
  /**
   * Milliseconds without a byte of the agent after which a request or a stream is given up.
   */
  readonly timeout?: number
  /**
   * Hosts to which the agent may send push notifications.
   *
   * @minItems 1
   */
  readonly webhook_hosts?: readonly string[] | null
  readonly card?: AgentCardHandling
}
/**
 * The gateway's evaluation of an agent's card.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentCardReport".
 */
export type AgentCardReport = {
  /**
   * Whether the card was fetched, and nothing would be refused.
   */
  readonly success: boolean
  /**
   * Why it was not fetched.
   */
  readonly error: string | null
  /**
   * URL of the fetch.
   */
  readonly card_url: string
  /**
   * Time of the fetch.
   */
  readonly fetched_at: string
  /**
   * The name of the agent.
   */
  readonly name: string | null
  /**
   * The description that the agent gives of itself.
   */
  readonly description: string | null
  /**
   * The version of the agent.
   */
  readonly version: string | null
  /**
   * The versions of the protocol that the card names.
   */
  readonly protocol_versions: readonly string[]
  /**
   * The interfaces that the card names.
   */
  readonly interfaces: readonly AgentCardInterface[]
  /**
   * Skills of the agent.
   */
  readonly skills: readonly AgentCardSkill[]
  /**
   * Whether the card is signed.
   */
  readonly signed: boolean
  /**
   * Whether one of the signatures is by one of trusted_keys; null if there are none.
   */
  readonly signature_trusted: boolean | null
  /**
   * Problems that clients would be refused for, with reasons.
   */
  readonly refused: readonly AgentCardRefusal[]
}
/**
 * An interface of a card.
 */
export type AgentCardInterface = {
  /**
   * The URL.
   */
  readonly url: string
  /**
   * The binding of the protocol.
   */
  readonly binding: string
  /**
   * The version of the protocol.
   */
  readonly version: string
  /**
   * Whether the gateway calls it.
   */
  readonly served: boolean
  /**
   * Why it does not.
   */
  readonly reason: string | null
}
/**
 * A skill of an agent.
 */
export type AgentCardSkill = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name.
   */
  readonly name: string
  /**
   * Description of the skill.
   */
  readonly description: string
}
/**
 * A problem that clients would be refused for.
 */
export type AgentCardRefusal = {
  /**
   * The calls of the agent, or the card.
   */
  readonly what: 'calls' | 'card'
  /**
   * Why.
   */
  readonly reason: string
}
/**
 * An agent of a workspace, served at /agents/{slug}.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentServerObject".
 */
export type AgentServerObject = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The name in paths.
   */
  readonly slug: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The integration that it uses.
   */
  readonly agent_integration_id?: string
  /**
   * The URL of the gateway that clients use.
   */
  readonly url: string
  /**
   * The workspace that it belongs to; null for all.
   */
  readonly workspace_id?: string | null
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'agent-server'
}
/**
 * A page of agent servers.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentServerList".
 */
export type AgentServerList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of agent servers on all pages.
   */
  readonly total: number
  /**
   * The agent servers.
   */
  readonly data: readonly AgentServerObject[]
}
/**
 * A new agent server.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentServerCreate".
 */
export type AgentServerCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The integration, by identifier or slug.
   */
  readonly agent_integration_id: string
  /**
   * The name in paths.
   */
  readonly slug?: string
  /**
   * Purpose.
   */
  readonly description?: string
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
}
/**
 * Changes of an agent server.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AgentServerUpdate".
 */
export type AgentServerUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
}
/**
 * One group: its value under the name of the group, requests, and the requested columns. Unknown values are null.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AnalyticsGroup".
 */
export type AnalyticsGroup = {
  /**
   * The number of requests.
   */
  readonly requests: number
  /**
   * The kind of the object.
   */
  readonly object: 'analytics-group'
  readonly [k: string]: Json
}
/**
 * A page of groups.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AnalyticsGroups".
 */
export type AnalyticsGroups = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of groups on all pages.
   */
  readonly total?: number
  /**
   * Whether percentiles are exact; otherwise they are within 1 %.
   */
  readonly exact: boolean
  /**
   * The page.
   */
  readonly data: readonly AnalyticsGroup[]
}
/**
 * A graph over time. Points without requests have 0 for counts and null for measurements.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AnalyticsGraph".
 */
export type AnalyticsGraph = {
  /**
   * The kind of the object.
   */
  readonly object: 'analytics-graph'
  /**
   * The length of a point: minute, hour or day.
   */
  readonly step: string
  /**
   * Whether percentiles are exact; otherwise they are within 1 %.
   */
  readonly exact: boolean
  /**
   * The same of the whole period.
   */
  readonly summary: {}
  /**
   * The points, in their order.
   */
  readonly data_points: {
    /**
     * The beginning of the point.
     */
    readonly timestamp: string
    readonly [k: string]: Json
  }[]
}
/**
 * Cache status.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "CacheSummary".
 */
export type CacheSummary = {
  /**
   * The kind of the object.
   */
  readonly object: 'analytics-summary'
  /**
   * requests, lookups, hits, hit_rate, avg_latency of hits and of misses, and saved_cost in US dollars: what hits would have cost by the mean of the misses.
   */
  readonly summary: {}
}
/**
 * Defaults for the calls of a key.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "KeyDefaults".
 */
export type KeyDefaults = {
  /**
   * Metadata of calls that do not set it.
   */
  readonly metadata?: {
    readonly [k: string]: string
  }
  /**
   * The saved config of calls of models that name none. Its guardrails run only in those calls, not in calls of MCP servers and agents.
   */
  readonly config_id?: string | null
  /**
   * Guardrails of the manifest of the gateway that see every request of the key: of models, of MCP tools, and to agents. They run after those of the gateway, before those of the config.
   *
   * @maxItems 32
   */
  readonly input_guardrails?: readonly string[]
  /**
   * The same for every reply.
   *
   * @maxItems 32
   */
  readonly output_guardrails?: readonly string[]
  /**
   * Whether calls may name another config or a provider; false needs config_id.
   */
  readonly allow_config_override?: boolean
  /**
   * Whether calls may send a config as JSON; never if the manifest of the gateway forbids it.
   */
  readonly allow_inline_config?: boolean
  /**
   * Whether calls may name the host of a provider; never if the manifest of the gateway forbids it.
   */
  readonly allow_custom_hosts?: boolean
}
/**
 * A rate limit of a key.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "KeyRateLimit".
 */
export type KeyRateLimit = {
  /**
   * Unit that is counted.
   */
  readonly type: 'requests' | 'tokens'
  /**
   * Per minute, hour, day or week; or concurrent, for requests in flight at once.
   */
  readonly unit: 'rpm' | 'rph' | 'rpd' | 'rpw' | 'concurrent'
  /**
   * The limit.
   */
  readonly value: number
  /**
   * Handling of calls whose tokens or cost cannot be counted, those of models without a price included; refuse when absent.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them (503 `limits_unavailable`); share when absent.
   */
  readonly on_store_away?: 'share' | 'refuse'
}
/**
 * The budget of a key.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "KeyUsageLimits".
 */
export type KeyUsageLimits = {
  /**
   * Unit that is counted.
   */
  readonly type: 'cost' | 'tokens'
  /**
   * The limit, in US dollars (at least a billionth of one) or tokens.
   */
  readonly credit_limit: number
  /**
   * The usage at which an alert is sent; below credit_limit.
   */
  readonly alert_threshold?: number
  /**
   * Schedule of resets of usage: on Mondays, or on the first of a month, at 00:00 UTC.
   */
  readonly periodic_reset?: 'weekly' | 'monthly'
  /**
   * Number of days after which usage resets, instead of periodic_reset.
   */
  readonly periodic_reset_days?: number
  /**
   * Time of the next reset of usage.
   */
  readonly next_usage_reset_at?: string
  /**
   * Handling of calls whose tokens or cost cannot be counted, those of models without a price included; refuse when absent.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them (503 `limits_unavailable`); share when absent.
   */
  readonly on_store_away?: 'share' | 'refuse'
}
/**
 * Schedule of rotations of a key's secret. From next_rotation_at on, its holder gets a new secret in exchange for the old one, which is refused once key_transition_period_ms have passed.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "RotationPolicy".
 */
export type RotationPolicy = {
  /**
   * Mondays, or the first of a month, at 00:00 UTC.
   */
  readonly rotation_period?: 'weekly' | 'monthly'
  /**
   * The days between two rotations, instead of rotation_period.
   */
  readonly rotation_period_days?: number
  /**
   * The time of the next rotation; by default the next that the period gives. Later ones of rotation_period_days are at its time of day.
   */
  readonly next_rotation_at?: string
  /**
   * Transition in milliseconds during which the old secret stays valid: at least 30 minutes, and less than the period.
   */
  readonly key_transition_period_ms?: number
}
/**
 * A key, without its secret.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiKeyObject".
 */
export type ApiKeyObject = {
  /**
   * Scopes that were sent in the words of another gateway, with the scopes of this one that each is read as, separated by spaces; absent without any.
   */
  readonly scopes_read_as?: {
    readonly [k: string]: string
  }
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The kind of the object.
   */
  readonly object: 'api-key'
  /**
   * The kind of the key.
   */
  readonly type: 'organisation-service' | 'workspace-service' | 'workspace-user'
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description: string | null
  /**
   * The prefix and the last four characters; null for keys of the manifest.
   */
  readonly masked_key: string | null
  /**
   * The identifier of the organisation.
   */
  readonly organisation_id: string
  /**
   * The identifier of the workspace; null for keys of the organisation.
   */
  readonly workspace_id: string | null
  /**
   * The identifier of the person; null for keys of services.
   */
  readonly user_id: string | null
  /**
   * The device whose sign-in the key is of; null for other keys.
   */
  readonly device?: string | null
  /**
   * Whether it is accepted.
   */
  readonly status: 'active' | 'disabled' | 'exhausted' | 'expired'
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Scopes of the key.
   */
  readonly scopes: readonly string[]
  /**
   * Scopes that a key of the organisation may give to keys of workspaces without having them; empty for other keys.
   */
  readonly grants: readonly string[]
  /**
   * Expiry time.
   */
  readonly expires_at: string | null
  readonly defaults: KeyDefaults
  /**
   * Its rate limits.
   */
  readonly rate_limits: readonly KeyRateLimit[]
  /**
   * Its budget.
   */
  readonly usage_limits: KeyUsageLimits | null
  /**
   * The slug of the limit profile whose limits it has besides its own; null for none.
   */
  readonly limit_profile: string | null
  /**
   * Recipients of its budget alerts.
   */
  readonly alert_emails: readonly string[]
  /**
   * Schedule of rotations of the secret.
   */
  readonly rotation_policy: RotationPolicy | null
  /**
   * Time when the person created or accepted the key while signed in, which lets it reach the person's connected accounts. Null until then, after others have changed it, and for keys of services.
   */
  readonly accepted_at: string | null
  /**
   * Until when the old secret is accepted besides the new one; null outside of rotations.
   */
  readonly key_transition_expires_at: string | null
  /**
   * Time of the next reset of usage; null for never, or without a budget.
   */
  readonly next_usage_reset_at: string | null
  /**
   * Time of the last reset of usage; null for never, or without a budget.
   */
  readonly last_reset_at: string | null
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
}
/**
 * A page of keys.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiKeyList".
 */
export type ApiKeyList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of keys on all pages.
   */
  readonly total: number
  /**
   * The keys of the page.
   */
  readonly data: readonly ApiKeyObject[]
}
/**
 * A new key.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "CreatedKey".
 */
export type CreatedKey = {
  /**
   * Scopes that were sent in the words of another gateway, with the scopes of this one that each is read as, separated by spaces; absent without any.
   */
  readonly scopes_read_as?: {
    readonly [k: string]: string
  }
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The secret, which is not shown again.
   */
  readonly key: string
  /**
   * The kind of the object.
   */
  readonly object: 'api-key'
}
/**
 * A new key, with the item of the request that it was made of.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "CreatedItem".
 */
export type CreatedItem = {
  /**
   * The position of the item in the request, from 0.
   */
  readonly index: number
  /**
   * Scopes that were sent in the words of another gateway, with the scopes of this one that each is read as, separated by spaces; absent without any.
   */
  readonly scopes_read_as?: {
    readonly [k: string]: string
  }
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The secret, which is not shown again.
   */
  readonly key: string
  /**
   * The kind of the object.
   */
  readonly object: 'api-key'
}
/**
 * An item of a request that was not done.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ItemError".
 */
export type ItemError = {
  /**
   * The position of the item in the request, from 0.
   */
  readonly index: number
  /**
   * The code of the failure that a request about only this item would have.
   */
  readonly code: string
  /**
   * The reason.
   */
  readonly message: string
  /**
   * The property of the item that is wrong; null if it is none.
   */
  readonly param: string | null
}
/**
 * New keys, in the order of their items.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "CreatedKeys".
 */
export type CreatedKeys = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of keys that were made.
   */
  readonly total: number
  /**
   * The keys that were made.
   */
  readonly data: readonly CreatedItem[]
  /**
   * The items that were skipped.
   */
  readonly errors: readonly ItemError[]
}
/**
 * A key that was changed or revoked.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ChangedItem".
 */
export type ChangedItem = {
  /**
   * The position of the item in the request, from 0.
   */
  readonly index: number
  /**
   * The identifier.
   */
  readonly id: string
}
/**
 * Keys that were changed or revoked, in the order of their items.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ChangedKeys".
 */
export type ChangedKeys = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of these keys.
   */
  readonly total: number
  /**
   * These keys.
   */
  readonly data: readonly ChangedItem[]
  /**
   * The items that were skipped.
   */
  readonly errors: readonly ItemError[]
}
/**
 * The process that was called refuses the key, but could not store that: other processes, and this one after a restart, refuse it as soon as the store can be written again.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UnstoredRevocation".
 */
export type UnstoredRevocation = {
  /**
   * False: the revocation is not stored yet.
   */
  readonly durable: boolean
}
/**
 * A key with a new secret.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "RotatedKey".
 */
export type RotatedKey = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The new secret, which is not shown again.
   */
  readonly key: string
  /**
   * Until when the old secret is accepted.
   */
  readonly key_transition_expires_at: string
}
/**
 * A new key of the organisation.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "OrganisationServiceKeyCreate".
 */
export type OrganisationServiceKeyCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  readonly scopes: KeyScopes
  readonly grants?: KeyGrants
  /**
   * Expiry time.
   */
  readonly expires_at?: string | null
  /**
   * Schedule of rotations of the secret.
   */
  readonly rotation_policy?: RotationPolicy | null
}
/**
 * New keys of the organisation.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "OrganisationServiceKeysCreate".
 */
export type OrganisationServiceKeysCreate = {
  /**
   * Keys, each with the fields of the route that creates one.
   *
   * @minItems 1
   * @maxItems 500
   */
  readonly items: readonly OrganisationServiceKeyCreate[]
  readonly on_error?: KeysOnError
}
/**
 * A new key of a service in a workspace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceServiceKeyCreate".
 */
export type WorkspaceServiceKeyCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
  readonly scopes: KeyScopes
  /**
   * Expiry time.
   */
  readonly expires_at?: string | null
  readonly defaults?: KeyDefaults
  /**
   * Its rate limits.
   *
   * @maxItems 16
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * Its budget.
   */
  readonly usage_limits?: KeyUsageLimits | null
  /**
   * The limit profile whose limits it has besides its own, by its identifier or slug; null for none.
   */
  readonly limit_profile?: string | null
  /**
   * Must be empty: no mail is sent. Budget alerts go to alerts.webhook of the manifest.
   *
   * @maxItems 0
   */
  readonly alert_emails?: readonly string[]
  /**
   * Schedule of rotations of the secret.
   */
  readonly rotation_policy?: RotationPolicy | null
}
/**
 * New keys of services in workspaces.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceServiceKeysCreate".
 */
export type WorkspaceServiceKeysCreate = {
  /**
   * Keys, each with the fields of the route that creates one.
   *
   * @minItems 1
   * @maxItems 500
   */
  readonly items: readonly WorkspaceServiceKeyCreate[]
  readonly on_error?: KeysOnError
}
/**
 * A new key of a person in a workspace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceUserKeyCreate".
 */
export type WorkspaceUserKeyCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
  /**
   * The identifier of the person, a member of the workspace; by default the caller.
   */
  readonly user_id?: string
  readonly scopes: KeyScopes
  /**
   * Expiry time.
   */
  readonly expires_at?: string | null
  readonly defaults?: KeyDefaults
  /**
   * Its rate limits.
   *
   * @maxItems 16
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * Its budget.
   */
  readonly usage_limits?: KeyUsageLimits | null
  /**
   * The limit profile whose limits it has besides its own, by its identifier or slug; null for none.
   */
  readonly limit_profile?: string | null
  /**
   * Must be empty: no mail is sent. Budget alerts go to alerts.webhook of the manifest.
   *
   * @maxItems 0
   */
  readonly alert_emails?: readonly string[]
  /**
   * Schedule of rotations of the secret.
   */
  readonly rotation_policy?: RotationPolicy | null
}
/**
 * New keys of people in workspaces.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceUserKeysCreate".
 */
export type WorkspaceUserKeysCreate = {
  /**
   * Keys, each with the fields of the route that creates one.
   *
   * @minItems 1
   * @maxItems 500
   */
  readonly items: readonly WorkspaceUserKeyCreate[]
  readonly on_error?: KeysOnError
}
/**
 * Changes of a key; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiKeyUpdate".
 */
export type ApiKeyUpdate = {
  /**
   * Whether to reset usage now.
   */
  readonly reset_usage?: boolean
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * A disabled key is refused until it is active again.
   */
  readonly status?: 'active' | 'disabled'
  readonly scopes?: KeyScopes
  readonly grants?: KeyGrants
  /**
   * Expiry time.
   */
  readonly expires_at?: string | null
  readonly defaults?: KeyDefaults
  /**
   * Its rate limits.
   *
   * @maxItems 16
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * Its budget.
   */
  readonly usage_limits?: KeyUsageLimits | null
  /**
   * The limit profile whose limits it has besides its own, by its identifier or slug; null for none.
   */
  readonly limit_profile?: string | null
  /**
   * Must be empty: no mail is sent. Budget alerts go to alerts.webhook of the manifest.
   *
   * @maxItems 0
   */
  readonly alert_emails?: readonly string[]
  /**
   * Schedule of rotations of the secret; null removes it.
   */
  readonly rotation_policy?: RotationPolicy | null
}
/**
 * Changes of one key; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiKeyChange".
 */
export type ApiKeyChange = {
  /**
   * The identifier of the key.
   */
  readonly id: string
  /**
   * Whether to reset usage now.
   */
  readonly reset_usage?: boolean
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * A disabled key is refused until it is active again.
   */
  readonly status?: 'active' | 'disabled'
  readonly scopes?: KeyScopes
  readonly grants?: KeyGrants
  /**
   * Expiry time.
   */
  readonly expires_at?: string | null
  readonly defaults?: KeyDefaults
  /**
   * Its rate limits.
   *
   * @maxItems 16
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * Its budget.
   */
  readonly usage_limits?: KeyUsageLimits | null
  /**
   * The limit profile whose limits it has besides its own, by its identifier or slug; null for none.
   */
  readonly limit_profile?: string | null
  /**
   * Must be empty: no mail is sent. Budget alerts go to alerts.webhook of the manifest.
   *
   * @maxItems 0
   */
  readonly alert_emails?: readonly string[]
  /**
   * Schedule of rotations of the secret; null removes it.
   */
  readonly rotation_policy?: RotationPolicy | null
}
/**
 * Changes of keys.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiKeysUpdate".
 */
export type ApiKeysUpdate = {
  /**
   * Changes, each of another key.
   *
   * @minItems 1
   * @maxItems 500
   */
  readonly items: readonly ApiKeyChange[]
  readonly on_error?: KeysOnError
}
/**
 * A key to revoke.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiKeyRevoke".
 */
export type ApiKeyRevoke = {
  /**
   * The identifier of the key.
   */
  readonly id: string
}
/**
 * Keys to revoke.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiKeysRevoke".
 */
export type ApiKeysRevoke = {
  /**
   * Keys, each once.
   *
   * @minItems 1
   * @maxItems 500
   */
  readonly items: readonly ApiKeyRevoke[]
  readonly on_error?: KeysOnError
}
/**
 * Rotation of a key.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiKeyRotate".
 */
export type ApiKeyRotate = {
  /**
   * Transition in milliseconds during which the old secret stays valid. Defaults to that of the rotation policy, or 30 minutes.
   */
  readonly key_transition_period_ms?: number
}
/**
 * A token for the person who signs in.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SignInTokenCreate".
 */
export type SignInTokenCreate = {
  /**
   * The workspace, by its identifier or slug. By default the only one of the person; people of several name it.
   */
  readonly workspace_id?: string
  /**
   * The device that the token is for, which has a key of its own.
   */
  readonly device?: string
}
/**
 * A token for calls. It is shown once.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SignInToken".
 */
export type SignInToken = {
  /**
   * The identifier of the key.
   */
  readonly id: string
  /**
   * The kind.
   */
  readonly object: 'sign-in-token'
  /**
   * The token, which clients send as the key of the gateway.
   */
  readonly token: string
  /**
   * Expiry time.
   */
  readonly expires_at: string
  /**
   * The slug of the workspace.
   */
  readonly workspace_id: string
  /**
   * The address of the person.
   */
  readonly user: string
}
/**
 * The key or person that a policy is about.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PolicySubject".
 */
export type PolicySubject = {
  /**
   * The kind.
   */
  readonly type: 'key' | 'person' | 'administrator' | 'anyone'
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Source of a key: the manifest in git, or this API; null for others.
   */
  readonly owner: 'git' | 'api' | null
  /**
   * The person; null for keys of services.
   */
  readonly user_id: string | null
  /**
   * The workspaces where it acts; empty for the organisation.
   */
  readonly workspaces: readonly string[]
  /**
   * Expiry time; null for never.
   */
  readonly expires_at: string | null
}
/**
 * A scope that is granted or withheld.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PolicyScope".
 */
export type PolicyScope = {
  /**
   * The scope.
   */
  readonly scope: string
  /**
   * The workspace where it holds; null for the organisation and all workspaces.
   */
  readonly workspace: string | null
  /**
   * Whether it holds.
   */
  readonly granted: boolean
  /**
   * The grant, or the reason that it does not hold.
   */
  readonly because: string
}
/**
 * A setting of calls with its source.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PolicyRule".
 */
export type PolicyRule = {
  /**
   * The setting.
   */
  readonly name: string
  /**
   * Its effect as a sentence.
   */
  readonly text: string
  /**
   * The source.
   */
  readonly source: string
}
/**
 * A provider that calls may name.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PolicyProvider".
 */
export type PolicyProvider = {
  /**
   * The slug.
   */
  readonly slug: string
  /**
   * Whether it is a pool.
   */
  readonly pool: boolean
  /**
   * The provider of the catalog; null for a pool.
   */
  readonly provider: string | null
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
}
/**
 * A name of a model that calls may send.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PolicyAlias".
 */
export type PolicyAlias = {
  /**
   * The name.
   */
  readonly alias: string
  /**
   * The model that it means.
   */
  readonly model: string
}
/**
 * A guardrail that runs on calls.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PolicyGuardrail".
 */
export type PolicyGuardrail = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * Whether it checks requests or replies.
   */
  readonly hook: 'request' | 'reply'
  /**
   * The source: the gateway, the key, or a config.
   */
  readonly source: string
}
/**
 * A limit that calls are counted by.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PolicyLimit".
 */
export type PolicyLimit = {
  /**
   * The identifier of the policy.
   */
  readonly id: string
  /**
   * The name.
   */
  readonly name: string
  /**
   * Whether it limits a rate or the usage of a period.
   */
  readonly kind: 'rate' | 'usage'
  /**
   * The unit that is counted; cost in US dollars.
   */
  readonly type: 'requests' | 'tokens' | 'cost'
  /**
   * The maximum.
   */
  readonly limit: number
  /**
   * The window of a rate, or the period of a budget.
   */
  readonly period: string
  /**
   * The use now; null if it is counted apart by something that only a call has, or not in this process.
   */
  readonly used: number | null
  /**
   * Whether nothing is left.
   */
  readonly exhausted: boolean
  /**
   * Time of the next reset; null for a sliding window and for never.
   */
  readonly resets_at: string | null
  /**
   * The source, such as a policy of the manifest or the budget of the key.
   */
  readonly source: string
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Further conditions, which depend on the call.
   */
  readonly conditions: readonly string[]
  /**
   * Properties of calls that have counters of their own.
   */
  readonly counted_apart: readonly string[]
}
/**
 * The effective policy of a key or person.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "KeyPolicy".
 */
export type KeyPolicy = {
  /**
   * The kind of the object.
   */
  readonly object: 'key_policy'
  readonly subject: PolicySubject
  /**
   * Whether it is accepted.
   */
  readonly status: 'active' | 'disabled' | 'exhausted' | 'expired'
  /**
   * Whether it may call models now.
   */
  readonly calls: boolean
  /**
   * Reasons that it may not.
   */
  readonly faults: readonly string[]
  /**
   * Scopes with what grants them.
   */
  readonly scopes: readonly PolicyScope[]
  /**
   * Settings that decide about calls.
   */
  readonly rules: readonly PolicyRule[]
  /**
   * The config of calls that name none; null without one.
   */
  readonly config: string | null
  /**
   * Whether calls may use no other config.
   */
  readonly forced: boolean
  /**
   * Providers and pools that calls reach.
   */
  readonly providers: readonly PolicyProvider[]
  /**
   * Names of models that the gateway replaces.
   */
  readonly aliases: readonly PolicyAlias[]
  /**
   * Guardrails that run on calls, in their order.
   */
  readonly guardrails: readonly PolicyGuardrail[]
  /**
   * Limits, those with the least left first.
   */
  readonly limits: readonly PolicyLimit[]
  /**
   * Restrictions that prevent it from making keys and loosening settings.
   */
  readonly restrictions: readonly string[]
}
/**
 * One change.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AuditLog".
 */
export type AuditLog = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * Time of the change.
   */
  readonly timestamp: string
  /**
   * The key or person that made it.
   */
  readonly user: string
  /**
   * Authentication of the author; gateway for changes by the gateway itself.
   */
  readonly user_type: string
  /**
   * The workspace of the resource; null for those of the organisation.
   */
  readonly workspace: string | null
  /**
   * The method of the request.
   */
  readonly method: string
  /**
   * The path of the request.
   */
  readonly uri: string
  /**
   * The operation, such as create, update or delete.
   */
  readonly action: string
  /**
   * The kind of the resource.
   */
  readonly resource_type: string
  /**
   * The identifier of the resource.
   */
  readonly resource_id: string
  /**
   * The resource before the change, without secrets.
   */
  readonly before: {} | null
  /**
   * The resource after the change, without secrets.
   */
  readonly after: {} | null
  /**
   * Lists and objects with more than 50 items, of which before and after have only the items that differ; absent if there are none.
   */
  readonly differences?: readonly AuditDifference[]
  readonly denied?: AuditDenial
}
/**
 * A long list or object of a changed resource.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AuditDifference".
 */
export type AuditDifference = {
  /**
   * JSON Pointer of the list or object, such as /members.
   */
  readonly path: string
  /**
   * The number of all items before the change.
   */
  readonly before: number
  /**
   * The number of all items after the change.
   */
  readonly after: number
}
/**
 * Changes that the author was denied with 403, in an entry with the action deny; the path and the resource are those of the last one.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AuditDenial".
 */
export type AuditDenial = {
  /**
   * The operation, as in the OpenAPI document.
   */
  readonly operation: string
  /**
   * The number of changes that were denied since the previous entry about this author and operation.
   */
  readonly count: number
  /**
   * Time of the first of them.
   */
  readonly since: string
  /**
   * The message of the last one.
   */
  readonly reason: string
}
/**
 * A page of changes.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "AuditLogList".
 */
export type AuditLogList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of changes on all pages.
   */
  readonly total: number
  /**
   * The changes of the page.
   */
  readonly records: readonly AuditLog[]
}
/**
 * A collection.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptCollection".
 */
export type PromptCollection = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name.
   */
  readonly name: string
  /**
   * The slug.
   */
  readonly slug: string
  /**
   * The workspace; null for one that every workspace has.
   */
  readonly workspace_id: string | null
  /**
   * Whether it is part of the gateway, and cannot be changed.
   */
  readonly built_in: boolean
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'collection'
}
/**
 * A page of collections.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptCollectionList".
 */
export type PromptCollectionList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The page.
   */
  readonly data: readonly PromptCollection[]
}
/**
 * A new collection.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "CollectionCreate".
 */
export type CollectionCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The slug, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
}
/**
 * Changes of a collection.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "CollectionUpdate".
 */
export type CollectionUpdate = {
  /**
   * The name for people.
   */
  readonly name: string
}
/**
 * A saved config without its text.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "Config".
 */
export type Config = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * Slug used in x-gateway-config.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The workspace; null for configs of the project, which serve all.
   */
  readonly workspace_id: string | null
  /**
   * The organisation.
   */
  readonly organisation_id: string
  /**
   * Archived configs serve no calls.
   */
  readonly status: 'active' | 'archived'
  /**
   * The number of the version in use, as slug@number names it; 1 for a config of the project that is served from a file rather than from a release.
   */
  readonly version: number
  /**
   * The identifier of the version in use.
   */
  readonly version_id: string
  /**
   * The versions that labels point at.
   */
  readonly labels: {
    readonly [k: string]: number
  }
  /**
   * The digest of the plan in use.
   */
  readonly plan: string
  /**
   * Source of the resource: the project in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'config'
}
/**
 * A page of configs.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigList".
 */
export type ConfigList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * Always true.
   */
  readonly success: true
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The configs of the page.
   */
  readonly data: readonly Config[]
}
/**
 * A config with its text: its properties, repeated in data for other clients.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigRead".
 */
export type ConfigRead = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * Slug used in x-gateway-config.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The workspace; null for configs of the project, which serve all.
   */
  readonly workspace_id: string | null
  /**
   * The organisation.
   */
  readonly organisation_id: string
  /**
   * Archived configs serve no calls.
   */
  readonly status: 'active' | 'archived'
  /**
   * The number of the version in use, as slug@number names it; 1 for a config of the project that is served from a file rather than from a release.
   */
  readonly version: number
  /**
   * The identifier of the version in use.
   */
  readonly version_id: string
  /**
   * The versions that labels point at.
   */
  readonly labels: {
    readonly [k: string]: number
  }
  /**
   * The digest of the plan in use.
   */
  readonly plan: string
  /**
   * Source of the resource: the project in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'config'
  /**
   * Always true.
   */
  readonly success: true
  /**
   * The config; null for one of the project, whose sources are in git.
   */
  readonly config: {} | null
  /**
   * The config again, with its text as a string.
   */
  readonly data: {}
}
/**
 * Identifiers of the written resource, repeated in data for other clients.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigWritten".
 */
export type ConfigWritten = {
  /**
   * Always true.
   */
  readonly success: true
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The slug.
   */
  readonly slug: string
  /**
   * The number of the version.
   */
  readonly version: number
  /**
   * The identifier of the version.
   */
  readonly version_id: string
  /**
   * Warnings and notes of the compiler.
   */
  readonly diagnostics: {}[]
  /**
   * The kind of the object.
   */
  readonly object: 'config'
  /**
   * The identifiers again.
   */
  readonly data: {}
}
/**
 * One version, which never changes.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigVersion".
 */
export type ConfigVersion = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The number.
   */
  readonly version: number
  /**
   * The config as JSON text.
   */
  readonly config: string
  /**
   * The digest of its plan.
   */
  readonly plan: string
  /**
   * The labels that point at it.
   */
  readonly labels: readonly string[]
  /**
   * Author.
   */
  readonly created_by: string
  /**
   * Why.
   */
  readonly message: string | null
  /**
   * Time of the write.
   */
  readonly created_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'config_version'
}
/**
 * A page of versions.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigVersionList".
 */
export type ConfigVersionList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The versions of the page.
   */
  readonly data: readonly ConfigVersion[]
}
/**
 * A new config.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigCreate".
 */
export type ConfigCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Slug used in x-gateway-config, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * The config, as an object or as JSON text.
   */
  readonly config: {} | string
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
  /**
   * Configs for calls that name none are set by the defaults of keys.
   */
  readonly isDefault?: false | 0
  /**
   * Alias of isDefault.
   */
  readonly is_default?: false | 0
  /**
   * Why, for the history.
   */
  readonly message?: string
}
/**
 * Changes of a config; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigUpdate".
 */
export type ConfigUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * The config of a new version, as an object or as JSON text.
   */
  readonly config?: {} | string
  /**
   * Archived configs serve no calls.
   */
  readonly status?: 'active' | 'archived'
  /**
   * Whether the new version is used at once; otherwise labels lead to it.
   */
  readonly promote?: boolean
  /**
   * Why, for the history.
   */
  readonly message?: string
}
/**
 * Release that a label points to.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigLabelMove".
 */
export type ConfigLabelMove = {
  /**
   * The number of the version.
   */
  readonly version: number
}
/**
 * A label and its version.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ConfigLabel".
 */
export type ConfigLabel = {
  /**
   * The label.
   */
  readonly label: string
  /**
   * The number of the version.
   */
  readonly version: number
  /**
   * The kind of the object.
   */
  readonly object: 'config_label'
}
/**
 * A named fleet of runtimes.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "Deployment".
 */
export type Deployment = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name that runtimes are started with.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Whether it serves production: then its label, its workspaces and this change, and it is deleted, only with the scope deployments.production. Calls are served alike.
   */
  readonly production: boolean
  /**
   * The label of releases that it follows.
   */
  readonly label: string
  /**
   * The slugs of the workspaces whose callers it serves; empty for all.
   */
  readonly workspaces: readonly string[]
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'deployment'
}
/**
 * A page of deployments.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "DeploymentList".
 */
export type DeploymentList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of deployments on all pages.
   */
  readonly total: number
  /**
   * The deployments of the page.
   */
  readonly data: readonly Deployment[]
}
/**
 * A new deployment.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "DeploymentCreate".
 */
export type DeploymentCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The name that runtimes are started with, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Whether it serves production: then its label, its workspaces and this change, and it is deleted, only with the scope deployments.production. Calls are served alike.
   */
  readonly production?: boolean
  /**
   * The label of releases that it follows, by default live.
   */
  readonly label?: string
  /**
   * The slugs or identifiers of the workspaces whose callers it serves; empty for all.
   *
   * @maxItems 1000
   */
  readonly workspaces?: readonly string[]
}
/**
 * Changes of a deployment; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "DeploymentUpdate".
 */
export type DeploymentUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Whether it serves production: then its label, its workspaces and this change, and it is deleted, only with the scope deployments.production. Calls are served alike.
   */
  readonly production?: boolean
  /**
   * The label of releases that it follows.
   */
  readonly label?: string
  /**
   * The slugs or identifiers of the workspaces whose callers it serves; empty for all.
   *
   * @maxItems 1000
   */
  readonly workspaces?: readonly string[]
}
/**
 * Feedback on all requests of a trace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "FeedbackCreate".
 */
export type FeedbackCreate = {
  /**
   * The trace.
   */
  readonly trace_id: string
  /**
   * Rating from -10 to 10.
   */
  readonly value: number
  /**
   * Weight, from 0 to 1; 1 when absent.
   */
  readonly weight?: number
  /**
   * Metadata of the feedback.
   */
  readonly metadata?: {}
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
}
/**
 * Changes of feedback.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "FeedbackUpdate".
 */
export type FeedbackUpdate = {
  /**
   * Rating from -10 to 10.
   */
  readonly value?: number
  /**
   * Weight, from 0 to 1; 1 when absent.
   */
  readonly weight?: number
  /**
   * Metadata of the feedback.
   */
  readonly metadata?: {}
}
/**
 * Result of the write.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "FeedbackSaved".
 */
export type FeedbackSaved = {
  /**
   * That it was stored.
   */
  readonly status: 'success'
  /**
   * The same as a sentence.
   */
  readonly message: string
  /**
   * The identifiers, in their order.
   */
  readonly feedback_ids: readonly string[]
}
/**
 * An integration.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "Integration".
 */
export type Integration = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The provider of the catalog.
   */
  readonly ai_provider_id: string
  /**
   * The end of the key.
   */
  readonly masked_key?: string | null
  /**
   * Settings of the provider, with masked secrets.
   */
  readonly configurations?: {}
  /**
   * Whether workspaces with access have a provider of it.
   */
  readonly create_default_provider?: boolean
  /**
   * The slug of that provider.
   */
  readonly default_provider_slug?: string
  /**
   * Fields whose values are in secret managers.
   */
  readonly secret_mappings?: {}[]
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
  /**
   * The workspace that it belongs to; null for the organisation.
   */
  readonly workspace_id?: string | null
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Time of the next reset of usage; null for never, or without a budget.
   */
  readonly next_usage_reset_at?: string | null
  /**
   * Time of the last reset of usage; null for never, or without a budget.
   */
  readonly last_reset_at?: string | null
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'integration'
}
/**
 * A page of integrations.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "IntegrationList".
 */
export type IntegrationList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of integrations on all pages.
   */
  readonly total: number
  /**
   * The integrations of the page.
   */
  readonly data: readonly Integration[]
}
/**
 * A new integration.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "IntegrationCreate".
 */
export type IntegrationCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The API key of the provider, never read back.
   */
  readonly key?: string
  /**
   * Settings and credentials of the provider, by their names in configs. Secrets among them are never read back.
   */
  readonly configurations?: {}
  /**
   * Whether workspaces with access get a provider of it automatically.
   */
  readonly create_default_provider?: boolean
  /**
   * The slug of that provider, by default that of the integration.
   */
  readonly default_provider_slug?: string
  /**
   * Fields whose values are in secret managers.
   *
   * @maxItems 64
   */
  readonly secret_mappings?: readonly SecretMapping[]
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
  /**
   * The provider of the catalog, such as openai.
   */
  readonly ai_provider_id: string
  /**
   * The name in configs and calls, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * The workspace that it belongs to, by its identifier or slug; null for the organisation. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string | null
}
/**
 * A field whose value is in a secret manager.
 */
export type SecretMapping = {
  /**
   * The field: key, or configurations. and the name of one.
   */
  readonly target_field: string
  /**
   * The secret reference, by identifier or slug.
   */
  readonly secret_reference_id: string
  /**
   * The property of the secret, in place of the reference's own.
   */
  readonly secret_key?: string | null
  /**
   * The format of the value: a string, or JSON for fields that are objects.
   */
  readonly value_format?: 'string' | 'json' | null
}
/**
 * Changes of an integration; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "IntegrationUpdate".
 */
export type IntegrationUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The API key of the provider, never read back.
   */
  readonly key?: string
  /**
   * Settings and credentials of the provider, by their names in configs. Secrets among them are never read back.
   */
  readonly configurations?: {}
  /**
   * Whether workspaces with access get a provider of it automatically.
   */
  readonly create_default_provider?: boolean
  /**
   * The slug of that provider, by default that of the integration.
   */
  readonly default_provider_slug?: string
  /**
   * Fields whose values are in secret managers.
   *
   * @maxItems 64
   */
  readonly secret_mappings?: readonly SecretMapping1[]
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
}
/**
 * A field whose value is in a secret manager.
 */
export type SecretMapping1 = {
  /**
   * The field: key, or configurations. and the name of one.
   */
  readonly target_field: string
  /**
   * The secret reference, by identifier or slug.
   */
  readonly secret_reference_id: string
  /**
   * The property of the secret, in place of the reference's own.
   */
  readonly secret_key?: string | null
  /**
   * The format of the value: a string, or JSON for fields that are objects.
   */
  readonly value_format?: 'string' | 'json' | null
}
/**
 * The workspaces with access.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "IntegrationAccess".
 */
export type IntegrationAccess = {
  /**
   * Whether all workspaces have access.
   */
  readonly global_workspace_access?: {
    /**
     * Whether they have.
     */
    readonly enabled: boolean
  }
  /**
   * The workspaces that were named.
   */
  readonly workspaces: {
    /**
     * The workspace.
     */
    readonly id: string
    /**
     * Its slug.
     */
    readonly slug?: string
    /**
     * Whether it has access.
     */
    readonly enabled: boolean
    /**
     * The rate limits of the integration in the workspace.
     *
     * @maxItems 8
     */
    readonly rate_limits?: readonly KeyRateLimit[] | null
    /**
     * The budget of the integration in the workspace.
     */
    readonly usage_limits?: KeyUsageLimits | null
    /**
     * Whether the budget has something left.
     */
    readonly status?: 'active' | 'exhausted'
    /**
     * Time of the next reset of usage; null for never, or without a budget.
     */
    readonly next_usage_reset_at?: string | null
    /**
     * Time of the last reset of usage; null for never, or without a budget.
     */
    readonly last_reset_at?: string | null
  }[]
}
/**
 * Workspaces to grant or revoke access; others are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "IntegrationAccessUpdate".
 */
export type IntegrationAccessUpdate = {
  /**
   * Whether all workspaces have access, also those that are made later; null leaves it unchanged.
   */
  readonly global_workspace_access?: {
    /**
     * Whether they have.
     */
    readonly enabled: boolean
  } | null
  /**
   * Whether access that was given before ends.
   */
  readonly override_existing_workspace_access?: boolean
  /**
   * Workspaces, by identifier or slug.
   *
   * @maxItems 1000
   */
  readonly workspaces?: {
    /**
     * The workspace, by identifier or slug.
     */
    readonly id: string
    /**
     * Whether it has access.
     */
    readonly enabled: boolean
    /**
     * The rate limits of the integration in the workspace.
     *
     * @maxItems 8
     */
    readonly rate_limits?: readonly KeyRateLimit[]
    /**
     * The budget of the integration in the workspace; null for none.
     */
    readonly usage_limits?: KeyUsageLimits | null
    /**
     * Whether to reset usage now.
     */
    readonly reset_usage?: boolean
  }[]
  /**
   * Alias of override_existing_workspace_access.
   */
  readonly override_existing_workspaces_access?: boolean
}
/**
 * The models of an integration.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "IntegrationModels".
 */
export type IntegrationModels = {
  /**
   * Whether models without an explicit setting are served, including unknown ones.
   */
  readonly allow_all_models: boolean
  /**
   * The number of models.
   */
  readonly total: number
  /**
   * The known models of the provider, and those that were switched.
   */
  readonly models: {
    /**
     * The model, as calls name it after @slug/.
     */
    readonly slug: string
    /**
     * Whether calls may use it.
     */
    readonly enabled: boolean
    /**
     * Whether it was added here, because the provider is not known to have it.
     */
    readonly is_custom: boolean
  }[]
}
/**
 * Models to switch on or off; others are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "IntegrationModelsUpdate".
 */
export type IntegrationModelsUpdate = {
  /**
   * Whether models without an explicit setting are served, including unknown ones.
   */
  readonly allow_all_models?: boolean
  /**
   * Models to switch.
   *
   * @maxItems 1000
   */
  readonly models?: {
    /**
     * The model, as calls name it after @slug/.
     */
    readonly slug: string
    /**
     * Whether calls may use it.
     */
    readonly enabled: boolean
    /**
     * True for a model that the provider is not known to have.
     */
    readonly is_custom?: boolean
  }[]
}
/**
 * A label.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptLabel".
 */
export type PromptLabel = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name.
   */
  readonly name: string
  /**
   * Meaning of the label.
   */
  readonly description: string | null
  /**
   * The color that consoles show it in.
   */
  readonly color_code: string | null
  /**
   * The workspace; null for one that every workspace has.
   */
  readonly workspace_id: string | null
  /**
   * Whether it is part of the gateway, and cannot be changed.
   */
  readonly built_in: boolean
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'label'
}
/**
 * A page of labels.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptLabelList".
 */
export type PromptLabelList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The page.
   */
  readonly data: readonly PromptLabel[]
}
/**
 * A new label.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LabelCreate".
 */
export type LabelCreate = {
  /**
   * The name: letters, digits, dots, underscores and hyphens, but not only digits, latest or default.
   */
  readonly name: string
  /**
   * Meaning of the label.
   */
  readonly description?: string | null
  /**
   * The color that consoles show it in.
   */
  readonly color_code?: string | null
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
}
/**
 * Changes of a label.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LabelUpdate".
 */
export type LabelUpdate = {
  /**
   * The name: letters, digits, dots, underscores and hyphens, but not only digits, latest or default.
   */
  readonly name?: string
  /**
   * Meaning of the label.
   */
  readonly description?: string | null
  /**
   * The color that consoles show it in.
   */
  readonly color_code?: string | null
}
/**
 * A limit profile.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LimitProfile".
 */
export type LimitProfile = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The kind of the object.
   */
  readonly object: 'limit-profile'
  /**
   * The slug, by which keys name it.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description: string | null
  /**
   * The workspace whose keys may have it; null for keys of all workspaces.
   */
  readonly workspace_id: string | null
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Rate limits that each key has.
   */
  readonly rate_limits: readonly KeyRateLimit[]
  /**
   * The budget that each key has; null without one.
   */
  readonly usage_limits: KeyUsageLimits | null
  /**
   * The number of keys of the store that have it.
   */
  readonly keys: number
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
}
/**
 * A page of limit profiles.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LimitProfileList".
 */
export type LimitProfileList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of profiles on all pages.
   */
  readonly total: number
  /**
   * The profiles of the page.
   */
  readonly data: readonly LimitProfile[]
}
/**
 * A new limit profile. It needs a limit.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LimitProfileCreate".
 */
export type LimitProfileCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The slug, which is unique in the organisation and never changes; derived from the name by default.
   */
  readonly slug?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The workspace whose keys may have it, by its identifier or slug; null for keys of all workspaces. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string | null
  /**
   * Rate limits that each key has.
   *
   * @maxItems 16
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget that each key has; null without one.
   */
  readonly usage_limits?: KeyUsageLimits | null
}
/**
 * Changes of a limit profile; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LimitProfileUpdate".
 */
export type LimitProfileUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Rate limits that each key has.
   *
   * @maxItems 16
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget that each key has; null without one.
   */
  readonly usage_limits?: KeyUsageLimits | null
}
/**
 * An export.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogExport".
 */
export type LogExport = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The workspace; null if the export has all records visible to its reader.
   */
  readonly workspace_id: string | null
  /**
   * Purpose.
   */
  readonly description: string | null
  /**
   * Filter of the export.
   */
  readonly filters: {}
  /**
   * The fields of each line.
   */
  readonly requested_data: readonly string[]
  /**
   * draft until it is started, in_progress while its records are counted, then success: it can be downloaded.
   */
  readonly status: 'draft' | 'in_progress' | 'success' | 'failed' | 'stopped'
  /**
   * The number of records when it was started.
   */
  readonly total_records: number | null
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The key or person that created it.
   */
  readonly created_by: string
  /**
   * The kind of the object.
   */
  readonly object: 'export'
}
/**
 * A page of exports.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogExportList".
 */
export type LogExportList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The page.
   */
  readonly data: readonly LogExport[]
}
/**
 * A new export.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogExportCreate".
 */
export type LogExportCreate = {
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it, or null for all records that they see.
   */
  readonly workspace_id?: string | null
  /**
   * Purpose.
   */
  readonly description?: string
  /**
   * The filters of GET /logs by the same names: strings, numbers, or lists.
   */
  readonly filters: {}
  /**
   * The fields of each line, by the names of the list of records, and request and response for bodies; all but bodies when absent.
   *
   * @maxItems 64
   */
  readonly requested_data?: readonly string[]
}
/**
 * Changes of an export.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogExportUpdate".
 */
export type LogExportUpdate = {
  /**
   * Its workspace, which cannot be changed.
   */
  readonly workspace_id?: string | null
  /**
   * Purpose.
   */
  readonly description?: string
  /**
   * The filters of GET /logs by the same names: strings, numbers, or lists.
   */
  readonly filters?: {}
  /**
   * The fields of each line, by the names of the list of records, and request and response for bodies; all but bodies when absent.
   *
   * @maxItems 64
   */
  readonly requested_data?: readonly string[]
}
/**
 * The export that was written.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogExportCreated".
 */
export type LogExportCreated = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The number of records; null until it is started.
   */
  readonly total: number | null
  /**
   * The kind of the object.
   */
  readonly object: 'export'
}
/**
 * Nothing.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogExportAction".
 */
export type LogExportAction = {}
/**
 * Result of the change.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogExportMoved".
 */
export type LogExportMoved = {
  /**
   * Result as a sentence.
   */
  readonly message: string
  /**
   * The kind of the object.
   */
  readonly object: 'export'
}
/**
 * One line: the requested fields.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogExportLine".
 */
export type LogExportLine = {
  readonly [k: string]: Json
}
/**
 * Summary of one request. Costs are US dollars, durations are milliseconds.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogEntry".
 */
export type LogEntry = {
  /**
   * The identifier of the record.
   */
  readonly id: string
  /**
   * Arrival time of the request.
   */
  readonly created_at: string
  /**
   * The trace that it belongs to.
   */
  readonly trace_id: string
  /**
   * The span that the client named.
   */
  readonly span_id: string | null
  /**
   * Its parent.
   */
  readonly parent_span_id: string | null
  /**
   * Its name.
   */
  readonly span_name: string | null
  /**
   * The session of an agent that it belongs to.
   */
  readonly session: string | null
  /**
   * The workspace of the caller.
   */
  readonly workspace_slug: string | null
  /**
   * The key of the gateway, by its identifier.
   */
  readonly api_key_id: string | null
  /**
   * The saved config, or inline or headers.
   */
  readonly config: string | null
  /**
   * The saved prompt, as id@version.
   */
  readonly prompt: string | null
  /**
   * The method of the request.
   */
  readonly method: string
  /**
   * Its path, without the query.
   */
  readonly path: string
  /**
   * The route of models that was called.
   */
  readonly endpoint: string | null
  /**
   * The provider of the catalog that replied.
   */
  readonly ai_service: string | null
  /**
   * The stored provider that replied, by its slug; that of the catalog if none was used.
   */
  readonly provider: string | null
  /**
   * The model as the client named it.
   */
  readonly model: string | null
  /**
   * Model sent upstream, if different.
   */
  readonly served_model: string | null
  /**
   * Model that the reply names, if it is another one than was sent by more than a date or an alias.
   */
  readonly answered_model: string | null
  /**
   * The target that replied, such as config.targets[1].
   */
  readonly target: string | null
  /**
   * The status of the reply.
   */
  readonly status_code: number
  /**
   * Whether the status is below 400 and no stream broke.
   */
  readonly is_success: boolean
  /**
   * Whether the client requested a stream.
   */
  readonly is_stream: boolean
  /**
   * Whether the client disconnected before the end of the reply.
   */
  readonly client_left: boolean
  /**
   * Whether the request went past the gateway and was reported by POST /logs.
   */
  readonly is_outside: boolean
  /**
   * Cache status.
   */
  readonly cache_status: string | null
  /**
   * Retries at the target that replied; -1 when all of its attempts failed.
   */
  readonly retries: number | null
  /**
   * Milliseconds from the first byte of the request to the last of the reply.
   */
  readonly latency: number
  /**
   * Milliseconds until the reply began.
   */
  readonly time_to_first_token: number | null
  /**
   * Milliseconds that the gateway itself took until then.
   */
  readonly gateway_time: number | null
  /**
   * Tokens of the request; null if unknown.
   */
  readonly input_tokens: number | null
  /**
   * Those of them that were read from a cache of the provider; null if unknown.
   */
  readonly cached_tokens: number | null
  /**
   * Tokens of the reply; null if unknown.
   */
  readonly output_tokens: number | null
  /**
   * Both together.
   */
  readonly total_tokens: number | null
  /**
   * Cost in US dollars as a decimal number, as the provider states it or else by prices; null, not 0, if unknown.
   */
  readonly cost: number | null
  /**
   * Source of the cost: the provider's reply, the list of prices, or the prices of the manifest.
   */
  readonly cost_source: 'provider' | 'list' | 'own' | null
  /**
   * Parts that have no price and are not in the cost: units, the service tier, fields of the usage that are not known by their names, or model.
   */
  readonly unpriced: readonly string[]
  /**
   * Prices by which the cost was computed, in US dollars for a million tokens, or for one of the units whose names begin with per_.
   */
  readonly rates: string | null
  /**
   * The code of a failure in the gateway.
   */
  readonly error: string | null
  /**
   * The sentence of that failure, or why a stream broke.
   */
  readonly message: string | null
  /**
   * The metadata of the request.
   */
  readonly metadata: {}
  /**
   * Feedback on the trace.
   */
  readonly feedback: readonly LogFeedback[]
  /**
   * Whether bodies are stored with it.
   */
  readonly has_bodies: boolean
  /**
   * The line of the request log, as log-record.schema.json describes it, if records is true.
   */
  readonly record?: {}
  /**
   * The kind of the object.
   */
  readonly object: 'log'
}
/**
 * Feedback on a trace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogFeedback".
 */
export type LogFeedback = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * Rating from -10 to 10.
   */
  readonly value: number
  /**
   * Weight, from 0 to 1.
   */
  readonly weight: number
  /**
   * Metadata of the feedback.
   */
  readonly metadata: {}
  /**
   * Time of the feedback.
   */
  readonly created_at: string
}
/**
 * A page of records, the newest first.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogList".
 */
export type LogList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of records on all pages, if include_total is true.
   */
  readonly total?: number
  /**
   * Whether there is another page.
   */
  readonly has_more: boolean
  /**
   * Value of cursor for the next page; null at the end.
   */
  readonly next_cursor: string | null
  /**
   * The page.
   */
  readonly data: readonly LogEntry[]
}
/**
 * All records of a trace, in the order of their times.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogTrace".
 */
export type LogTrace = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * Their number.
   */
  readonly total: number
  /**
   * The records, without bodies.
   */
  readonly data: readonly (Log | LogRecordFormat)[]
}
/**
 * All that is known of one request. Costs are US dollars, durations are milliseconds.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "Log".
 */
export type Log = {
  /**
   * The identifier of the record.
   */
  readonly id: string
  /**
   * Arrival time of the request.
   */
  readonly created_at: string
  /**
   * The trace that it belongs to.
   */
  readonly trace_id: string
  /**
   * The span that the client named.
   */
  readonly span_id: string | null
  /**
   * Its parent.
   */
  readonly parent_span_id: string | null
  /**
   * Its name.
   */
  readonly span_name: string | null
  /**
   * The session of an agent that it belongs to.
   */
  readonly session: string | null
  /**
   * The workspace of the caller.
   */
  readonly workspace_slug: string | null
  /**
   * The key of the gateway, by its identifier.
   */
  readonly api_key_id: string | null
  /**
   * The saved config, or inline or headers.
   */
  readonly config: string | null
  /**
   * The saved prompt, as id@version.
   */
  readonly prompt: string | null
  /**
   * The method of the request.
   */
  readonly method: string
  /**
   * Its path, without the query.
   */
  readonly path: string
  /**
   * The route of models that was called.
   */
  readonly endpoint: string | null
  /**
   * The provider of the catalog that replied.
   */
  readonly ai_service: string | null
  /**
   * The stored provider that replied, by its slug; that of the catalog if none was used.
   */
  readonly provider: string | null
  /**
   * The model as the client named it.
   */
  readonly model: string | null
  /**
   * Model sent upstream, if different.
   */
  readonly served_model: string | null
  /**
   * Model that the reply names, if it is another one than was sent by more than a date or an alias.
   */
  readonly answered_model: string | null
  /**
   * The target that replied, such as config.targets[1].
   */
  readonly target: string | null
  /**
   * The status of the reply.
   */
  readonly status_code: number
  /**
   * Whether the status is below 400 and no stream broke.
   */
  readonly is_success: boolean
  /**
   * Whether the client requested a stream.
   */
  readonly is_stream: boolean
  /**
   * Whether the client disconnected before the end of the reply.
   */
  readonly client_left: boolean
  /**
   * Whether the request went past the gateway and was reported by POST /logs.
   */
  readonly is_outside: boolean
  /**
   * Cache status.
   */
  readonly cache_status: string | null
  /**
   * Retries at the target that replied; -1 when all of its attempts failed.
   */
  readonly retries: number | null
  /**
   * Milliseconds from the first byte of the request to the last of the reply.
   */
  readonly latency: number
  /**
   * Milliseconds until the reply began.
   */
  readonly time_to_first_token: number | null
  /**
   * Milliseconds that the gateway itself took until then.
   */
  readonly gateway_time: number | null
  /**
   * Tokens of the request; null if unknown.
   */
  readonly input_tokens: number | null
  /**
   * Those of them that were read from a cache of the provider; null if unknown.
   */
  readonly cached_tokens: number | null
  /**
   * Tokens of the reply; null if unknown.
   */
  readonly output_tokens: number | null
  /**
   * Both together.
   */
  readonly total_tokens: number | null
  /**
   * Cost in US dollars as a decimal number, as the provider states it or else by prices; null, not 0, if unknown.
   */
  readonly cost: number | null
  /**
   * Source of the cost: the provider's reply, the list of prices, or the prices of the manifest.
   */
  readonly cost_source: 'provider' | 'list' | 'own' | null
  /**
   * Parts that have no price and are not in the cost: units, the service tier, fields of the usage that are not known by their names, or model.
   */
  readonly unpriced: readonly string[]
  /**
   * Prices by which the cost was computed, in US dollars for a million tokens, or for one of the units whose names begin with per_.
   */
  readonly rates: string | null
  /**
   * The code of a failure in the gateway.
   */
  readonly error: string | null
  /**
   * The sentence of that failure, or why a stream broke.
   */
  readonly message: string | null
  /**
   * The metadata of the request.
   */
  readonly metadata: {}
  /**
   * Feedback on the trace.
   */
  readonly feedback: readonly LogFeedback[]
  /**
   * Whether bodies are stored with it.
   */
  readonly has_bodies: boolean
  /**
   * The kind of the object.
   */
  readonly object: 'log'
  /**
   * The format of the reply.
   */
  readonly log_format: 'interface'
  /**
   * method, url, bytes and, if stored and requested, body: JSON, or a string.
   */
  readonly request: {}
  /**
   * status, bytes and, if stored and requested, body: JSON, a string, or the events of a stream as a string.
   */
  readonly response: {}
  /**
   * Measurements by the names of the list, with tokens by kind and source, and the day of the list of prices.
   */
  readonly metrics: {}
  /**
   * The start of the digest of the release that was in use.
   */
  readonly plan: string
  /**
   * The path through the plan: at, to and because of each choice.
   */
  readonly steps: {}[]
  /**
   * Every attempt at a provider, with its target, status and times in milliseconds.
   */
  readonly attempts: {}[]
  /**
   * Results of guards that ran before the reply was sent.
   */
  readonly guards: {}[]
  /**
   * Targets that were skipped because their circuits were open.
   */
  readonly skipped_targets: readonly string[]
  /**
   * The limit that refused the request, or a target of it.
   */
  readonly limit: string | null
}
/**
 * One request as the line of the request log: costs are billionths of a US dollar.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogRecordFormat".
 */
export type LogRecordFormat = {
  /**
   * The kind of the object.
   */
  readonly object: 'log'
  /**
   * The format of the reply.
   */
  readonly log_format: 'record'
  /**
   * The record, as log-record.schema.json describes it.
   */
  readonly record: {}
  /**
   * Feedback on the trace.
   */
  readonly feedback: readonly LogFeedback[]
  /**
   * Whether bodies are stored with it.
   */
  readonly has_bodies: boolean
  /**
   * The body of the request, if stored and requested.
   */
  readonly request_body?: {
    readonly [k: string]: Json
  }
  /**
   * The body of the reply, if stored and requested.
   */
  readonly response_body?: {
    readonly [k: string]: Json
  }
}
/**
 * A request that went past the gateway. Its key is that of the caller.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogInsert".
 */
export type LogInsert = {
  /**
   * The request.
   */
  readonly request: {
    /**
     * The address, of which the path is stored.
     */
    readonly url?: string
    /**
     * The method; POST when absent.
     */
    readonly method?: string
    /**
     * The provider of the catalog.
     */
    readonly provider?: string
    /**
     * The body, from which the model is read. It is stored if the manifest has telemetry.bodies.
     */
    readonly body?: {
      readonly [k: string]: Json
    }
    readonly [k: string]: Json
  }
  /**
   * The reply.
   */
  readonly response: {
    /**
     * The status; 200 when absent.
     */
    readonly status?: number
    /**
     * Milliseconds that it took. Without it the latency counts as 0, in means and percentiles too.
     */
    readonly response_time?: number
    /**
     * The body, from which usage is read. It is stored if the manifest has telemetry.bodies.
     */
    readonly body?: {
      readonly [k: string]: Json
    }
    readonly [k: string]: Json
  }
  /**
   * The metadata, with trace_id, span_id, parent_span_id, span_name and session, or traceId and so on.
   */
  readonly metadata?: {}
  /**
   * Time when the request was sent; now when absent.
   */
  readonly created_at?: string
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
}
/**
 * Result of the write.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogInserted".
 */
export type LogInserted = {
  /**
   * That it was stored.
   */
  readonly status: 'success'
  /**
   * The identifiers of the records, in their order.
   */
  readonly ids: readonly string[]
  /**
   * The kind of the object.
   */
  readonly object: 'logs'
}
/**
 * Result of the erasure.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogErasure".
 */
export type LogErasure = {
  /**
   * The number of records that had bodies. The records stay.
   */
  readonly erased: number
  /**
   * The kind of the object.
   */
  readonly object: 'erasure'
}
/**
 * The values that a filter may have, the most frequent first.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogFacets".
 */
export type LogFacets = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * Their number.
   */
  readonly total: number
  /**
   * The values.
   */
  readonly data: {
    /**
     * The value.
     */
    readonly value: string
    /**
     * Time of the last record with the value.
     */
    readonly last_seen: string
  }[]
}
/**
 * The config that a logged request is replayed through, without calling a provider.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogReplay".
 */
export type LogReplay = {
  /**
   * A saved config by its identifier, a version of one that was saved by API (slug@3), or a config.
   */
  readonly config: string | {}
}
/**
 * Path of a logged request through another config.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogReplayed".
 */
export type LogReplayed = {
  /**
   * The kind of the object.
   */
  readonly object: 'replay'
  /**
   * The record.
   */
  readonly log_id: string
  /**
   * Path of the request: target, provider, model, steps, and each attempt with its status.
   */
  readonly was: {}
  /**
   * Whether the first target is certain.
   */
  readonly decided: boolean
  /**
   * The targets that would be called first, each with its share of such requests if known, and the target that a fallback calls after it.
   */
  readonly outcomes: {
    /**
     * The target, such as config.targets[1].
     */
    readonly target: string
    /**
     * Its provider.
     */
    readonly provider: string
    /**
     * The model that would be sent.
     */
    readonly model: string | null
    /**
     * Probability from 0 to 1; null if it depends on an undecided condition.
     */
    readonly share: number | null
    /**
     * The choices on the way: at, to and because.
     */
    readonly steps: {}[]
    /**
     * Fallbacks of the target in order: the statuses (on), and the part of the config (to).
     */
    readonly next: {}[]
    /**
     * Undecided choices on the path, with reasons.
     */
    readonly undecided: readonly string[]
  }[]
}
/**
 * A logged request in a simulation, in which providers reply as they are recorded to have done. Nothing is sent.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LogReproduced".
 */
export type LogReproduced = {
  /**
   * The kind of the object.
   */
  readonly object: 'reproduction'
  /**
   * The record.
   */
  readonly log_id: string
  /**
   * The start of the digest of the release that is served now, with which the request was simulated.
   */
  readonly plan: string
  /**
   * Whether the request was served by this release.
   */
  readonly is_same_plan: boolean
  /**
   * Reason why the request cannot be simulated.
   */
  readonly problem: string | null
  /**
   * Differences between the simulation and the record: targets and the status of the reply. Without any, the same path was taken.
   */
  readonly differences: readonly string[]
  /**
   * Sentences about data that the record does not have.
   */
  readonly lacking: readonly string[]
  /**
   * Calls of providers in their order.
   */
  readonly sent: {
    /**
     * The target; null for calls of other services, such as those of checks.
     */
    readonly target: string | null
    /**
     * The stored provider.
     */
    readonly slug?: string | null
    /**
     * The provider of the catalog.
     */
    readonly provider: string | null
    /**
     * The model in the body or the address.
     */
    readonly model: string | null
    /**
     * Milliseconds from the beginning of the request to the call.
     */
    readonly started?: number
    /**
     * Milliseconds from the beginning of the request to the end of the call.
     */
    readonly ended?: number | null
    /**
     * The method.
     */
    readonly method: string
    /**
     * The address with its query.
     */
    readonly url: string
    /**
     * The headers; credentials are references to secrets.
     */
    readonly headers: {
      readonly [k: string]: string
    }
    /**
     * The body: JSON, or a string. It is absent if the body of the client was not stored.
     */
    readonly body?: {
      readonly [k: string]: Json
    }
    /**
     * The status of the reply, or the reason that there is none.
     */
    readonly outcome: number | string
  }[]
  /**
   * A file of config tests in YAML with this request as its case; null if a test cannot name its config.
   */
  readonly test: string | null
}
/**
 * The connection of a person.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpConnectionObject".
 */
export type McpConnectionObject = {
  /**
   * The person.
   */
  readonly user_id: string
  /**
   * Whether calls of the person can use it.
   */
  readonly connected: boolean
  /**
   * Time when the account was first connected.
   */
  readonly created_at: string
  /**
   * Time of the last connection or renewal of the token.
   */
  readonly last_updated_at: string
}
/**
 * A page of connections.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpConnectionList".
 */
export type McpConnectionList = {
  /**
   * The connections.
   */
  readonly data: readonly McpConnectionObject[]
  /**
   * Total on all pages.
   */
  readonly total: number
  /**
   * Whether another page follows.
   */
  readonly has_more: boolean
}
/**
 * The result.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpConnectionRevoked".
 */
export type McpConnectionRevoked = {
  /**
   * True.
   */
  readonly success: boolean
}
/**
 * An MCP server that workspaces can use; never its credential.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpIntegration".
 */
export type McpIntegration = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The name in paths.
   */
  readonly slug: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The URL of the server.
   */
  readonly url: string
  /**
   * Authentication to the server: none, with custom_headers, with the account of each person (oauth_auto), or with an account of the gateway (client_credentials).
   */
  readonly auth_type: 'none' | 'headers' | 'oauth_auto' | 'client_credentials'
  /**
   * The transport of the server.
   */
  readonly transport: 'http'
  readonly configurations?: McpConfigurations
  /**
   * The workspace that it belongs to; null for the organisation.
   */
  readonly workspace_id?: string | null
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'mcp-integration'
}
/**
 * Headers and OAuth settings of requests to the server.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpConfigurations".
 */
export type McpConfigurations = {
  /**
   * Headers of every request; replies mask all but the ends of their values.
   */
  readonly custom_headers?: {
    readonly [k: string]: string
  }
  readonly oauth?: McpOAuth
}
/**
 * OAuth towards the server, for the types oauth_auto and client_credentials.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpOAuth".
 */
export type McpOAuth = {
  /**
   * The authorization server; for oauth_auto, discovered from the server by default.
   */
  readonly issuer?: string
  /**
   * Token endpoint for client_credentials; defaults to that in the metadata of issuer.
   */
  readonly token_url?: string
  /**
   * The client that the gateway is registered as; for oauth_auto it registers itself by default.
   */
  readonly client_id?: string
  /**
   * The secret of the client, which is sent only to the authorization server; readers see its last characters.
   */
  readonly client_secret?: string
  /**
   * The requested scopes; by default those that the server names.
   *
   * @maxItems 100
   */
  readonly scopes?: readonly string[]
}
/**
 * A page of MCP integrations.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpIntegrationList".
 */
export type McpIntegrationList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of MCP integrations on all pages.
   */
  readonly total: number
  /**
   * The MCP integrations.
   */
  readonly data: readonly McpIntegration[]
}
/**
 * A new MCP integration.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpIntegrationCreate".
 */
export type McpIntegrationCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The name in paths.
   */
  readonly slug?: string
  /**
   * Purpose.
   */
  readonly description?: string
  /**
   * The URL of the server.
   */
  readonly url: string
  /**
   * Authentication to the server: none, with custom_headers, with the account of each person (oauth_auto), or with an account of the gateway (client_credentials).
   */
  readonly auth_type: 'none' | 'headers' | 'oauth_auto' | 'client_credentials'
  /**
   * The transport of the server; processes (stdio) and HTTP+SSE are not supported.
   */
  readonly transport?: 'http'
  readonly configurations?: McpConfigurations
  /**
   * The workspace that it belongs to, by its identifier or slug; null for the organisation. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string | null
}
/**
 * Changes of an MCP integration.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpIntegrationUpdate".
 */
export type McpIntegrationUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string
  /**
   * The URL of the server.
   */
  readonly url?: string
  /**
   * Authentication to the server: none, with custom_headers, with the account of each person (oauth_auto), or with an account of the gateway (client_credentials).
   */
  readonly auth_type?: 'none' | 'headers' | 'oauth_auto' | 'client_credentials'
  /**
   * The transport of the server; processes (stdio) and HTTP+SSE are not supported.
   */
  readonly transport?: 'http'
  readonly configurations?: McpConfigurations
}
/**
 * A server of the MCP Registry.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpIntegrationImport".
 */
export type McpIntegrationImport = {
  /**
   * The server.json of the registry: its first remote of the streamable HTTP transport is used.
   */
  readonly server: {
    readonly [k: string]: Json
  }
  /**
   * The name in paths; derived from the name if absent.
   */
  readonly slug?: string
  /**
   * The workspace that it belongs to, by its identifier or slug; null for the organisation. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string | null
}
/**
 * Workspaces with access.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceAccess".
 */
export type WorkspaceAccess = {
  readonly global_workspace_access: OtherWorkspacesShown
  /**
   * Access of single workspaces.
   */
  readonly workspaces: readonly WorkspaceAccessShown[]
}
/**
 * Access of all other workspaces.
 */
export type OtherWorkspacesShown = {
  /**
   * Whether they have access.
   */
  readonly enabled: boolean
}
/**
 * Access of a workspace.
 */
export type WorkspaceAccessShown = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The slug.
   */
  readonly slug: string
  /**
   * Whether it has access.
   */
  readonly enabled: boolean
}
/**
 * Workspaces with access.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceAccessUpdate".
 */
export type WorkspaceAccessUpdate = {
  /**
   * Access of single workspaces.
   */
  readonly workspaces?: readonly WorkspaceAccessEntry[]
  readonly global_workspace_access?: OtherWorkspaces
  /**
   * Whether workspaces that are not listed lose their access.
   */
  readonly override_existing_workspace_access?: boolean
  /**
   * Alias of override_existing_workspace_access.
   */
  readonly override_existing_workspaces_access?: boolean
}
/**
 * Access of a workspace.
 */
export type WorkspaceAccessEntry = {
  /**
   * The workspace, by identifier or slug.
   */
  readonly id: string
  /**
   * Whether it has access.
   */
  readonly enabled: boolean
}
/**
 * A tool, prompt or resource, and whether it is switched on.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpCapability".
 */
export type McpCapability = {
  /**
   * The name, or the address of a resource.
   */
  readonly name: string
  /**
   * Kind of capability.
   */
  readonly type: 'tool' | 'prompt' | 'resource'
  /**
   * Whether it is switched on.
   */
  readonly enabled: boolean
  /**
   * The person for whom it is switched; null for all users.
   */
  readonly user_id?: string | null
  /**
   * The key for which it is switched; null for all.
   */
  readonly api_key_id?: string | null
  /**
   * Whether the definition of a tool is trusted, or held until it is approved.
   */
  readonly status?: 'trusted' | 'held'
  /**
   * Digest of the current definition of a tool.
   */
  readonly digest?: string
  /**
   * Trusted definition of a held tool.
   */
  readonly approved_digest?: string | null
  /**
   * Description reported by its server.
   */
  readonly description?: string | null
}
/**
 * A page of capabilities.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpCapabilityList".
 */
export type McpCapabilityList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of capabilities on all pages.
   */
  readonly total: number
  /**
   * The capabilities.
   */
  readonly data: readonly McpCapability[]
}
/**
 * Capabilities to switch.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpCapabilitiesUpdate".
 */
export type McpCapabilitiesUpdate = {
  /**
   * The capabilities; others stay as they are.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly capabilities: readonly McpCapabilitySwitch[]
}
/**
 * A capability to switch.
 */
export type McpCapabilitySwitch = {
  /**
   * The name, or the address of a resource; one that ends with * is a prefix.
   */
  readonly name: string
  /**
   * Kind of capability.
   */
  readonly type: 'tool' | 'prompt' | 'resource'
  /**
   * Whether it is switched on.
   */
  readonly enabled: boolean
  /**
   * The person for whom it is switched, all users if absent.
   */
  readonly user_id?: string
  /**
   * The key for which it is switched, all if absent.
   */
  readonly api_key_id?: string
}
/**
 * An MCP server of a workspace, served at /mcp/{slug}.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpServerObject".
 */
export type McpServerObject = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The name in paths.
   */
  readonly slug: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The integration that it uses.
   */
  readonly mcp_integration_id?: string
  /**
   * The path of the gateway that clients use.
   */
  readonly url: string
  /**
   * The workspace that it belongs to; null for all.
   */
  readonly workspace_id?: string | null
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'mcp-server'
}
/**
 * A page of MCP servers.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpServerList".
 */
export type McpServerList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of MCP servers on all pages.
   */
  readonly total: number
  /**
   * The MCP servers.
   */
  readonly data: readonly McpServerObject[]
}
/**
 * A new MCP server.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpServerCreate".
 */
export type McpServerCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The integration, by identifier or slug.
   */
  readonly mcp_integration_id: string
  /**
   * The name in paths.
   */
  readonly slug?: string
  /**
   * Purpose.
   */
  readonly description?: string
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
}
/**
 * Changes of an MCP server.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpServerUpdate".
 */
export type McpServerUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
}
/**
 * A tool, prompt or resource, and whether it is switched on.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpServerCapability".
 */
export type McpServerCapability = {
  /**
   * The name, or the address of a resource.
   */
  readonly name: string
  /**
   * Kind of capability.
   */
  readonly type: 'tool' | 'prompt' | 'resource'
  /**
   * Whether it is switched on.
   */
  readonly enabled: boolean
  /**
   * The person for whom it is switched; null for all users.
   */
  readonly user_id?: string | null
  /**
   * The key for which it is switched; null for all.
   */
  readonly api_key_id?: string | null
  /**
   * Whether the definition of a tool is trusted, or held until it is approved.
   */
  readonly status?: 'trusted' | 'held'
  /**
   * Digest of the current definition of a tool.
   */
  readonly digest?: string
  /**
   * Trusted definition of a held tool.
   */
  readonly approved_digest?: string | null
  /**
   * Description reported by its server.
   */
  readonly description?: string | null
}
/**
 * A page of capabilities.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpServerCapabilityList".
 */
export type McpServerCapabilityList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of capabilities on all pages.
   */
  readonly total: number
  /**
   * The capabilities.
   */
  readonly data: readonly McpServerCapability[]
}
/**
 * Access of users to a server.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UserAccess".
 */
export type UserAccess = {
  /**
   * Access for users who are not listed.
   */
  readonly default_user_access: 'allow' | 'deny'
  /**
   * Single people.
   */
  readonly user_access: readonly UserAccessEntry[]
}
/**
 * Access of a person.
 */
export type UserAccessEntry = {
  /**
   * The person.
   */
  readonly user_id: string
  /**
   * Whether they may use it.
   */
  readonly enabled: boolean
}
/**
 * Access of a person.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UserAccessEntryUpdate".
 */
export type UserAccessEntryUpdate = {
  /**
   * The person.
   */
  readonly user_id?: string
  /**
   * Whether they may use it.
   */
  readonly enabled: boolean
  /**
   * Alias of user_id.
   */
  readonly id?: string
}
/**
 * Changes of who may use a server.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UserAccessUpdate".
 */
export type UserAccessUpdate = {
  /**
   * Access for users who are not listed.
   */
  readonly default_user_access?: 'allow' | 'deny'
  /**
   * Single people; others stay as they are.
   */
  readonly user_access?: readonly UserAccessEntryUpdate[]
}
/**
 * Whether a server responds, and with what.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpServerTest".
 */
export type McpServerTest = {
  /**
   * Whether it responded.
   */
  readonly success: boolean
  /**
   * Why it did not.
   */
  readonly error: string | null
  /**
   * The names of its tools.
   */
  readonly tools: readonly string[]
  readonly metadata: McpTestMetadata
}
/**
 * Self-reported server info and last fetch time.
 */
export type McpTestMetadata = {
  /**
   * Its name.
   */
  readonly server_name: string | null
  /**
   * Its version.
   */
  readonly server_version: string | null
  /**
   * The revision of MCP that it speaks.
   */
  readonly protocol_version: string | null
  /**
   * Its capabilities, as it names them.
   */
  readonly capability_flags: {}
  /**
   * Whether it responded.
   */
  readonly sync_status: 'synced' | 'failed' | 'pending'
  /**
   * Time of its last response.
   */
  readonly last_synced_at: string | null
  /**
   * Why it did not.
   */
  readonly sync_error: string | null
}
/**
 * Definitions of tools to trust.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpToolApproval".
 */
export type McpToolApproval = {
  /**
   * The tools.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly tools: readonly McpApprovedTool[]
}
/**
 * A tool to trust.
 */
export type McpApprovedTool = {
  /**
   * The name.
   */
  readonly name: string
  /**
   * The definition that was read and is approved; another one stays held.
   */
  readonly digest: string
}
/**
 * Self-reported server info and last fetch time.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "McpServerMetadata".
 */
export type McpServerMetadata = {
  /**
   * Its name.
   */
  readonly server_name: string | null
  /**
   * Its version.
   */
  readonly server_version: string | null
  /**
   * The revision of MCP that it speaks.
   */
  readonly protocol_version: string | null
  /**
   * Its capabilities, as it names them.
   */
  readonly capability_flags: {}
  /**
   * Whether it responded.
   */
  readonly sync_status: 'synced' | 'failed' | 'pending'
  /**
   * Time of its last response.
   */
  readonly last_synced_at: string | null
  /**
   * Why it did not.
   */
  readonly sync_error: string | null
}
/**
 * A person of the organisation.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "OrganisationUser".
 */
export type OrganisationUser = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The kind of the object.
   */
  readonly object: 'user'
  /**
   * The address, in lower case.
   */
  readonly email: string
  /**
   * The first name.
   */
  readonly first_name: string | null
  /**
   * The last name.
   */
  readonly last_name: string | null
  /**
   * The role in the organisation.
   */
  readonly role: 'owner' | 'admin' | 'member'
  /**
   * False for people that the directory has disabled: their memberships and keys count for nothing until it enables them again.
   */
  readonly active: boolean
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The workspaces of which the person is a member.
   */
  readonly workspace_ids: readonly string[]
}
/**
 * A page of people.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "OrganisationUserList".
 */
export type OrganisationUserList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of people on all pages.
   */
  readonly total: number
  /**
   * The people of the page.
   */
  readonly data: readonly OrganisationUser[]
}
/**
 * A new person.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "OrganisationUserCreate".
 */
export type OrganisationUserCreate = {
  /**
   * The address, by which the person is known to the issuer of tokens.
   */
  readonly email: string
  /**
   * The role in the organisation: owner, admin or member, in any case.
   */
  readonly role?: string
  /**
   * The first name.
   */
  readonly first_name?: string | null
  /**
   * The last name.
   */
  readonly last_name?: string | null
}
/**
 * Changes of a person; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "OrganisationUserUpdate".
 */
export type OrganisationUserUpdate = {
  /**
   * owner, admin or member, in any case.
   */
  readonly role?: string
  /**
   * The first name.
   */
  readonly first_name?: string | null
  /**
   * The last name.
   */
  readonly last_name?: string | null
}
/**
 * A member of a workspace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceUser".
 */
export type WorkspaceUser = {
  /**
   * The identifier of the person.
   */
  readonly id: string
  /**
   * The kind of the object.
   */
  readonly object: 'workspace-user'
  /**
   * The address.
   */
  readonly email: string
  /**
   * The role in the organisation.
   */
  readonly organisation_role: 'owner' | 'admin' | 'member'
  /**
   * The role in the workspace.
   */
  readonly role: 'admin' | 'manager' | 'member'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * Alias of organisation_role.
   */
  readonly org_role: 'owner' | 'admin' | 'member'
  /**
   * The first name.
   */
  readonly first_name: string | null
  /**
   * The last name.
   */
  readonly last_name: string | null
  /**
   * The workspace.
   */
  readonly workspace_id: string
  /**
   * Disabled people are shown as inactive.
   */
  readonly status: 'active' | 'inactive'
}
/**
 * A page of members.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceUserList".
 */
export type WorkspaceUserList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of members on all pages.
   */
  readonly total: number
  /**
   * The members of the page.
   */
  readonly data: readonly WorkspaceUser[]
}
/**
 * New members.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceUsersAdd".
 */
export type WorkspaceUsersAdd = {
  /**
   * The people and their roles.
   *
   * @minItems 1
   * @maxItems 100
   */
  readonly users: readonly NewMember[]
}
/**
 * A person and their role.
 */
export type NewMember = {
  /**
   * The identifier of the person.
   */
  readonly id: string
  /**
   * admin, manager or member, in any case.
   */
  readonly role: string
}
/**
 * The new role of a member.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceUserUpdate".
 */
export type WorkspaceUserUpdate = {
  /**
   * admin, manager or member, in any case.
   */
  readonly role: string
}
/**
 * A person of the organisation as an invitation.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "Invite".
 */
export type Invite = {
  /**
   * The identifier of the person.
   */
  readonly id: string
  /**
   * The kind of the object.
   */
  readonly object: 'invite'
  /**
   * The address.
   */
  readonly email: string
  /**
   * The role in the organisation.
   */
  readonly role: 'owner' | 'admin' | 'member'
  /**
   * Accepted once the person has signed in.
   */
  readonly status: 'pending' | 'accepted'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the first sign-in; null before.
   */
  readonly accepted_at: string | null
  /**
   * Expiry time: none.
   */
  readonly expires_at: null
}
/**
 * A page of invitations.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "InviteList".
 */
export type InviteList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of invitations on all pages.
   */
  readonly total: number
  /**
   * The invitations of the page.
   */
  readonly data: readonly Invite[]
}
/**
 * A new invitation.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "InviteCreated".
 */
export type InviteCreated = {
  /**
   * The identifier of the person.
   */
  readonly id: string
  /**
   * URL of the gateway, where the person signs in with the account of the address.
   */
  readonly invite_link: string
  /**
   * The kind of the object.
   */
  readonly object: 'invite'
}
/**
 * A person to invite.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "InviteCreate".
 */
export type InviteCreate = {
  /**
   * The address, by which the person is known to the issuer of tokens.
   */
  readonly email: string
  /**
   * The role in the organisation: owner, admin or member, in any case.
   */
  readonly role?: string
  /**
   * Workspaces, and the roles of the person there.
   *
   * @maxItems 100
   */
  readonly workspaces?: readonly InvitedTo[]
}
/**
 * A workspace and the role of the person there.
 */
export type InvitedTo = {
  /**
   * The workspace, by identifier or slug.
   */
  readonly id: string
  /**
   * admin, manager or member, in any case.
   */
  readonly role: string
}
/**
 * A partial with its published version.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SavedPartial".
 */
export type SavedPartial = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * Slug used by calls and templates.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The workspace; null for what the project defines, which serves all.
   */
  readonly workspace_id: string | null
  /**
   * The organisation.
   */
  readonly organisation_id: string
  /**
   * The number of the published version.
   */
  readonly version: number
  /**
   * The identifier of the published version.
   */
  readonly version_id: string
  /**
   * The number of the newest version.
   */
  readonly latest_version: number
  /**
   * Source of the resource: the project in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'partial'
  /**
   * The template.
   */
  readonly string: string
  /**
   * Why, for the history.
   */
  readonly version_description?: string | null
}
/**
 * A page of partials.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SavedPartialList".
 */
export type SavedPartialList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The page.
   */
  readonly data: readonly SavedPartial[]
}
/**
 * Result of the write.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PartialWritten".
 */
export type PartialWritten = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The slug.
   */
  readonly slug: string
  /**
   * The number of the version.
   */
  readonly version: number
  /**
   * The identifier of the version.
   */
  readonly version_id: string
  /**
   * Warnings and notes of the compiler.
   */
  readonly diagnostics: {}[]
  /**
   * The kind of the object.
   */
  readonly object: 'partial'
}
/**
 * One version, which never changes.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PartialVersion".
 */
export type PartialVersion = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The number.
   */
  readonly version: number
  /**
   * Whether templates that name no version use it.
   */
  readonly status: 'published' | 'archived'
  /**
   * Author.
   */
  readonly created_by: string
  /**
   * Time of the write.
   */
  readonly created_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'partial_version'
  /**
   * The template.
   */
  readonly string: string
  /**
   * Why, for the history.
   */
  readonly version_description?: string | null
}
/**
 * A page of versions.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PartialVersionList".
 */
export type PartialVersionList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The page.
   */
  readonly data: readonly PartialVersion[]
}
/**
 * A new partial.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PartialCreate".
 */
export type PartialCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Slug used by templates, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
  /**
   * The template.
   */
  readonly string: string
  /**
   * Why, for the history.
   */
  readonly version_description?: string | null
}
/**
 * Changes of a partial. With a template it adds a version.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PartialUpdate".
 */
export type PartialUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * The template of a new version.
   */
  readonly string?: string
  /**
   * Why, for the history.
   */
  readonly version_description?: string | null
  /**
   * Alias of version_description.
   */
  readonly description?: string | null
  /**
   * The status, which cannot be changed.
   */
  readonly status?: 'active'
}
/**
 * Requirements of a plan, and the parts of requests that it reads.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanRequirements".
 */
export type PlanRequirements = {
  /**
   * Providers, by their names in the catalog.
   */
  readonly providers: readonly string[]
  /**
   * Checks of guardrails.
   */
  readonly checks: readonly string[]
  /**
   * Parts of a request that conditions read, such as params.model or metadata.
   */
  readonly reads: readonly string[]
  /**
   * The prompt whose messages come first; null without one.
   */
  readonly prompt: string | null
}
/**
 * The process that replied, which knows its own state only.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanProcess".
 */
export type PlanProcess = {
  /**
   * The host and process, as logs of the machine name them.
   */
  readonly id: string
  /**
   * The number of the thread that replied; null for a process with one.
   */
  readonly thread: number | null
  /**
   * The digest of the bundle that it serves.
   */
  readonly plan: string
  /**
   * Time when it loaded that bundle.
   */
  readonly loaded_at: string
  /**
   * Whether it serves calls, and so has circuits and pools.
   */
  readonly serves_calls: boolean
  /**
   * Whether circuits are shared with other processes through Redis.
   */
  readonly shares_circuits: boolean
  /**
   * Sentence on what is not known of other threads and processes.
   */
  readonly note: string
}
/**
 * A pool with what this process knows of its members.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LivePool".
 */
export type LivePool = {
  /**
   * The slug.
   */
  readonly slug: string
  /**
   * The kind of the object.
   */
  readonly object: 'pool'
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * The workspace; null for a pool of git.
   */
  readonly workspace_id: string | null
  /**
   * The choice of a member.
   */
  readonly pick: string
  /**
   * Signs of a session, which stays at a member; empty if sessions do not.
   */
  readonly sticky: readonly string[]
  /**
   * Further members that one attempt tries.
   */
  readonly failover: number
  /**
   * Whether calls have used it since the process began, so that its members are known.
   */
  readonly used: boolean
  /**
   * The members, by tier.
   */
  readonly members: readonly LivePoolMember[]
}
/**
 * A member of a pool.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "LivePoolMember".
 */
export type LivePoolMember = {
  /**
   * The name.
   */
  readonly name: string
  /**
   * The slug of its provider.
   */
  readonly provider: string
  /**
   * The tier; members of the next tier are called when none of this one can be.
   */
  readonly tier: number
  /**
   * The weight, where members are picked by weights.
   */
  readonly weight: number
  /**
   * The state; null before the first call of the pool.
   */
  readonly state: 'ready' | 'resting' | 'probing' | 'slow' | 'full' | null
  /**
   * Time when its rest ends; null if it does not rest.
   */
  readonly rests_until: string | null
  /**
   * Models that it rests for, where it rests for single ones.
   */
  readonly resting_models: readonly string[]
  /**
   * Calls in flight.
   */
  readonly in_flight: number
  /**
   * Its part of the calls of the last minute, of 1.
   */
  readonly share: number
  /**
   * Milliseconds to content that are expected; null without samples.
   */
  readonly latency: number | null
  /**
   * The remaining part of its quota, of 1; null if the provider does not report it.
   */
  readonly quota: number | null
  /**
   * Sessions that stay at it.
   */
  readonly sessions: number
}
/**
 * A way from a node to one below it.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanWay".
 */
export type PlanWay = {
  /**
   * The number of the node below.
   */
  readonly node: number
  /**
   * Whether requests take it at once or after a failure.
   */
  readonly kind: 'request' | 'failure'
  /**
   * The share, condition or failure on which it is taken, as portolan print words it; empty if it always is.
   */
  readonly label: string
  /**
   * Its part of the requests of the node, of 1; null unless a weight decides.
   */
  readonly share: number | null
}
/**
 * A circuit breaker of a target in this process.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanCircuit".
 */
export type PlanCircuit = {
  /**
   * The provider that requests name, each of which has a circuit of its own; null for that of the config.
   */
  readonly provider: string | null
  /**
   * The state.
   */
  readonly state: 'closed' | 'open' | 'half-open'
  /**
   * Failures within the window that count now.
   */
  readonly failures: number
  /**
   * Time when it opened; null while it is closed.
   */
  readonly opened_at: string | null
  /**
   * Time when one call is admitted as a probe; null while it is closed.
   */
  readonly retry_at: string | null
}
/**
 * Results of attempts at a target.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanOutcomes".
 */
export type PlanOutcomes = {
  /**
   * The number of attempts.
   */
  readonly attempts: number
  /**
   * Replies with a status below 400.
   */
  readonly succeeded: number
  /**
   * Replies with a status from 400 to 499, other than 429.
   */
  readonly refused: number
  /**
   * Replies with the status 429.
   */
  readonly limited: number
  /**
   * Replies with a status of 500 and above, and attempts without a reply.
   */
  readonly failed: number
  /**
   * Calls that were not sent because the circuit was open.
   */
  readonly skipped: number
  /**
   * The median of milliseconds until the reply or its first content; null without any.
   */
  readonly p50: number | null
  /**
   * Time of the first.
   */
  readonly first_seen: string
  /**
   * Time of the last.
   */
  readonly last_seen: string
  /**
   * The status of the last attempt; null if it was skipped.
   */
  readonly last_status: number | null
  /**
   * The reason of the last failure; null without one.
   */
  readonly last_message: string | null
  /**
   * The identifier of the record of the last.
   */
  readonly last_log: string
}
/**
 * The destination of a call node.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanTarget".
 */
export type PlanTarget = {
  /**
   * The provider of the catalog; null for a slug or the request's provider.
   */
  readonly provider: string | null
  /**
   * The stored provider or pool; null for others.
   */
  readonly slug: string | null
  /**
   * Whether the slug is a pool.
   */
  readonly pool: boolean
  /**
   * The model that is sent; null for that of the request.
   */
  readonly model: string | null
  /**
   * Further attempts at the same target.
   */
  readonly retries: number
  /**
   * Milliseconds of one attempt; null for the default.
   */
  readonly timeout: number | null
  /**
   * Failures within the window that open its circuit; null without a circuit breaker.
   */
  readonly threshold: number | null
  /**
   * Milliseconds of that window, and of the time that the circuit stays open; null without a circuit breaker.
   */
  readonly cooldown: number | null
  /**
   * Its part of all requests that meet the conditions on the way, of 1; null if it serves only after failures.
   */
  readonly share: number | null
  /**
   * Its circuits in this process; empty before the first call.
   */
  readonly circuits: readonly PlanCircuit[]
  /**
   * Attempts at it in the period; null if there were none or they are not known.
   */
  readonly outcomes: PlanOutcomes | null
}
/**
 * A node at one of its positions in the config.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanNodeView".
 */
export type PlanNodeView = {
  /**
   * The number of the node in the graph; the first is the root.
   */
  readonly id: number
  /**
   * The kind.
   */
  readonly kind: 'call' | 'loadbalance' | 'fallback' | 'conditional' | 'cache' | 'guard'
  /**
   * The position as replies and logs name it, such as config.targets[1].
   */
  readonly at: string
  /**
   * The JSON Pointer of the position in the config.
   */
  readonly path: string
  /**
   * The node as portolan print words it, without hosts and credentials.
   */
  readonly label: string
  /**
   * The ways to the nodes below, in the order of the config.
   */
  readonly children: readonly PlanWay[]
  /**
   * The destination of a call node; null for other nodes.
   */
  readonly target: PlanTarget | null
}
/**
 * The records in which outcomes were counted.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanPeriod".
 */
export type PlanPeriod = {
  /**
   * Its beginning.
   */
  readonly from: string
  /**
   * Its end.
   */
  readonly to: string
  /**
   * The number of records that were read.
   */
  readonly records: number
  /**
   * Whether these are all records of the period that the caller may see; otherwise they are the latest.
   */
  readonly complete: boolean
}
/**
 * The nodes of a plan.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanGraph".
 */
export type PlanGraph = {
  /**
   * The nodes, parents before children.
   */
  readonly nodes: readonly PlanNodeView[]
  /**
   * Whether there are more positions than are listed.
   */
  readonly cut: boolean
}
/**
 * A compiled config.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ServedPlan".
 */
export type ServedPlan = {
  /**
   * The identifier of the config.
   */
  readonly id: string
  /**
   * The slug of the config.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The kind of the object.
   */
  readonly object: 'plan'
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * The workspace; null for a config of git, which all workspaces use.
   */
  readonly workspace_id: string | null
  /**
   * Whether calls may use it: active or archived; failed if it does not compile with the manifest in use.
   */
  readonly status: 'active' | 'archived' | 'failed'
  /**
   * Why it does not compile; null if it does.
   */
  readonly fault: string | null
  /**
   * The version of the config in use.
   */
  readonly version: number
  /**
   * The digest of the compiled plan.
   */
  readonly plan: string
  /**
   * The number of positions in the graph.
   */
  readonly nodes: number
  /**
   * The number of targets among them.
   */
  readonly targets: number
  readonly requires: PlanRequirements
  /**
   * The slugs of the pools that its targets call.
   */
  readonly pools: readonly string[]
  /**
   * The number of circuits that are open or half-open in this process; null if it serves no calls.
   */
  readonly open_circuits: number | null
}
/**
 * A plan with its graph and state.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanDetail".
 */
export type PlanDetail = {
  /**
   * The identifier of the config.
   */
  readonly id: string
  /**
   * The slug of the config.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The kind of the object.
   */
  readonly object: 'plan'
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * The workspace; null for a config of git, which all workspaces use.
   */
  readonly workspace_id: string | null
  /**
   * Whether calls may use it: active or archived; failed if it does not compile with the manifest in use.
   */
  readonly status: 'active' | 'archived' | 'failed'
  /**
   * Why it does not compile; null if it does.
   */
  readonly fault: string | null
  /**
   * The version of the config in use.
   */
  readonly version: number
  /**
   * The digest of the compiled plan.
   */
  readonly plan: string
  /**
   * The number of positions in the graph.
   */
  readonly nodes: number
  /**
   * The number of targets among them.
   */
  readonly targets: number
  readonly requires: PlanRequirements
  /**
   * The slugs of the pools that its targets call.
   */
  readonly pools: readonly string[]
  /**
   * The number of circuits that are open or half-open in this process; null if it serves no calls.
   */
  readonly open_circuits: number | null
  /**
   * The graph; null if the config does not compile.
   */
  readonly graph: PlanGraph | null
  /**
   * The pools that its targets call.
   */
  readonly live_pools: readonly LivePool[]
  /**
   * The records of outcomes; null if they are not stored or the caller may not see them.
   */
  readonly period: PlanPeriod | null
  /**
   * Why there are no outcomes; null if there are.
   */
  readonly period_fault: string | null
  readonly process: PlanProcess
}
/**
 * Plans and pools.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PlanList".
 */
export type PlanList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of plans on all pages.
   */
  readonly total: number
  /**
   * The plans of this page.
   */
  readonly data: readonly ServedPlan[]
  /**
   * All pools that the caller may see.
   */
  readonly pools: readonly LivePool[]
  readonly process: PlanProcess
}
/**
 * A saved prompt with its published version.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SavedPrompt".
 */
export type SavedPrompt = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * Slug used by calls and templates.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The workspace; null for what the project defines, which serves all.
   */
  readonly workspace_id: string | null
  /**
   * The organisation.
   */
  readonly organisation_id: string
  /**
   * The number of the published version.
   */
  readonly version: number
  /**
   * The identifier of the published version.
   */
  readonly version_id: string
  /**
   * The number of the newest version.
   */
  readonly latest_version: number
  /**
   * Source of the resource: the project in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'prompt'
  /**
   * The collection.
   */
  readonly collection_id: string | null
  /**
   * The versions that labels point at, by the names of the labels.
   */
  readonly labels: {
    readonly [k: string]: number
  }
  /**
   * Notes on the prompt.
   */
  readonly prompt_metadata?: {} | null
  /**
   * The template: a list of messages as JSON or YAML, or the text of one message of the user.
   */
  readonly string?: string
  /**
   * Parameters of chats, such as temperature.
   */
  readonly parameters?: {
    readonly [k: string]: Json
  }
  /**
   * The model, as a name or as @slug/model.
   */
  readonly model?: string | null
  /**
   * The stored provider that serves it, by its older name.
   */
  readonly virtual_key?: string | null
  /**
   * The provider that serves it: @slug for a stored one.
   */
  readonly provider?: string | null
  /**
   * The saved config that serves it.
   */
  readonly config?: string | null
  /**
   * The variables by name, with type, default and required; those that the template uses when absent.
   */
  readonly variables?: {
    readonly [k: string]: {}
  } | null
  /**
   * Fields a caller may send besides variables.
   */
  readonly allow?: readonly ('messages' | 'model' | 'tools')[] | null
  /**
   * Functions of older clients.
   */
  readonly functions?: {}[] | null
  /**
   * The tools.
   */
  readonly tools?: {}[] | null
  /**
   * Tool that is called.
   */
  readonly tool_choice?: {
    readonly [k: string]: Json
  }
  /**
   * Notes on the version, which have no effect.
   */
  readonly metadata?: {
    readonly [k: string]: Json
  } | null
  /**
   * Why, for the history.
   */
  readonly version_description?: string | null
}
/**
 * A page of prompts.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SavedPromptList".
 */
export type SavedPromptList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The page.
   */
  readonly data: readonly SavedPrompt[]
}
/**
 * Result of the write.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptWritten".
 */
export type PromptWritten = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The slug.
   */
  readonly slug: string
  /**
   * The number of the version.
   */
  readonly version: number
  /**
   * The identifier of the version.
   */
  readonly version_id: string
  /**
   * Warnings and notes of the compiler.
   */
  readonly diagnostics: {}[]
  /**
   * The kind of the object.
   */
  readonly object: 'prompt'
}
/**
 * One version, which never changes.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptVersion".
 */
export type PromptVersion = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The number.
   */
  readonly version: number
  /**
   * Whether calls that name no version use it.
   */
  readonly status: 'published' | 'archived'
  /**
   * The labels that point at it.
   */
  readonly labels: readonly string[]
  /**
   * Author.
   */
  readonly created_by: string
  /**
   * Time of the write.
   */
  readonly created_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'prompt_version'
  /**
   * The template: a list of messages as JSON or YAML, or the text of one message of the user.
   */
  readonly string: string
  /**
   * Parameters of chats, such as temperature.
   */
  readonly parameters: {
    readonly [k: string]: Json
  }
  /**
   * The model, as a name or as @slug/model.
   */
  readonly model?: string | null
  /**
   * The stored provider that serves it, by its older name.
   */
  readonly virtual_key?: string | null
  /**
   * The provider that serves it: @slug for a stored one.
   */
  readonly provider?: string | null
  /**
   * The saved config that serves it.
   */
  readonly config?: string | null
  /**
   * The variables by name, with type, default and required; those that the template uses when absent.
   */
  readonly variables?: {
    readonly [k: string]: {}
  } | null
  /**
   * Fields a caller may send besides variables.
   */
  readonly allow?: readonly ('messages' | 'model' | 'tools')[] | null
  /**
   * Functions of older clients.
   */
  readonly functions?: {}[] | null
  /**
   * The tools.
   */
  readonly tools?: {}[] | null
  /**
   * Tool that is called.
   */
  readonly tool_choice?: {
    readonly [k: string]: Json
  }
  /**
   * Notes on the version, which have no effect.
   */
  readonly metadata?: {
    readonly [k: string]: Json
  } | null
  /**
   * Why, for the history.
   */
  readonly version_description?: string | null
}
/**
 * A page of versions.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptVersionList".
 */
export type PromptVersionList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The page.
   */
  readonly data: readonly PromptVersion[]
}
/**
 * A new prompt.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptCreate".
 */
export type PromptCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Slug used by calls, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * The collection, by its identifier or slug; the default one when absent.
   */
  readonly collection_id?: string
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
  /**
   * Notes on the prompt.
   */
  readonly prompt_metadata?: {
    readonly [k: string]: Json
  } | null
  /**
   * The template: a list of messages as JSON or YAML, or the text of one message of the user.
   */
  readonly string: string
  /**
   * Parameters of chats, such as temperature.
   */
  readonly parameters?: {
    readonly [k: string]: Json
  }
  /**
   * The model, as a name or as @slug/model.
   */
  readonly model?: string | null
  /**
   * The stored provider that serves it, by its older name.
   */
  readonly virtual_key?: string | null
  /**
   * The provider that serves it: @slug for a stored one.
   */
  readonly provider?: string | null
  /**
   * The saved config that serves it.
   */
  readonly config?: string | null
  /**
   * The variables by name, with type, default and required; those that the template uses when absent.
   */
  readonly variables?: {
    readonly [k: string]: {}
  } | null
  /**
   * Fields a caller may send besides variables.
   */
  readonly allow?: readonly ('messages' | 'model' | 'tools')[] | null
  /**
   * Functions of older clients.
   */
  readonly functions?: {}[] | null
  /**
   * The tools.
   */
  readonly tools?: {}[] | null
  /**
   * Tool that is called.
   */
  readonly tool_choice?: {
    readonly [k: string]: Json
  }
  /**
   * Notes on the version, which have no effect.
   */
  readonly metadata?: {
    readonly [k: string]: Json
  } | null
  /**
   * Why, for the history.
   */
  readonly version_description?: string | null
  /**
   * Alias of metadata.
   */
  readonly template_metadata?: {
    readonly [k: string]: Json
  } | null
  /**
   * Templates with sections around messages are not supported: variables never add messages.
   */
  readonly is_raw_template?: false | 0
}
/**
 * Changes of a prompt. With something of a version it adds a version.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptUpdate".
 */
export type PromptUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * The collection, by its identifier or slug.
   */
  readonly collection_id?: string
  /**
   * Notes on the prompt.
   */
  readonly prompt_metadata?: {
    readonly [k: string]: Json
  } | null
  /**
   * Whether the new version takes what is absent from the latest version.
   */
  readonly patch?: boolean
  /**
   * The template: a list of messages as JSON or YAML, or the text of one message of the user.
   */
  readonly string?: string
  /**
   * Parameters of chats, such as temperature.
   */
  readonly parameters?: {
    readonly [k: string]: Json
  }
  /**
   * The model, as a name or as @slug/model.
   */
  readonly model?: string | null
  /**
   * The stored provider that serves it, by its older name.
   */
  readonly virtual_key?: string | null
  /**
   * The provider that serves it: @slug for a stored one.
   */
  readonly provider?: string | null
  /**
   * The saved config that serves it.
   */
  readonly config?: string | null
  /**
   * The variables by name, with type, default and required; those that the template uses when absent.
   */
  readonly variables?: {
    readonly [k: string]: {}
  } | null
  /**
   * Fields a caller may send besides variables.
   */
  readonly allow?: readonly ('messages' | 'model' | 'tools')[] | null
  /**
   * Functions of older clients.
   */
  readonly functions?: {}[] | null
  /**
   * The tools.
   */
  readonly tools?: {}[] | null
  /**
   * Tool that is called.
   */
  readonly tool_choice?: {
    readonly [k: string]: Json
  }
  /**
   * Notes on the version, which have no effect.
   */
  readonly metadata?: {
    readonly [k: string]: Json
  } | null
  /**
   * Why, for the history.
   */
  readonly version_description?: string | null
  /**
   * Alias of metadata.
   */
  readonly template_metadata?: {
    readonly [k: string]: Json
  } | null
  /**
   * Templates with sections around messages are not supported: variables never add messages.
   */
  readonly is_raw_template?: false | 0
}
/**
 * The label of a version.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PromptVersionLabel".
 */
export type PromptVersionLabel = {
  /**
   * A label, by its name; null removes all labels.
   */
  readonly label?: string | null
  /**
   * A label, by its identifier; null removes all labels.
   */
  readonly label_id?: string | null
}
/**
 * The version to publish.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PublishVersion".
 */
export type PublishVersion = {
  /**
   * Its number.
   */
  readonly version: number
}
/**
 * A provider of a workspace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "Provider".
 */
export type Provider = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name in calls, after @.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
  /**
   * Purpose.
   */
  readonly note?: string | null
  /**
   * The slug of its integration; null for providers of the manifest.
   */
  readonly integration_id?: string | null
  /**
   * The provider of the catalog; "pool" for a pool.
   */
  readonly ai_provider_id: string
  /**
   * The members and their use, if it is a pool of the API; null otherwise.
   */
  readonly pool?: ApiPool | null
  /**
   * Whether calls can use it.
   */
  readonly status: 'active' | 'exhausted' | 'expired'
  /**
   * Expiry time.
   */
  readonly expires_at?: string | null
  /**
   * The workspace that it belongs to; null for all.
   */
  readonly workspace_id?: string | null
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Time of the next reset of usage; null for never, or without a budget.
   */
  readonly next_usage_reset_at?: string | null
  /**
   * Time of the last reset of usage; null for never, or without a budget.
   */
  readonly last_reset_at?: string | null
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'provider'
  /**
   * The rate limits of the provider.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[] | null
  /**
   * The budget of the provider.
   */
  readonly usage_limits?: KeyUsageLimits | null
}
/**
 * A pool of providers of the workspace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiPool".
 */
export type ApiPool = {
  /**
   * The choice among the members of the lowest tier for a new session: by weight, by the fewest requests in flight, by the time to content, by the price of the model, or by the remaining quota.
   */
  readonly pick?: 'random' | 'least_busy' | 'latency' | 'cost' | 'quota'
  /**
   * Whether a session remains at its member, so that the prompts that the provider has cached are of use; on unless false.
   */
  readonly sticky?: boolean | PoolSticky
  /**
   * Names of models by the name that requests use, then by member: a model that is listed is not sent to members without a name for it.
   */
  readonly models?: {
    /**
     * The name at each member.
     */
    readonly [k: string]: {
      /**
       * The model as it is sent.
       */
      readonly [k: string]: string
    }
  }
  /**
   * The members by name.
   */
  readonly members: {
    readonly [k: string]: ApiPoolMember
  }
  readonly failover?: PoolFailover
  readonly deadlines?: PoolDeadlines
  readonly hedge?: PoolHedge
}
/**
 * Recognition of sessions, and their idle time.
 */
export type PoolSticky = {
  /**
   * Signs of a session, of which the first that a request has counts: the session header of an agent, a field of the metadata, or the start of the prompt.
   *
   * @minItems 1
   *
   * Items: The session header, the prompt, or a field of the metadata.
   */
  readonly by?: readonly string[]
  /**
   * Idle time after which a session is forgotten.
   */
  readonly for?: string
}
/**
 * A member of a pool: a provider that the workspace can use.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiPoolMember".
 */
export type ApiPoolMember = {
  /**
   * The provider as @slug: one of the workspace, or of the manifest, that is not a pool.
   */
  readonly provider: string
  /**
   * The share of its tier, relative to the weights of the others; 0 for none.
   */
  readonly weight?: number
  /**
   * Members of a higher tier are called when those of all lower ones are at rest, full, or have failed the request.
   */
  readonly tier?: number
  /**
   * The account at the provider, by default the name of the member: members of one account can use what the others have stored there, such as files and batches. A member that was renamed names its old name here, with which identifiers are marked.
   */
  readonly account?: string
  readonly share?: MemberShare
  readonly limits?: MemberLimits
}
/**
 * The share of the calls of the pool, measured over a minute.
 */
export type MemberShare = {
  /**
   * The least share, while the member is not at rest.
   */
  readonly min?: string
  /**
   * The greatest share.
   */
  readonly max?: string
}
/**
 * The limits of the member, which is skipped while it is full.
 */
export type MemberLimits = {
  /**
   * Requests in a sliding minute.
   */
  readonly requests_per_minute?: number
  /**
   * Tokens in a sliding minute, estimated from the request.
   */
  readonly tokens_per_minute?: number
  /**
   * Requests at a time.
   */
  readonly concurrent?: number
  /**
   * Tokens of a request and its reply; a longer request is not sent to it.
   */
  readonly context?: number
}
/**
 * Handling of requests that a member fails.
 */
export type PoolFailover = {
  /**
   * Further members that one attempt tries.
   */
  readonly members?: number
}
/**
 * Deadlines of a member; a request that breaks one before its content goes on to the next member. Those of content and gaps concern streams; that of headers also whole replies, except those of chats, completions, messages and responses, whose headers arrive when they are complete.
 */
export type PoolDeadlines = {
  readonly headers?: DeadlineSlope
  readonly content?: DeadlineSlope1
  /**
   * The longest time between two parts of a stream.
   */
  readonly gap?: string
}
/**
 * A deadline that grows with the request.
 */
export type DeadlineSlope = {
  /**
   * The deadline of a request without tokens.
   */
  readonly base: string
  /**
   * Added for a million tokens of the request.
   */
  readonly per_million_tokens?: string
}
/**
 * A deadline that grows with the request.
 */
export type DeadlineSlope1 = {
  /**
   * The deadline of a request without tokens.
   */
  readonly base: string
  /**
   * Added for a million tokens of the request.
   */
  readonly per_million_tokens?: string
}
/**
 * A second member is called when the first takes unusually long; the faster reply wins.
 */
export type PoolHedge = {
  /**
   * The percentile of recent times to content after which it is called.
   */
  readonly after?: 'p50' | 'p75' | 'p90' | 'p95' | 'p99'
  /**
   * The greatest share of calls that are sent twice.
   */
  readonly at_most?: string
}
/**
 * A page of providers.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ProviderList".
 */
export type ProviderList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of providers on all pages.
   */
  readonly total: number
  /**
   * The providers of the page.
   */
  readonly data: readonly Provider[]
}
/**
 * A new provider.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ProviderCreate".
 */
export type ProviderCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
  /**
   * Purpose.
   */
  readonly note?: string | null
  /**
   * Expiry time.
   */
  readonly expires_at?: string | null
  /**
   * Its integration, by identifier or slug; required unless it is a pool.
   */
  readonly integration_id?: string
  readonly pool?: ApiPool
  /**
   * The name in configs and calls, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
  /**
   * The rate limits of the provider.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget of the provider.
   */
  readonly usage_limits?: KeyUsageLimits | null
}
/**
 * Changes of a provider; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ProviderUpdate".
 */
export type ProviderUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
  /**
   * Purpose.
   */
  readonly note?: string | null
  readonly pool?: ApiPool
  /**
   * Expiry time.
   */
  readonly expires_at?: string | null
  /**
   * The rate limits of the provider.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget of the provider; null for none.
   */
  readonly usage_limits?: KeyUsageLimits | null
  /**
   * Whether to reset usage now.
   */
  readonly reset_usage?: boolean
  /**
   * The workspace of the provider, by identifier or slug, where several have one of this name.
   */
  readonly workspace_id?: string
}
/**
 * A rate-limit policy.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "RateLimitsPolicy".
 */
export type RateLimitsPolicy = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * Unit that is counted.
   */
  readonly type: 'requests' | 'tokens'
  /**
   * The window: a minute, an hour, a day or a week, ending now; or concurrent, for requests in flight at once.
   */
  readonly unit: 'rpm' | 'rph' | 'rpd' | 'rpw' | 'concurrent'
  /**
   * Maximum per window.
   */
  readonly value: number
  /**
   * The name in messages and logs.
   */
  readonly name?: string | null
  /**
   * Conditions, all of which must hold.
   */
  readonly conditions?: readonly ApiCondition[]
  /**
   * One counter for each combination of these properties.
   */
  readonly group_by?: readonly ApiGroup[]
  /**
   * Handling of calls whose tokens or cost cannot be counted; refuse when absent.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them; share when absent.
   */
  readonly on_store_away?: 'share' | 'refuse'
  /**
   * Archived policies limit nothing.
   */
  readonly status: 'active' | 'archived'
  /**
   * The workspace; null for a policy of the manifest that concerns all of them.
   */
  readonly workspace_id: string | null
  /**
   * The organisation.
   */
  readonly organisation_id: string
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner?: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * Warnings about conditions that match nothing in the workspace; in replies of writes only.
   */
  readonly diagnostics?: {}[]
  /**
   * The kind of the object, in single reads only.
   */
  readonly object?: 'policy_rate_limits'
}
/**
 * Condition on a property of the call.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiCondition".
 */
export type ApiCondition = {
  /**
   * workspace_id, api_key, limit_profile, provider, model (the name that the client or a target sends, without a slug, in any case), config, endpoint_type, or metadata. and a key.
   */
  readonly key: string
  /**
   * The value, a list of alternatives, or * for any value.
   */
  readonly value: string | readonly string[]
  /**
   * Whether the condition holds for all calls but these.
   */
  readonly excludes?: boolean
}
/**
 * A property by which calls are counted apart.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ApiGroup".
 */
export type ApiGroup = {
  /**
   * The property, as in conditions; model is the name that the target sends.
   */
  readonly key: string
}
/**
 * A page of rate-limit policies.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "RateLimitsPolicyList".
 */
export type RateLimitsPolicyList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The policies of the page.
   */
  readonly data: readonly RateLimitsPolicy[]
}
/**
 * A new rate-limit policy.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "RateLimitCreate".
 */
export type RateLimitCreate = {
  /**
   * The name in messages and logs.
   */
  readonly name?: string | null
  /**
   * Unit that is counted.
   */
  readonly type: 'requests' | 'tokens'
  /**
   * The window: a minute, an hour, a day or a week, ending now; or concurrent, for requests in flight at once.
   */
  readonly unit: 'rpm' | 'rph' | 'rpd' | 'rpw' | 'concurrent'
  /**
   * Maximum per window.
   */
  readonly value: number
  /**
   * Conditions, all of which must hold.
   */
  readonly conditions?: readonly ApiCondition[]
  /**
   * One counter for each combination of these properties.
   */
  readonly group_by?: readonly ApiGroup[]
  /**
   * Handling of calls whose tokens or cost cannot be counted; refuse when absent.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them; share when absent.
   */
  readonly on_store_away?: 'share' | 'refuse'
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
}
/**
 * Changes of a rate-limit policy; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "RateLimitUpdate".
 */
export type RateLimitUpdate = {
  /**
   * The name in messages and logs.
   */
  readonly name?: string | null
  /**
   * The window: a minute, an hour, a day or a week, ending now; or concurrent, for requests in flight at once.
   */
  readonly unit?: 'rpm' | 'rph' | 'rpd' | 'rpw' | 'concurrent'
  /**
   * Maximum per window.
   */
  readonly value?: number
  /**
   * Conditions, all of which must hold.
   */
  readonly conditions?: readonly ApiCondition[]
  /**
   * Handling of calls whose tokens or cost cannot be counted; refuse when absent.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them; share when absent.
   */
  readonly on_store_away?: 'share' | 'refuse'
}
/**
 * The revision of the store.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseRevision".
 */
export type ReleaseRevision = {
  /**
   * The number of transactions so far.
   */
  readonly revision: number
}
/**
 * A resource of the store.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseResource".
 */
export type ReleaseResource = {
  /**
   * The kind.
   */
  readonly kind: string
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The contents.
   */
  readonly value: {}
  /**
   * The revision that wrote it.
   */
  readonly revision: number
}
/**
 * Resources.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseResourceList".
 */
export type ReleaseResourceList = {
  /**
   * The resources.
   */
  readonly data: readonly ReleaseResource[]
}
/**
 * A resource, or null.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseResourceRead".
 */
export type ReleaseResourceRead = {
  /**
   * The resource.
   */
  readonly resource: ReleaseResource | null
}
/**
 * Bytes, or null.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseBlob".
 */
export type ReleaseBlob = {
  /**
   * The bytes in base64.
   */
  readonly content: string | null
}
/**
 * Changes up to a revision.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseChanges".
 */
export type ReleaseChanges = {
  /**
   * The revision.
   */
  readonly revision: number
  /**
   * Kinds and identifiers; null if the feed does not reach back so far.
   */
  readonly changed: {}[] | null
}
/**
 * Reports of runtimes.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseRuntimes".
 */
export type ReleaseRuntimes = {
  /**
   * Last report of each runtime.
   */
  readonly data: {}[]
}
/**
 * A transaction.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseCommit".
 */
export type ReleaseCommit = {
  /**
   * Writes of the transaction.
   *
   * @minItems 1
   * @maxItems 100000
   */
  readonly writes: {
    /**
     * The kind.
     */
    readonly kind: 'release' | 'release-config' | 'label' | 'project'
    /**
     * The identifier.
     */
    readonly id: string
    /**
     * The contents; null deletes a label. Releases and versions of configs are written once, and stay.
     */
    readonly value: {} | null
    /**
     * The revision that is replaced, or absent: always absent for releases and versions of configs.
     */
    readonly expects?: number | string
  }[]
  /**
   * Bytes in base64 by their SHA-256 in hexadecimal digits.
   */
  readonly blobs?: {
    readonly [k: string]: string
  }
}
/**
 * The revision of the transaction, or the conflict that prevented it.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseCommitted".
 */
export type ReleaseCommitted = {
  /**
   * The revision.
   */
  readonly revision?: number
  /**
   * The first write whose expectation does not hold, and what was found.
   */
  readonly conflict?: {}
}
/**
 * Author, time and reason of a push or a move.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseProvenance".
 */
export type ReleaseProvenance = {
  /**
   * Author of the push or move.
   */
  readonly by: string
  /**
   * Time when it was done.
   */
  readonly at: string
  /**
   * The commit of the sources, with a plus if files differed from it; null if it is not known.
   */
  readonly commit: string | null
  /**
   * The reason; null without one.
   */
  readonly message: string | null
}
/**
 * A release.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PushedRelease".
 */
export type PushedRelease = {
  /**
   * Its number.
   */
  readonly number: number
  /**
   * The digest of its bundle.
   */
  readonly digest: string
  readonly pushed: ReleaseProvenance
  /**
   * Configs whose plans differ from the previous release, such as chat@7; the first of many.
   */
  readonly changed: readonly string[]
  /**
   * Configs that it no longer has; the first of many.
   */
  readonly removed: readonly string[]
  /**
   * The number of its configs.
   */
  readonly configs: number
  /**
   * Whether it has a signature.
   */
  readonly signed: boolean
}
/**
 * Releases.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "PushedReleases".
 */
export type PushedReleases = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of the last release; 0 without any.
   */
  readonly latest: number
  /**
   * The releases.
   */
  readonly data: readonly PushedRelease[]
}
/**
 * The plans that a label selects.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseSelection".
 */
export type ReleaseSelection = {
  /**
   * The release.
   */
  readonly release: number
  /**
   * The release whose keys and policies count.
   */
  readonly keys: number
  /**
   * Versions of single configs from other releases; null for one that is not served.
   */
  readonly configs: {
    readonly [k: string]: number | null
  }
  /**
   * The part of the traffic that another release serves; null without one.
   */
  readonly canary: ReleaseCanary | null
  /**
   * The selection as portolan history words it.
   */
  readonly text: string
}
/**
 * A part of the traffic that another release serves.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseCanary".
 */
export type ReleaseCanary = {
  /**
   * The release.
   */
  readonly release: number
  /**
   * Percent of the traffic; with 0 its decisions are only compared.
   */
  readonly percent: number
  /**
   * The metadata key by which calls stay on one side; null without one.
   */
  readonly sticky: string | null
}
/**
 * A move of a label.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseLabelMove".
 */
export type ReleaseLabelMove = {
  readonly selection: ReleaseSelection
  readonly moved: ReleaseProvenance
}
/**
 * A runtime that follows a label, as its last heartbeat reports it.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "FollowingRuntime".
 */
export type FollowingRuntime = {
  /**
   * The name of the process.
   */
  readonly id: string
  /**
   * The digest of the bundle that it serves.
   */
  readonly plan: string
  /**
   * Whether that is the bundle which the label selects.
   */
  readonly current: boolean
  /**
   * Whether its heartbeats continue.
   */
  readonly running: boolean
  /**
   * The deployment that it serves; null without one.
   */
  readonly deployment: string | null
  /**
   * Time of the last heartbeat.
   */
  readonly seen_at: string
}
/**
 * A difference between git and what runs.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "DriftFinding".
 */
export type DriftFinding = {
  /**
   * The kind: a release that was pushed from no commit or with uncommitted changes, a label that differs from the last release, or objects that were saved by API.
   */
  readonly kind: 'no_commit' | 'uncommitted' | 'behind' | 'saved'
  /**
   * The finding as a sentence.
   */
  readonly text: string
  /**
   * The objects that were saved by API, such as config chat; the first of many.
   */
  readonly objects: readonly string[]
}
/**
 * A label with what it selects.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseLabel".
 */
export type ReleaseLabel = {
  /**
   * The name.
   */
  readonly label: string
  /**
   * The revision that If-Match of a move names.
   */
  readonly revision: number
  readonly selection: ReleaseSelection
  readonly moved: ReleaseProvenance
  /**
   * Whether the selection has a signature.
   */
  readonly signed: boolean
  /**
   * The digest of the bundle that runtimes serve; null if it cannot be composed.
   */
  readonly plan: string | null
  /**
   * Why the bundle cannot be composed; null if it can.
   */
  readonly fault: string | null
  /**
   * The release that it selects; null if the store does not have it.
   */
  readonly release: PushedRelease | null
  /**
   * The selection after a roll-back; null if there is nothing to revert to.
   */
  readonly rollback: ReleaseSelection | null
  /**
   * Earlier moves, the last first.
   */
  readonly history: readonly ReleaseLabelMove[]
  /**
   * The runtimes that follow it.
   */
  readonly runtimes: readonly FollowingRuntime[]
  /**
   * Differences from git, as far as the store knows them.
   */
  readonly drift: readonly DriftFinding[]
}
/**
 * Labels.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseLabels".
 */
export type ReleaseLabels = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The labels.
   */
  readonly data: readonly ReleaseLabel[]
  /**
   * The label that the process which replied follows; null if it serves a file.
   */
  readonly follows: string | null
  /**
   * The digest of the bundle that this process serves.
   */
  readonly plan: string
  /**
   * Whether this process can move labels: where signatures are required, it needs a key.
   */
  readonly movable: boolean
}
/**
 * A class of requests with what differs for it.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "DiffTable".
 */
export type DiffTable = {
  /**
   * The subject; null without one.
   */
  readonly caption: string | null
  /**
   * The titles of columns.
   */
  readonly header: readonly string[]
  /**
   * The rows.
   */
  readonly rows: readonly string[][]
}
/**
 * The differences of the manifest or of one config.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "DiffSection".
 */
export type DiffSection = {
  /**
   * The title.
   */
  readonly title: string
  /**
   * Differences as sentences.
   */
  readonly sentences: readonly string[]
  /**
   * Differences of classes of requests.
   */
  readonly tables: readonly DiffTable[]
  /**
   * Reasons for what was not decided.
   */
  readonly notes: readonly string[]
}
/**
 * A comparison of two releases.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseDiff".
 */
export type ReleaseDiff = {
  /**
   * The digest of the first bundle.
   */
  readonly from: string
  /**
   * The digest of the second bundle.
   */
  readonly to: string
  /**
   * The gravest difference; null if every class of requests is treated alike.
   */
  readonly level: 'cosmetic' | 'routing' | 'cost' | 'security' | null
  /**
   * The sections, the gravest first.
   */
  readonly sections: readonly DiffSection[]
}
/**
 * A move of a label.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseMove".
 */
export type ReleaseMove = {
  /**
   * The move: promote a release or a version of a config, start or change a canary, or roll back.
   */
  readonly action: 'promote' | 'canary' | 'rollback'
  /**
   * The release: of promote, the last one by default; of rollback, the one to return to.
   */
  readonly release?: number
  /**
   * The only config that is promoted or rolled back.
   */
  readonly config?: string
  /**
   * The version of that config; of promote only.
   */
  readonly version?: number
  /**
   * Percent of the traffic; of canary only.
   */
  readonly percent?: number
  /**
   * The metadata key by which calls stay on one side; of canary only.
   */
  readonly sticky?: string
  /**
   * The reason, for the history.
   */
  readonly message?: string
  /**
   * Whether nothing is moved, and the reply shows what would be.
   */
  readonly dry_run?: boolean
}
/**
 * The outcome of a move.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ReleaseMoved".
 */
export type ReleaseMoved = {
  /**
   * Whether the label moved, would move, or was there already.
   */
  readonly result: 'moved' | 'planned' | 'unchanged'
  /**
   * The selection before; null if there was none.
   */
  readonly from: ReleaseSelection | null
  readonly to: ReleaseSelection
}
/**
 * A person. Attributes that are not listed are accepted and not stored.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ScimUser".
 */
export type ScimUser = {
  /**
   * The schemas of the resource.
   *
   * @maxItems 16
   */
  readonly schemas?: readonly string[]
  /**
   * The identifier; read-only.
   */
  readonly id?: string | null
  /**
   * The address of the person, in any case.
   */
  readonly userName: string
  /**
   * The identifier in the directory.
   */
  readonly externalId?: string | null
  /**
   * Whether the person may do anything: true or false, also as text.
   */
  readonly active?: boolean | string
  /**
   * The name to show.
   */
  readonly displayName?: string | null
  /**
   * The name: givenName and familyName are stored.
   */
  readonly name?: {
    /**
     * The first name.
     */
    readonly givenName?: string | null
    /**
     * The last name.
     */
    readonly familyName?: string | null
    readonly [k: string]: Json
  } | null
  /**
   * The role in the organisation, in any case; of several, the highest.
   *
   * @maxItems 32
   */
  readonly roles?:
    | readonly (
        | {
            readonly [k: string]: Json
          }
        | string
      )[]
    | string
    | null
  /**
   * The kind, times, address and version; read-only.
   */
  readonly meta?: {
    readonly [k: string]: Json
  }
  readonly [k: string]: Json
}
/**
 * A group. One that is named WORKSPACE:ROLE or organisation:ROLE gives its members the role; others give nothing.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ScimGroup".
 */
export type ScimGroup = {
  /**
   * The schemas of the resource.
   *
   * @maxItems 16
   */
  readonly schemas?: readonly string[]
  /**
   * The identifier; read-only.
   */
  readonly id?: string | null
  /**
   * The name, such as research:manager.
   */
  readonly displayName: string
  /**
   * The identifier in the directory.
   */
  readonly externalId?: string | null
  /**
   * The people of the group.
   *
   * @maxItems 10000
   */
  readonly members?:
    | {
        /**
         * The identifier of a person.
         */
        readonly value: string
        readonly [k: string]: Json
      }[]
    | null
  /**
   * The kind, times, address and version; read-only.
   */
  readonly meta?: {
    readonly [k: string]: Json
  }
  readonly [k: string]: Json
}
/**
 * Changes of a resource.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ScimPatch".
 */
export type ScimPatch = {
  /**
   * The schemas of the resource.
   *
   * @maxItems 16
   */
  readonly schemas?: readonly string[]
  /**
   * The changes, in their order.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly Operations: readonly ScimOperation[]
  readonly [k: string]: Json
}
/**
 * One change.
 */
export type ScimOperation = {
  /**
   * add, replace or remove, in any case.
   */
  readonly op: string
  /**
   * Path of the change, such as name.givenName or members[value eq "7"]; without it, value has attributes.
   */
  readonly path?: string
  /**
   * The new value.
   */
  readonly value?: {
    readonly [k: string]: Json
  }
  readonly [k: string]: Json
}
/**
 * A query of resources.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ScimSearch".
 */
export type ScimSearch = {
  /**
   * The schemas of the query.
   *
   * @maxItems 16
   */
  readonly schemas?: readonly string[]
  /**
   * A filter such as userName eq "ada@example.org"; conditions are joined with and.
   */
  readonly filter?: string
  /**
   * The first resource, counted from 1.
   */
  readonly startIndex?: number
  /**
   * The number of resources of the reply, at most 1000; 100 by default.
   */
  readonly count?: number
  /**
   * Attributes of the reply or their parts. Cannot be combined with excludedAttributes.
   *
   * @maxItems 64
   */
  readonly attributes?: readonly string[]
  /**
   * Attributes or their parts that the reply omits.
   *
   * @maxItems 64
   */
  readonly excludedAttributes?: readonly string[]
  readonly [k: string]: Json
}
/**
 * A page of resources.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ScimList".
 */
export type ScimList = {
  /**
   * The schemas of the resource.
   *
   * @maxItems 16
   */
  readonly schemas: readonly string[]
  /**
   * The number of resources on all pages.
   */
  readonly totalResults: number
  /**
   * The first resource, counted from 1.
   */
  readonly startIndex: number
  /**
   * The number of resources of the page.
   */
  readonly itemsPerPage: number
  /**
   * The resources.
   */
  readonly Resources: {
    readonly [k: string]: Json
  }[]
}
/**
 * A description of the interface.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ScimDocument".
 */
export type ScimDocument = {
  /**
   * The schemas of the resource.
   *
   * @maxItems 16
   */
  readonly schemas: readonly string[]
  readonly [k: string]: Json
}
/**
 * Why a request failed.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "ScimError".
 */
export type ScimError = {
  /**
   * The schemas of the resource.
   *
   * @maxItems 16
   */
  readonly schemas: readonly string[]
  /**
   * The status of the reply.
   */
  readonly status: string
  /**
   * The kind of error, if SCIM defines one.
   */
  readonly scimType?: string
  /**
   * One sentence.
   */
  readonly detail: string
}
/**
 * A secret reference; never the secret.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SecretReference".
 */
export type SecretReferenceObject = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name in ${secret:slug}.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * The secret manager.
   */
  readonly manager_type: 'env' | 'file' | 'hashicorp_vault' | 'aws_sm' | 'azure_kv'
  /**
   * Connection of the secret manager, with masked secrets.
   */
  readonly auth_config?: {}
  /**
   * Location of the secret.
   */
  readonly secret_path: string
  /**
   * The property of the secret.
   */
  readonly secret_key?: string | null
  /**
   * Whether every workspace may use it.
   */
  readonly allow_all_workspaces?: boolean
  /**
   * The workspaces that may use it.
   */
  readonly allowed_workspaces?: readonly string[] | null
  /**
   * The only origins that it may be sent to.
   */
  readonly allowed_hosts?: readonly string[] | null
  /**
   * Seconds after which it has been read again.
   */
  readonly max_age?: number
  /**
   * Seconds for which the last value is used while it cannot be read.
   */
  readonly max_stale?: number
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'secret-reference'
}
/**
 * A page of secret references.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SecretReferenceList".
 */
export type SecretReferenceList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of secret references on all pages.
   */
  readonly total: number
  /**
   * The secret references of the page.
   */
  readonly data: readonly SecretReferenceObject[]
}
/**
 * A new secret reference.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SecretReferenceCreate".
 */
export type SecretReferenceCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Connection and authentication of the secret manager. Secrets among the settings are never returned; identities of the gateway's machine are only for the manifest.
   */
  readonly auth_config: {
    /**
     * The address of Vault, such as https://vault.internal:8200.
     */
    readonly vault_addr?: string
    /**
     * Authentication method at Vault.
     */
    readonly vault_auth_type?: 'token' | 'approle'
    /**
     * The token.
     */
    readonly vault_token?: string
    /**
     * The role id of an AppRole.
     */
    readonly vault_role_id?: string
    /**
     * The secret id of an AppRole.
     */
    readonly vault_secret_id?: string
    /**
     * Mount path of the authentication method; defaults to approle or kubernetes.
     */
    readonly vault_auth_mount?: string
    /**
     * The namespace of Vault Enterprise.
     */
    readonly vault_namespace?: string
    /**
     * Mount path of the secrets engine; defaults to the first part of secret_path.
     */
    readonly vault_mount?: string
    /**
     * The version of the key/value secrets engine.
     */
    readonly vault_kv_version?: number
    /**
     * Authentication at AWS: access keys, or a role that these keys may assume.
     */
    readonly aws_auth_type?: 'accessKey' | 'assumedRole'
    /**
     * The region.
     */
    readonly aws_region?: string
    /**
     * The access key id.
     */
    readonly aws_access_key_id?: string
    /**
     * The secret access key.
     */
    readonly aws_secret_access_key?: string
    /**
     * The session token of temporary access keys.
     */
    readonly aws_session_token?: string
    /**
     * The role to assume.
     */
    readonly aws_role_arn?: string
    /**
     * The external id that the role demands.
     */
    readonly aws_external_id?: string
    /**
     * The address of Secrets Manager, such as that of a VPC endpoint, in place of the region's.
     */
    readonly aws_endpoint?: string
    /**
     * The address of the vault, such as https://team.vault.azure.net.
     */
    readonly azure_vault_url?: string
    /**
     * Authentication at Azure: a client of Entra.
     */
    readonly azure_auth_mode?: 'entra'
    /**
     * The tenant of the client.
     */
    readonly azure_entra_tenant_id?: string
    /**
     * The client.
     */
    readonly azure_entra_client_id?: string
    /**
     * The secret of the client.
     */
    readonly azure_entra_client_secret?: string
  }
  /**
   * Location of the secret: mount/path in Vault, the name or ARN in AWS, the name or name/version in Azure.
   */
  readonly secret_path: string
  /**
   * The property of a secret that has several; null for the whole secret.
   */
  readonly secret_key?: string | null
  /**
   * Whether every workspace may use it, by default if allowed_workspaces is absent.
   */
  readonly allow_all_workspaces?: boolean
  /**
   * The workspaces that may use it, by identifier or slug.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly allowed_workspaces?: readonly string[]
  /**
   * The only hosts or origins that it may be sent to.
   *
   * @minItems 1
   * @maxItems 100
   */
  readonly allowed_hosts?: readonly string[]
  /**
   * Seconds after which it has been read again, by default 300.
   */
  readonly max_age?: number
  /**
   * Seconds for which the last value is used while it cannot be read again, by default 3600.
   */
  readonly max_stale?: number
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
  /**
   * The secret manager.
   */
  readonly manager_type: 'hashicorp_vault' | 'aws_sm' | 'azure_kv'
  /**
   * The name in ${secret:slug}, derived from the name when absent.
   */
  readonly slug?: string
}
/**
 * Changes of a secret reference; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SecretReferenceUpdate".
 */
export type SecretReferenceUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Connection and authentication of the secret manager. Secrets among the settings are never returned; identities of the gateway's machine are only for the manifest.
   */
  readonly auth_config?: {
    /**
     * The address of Vault, such as https://vault.internal:8200.
     */
    readonly vault_addr?: string
    /**
     * Authentication method at Vault.
     */
    readonly vault_auth_type?: 'token' | 'approle'
    /**
     * The token.
     */
    readonly vault_token?: string
    /**
     * The role id of an AppRole.
     */
    readonly vault_role_id?: string
    /**
     * The secret id of an AppRole.
     */
    readonly vault_secret_id?: string
    /**
     * Mount path of the authentication method; defaults to approle or kubernetes.
     */
    readonly vault_auth_mount?: string
    /**
     * The namespace of Vault Enterprise.
     */
    readonly vault_namespace?: string
    /**
     * Mount path of the secrets engine; defaults to the first part of secret_path.
     */
    readonly vault_mount?: string
    /**
     * The version of the key/value secrets engine.
     */
    readonly vault_kv_version?: number
    /**
     * Authentication at AWS: access keys, or a role that these keys may assume.
     */
    readonly aws_auth_type?: 'accessKey' | 'assumedRole'
    /**
     * The region.
     */
    readonly aws_region?: string
    /**
     * The access key id.
     */
    readonly aws_access_key_id?: string
    /**
     * The secret access key.
     */
    readonly aws_secret_access_key?: string
    /**
     * The session token of temporary access keys.
     */
    readonly aws_session_token?: string
    /**
     * The role to assume.
     */
    readonly aws_role_arn?: string
    /**
     * The external id that the role demands.
     */
    readonly aws_external_id?: string
    /**
     * The address of Secrets Manager, such as that of a VPC endpoint, in place of the region's.
     */
    readonly aws_endpoint?: string
    /**
     * The address of the vault, such as https://team.vault.azure.net.
     */
    readonly azure_vault_url?: string
    /**
     * Authentication at Azure: a client of Entra.
     */
    readonly azure_auth_mode?: 'entra'
    /**
     * The tenant of the client.
     */
    readonly azure_entra_tenant_id?: string
    /**
     * The client.
     */
    readonly azure_entra_client_id?: string
    /**
     * The secret of the client.
     */
    readonly azure_entra_client_secret?: string
  }
  /**
   * Location of the secret: mount/path in Vault, the name or ARN in AWS, the name or name/version in Azure.
   */
  readonly secret_path?: string
  /**
   * The property of a secret that has several; null for the whole secret.
   */
  readonly secret_key?: string | null
  /**
   * Whether every workspace may use it, by default if allowed_workspaces is absent.
   */
  readonly allow_all_workspaces?: boolean
  /**
   * The workspaces that may use it, by identifier or slug.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly allowed_workspaces?: readonly string[]
  /**
   * The only hosts or origins that it may be sent to.
   *
   * @minItems 1
   * @maxItems 100
   */
  readonly allowed_hosts?: readonly string[]
  /**
   * Seconds after which it has been read again, by default 300.
   */
  readonly max_age?: number
  /**
   * Seconds for which the last value is used while it cannot be read again, by default 3600.
   */
  readonly max_stale?: number
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
}
/**
 * Scopes that each setting grants to roles.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "RoleSettings".
 */
export type RoleSettings = {
  /**
   * Whether members may read prompts.
   */
  readonly membersViewPrompts?: boolean
  /**
   * Whether members may create, change and publish prompts.
   */
  readonly membersWritePrompts?: boolean
  /**
   * Whether managers may read prompts.
   */
  readonly managersViewPrompts?: boolean
  /**
   * Whether managers may create, change and publish prompts.
   */
  readonly managersWritePrompts?: boolean
  /**
   * Whether managers may create and change integrations of their workspace.
   */
  readonly managersWriteWsIntegrations?: boolean
  /**
   * Whether managers may create and change MCP integrations of their workspace.
   */
  readonly managersWriteWsMcpIntegrations?: boolean
  /**
   * Whether managers may create and change MCP servers of their workspace.
   */
  readonly managersWriteMcpServers?: boolean
  /**
   * Whether managers may create and change agent integrations of their workspace.
   */
  readonly managersWriteWsAgentIntegrations?: boolean
  /**
   * Whether managers may create and change agent servers of their workspace.
   */
  readonly managersWriteAgentServers?: boolean
  /**
   * Whether members may read analytics.
   */
  readonly membersViewAnalytics?: boolean
  /**
   * Whether managers may read analytics.
   */
  readonly managersViewAnalytics?: boolean
  /**
   * Whether members see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly membersViewAllData?: boolean
  /**
   * Whether managers see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly managersViewAllData?: boolean
}
/**
 * The settings of the organisation.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "OrganisationSettings".
 */
export type OrganisationSettings = {
  /**
   * The kind of the object.
   */
  readonly object: 'settings'
  /**
   * Whether members may read prompts.
   */
  readonly membersViewPrompts: boolean
  /**
   * Whether members may create, change and publish prompts.
   */
  readonly membersWritePrompts: boolean
  /**
   * Whether managers may read prompts.
   */
  readonly managersViewPrompts: boolean
  /**
   * Whether managers may create, change and publish prompts.
   */
  readonly managersWritePrompts: boolean
  /**
   * Whether managers may create and change integrations of their workspace.
   */
  readonly managersWriteWsIntegrations: boolean
  /**
   * Whether managers may create and change MCP integrations of their workspace.
   */
  readonly managersWriteWsMcpIntegrations: boolean
  /**
   * Whether managers may create and change MCP servers of their workspace.
   */
  readonly managersWriteMcpServers: boolean
  /**
   * Whether managers may create and change agent integrations of their workspace.
   */
  readonly managersWriteWsAgentIntegrations: boolean
  /**
   * Whether managers may create and change agent servers of their workspace.
   */
  readonly managersWriteAgentServers: boolean
  readonly session_settings: SessionSettings
  /**
   * Whether members may read analytics.
   */
  readonly membersViewAnalytics: boolean
  /**
   * Whether managers may read analytics.
   */
  readonly managersViewAnalytics: boolean
  /**
   * Whether members see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly membersViewAllData: boolean
  /**
   * Whether managers see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly managersViewAllData: boolean
}
/**
 * Session lifetime of users.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "SessionSettings".
 */
export type SessionSettings = {
  /**
   * Seconds after which a token is refused, counted from when it was issued; null for no limit but its own.
   */
  readonly max_session_ttl: number | null
}
/**
 * The settings of a workspace, as they apply.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceSettings".
 */
export type WorkspaceSettings = {
  /**
   * The kind of the object.
   */
  readonly object: 'settings'
  /**
   * Whether members may read prompts.
   */
  readonly membersViewPrompts: boolean
  /**
   * Whether members may create, change and publish prompts.
   */
  readonly membersWritePrompts: boolean
  /**
   * Whether managers may read prompts.
   */
  readonly managersViewPrompts: boolean
  /**
   * Whether managers may create, change and publish prompts.
   */
  readonly managersWritePrompts: boolean
  /**
   * Whether managers may create and change integrations of their workspace.
   */
  readonly managersWriteWsIntegrations: boolean
  /**
   * Whether managers may create and change MCP integrations of their workspace.
   */
  readonly managersWriteWsMcpIntegrations: boolean
  /**
   * Whether managers may create and change MCP servers of their workspace.
   */
  readonly managersWriteMcpServers: boolean
  /**
   * Whether managers may create and change agent integrations of their workspace.
   */
  readonly managersWriteWsAgentIntegrations: boolean
  /**
   * Whether managers may create and change agent servers of their workspace.
   */
  readonly managersWriteAgentServers: boolean
  /**
   * Whether members may read analytics.
   */
  readonly membersViewAnalytics: boolean
  /**
   * Whether managers may read analytics.
   */
  readonly managersViewAnalytics: boolean
  /**
   * Whether members see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly membersViewAllData: boolean
  /**
   * Whether managers see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly managersViewAllData: boolean
}
/**
 * Changes of settings.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "OrganisationSettingsUpdate".
 */
export type OrganisationSettingsUpdate = {
  /**
   * Whether members may read prompts.
   */
  readonly membersViewPrompts?: boolean | null
  /**
   * Whether members may create, change and publish prompts.
   */
  readonly membersWritePrompts?: boolean | null
  /**
   * Whether managers may read prompts.
   */
  readonly managersViewPrompts?: boolean | null
  /**
   * Whether managers may create, change and publish prompts.
   */
  readonly managersWritePrompts?: boolean | null
  /**
   * Whether managers may create and change integrations of their workspace.
   */
  readonly managersWriteWsIntegrations?: boolean | null
  /**
   * Whether managers may create and change MCP integrations of their workspace.
   */
  readonly managersWriteWsMcpIntegrations?: boolean | null
  /**
   * Whether managers may create and change MCP servers of their workspace.
   */
  readonly managersWriteMcpServers?: boolean | null
  /**
   * Whether managers may create and change agent integrations of their workspace.
   */
  readonly managersWriteWsAgentIntegrations?: boolean | null
  /**
   * Whether managers may create and change agent servers of their workspace.
   */
  readonly managersWriteAgentServers?: boolean | null
  /**
   * Session lifetime of users.
   */
  readonly session_settings?: SessionSettings | null
  /**
   * Whether members may read analytics.
   */
  readonly membersViewAnalytics?: boolean | null
  /**
   * Whether managers may read analytics.
   */
  readonly managersViewAnalytics?: boolean | null
  /**
   * Whether members see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly membersViewAllData?: boolean | null
  /**
   * Whether managers see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly managersViewAllData?: boolean | null
}
/**
 * Changes of settings.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceSettingsUpdate".
 */
export type WorkspaceSettingsUpdate = {
  /**
   * Whether members may read prompts.
   */
  readonly membersViewPrompts?: boolean | null
  /**
   * Whether members may create, change and publish prompts.
   */
  readonly membersWritePrompts?: boolean | null
  /**
   * Whether managers may read prompts.
   */
  readonly managersViewPrompts?: boolean | null
  /**
   * Whether managers may create, change and publish prompts.
   */
  readonly managersWritePrompts?: boolean | null
  /**
   * Whether managers may create and change integrations of their workspace.
   */
  readonly managersWriteWsIntegrations?: boolean | null
  /**
   * Whether managers may create and change MCP integrations of their workspace.
   */
  readonly managersWriteWsMcpIntegrations?: boolean | null
  /**
   * Whether managers may create and change MCP servers of their workspace.
   */
  readonly managersWriteMcpServers?: boolean | null
  /**
   * Whether managers may create and change agent integrations of their workspace.
   */
  readonly managersWriteWsAgentIntegrations?: boolean | null
  /**
   * Whether managers may create and change agent servers of their workspace.
   */
  readonly managersWriteAgentServers?: boolean | null
  /**
   * Whether members may read analytics.
   */
  readonly membersViewAnalytics?: boolean | null
  /**
   * Whether managers may read analytics.
   */
  readonly managersViewAnalytics?: boolean | null
  /**
   * Whether members see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly membersViewAllData?: boolean | null
  /**
   * Whether managers see the logs and analytics of all keys of the workspace, not only of their own.
   */
  readonly managersViewAllData?: boolean | null
}
/**
 * A usage-limit policy.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UsageLimitsPolicy".
 */
export type UsageLimitsPolicy = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * Unit that is counted; cost in US dollars.
   */
  readonly type: 'cost' | 'tokens' | 'requests'
  /**
   * Maximum usage in a period: US dollars, tokens or requests.
   */
  readonly credit_limit: number
  /**
   * The usage from which an alert is sent.
   */
  readonly alert_threshold?: number | null
  /**
   * weekly or monthly.
   */
  readonly periodic_reset?: string | null
  /**
   * Number of days after which usage resets.
   */
  readonly periodic_reset_days?: number | null
  /**
   * Time of the next reset of usage.
   */
  readonly next_usage_reset_at?: string | null
  /**
   * Start of the period.
   */
  readonly last_reset_at?: string | null
  /**
   * The name in messages and logs.
   */
  readonly name?: string | null
  /**
   * Conditions, all of which must hold.
   */
  readonly conditions?: readonly ApiCondition[]
  /**
   * One counter for each combination of these properties.
   */
  readonly group_by?: readonly ApiGroup[]
  /**
   * Handling of calls whose tokens or cost cannot be counted, those of models without a price included; refuse when absent.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them; share when absent.
   */
  readonly on_store_away?: 'share' | 'refuse'
  /**
   * Archived policies limit nothing.
   */
  readonly status: 'active' | 'archived'
  /**
   * The workspace; null for a policy of the manifest that concerns all of them.
   */
  readonly workspace_id: string | null
  /**
   * The organisation.
   */
  readonly organisation_id: string
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner?: 'git' | 'api'
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * Warnings: conditions that match nothing in the workspace and targets whose price is unknown, in replies of writes only; budgets that admit calls without a price, always.
   */
  readonly diagnostics?: {}[]
  /**
   * The kind of the object, in single reads only.
   */
  readonly object?: 'policy_usage_limits'
}
/**
 * A page of usage-limit policies.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UsageLimitsPolicyList".
 */
export type UsageLimitsPolicyList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The policies of the page.
   */
  readonly data: readonly UsageLimitsPolicy[]
}
/**
 * A new usage-limit policy.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UsageLimitCreate".
 */
export type UsageLimitCreate = {
  /**
   * The name in messages and logs.
   */
  readonly name?: string | null
  /**
   * Unit that is counted; cost in US dollars.
   */
  readonly type: 'cost' | 'tokens' | 'requests'
  /**
   * Maximum usage in a period; of cost, at least a billionth of a dollar.
   */
  readonly credit_limit: number
  /**
   * The usage from which an alert is sent, below credit_limit.
   */
  readonly alert_threshold?: number | null
  /**
   * Schedule of resets of usage: on Mondays, or on the first of a month, at 00:00 UTC.
   */
  readonly periodic_reset?: 'weekly' | 'monthly' | null
  /**
   * Number of days after which usage resets, in place of periodic_reset.
   */
  readonly periodic_reset_days?: number | null
  /**
   * Time of the next reset of usage.
   */
  readonly next_usage_reset_at?: string | null
  /**
   * Conditions, all of which must hold.
   */
  readonly conditions?: readonly ApiCondition[]
  /**
   * One counter for each combination of these properties.
   */
  readonly group_by?: readonly ApiGroup[]
  /**
   * Handling of calls whose tokens or cost cannot be counted, those of models without a price included; refuse when absent.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them; share when absent.
   */
  readonly on_store_away?: 'share' | 'refuse'
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
}
/**
 * Changes of a usage-limit policy; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UsageLimitUpdate".
 */
export type UsageLimitUpdate = {
  /**
   * The name in messages and logs.
   */
  readonly name?: string | null
  /**
   * Maximum usage in a period; of cost, at least a billionth of a dollar.
   */
  readonly credit_limit?: number
  /**
   * The usage from which an alert is sent, below credit_limit.
   */
  readonly alert_threshold?: number | null
  /**
   * Schedule of resets of usage: on Mondays, or on the first of a month, at 00:00 UTC.
   */
  readonly periodic_reset?: 'weekly' | 'monthly' | null
  /**
   * Number of days after which usage resets, in place of periodic_reset.
   */
  readonly periodic_reset_days?: number | null
  /**
   * Time of the next reset of usage.
   */
  readonly next_usage_reset_at?: string | null
  /**
   * Conditions, all of which must hold.
   */
  readonly conditions?: readonly ApiCondition[]
  /**
   * Handling of calls whose tokens or cost cannot be counted, those of models without a price included; refuse when absent.
   */
  readonly uncounted?: 'refuse' | 'allow'
  /**
   * Handling of calls while the store that several processes count in does not answer: each process admits its part of what was left, or refuses them; share when absent.
   */
  readonly on_store_away?: 'share' | 'refuse'
  /**
   * The value of an entity whose usage is reset; of several properties, the list of values as JSON.
   */
  readonly reset_usage_for_value?: string
}
/**
 * Group that is counted separately under a policy.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UsageEntity".
 */
export type UsageEntity = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The value of the group; of several properties, the list of values as JSON; null for all calls.
   */
  readonly value_key: string | null
  /**
   * The usage in the period.
   */
  readonly current_usage: number
  /**
   * Exhausted entities are refused.
   */
  readonly status: 'active' | 'exhausted'
  /**
   * Time of the last reset of usage.
   */
  readonly last_reset_at?: string | null
  /**
   * Time of the next reset of usage.
   */
  readonly next_usage_reset_at?: string | null
}
/**
 * A page of entities.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "UsageEntityList".
 */
export type UsageEntityList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number on all pages.
   */
  readonly total: number
  /**
   * The entities of the page.
   */
  readonly data: readonly UsageEntity[]
}
/**
 * A virtual key; never its credential.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "VirtualKey".
 */
export type VirtualKey = {
  /**
   * Names and values for people.
   */
  readonly tags?: {
    readonly [k: string]: string
  }
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name in calls.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly note?: string | null
  /**
   * The provider of the catalog.
   */
  readonly ai_provider_name: string
  /**
   * The end of the credential.
   */
  readonly key?: string | null
  /**
   * Whether calls can use it.
   */
  readonly status: 'active' | 'exhausted' | 'expired'
  /**
   * Expiry time.
   */
  readonly expires_at?: string | null
  /**
   * The workspace that it belongs to; null for all.
   */
  readonly workspace_id?: string | null
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Time of the next reset of usage; null for never, or without a budget.
   */
  readonly next_usage_reset_at?: string | null
  /**
   * Time of the last reset of usage; null for never, or without a budget.
   */
  readonly last_reset_at?: string | null
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'virtual-key'
  /**
   * The rate limits of the virtual key.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget of the virtual key.
   */
  readonly usage_limits?: KeyUsageLimits | null
}
/**
 * A page of virtual keys.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "VirtualKeyList".
 */
export type VirtualKeyList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of virtual keys on all pages.
   */
  readonly total: number
  /**
   * The virtual keys of the page.
   */
  readonly data: readonly VirtualKey[]
}
/**
 * A new virtual key.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "VirtualKeyCreate".
 */
export type VirtualKeyCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly note?: string | null
  /**
   * The API key of the provider, never read back.
   */
  readonly key?: string
  /**
   * The provider of the catalog, such as openai.
   */
  readonly provider: string
  /**
   * The name in configs and calls, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * Settings and credentials of the provider, by their names in configs.
   */
  readonly configurations?: {}
  /**
   * The workspace, by its identifier or slug. By default that of the caller; callers of the organisation or of several workspaces name it.
   */
  readonly workspace_id?: string
  /**
   * The rate limits of the virtual key.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget of the virtual key.
   */
  readonly usage_limits?: KeyUsageLimits | null
}
/**
 * Changes of a virtual key; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "VirtualKeyUpdate".
 */
export type VirtualKeyUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly note?: string | null
  /**
   * The API key of the provider, never read back.
   */
  readonly key?: string
  /**
   * The rate limits of the virtual key.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget of the virtual key; null for none.
   */
  readonly usage_limits?: KeyUsageLimits | null
  /**
   * Whether to reset usage now.
   */
  readonly reset_usage?: boolean
}
/**
 * A workspace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "Workspace".
 */
export type Workspace = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name in keys and configs.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Archived workspaces serve no calls.
   */
  readonly status: 'active' | 'archived'
  /**
   * Defaults for the calls of the workspace.
   */
  readonly defaults?: {}
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Time of the next reset of usage; null for never, or without a budget.
   */
  readonly next_usage_reset_at?: string | null
  /**
   * Time of the last reset of usage; null for never, or without a budget.
   */
  readonly last_reset_at?: string | null
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'workspace'
  /**
   * The rate limits of the workspace.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget of the workspace.
   */
  readonly usage_limits?: KeyUsageLimits | null
}
/**
 * A page of workspaces.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceList".
 */
export type WorkspaceList = {
  /**
   * The kind of the object.
   */
  readonly object: 'list'
  /**
   * The number of workspaces on all pages.
   */
  readonly total: number
  /**
   * The workspaces of the page.
   */
  readonly data: readonly Workspace[]
}
/**
 * A new workspace.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceCreate".
 */
export type WorkspaceCreate = {
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * The name in keys and configs, derived from the name when absent.
   */
  readonly slug?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Defaults for the calls of the workspace.
   */
  readonly defaults?: {
    /**
     * Metadata of calls that do not set it.
     */
    readonly metadata?: {
      readonly [k: string]: string
    }
  }
  /**
   * The rate limits of the workspace.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget of the workspace.
   */
  readonly usage_limits?: KeyUsageLimits | null
  /**
   * People of the organisation, by identifier, who become members.
   *
   * @maxItems 100
   */
  readonly users?: readonly string[]
}
/**
 * Changes of a workspace; omitted fields are unchanged.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceUpdate".
 */
export type WorkspaceUpdate = {
  /**
   * The name for people.
   */
  readonly name?: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Active restores an archived workspace.
   */
  readonly status?: 'active' | 'archived'
  /**
   * Defaults for the calls of the workspace.
   */
  readonly defaults?: {
    /**
     * Metadata of calls that do not set it.
     */
    readonly metadata?: {
      readonly [k: string]: string
    }
  }
  /**
   * The rate limits of the workspace.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget of the workspace; null for none.
   */
  readonly usage_limits?: KeyUsageLimits | null
  /**
   * Whether to reset usage now.
   */
  readonly reset_usage?: boolean
}
/**
 * A workspace and its members.
 *
 * This interface was referenced by `ControlObjects`'s JSON-Schema
 * via the `definition` "WorkspaceDetails".
 */
export type WorkspaceDetails = {
  /**
   * The identifier.
   */
  readonly id: string
  /**
   * The name in keys and configs.
   */
  readonly slug: string
  /**
   * The name for people.
   */
  readonly name: string
  /**
   * Purpose.
   */
  readonly description?: string | null
  /**
   * Archived workspaces serve no calls.
   */
  readonly status: 'active' | 'archived'
  /**
   * Defaults for the calls of the workspace.
   */
  readonly defaults?: {}
  /**
   * Source of the resource: the manifest in git, or this API.
   */
  readonly owner: 'git' | 'api'
  /**
   * Time of the next reset of usage; null for never, or without a budget.
   */
  readonly next_usage_reset_at?: string | null
  /**
   * Time of the last reset of usage; null for never, or without a budget.
   */
  readonly last_reset_at?: string | null
  /**
   * Creation time.
   */
  readonly created_at: string
  /**
   * Time of the last change.
   */
  readonly last_updated_at: string
  /**
   * The kind of the object.
   */
  readonly object: 'workspace'
  /**
   * The rate limits of the workspace.
   *
   * @maxItems 8
   */
  readonly rate_limits?: readonly KeyRateLimit[]
  /**
   * The budget of the workspace.
   */
  readonly usage_limits?: KeyUsageLimits | null
  /**
   * Its members.
   */
  readonly users: readonly WorkspaceMember[]
}
/**
 * A member.
 */
export type WorkspaceMember = {
  /**
   * The identifier of the person.
   */
  readonly id: string
  /**
   * The role in the workspace.
   */
  readonly role: 'admin' | 'manager' | 'member'
}

/** The bodies of operations; those that take none are absent. */
export interface OperationBodies {
  readonly createAgentIntegration: AgentIntegrationCreate
  readonly updateAgentIntegration: AgentIntegrationUpdate
  readonly updateAgentIntegrationWorkspaces: WorkspaceAccessUpdate
  readonly createAgentServer: AgentServerCreate
  readonly updateAgentServer: AgentServerUpdate
  readonly updateAgentServerUserAccess: UserAccessUpdate
  readonly createOrganisationServiceKey: OrganisationServiceKeyCreate
  readonly createOrganisationServiceKeys: OrganisationServiceKeysCreate
  readonly createWorkspaceServiceKey: WorkspaceServiceKeyCreate
  readonly createWorkspaceServiceKeys: WorkspaceServiceKeysCreate
  readonly createWorkspaceUserKey: WorkspaceUserKeyCreate
  readonly createWorkspaceUserKeys: WorkspaceUserKeysCreate
  readonly updateApiKey: ApiKeyUpdate
  readonly updateApiKeys: ApiKeysUpdate
  readonly revokeApiKeys: ApiKeysRevoke
  readonly rotateApiKey: ApiKeyRotate
  readonly signIn: SignInTokenCreate
  readonly createCollection: CollectionCreate
  readonly updateCollection: CollectionUpdate
  readonly createConfig: ConfigCreate
  readonly updateConfig: ConfigUpdate
  readonly moveConfigLabel: ConfigLabelMove
  readonly createDeployment: DeploymentCreate
  readonly updateDeployment: DeploymentUpdate
  readonly createFeedback: FeedbackCreate
  readonly updateFeedback: FeedbackUpdate
  readonly createIntegration: IntegrationCreate
  readonly updateIntegration: IntegrationUpdate
  readonly updateIntegrationWorkspaces: IntegrationAccessUpdate
  readonly updateIntegrationModels: IntegrationModelsUpdate
  readonly createLabel: LabelCreate
  readonly updateLabel: LabelUpdate
  readonly createLimitProfile: LimitProfileCreate
  readonly updateLimitProfile: LimitProfileUpdate
  readonly createLogExport: LogExportCreate
  readonly updateLogExport: LogExportUpdate
  readonly startLogExport: LogExportAction
  readonly cancelLogExport: LogExportAction
  readonly insertLogs: LogInsert
  readonly replayLog: LogReplay
  readonly createMcpIntegration: McpIntegrationCreate
  readonly importMcpIntegration: McpIntegrationImport
  readonly updateMcpIntegration: McpIntegrationUpdate
  readonly updateMcpIntegrationWorkspaces: WorkspaceAccessUpdate
  readonly updateMcpIntegrationCapabilities: McpCapabilitiesUpdate
  readonly createMcpServer: McpServerCreate
  readonly updateMcpServer: McpServerUpdate
  readonly updateMcpServerCapabilities: McpCapabilitiesUpdate
  readonly approveMcpTools: McpToolApproval
  readonly updateMcpServerUserAccess: UserAccessUpdate
  readonly createOrganisationUser: OrganisationUserCreate
  readonly updateOrganisationUser: OrganisationUserUpdate
  readonly addWorkspaceUsers: WorkspaceUsersAdd
  readonly updateWorkspaceUser: WorkspaceUserUpdate
  readonly createInvite: InviteCreate
  readonly createPartial: PartialCreate
  readonly updatePartial: PartialUpdate
  readonly publishPartial: PublishVersion
  readonly createPrompt: PromptCreate
  readonly updatePrompt: PromptUpdate
  readonly labelPromptVersion: PromptVersionLabel
  readonly publishPrompt: PublishVersion
  readonly createProvider: ProviderCreate
  readonly updateProvider: ProviderUpdate
  readonly createRateLimit: RateLimitCreate
  readonly updateRateLimit: RateLimitUpdate
  readonly moveReleaseLabel: ReleaseMove
  readonly commitRelease: ReleaseCommit
  readonly searchScimUsers: ScimSearch
  readonly createScimUser: ScimUser
  readonly replaceScimUser: ScimUser
  readonly patchScimUser: ScimPatch
  readonly searchScimGroups: ScimSearch
  readonly createScimGroup: ScimGroup
  readonly replaceScimGroup: ScimGroup
  readonly patchScimGroup: ScimPatch
  readonly createSecretReference: SecretReferenceCreate
  readonly updateSecretReference: SecretReferenceUpdate
  readonly updateOrganisationSettings: OrganisationSettingsUpdate
  readonly updateWorkspaceSettings: WorkspaceSettingsUpdate
  readonly createUsageLimit: UsageLimitCreate
  readonly updateUsageLimit: UsageLimitUpdate
  readonly createVirtualKey: VirtualKeyCreate
  readonly updateVirtualKey: VirtualKeyUpdate
  readonly createWorkspace: WorkspaceCreate
  readonly updateWorkspace: WorkspaceUpdate
}
