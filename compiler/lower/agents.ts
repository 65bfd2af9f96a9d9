// Lowers the agents of a manifest: secrets of headers are bound to the origins of the card and of the interfaces that the manifest names.

import type { AgentInterface, AgentServer, PlanAgent } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { lowerSecret } from './binding.ts'
import { originOf } from './origin.ts'
import { lowerServerHeader } from './server-header.ts'

const DEFAULT_TIMEOUT = 300_000
const ALL_VERSIONS = ['1.0', '0.3'] as const

export const lowerAgents = (
  agents: Readonly<Record<string, AgentServer>>,
): Readonly<Record<string, PlanAgent>> =>
  Object.fromEntries(Object.entries(agents).map(([slug, agent]) => [slug, lowerAgent(agent)] as const))

export function lowerAgent({
  card_url,
  interfaces,
  versions = ALL_VERSIONS,
  headers = {},
  timeout = DEFAULT_TIMEOUT,
  workspaces,
  webhook_hosts = [],
  card: { signing_key, signatures = 'refuse', trusted_keys, ...others } = {},
  ...remainder
}: AgentServer): PlanAgent {
  remainder satisfies Record<string, never>
  others satisfies Record<string, never>
  const origins = agentOrigins(card_url, interfaces)
  return {
    card: card_url,
    ...(interfaces && {
      interfaces: interfaces.map(({ url, binding = 'JSONRPC', version = '1.0' }) => ({
        url,
        binding,
        version,
      })),
    }),
    versions: ALL_VERSIONS.filter(version => versions.includes(version)),
    headers: Object.entries(headers).map(([name, value]) => lowerServerHeader(name, value, origins)),
    timeout,
    ...(workspaces && { workspaces: [...new Set(workspaces)].sort() }),
    webhookHosts: [...new Set(webhook_hosts)].sort(),
    signatures: signing_key === undefined ? signatures : 'sign',
    ...(signing_key !== undefined && { signingKey: lowerSecret('signing_key', signing_key, [], 'project') }),
    ...(trusted_keys && { trustedKeys: trusted_keys.map(key => canonicalJson(key)) }),
  }
}

/** The origins that the manifest names for an agent: nothing else is called, regardless of its card. */
export const agentOrigins = (
  card: string,
  interfaces: readonly Pick<AgentInterface, 'url'>[] = [],
): readonly string[] => [
  ...new Set([card, ...interfaces.map(({ url }) => url)].flatMap(url => originOf(url) ?? [])),
]
