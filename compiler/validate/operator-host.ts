// Whether a host that the manifest itself names may be called: public, or opened by `trusted_hosts`. The runtime refuses others when it
// connects, long after the mistake could have been seen.
import type { Pointer } from '../../schemas/values/pointer.ts'
import { openingAdvice } from './blocked-host-advice.ts'
import { isJsonArray, ownProperty } from './json-values.ts'
import type { ManifestContext } from './manifest-rule.ts'
import type { ReportAt } from './report.ts'

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
  if (blocked === undefined) return
  const mayBeTrusted = catalog.validateHost(url, [url.host]) === undefined
  report('blocked-host', at, `${subject} may not be called: ${blocked}.`, {
    notes: mayBeTrusted ? [{ message: openingAdvice(url, { origin: 'project' }) }] : [],
  })
}
