// Destinations of an agent's push notifications: it calls these URLs itself, past the gateway, so only hosts of the manifest are named.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { quoted } from '../../values/failures.ts'
import { type AgentError, pushNotSupported } from '../protocol/agent-error.ts'
import type { AgentOperation } from '../protocol/operations.ts'

/** Why a request about push notifications is refused; `params` are those of JSON-RPC, or the body. */
export function refuseWebhooks(
  { about, sends }: AgentOperation,
  params: Json | undefined,
  hosts: readonly string[],
): AgentError | undefined {
  if (about === 'push' && hosts.length === 0)
    return pushNotSupported('Push notifications are not allowed for this agent (webhook_hosts).')
  const settings =
    about === 'push' ? params : sends === true && isObject(params) ? params['configuration'] : undefined
  const refused = settings === undefined ? undefined : urlsIn(settings).find(url => !isAllowed(url, hosts))
  return refused === undefined
    ? undefined
    : pushNotSupported(
        `Push notifications may not be sent to ${quoted(refused)}: only to https URLs of the hosts that webhook_hosts names.`,
      )
}

/** Every member `url`, however deep: the versions place it differently. */
function urlsIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(urlsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) =>
    name === 'url' ? [typeof member === 'string' ? member : ''] : urlsIn(member),
  )
}

function isAllowed(text: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, host, username, password } = new URL(text)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return hosts.some(each => (each.startsWith('*.') ? host.endsWith(each.slice(1)) : host === each))
}
