// What MCP servers and agents of a manifest have in common: a URL that can be called, and headers whose secrets are references that
// may go there.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, lastToken, type Pointer } from '../../../schemas/values/pointer.ts'
import type { DiagnosticCode } from '../../diagnostics/messages.ts'
import { looksLikeReference } from '../../facts/secret.ts'
import {
  type AddressRules,
  isHeaderName,
  isSetByGateway,
  serverUrlFault,
} from '../../facts/server-address.ts'
import { lowerServerHeader } from '../../lower/server-header.ts'
import type { ManifestContext } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { secretsOfManifest } from '../secrets/secret-properties.ts'
import { REFERENCE_SYNTAX } from '../secrets/secret-references.ts'
import { isJsonObject } from '../values/json-values.ts'
import { passwordsOf } from '../values/service-url.ts'
import { reportBlockedHost } from './blocked-host.ts'

/** How the servers of one protocol are spoken of. */
export interface UpstreamKind extends AddressRules {
  /** `MCP server`. */
  readonly noun: string
  readonly urlCode: DiagnosticCode
  /** The example of a secret in a header. */
  readonly example: string
}

const CREDENTIAL_HEADER = /auth|key|token|secret|cookie|password/i

export function validateServerUrl(
  context: ManifestContext,
  kind: UpstreamKind,
  url: Json | undefined,
  at: Pointer,
  report: ReportAt,
): void {
  if (typeof url !== 'string' || url === '') return
  const error = serverUrlFault(url, kind)
  if (error !== undefined)
    return report(kind.urlCode, at, `"${lastToken(at) ?? 'url'}" cannot be called: ${error}.`)
  if (passwordsOf(url).length > 0)
    return report(
      'literal-secret',
      at,
      `"${lastToken(at) ?? 'url'}" contains a plain-text secret in its query. Remove it from the file, and send it in a header.`,
      { notes: [{ message: `Example: ${kind.example}` }] },
    )
  reportBlockedHost(context, `The ${kind.noun}`, new URL(url), at, report)
}

/** `origins`: where the headers are sent to. */
export function validateServerHeaders(
  context: ManifestContext,
  kind: UpstreamKind,
  headers: Json | undefined,
  origins: readonly string[],
  pointer: Pointer,
  report: ReportAt,
): void {
  for (const [name, text] of Object.entries(isJsonObject(headers) ? headers : {}))
    validateHeader(context, kind, name, text, origins, childPointer(pointer, name), report)
}

function validateHeader(
  { manifest }: ManifestContext,
  kind: UpstreamKind,
  name: string,
  value: Json,
  origins: readonly string[],
  at: Pointer,
  report: ReportAt,
): void {
  const { noun, example } = kind
  if (!isHeaderName(name))
    return report('malformed-header-name', { key: at }, `${quoteName(name)} is not the name of a header.`)
  if (isSetByGateway(name, kind))
    return report(
      'unforwardable-header',
      { key: at },
      `The header ${quoteName(name)} is set by the gateway itself.`,
    )
  if (typeof value !== 'string') return
  const { secret, before, after = '' } = lowerServerHeader(name, value, [])
  if (secret === undefined || looksLikeReference(before + after)) {
    if (looksLikeReference(value))
      report(
        'malformed-secret-reference',
        at,
        `The header ${quoteName(name)} contains a malformed secret reference.`,
        {
          notes: [
            { message: `${REFERENCE_SYNTAX.split(';')[0]}; a header may have one, with text around it.` },
          ],
        },
      )
    else if (CREDENTIAL_HEADER.test(name))
      report(
        'literal-secret',
        at,
        `The header ${quoteName(name)} contains a plain-text secret. Remove it from the file and use a reference.`,
        { notes: [{ message: `Example: ${example}` }] },
      )
    return
  }
  if (secret.source !== 'secret') return
  const { secretReferences = {} } = secretsOfManifest(manifest)
  const facts = Object.hasOwn(secretReferences, secret.name) ? secretReferences[secret.name] : undefined
  if (facts === undefined)
    return report(
      'unknown-secret-reference',
      at,
      `No secret reference of the manifest has the slug ${quoteName(secret.name)}.`,
    )
  for (const origin of origins)
    if (facts.allowedOrigins?.includes(origin) === false)
      report(
        'credential-may-not-go-there',
        at,
        `The secret ${quoteName(secret.name)} may be sent to ${facts.allowedOrigins.join(', ')} only, and the ${noun} is at ${origin}.`,
      )
}
