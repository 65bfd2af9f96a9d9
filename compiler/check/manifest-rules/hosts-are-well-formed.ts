// Trusted and allowed hosts are well formed, and none is a metadata service.
import { quoted } from '../../diagnostics/words.ts'
import { originOfHost } from '../../lower/origin.ts'
import { child, type Pointer } from '../../pointer.ts'
import type { Json } from '../../source.ts'
import { isList, own } from '../kind.ts'
import type { ManifestRule } from '../manifest-rule.ts'
import { listOf } from '../site.ts'

function* textsOf(list: Json | undefined, at: Pointer): Generator<readonly [Pointer, string]> {
  for (const [index, item] of isList(list) ? list.entries() : [])
    if (typeof item === 'string' && item !== '') yield [child(at, index), item]
}

/** A host or an origin, with nothing before or after it. */
function isOrigin(text: string): boolean {
  const origin = originOfHost(text)
  if (origin === undefined || !/^https?:/.test(origin)) return false
  const url = new URL(text.includes('://') ? text : `https://${text}`)
  return `${url.username}${url.password}${url.search}${url.hash}` === '' && url.pathname === '/'
}

export const hostsAreWellFormed: ManifestRule = ({ manifest, catalog, stored }, tell) => {
  for (const [at, host] of textsOf(own(manifest, 'trusted_hosts'), '/trusted_hosts')) {
    const fault = catalog.judgeTrustedHost(host)
    if (fault?.kind === 'malformed')
      tell('malformed-trusted-host', at, `${quoted(host)} is not a host: ${fault.reason}.`)
    if (fault?.kind === 'closed')
      tell('untrustworthy-host', at, `${quoted(host)} cannot be trusted: ${fault.reason}.`)
  }
  for (const site of stored)
    for (const [at, host] of textsOf(listOf(site, 'allowed_hosts'), child(site.pointer, 'allowed_hosts')))
      if (!isOrigin(host))
        tell(
          'malformed-allowed-host',
          at,
          `${quoted(host)} is not an origin: use a host such as "llm.example.com", "llm.example.com:8443" or "http://10.0.0.5:8000", without a path.`,
        )
}
