// MCP servers have URLs that can be called, and their secrets are references that may go there.

import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { lowerHeader } from '../../lower/mcp.ts'
import { originOf } from '../../lower/origin.ts'
import { isHeaderName, isSetByGateway, mcpUrlFault } from '../../mcp-address.ts'
import { looksLikeReference } from '../../secret.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../json-values.ts'
import type { ManifestContext, ManifestRule } from '../manifest-rule.ts'
import type { ReportAt } from '../report.ts'
import { REFERENCE_SYNTAX } from '../secret-reference-syntax.ts'
import { secretsOfManifest } from '../secrets-of-manifest.ts'

/** A slug is part of a path and of names of tools. */
const MCP_SLUG = /^[a-z0-9][a-z0-9_-]{0,49}$/
/** Addresses of the gateway's own. */
const RESERVED: ReadonlySet<string> = new Set(['v', 'portolan', 'connect', 'callback'])
const CREDENTIAL_HEADER = /auth|key|token|secret|cookie|password/i

export const mcpServersCanBeCalled: ManifestRule = (context, report) => {
  const mcp = ownProperty(context.manifest, 'mcp')
  for (const [group, named] of [
    ['servers', ownProperty(mcp, 'servers')],
    ['virtual', ownProperty(mcp, 'virtual')],
  ] as const)
    for (const [slug, value] of Object.entries(isJsonObject(named) ? named : {})) {
      const pointer = childPointer(`/mcp/${group}`, slug)
      if (!MCP_SLUG.test(slug) || RESERVED.has(slug))
        report('malformed-slug', { key: pointer }, malformed(slug))
      if (group !== 'servers' || !isJsonObject(value)) continue
      validateUrl(context, ownProperty(value, 'url'), childPointer(pointer, 'url'), report)
      if (ownProperty(value, 'command') !== undefined)
        report('unsupported-setting', { key: childPointer(pointer, 'command') }, NO_PROCESSES)
      const headers = ownProperty(value, 'headers')
      for (const [name, text] of Object.entries(isJsonObject(headers) ? headers : {}))
        validateHeader(
          context,
          value,
          name,
          text,
          childPointer(childPointer(pointer, 'headers'), name),
          report,
        )
    }
}

const NO_PROCESSES =
  '"command" is not supported: the gateway starts no processes. Run the server behind an adapter of stdio to HTTP, and name its URL.'

const malformed = (slug: string): string =>
  RESERVED.has(slug)
    ? `${quoteName(slug)} is an address of the gateway's own.`
    : `${quoteName(slug)} is not the name of an MCP server: it must start with a lower-case letter or digit and contain only lower-case letters, digits, hyphens and underscores, at most 50.`

function validateUrl(
  { catalog, manifest }: ManifestContext,
  url: Json | undefined,
  at: Pointer,
  report: ReportAt,
): void {
  if (typeof url !== 'string' || url === '') return
  const error = mcpUrlFault(url)
  if (error !== undefined) return report('malformed-mcp-url', at, `"url" cannot be called: ${error}.`)
  const trusted = ownProperty(manifest, 'trusted_hosts')
  const hosts = (isJsonArray(trusted) ? trusted : []).filter(host => typeof host === 'string')
  const parsed = new URL(url)
  const blocked = catalog.validateHost(parsed, hosts)
  if (blocked === undefined) return
  const mayBeTrusted = catalog.validateHost(parsed, [parsed.host]) === undefined
  report('blocked-host', at, `The MCP server may not be called: ${blocked}.`, {
    notes: mayBeTrusted
      ? [
          {
            message: `If it is your own host, trust it in the manifest: trusted_hosts: [${quoteName(parsed.host)}]`,
          },
        ]
      : [],
  })
}

function validateHeader(
  { manifest }: ManifestContext,
  server: JsonObject,
  name: string,
  value: Json,
  at: Pointer,
  report: ReportAt,
): void {
  if (!isHeaderName(name))
    return report('malformed-header-name', { key: at }, `${quoteName(name)} is not the name of a header.`)
  if (isSetByGateway(name))
    return report(
      'unforwardable-header',
      { key: at },
      `The header ${quoteName(name)} is set by the gateway itself.`,
    )
  if (typeof value !== 'string') return
  const { secret, before, after = '' } = lowerHeader(name, value, [])
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
        { notes: [{ message: 'Example: authorization: Bearer ${env:MCP_TOKEN}' }] },
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
  const url = ownProperty(server, 'url')
  const origin = typeof url === 'string' ? originOf(url) : undefined
  if (origin !== undefined && facts.allowedOrigins?.includes(origin) === false)
    report(
      'credential-may-not-go-there',
      at,
      `The secret ${quoteName(secret.name)} may be sent to ${facts.allowedOrigins.join(', ')} only, and the MCP server is at ${origin}.`,
    )
}
