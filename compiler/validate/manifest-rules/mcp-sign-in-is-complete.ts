// OAuth of MCP has what it needs: the URL of the gateway, which is the audience of tokens and where browsers return to, somebody who
// issues tokens, and a store for those of people.
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { parseSecretReference } from '../../secret.ts'
import { isJsonObject, ownProperty } from '../json-values.ts'
import type { ManifestRule } from '../manifest-rule.ts'
import type { ReportAt } from '../report.ts'
import { REFERENCE_SYNTAX } from '../secret-reference-syntax.ts'

export const mcpSignInIsComplete: ManifestRule = ({ manifest }, report) => {
  const mcp = ownProperty(manifest, 'mcp')
  const signIn = ownProperty(manifest, 'sign_in')
  const hasUrl = ownProperty(manifest, 'public_url') !== undefined
  if (mcp !== undefined && signIn !== undefined && !hasUrl)
    report(
      'mcp-without-public-url',
      { key: '/sign_in' },
      'Tokens of "sign_in" are accepted for MCP servers, so "public_url" must say under which URL clients reach them.',
    )
  if (ownProperty(mcp, 'token_scopes') !== undefined && signIn === undefined)
    report(
      'mcp-without-effect',
      { key: '/mcp/token_scopes' },
      '"token_scopes" has no effect, since "sign_in" names nobody who issues tokens.',
    )
  const servers = ownProperty(mcp, 'servers')
  for (const [slug, server] of Object.entries(isJsonObject(servers) ? servers : {})) {
    const auth = ownProperty(server, 'auth')
    if (!isJsonObject(auth)) continue
    const pointer = childPointer(childPointer('/mcp/servers', slug), 'auth')
    validateClient(auth, pointer, report)
    if (auth['type'] !== 'oauth') continue
    if (!hasUrl)
      report(
        'mcp-without-public-url',
        { key: pointer },
        'People connect their accounts in a browser that returns to the gateway, so "public_url" must say where it is.',
      )
    if (ownProperty(manifest, 'store') === undefined)
      report(
        'incomplete-mcp-auth',
        { key: pointer },
        'The connections of people are kept in a store: add "store: sqlite:.portolan/store.db".',
      )
  }
}

function validateClient(auth: { readonly [name: string]: Json }, pointer: Pointer, report: ReportAt): void {
  const { type, issuer, token_url, client_id, client_secret } = auth
  const isIncomplete = (reason: string): void => report('incomplete-mcp-auth', { key: pointer }, reason)
  if (type === 'client_credentials' && (client_id === undefined || client_secret === undefined))
    isIncomplete('"client_credentials" needs "client_id" and "client_secret".')
  if (client_secret !== undefined && issuer === undefined && token_url === undefined)
    isIncomplete(
      '"client_secret" needs "issuer" or "token_url": it goes to the authorization server that the manifest names, not to one that the MCP server names.',
    )
  if (type === 'oauth' && client_secret !== undefined && client_id === undefined)
    isIncomplete('"client_secret" needs "client_id".')
  if (type === 'oauth' && client_id !== undefined && issuer === undefined)
    isIncomplete('"client_id" is known to one authorization server alone: name it as "issuer".')
  if (type === 'oauth' && token_url !== undefined)
    report(
      'mcp-without-effect',
      { key: childPointer(pointer, 'token_url') },
      '"token_url" has no effect: for people the metadata of the authorization server says it.',
    )
  if (typeof client_secret === 'string' && parseSecretReference(client_secret) === undefined)
    report(
      'literal-secret',
      childPointer(pointer, 'client_secret'),
      '"client_secret" is a plain-text secret, or a malformed reference. Remove it from the file and use a reference.',
      { notes: [{ message: `${REFERENCE_SYNTAX.split(';')[0]}.` }] },
    )
}
