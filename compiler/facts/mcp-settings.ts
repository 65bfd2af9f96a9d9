// What is wrong with settings of MCP in the manifest or in the body of a request: OAuth clients towards servers, and limits that count
// nothing, since a call of a tool has neither tokens nor a cost.
import type { Json } from '../../schemas/values/json.ts'

/** Sentences; `forPeople`: each person has an account, otherwise the gateway has one. */
export function incompleteMcpClient(
  { issuer, token_url, client_id, client_secret }: { readonly [name: string]: Json },
  forPeople: boolean,
): readonly string[] {
  const reasons: string[] = []
  if (!forPeople && (client_id === undefined || client_secret === undefined))
    reasons.push('"client_credentials" needs "client_id" and "client_secret".')
  if (client_secret !== undefined && issuer === undefined && token_url === undefined)
    reasons.push(
      '"client_secret" needs "issuer" or "token_url": it is sent to the authorization server that is named beside it, not to one that the MCP server names.',
    )
  if (forPeople && client_secret !== undefined && client_id === undefined)
    reasons.push('"client_secret" needs "client_id".')
  if (forPeople && client_id !== undefined && issuer === undefined)
    reasons.push('"client_id" is known to only one authorization server: name it as "issuer".')
  return reasons
}

/** Why "token_url" does nothing; undefined where it does. */
export const ignoredTokenUrl = (
  { token_url }: { readonly [name: string]: Json },
  forPeople: boolean,
): string | undefined =>
  forPeople && token_url !== undefined
    ? '"token_url" has no effect: for people it comes from the metadata of the authorization server.'
    : undefined

const TOOL_KEYS: ReadonlySet<string> = new Set(['mcp_server', 'mcp_tool'])

/** Why a limit counts nothing; `keys` are those of its conditions and groups. Undefined where it can hold. */
export function uncountedToolLimit(type: string, keys: readonly string[]): string | undefined {
  const key = keys.find(each => TOOL_KEYS.has(each))
  return key === undefined || type === 'requests'
    ? undefined
    : `A limit of ${type} with "${key}" counts nothing: calls of tools have neither tokens nor a cost. Use the type "requests".`
}
