// OAuth of MCP has what it needs: the URL of the gateway, which is the audience of tokens and where browsers return to, an issuer
// of tokens, and a store for those of people.
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { ignoredTokenUrl, incompleteMcpClient } from '../../facts/mcp-settings.ts'
import { parseSecretReference } from '../../facts/secret.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { REFERENCE_SYNTAX } from '../secrets/secret-references.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

export const mcpSignInIsComplete: ManifestRule = ({ manifest }, report) => {
  const mcp = ownProperty(manifest, 'mcp')
  const signIn = ownProperty(manifest, 'sign_in')
  const hasUrl = ownProperty(manifest, 'public_url') !== undefined
  if (mcp !== undefined && signIn !== undefined && !hasUrl)
    report(
      'mcp-without-public-url',
      { key: '/sign_in' },
      'Tokens of "sign_in" are accepted for MCP servers, so "public_url" must be the URL under which clients reach them.',
    )
  if (ownProperty(mcp, 'token_scopes') !== undefined && signIn === undefined)
    report(
      'mcp-without-effect',
      { key: '/mcp/token_scopes' },
      '"token_scopes" has no effect, since "sign_in" names no issuer of tokens.',
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
        'People connect their accounts in a browser that returns to the gateway, so "public_url" must be set.',
      )
    if (ownProperty(manifest, 'store') === undefined)
      report(
        'incomplete-mcp-auth',
        { key: pointer },
        'Connections of users require a store: add "store: sqlite:.portolan/store.db".',
      )
  }
}

function validateClient(auth: { readonly [name: string]: Json }, pointer: Pointer, report: ReportAt): void {
  const { type, client_secret } = auth
  for (const reason of incompleteMcpClient(auth, type === 'oauth'))
    report('incomplete-mcp-auth', { key: pointer }, reason)
  const ignored = ignoredTokenUrl(auth, type === 'oauth')
  if (ignored !== undefined)
    report('mcp-without-effect', { key: childPointer(pointer, 'token_url') }, ignored)
  if (typeof client_secret === 'string' && parseSecretReference(client_secret) === undefined)
    report(
      'literal-secret',
      childPointer(pointer, 'client_secret'),
      '"client_secret" is a plain-text secret, or a malformed reference. Remove it from the file and use a reference.',
      { notes: [{ message: `${REFERENCE_SYNTAX.split(';')[0]}.` }] },
    )
}
