// What an OAuth client towards an MCP server lacks, whoever describes it: the manifest, or the body of a request.
import type { Json } from '../schemas/values/json.ts'

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
