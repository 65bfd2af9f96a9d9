// A stored credential is sent only to the origins it is bound to: those of its provider and those that the
// manifest allows. A custom host changes the origin, and so may a region or a resource next to the slug.
import type { StaticBinding } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { storedSlugs } from '../../facts/pool-members.ts'
import { originOf } from '../../lower/origin.ts'
import { type ConfigNode, isLeaf, nearestWithProperty, slugOf, stringProperty } from '../nodes/config-node.ts'
import { bindingSettings } from '../nodes/provider-settings.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'

interface OriginOverride {
  readonly origin: string | undefined
  readonly at: Pointer
  readonly property: string
}

/**
 * The origin that a host or settings next to a slug lead to, and the first property that sets it; undefined if
 * nothing does.
 */
function originOverride(
  { catalog }: RuleContext,
  node: ConfigNode,
  storedProvider: StaticBinding,
): OriginOverride | undefined {
  const holderNode = nearestWithProperty(node, 'custom_host')
  const host = holderNode && stringProperty(holderNode, 'custom_host')
  if (holderNode !== undefined)
    return host === undefined
      ? undefined
      : {
          origin: originOf(host),
          at: childPointer(holderNode.pointer, 'custom_host'),
          property: 'custom_host',
        }
  const settings = bindingSettings(node)
  const [first] = Object.keys(settings)
  const spec = catalog.provider(storedProvider.provider)
  if (first === undefined || spec === undefined || storedProvider.custom) return undefined
  const address = catalog.baseUrl(spec, { ...storedProvider.settings, ...settings })
  // Of several settings the first that changes the base URL by itself is reported.
  const changesBaseUrl = (name: string): boolean =>
    catalog.baseUrl(spec, { ...storedProvider.settings, [name]: settings[name] }) !== storedProvider.baseUrl
  const property = Object.keys(settings).find(changesBaseUrl) ?? first
  return { origin: address && originOf(address), at: childPointer(node.pointer, property), property }
}

export const credentialMatchesOrigin: Rule = (context, report) => {
  for (const node of context.nodes) {
    const named = isLeaf(node) ? slugOf(node) : undefined
    if (named === undefined) continue
    for (const slug of storedSlugs(named.slug, context.environment))
      checkStored(context, report, node, { slug, at: named.at })
  }
}

function checkStored(
  context: RuleContext,
  report: ReportAt,
  node: ConfigNode,
  named: { readonly slug: string; readonly at: Parameters<ReportAt>[1] },
): void {
  const { providers } = context.environment
  const stored = Object.hasOwn(providers, named.slug) ? providers[named.slug] : undefined
  if (stored === undefined || Object.keys(stored.credentials).length === 0) return
  const { origin, at, property } = originOverride(context, node, stored) ?? {}
  if (origin === undefined || at === undefined) return
  const allowed = [originOf(stored.baseUrl), ...stored.allowedOrigins]
  if (allowed.includes(origin)) return
  const slug = quoteName(named.slug)
  const message = `The credential stored as ${slug} may not be sent to ${origin}.`
  report('credential-may-not-go-there', at, message, {
    notes: [
      { at: named.at, message: 'the stored credential is used here' },
      {
        message: `Allow it in the manifest with "allowed_hosts" of the provider ${slug}, or remove "${property}".`,
      },
    ],
  })
}
