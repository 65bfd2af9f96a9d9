// Hosts that may not be called, because they are private and nothing opens them: how a host is opened for the author of a config, and
// whether one that the manifest itself names may be called. The runtime refuses others when it connects, long after the mistake could have
// been seen.

import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { type CompileEnvironment, isByCaller } from '../../facts/environment.ts'
import type { ManifestContext } from '../nodes/rule-context.ts'
import type { ReportAt, ReportLocation } from '../reporting/report.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

export function openingAdvice({ host }: URL, environment: Pick<CompileEnvironment, 'origin'>): string {
  const list = isByCaller(environment) ? 'caller_hosts' : 'trusted_hosts'
  return `If it is your own host, trust it in the manifest: ${list}: [${quoteName(host)}]`
}

/** `subject` is what has the host: `The MCP server`. */
export function reportBlockedHost(
  { catalog, manifest }: ManifestContext,
  subject: string,
  url: URL,
  at: Pointer,
  report: ReportAt,
): void {
  const trusted = ownProperty(manifest, 'trusted_hosts')
  const hosts = (isJsonArray(trusted) ? trusted : []).filter(host => typeof host === 'string')
  const blocked = catalog.validateHost(url, hosts)
  if (blocked === undefined) return reportPlainText({ catalog, trusted: hosts }, subject, url, at, report)
  const mayBeTrusted = catalog.validateHost(url, [url.host]) === undefined
  report('blocked-host', at, `${subject} may not be called: ${blocked}.`, {
    notes: mayBeTrusted ? [{ message: openingAdvice(url, { origin: 'project' }) }] : [],
  })
}

/** Requests to a public host are encrypted: what they contain can be read on the way otherwise. */
export function reportPlainText(
  {
    catalog,
    trusted,
  }: { readonly catalog: Pick<Catalog, 'validateHost'>; readonly trusted: readonly string[] },
  subject: string,
  url: URL,
  at: ReportLocation,
  report: ReportAt,
): void {
  if (url.protocol !== 'http:') return
  // Private networks, and hosts that the operator has listed.
  if (catalog.validateHost(url, []) !== undefined || isListed(url, trusted)) return
  report(
    'unencrypted-address',
    at,
    `${subject} is called over http, so requests and credentials are readable on the network. Write https://${url.host}.`,
  )
}

const isListed = ({ host, hostname }: URL, trusted: readonly string[]): boolean =>
  trusted.some(each => each === host || each === hostname)
