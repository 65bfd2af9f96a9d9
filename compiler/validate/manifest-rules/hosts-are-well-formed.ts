// Trusted and allowed hosts are well formed, and none is a metadata service.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { originOfHost } from '../../lower/origin.ts'
import { arrayProperty } from '../nodes/config-node.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isJsonArray, ownProperty } from '../values/json-values.ts'

function* stringItems(list: Json | undefined, at: Pointer): Generator<readonly [Pointer, string]> {
  for (const [index, item] of isJsonArray(list) ? list.entries() : [])
    if (typeof item === 'string' && item !== '') yield [childPointer(at, index), item]
}

/** A host or an origin, with nothing before or after it. */
export function isOrigin(text: string): boolean {
  const origin = originOfHost(text)
  if (origin === undefined || !/^https?:/.test(origin)) return false
  const url = new URL(text.includes('://') ? text : `https://${text}`)
  return `${url.username}${url.password}${url.search}${url.hash}` === '' && url.pathname === '/'
}

export const hostsAreWellFormed: ManifestRule = ({ manifest, catalog, storedNodes }, report) => {
  const lists = ['trusted_hosts', 'caller_hosts'].map(name =>
    stringItems(ownProperty(manifest, name), childPointer('', name)),
  )
  for (const [at, host] of lists.flatMap(items => [...items])) {
    const error = catalog.validateTrustedHost(host)
    if (error?.kind === 'malformed')
      report('malformed-trusted-host', at, `${quoteName(host)} is not a host: ${error.reason}.`)
    if (error === undefined && /\/0+(:\d+)?$/.test(host.trim()))
      report(
        'trusts-every-host',
        at,
        `${quoteName(host)} is every address, so private networks are open to every custom host. List the networks that are meant, such as "10.0.0.0/8".`,
      )
    if (error?.kind === 'closed')
      report('untrustworthy-host', at, `${quoteName(host)} cannot be trusted: ${error.reason}.`)
  }
  for (const node of storedNodes)
    for (const [at, host] of stringItems(
      arrayProperty(node, 'allowed_hosts'),
      childPointer(node.pointer, 'allowed_hosts'),
    ))
      if (!isOrigin(host))
        report(
          'malformed-allowed-host',
          at,
          `${quoteName(host)} is not an origin: use a host such as "llm.example.com", "llm.example.com:8443" or "http://10.0.0.5:8000", without a path.`,
        )
}
