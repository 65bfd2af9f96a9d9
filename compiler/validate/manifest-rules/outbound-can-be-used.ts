// The ways out of the machine can be used: proxies are addresses of proxies, their passwords references, and exceptions hosts.
import { shapes } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { storedEntries } from '../nodes/manifest-parts.ts'
import type { ManifestContext, ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'
import { readServiceUrl } from '../values/service-url.ts'
import { validateServiceUrl } from './service-urls-are-well-formed.ts'

/** A reference to the whole URL. */
const REFERENCE = /^\$\{[^{}]*\}$/

export const outboundCanBeUsed: ManifestRule = (context, report) => {
  const shared = ownProperty(context.manifest, 'outbound')
  validateOutbound(shared, '/outbound', undefined, context, report)
  for (const { pointer, value } of storedEntries(context.manifest))
    validateOutbound(
      ownProperty(value, 'outbound'),
      `${pointer}/outbound`,
      ownProperty(shared, 'proxy'),
      context,
      report,
    )
}

/** `inherited`: the proxy of an outbound around it. */
function validateOutbound(
  outbound: Json | undefined,
  at: Pointer,
  inherited: Json | undefined,
  { catalog }: ManifestContext,
  report: ReportAt,
): void {
  if (!isJsonObject(outbound)) return
  const proxy = ownProperty(outbound, 'proxy')
  if (typeof proxy === 'string' && proxy !== 'env' && proxy !== 'none') {
    validateServiceUrl('proxy', `${at}/proxy`, proxy, report)
    if (!REFERENCE.test(proxy)) validateAddress(proxy, `${at}/proxy`, catalog, report)
  }
  const list = ownProperty(outbound, 'no_proxy')
  if (!isJsonArray(list)) return
  const used = proxy ?? inherited
  // What a misspelt property was meant to be is not known.
  const isKnown = Object.keys(outbound).every(name => Object.hasOwn(shapes['Outbound'] ?? {}, name))
  if (isKnown && list.length > 0 && (used === undefined || used === 'none'))
    report(
      'setting-without-effect',
      { key: `${at}/no_proxy` },
      '"no_proxy" has no effect: there is no "proxy", so every host is called without one.',
    )
  for (const [index, host] of list.entries()) {
    const fault = typeof host === 'string' && host !== '' ? catalog.noProxyFault(host) : undefined
    if (fault !== undefined)
      report(
        'malformed-no-proxy',
        childPointer(`${at}/no_proxy`, index),
        `${quoteName(String(host))} is not a host: ${fault}.`,
      )
  }
}

function validateAddress(
  text: string,
  at: Pointer,
  catalog: ManifestContext['catalog'],
  report: ReportAt,
): void {
  const parsed = readServiceUrl(text)?.url
  // Reported as no address at all.
  if (parsed === undefined || parsed.hostname === '') return
  if (parsed.pathname !== '/' || parsed.search !== '' || parsed.hash !== '')
    report(
      'malformed-service-address',
      at,
      '"proxy" has a path, a query or a fragment: the address of a proxy is only a host and a port.',
    )
  // Whatever is listed: only metadata services are closed to the operator.
  const closed = catalog.validateHost(parsed, [parsed.host, parsed.hostname])
  if (closed !== undefined) report('blocked-host', at, `The proxy may not be called: ${closed}.`)
}
