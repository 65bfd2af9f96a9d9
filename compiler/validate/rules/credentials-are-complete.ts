// At least one of the provider's credential sets is complete. A slug has its own, a custom host may need no key,
// and a header config may leave the key and other settings to request headers.
import { configFacts, manifestDefaults } from '../../../schemas/generated/facts.ts'
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import {
  type ConfigNode,
  hasProperty,
  isLeaf,
  nearestWithProperty,
  slugOf,
  stringProperty,
} from '../nodes/config-node.ts'
import { headerOf, meetsCloudGroup, requestMayAdd } from '../nodes/provider-settings.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { hasCompleteGroup, replaceProvider, slugOfTheSameName } from './has-a-property-group.ts'

/** True when the site has the property, inherits it, or may get it from elsewhere. */
function isAvailable({ environment }: RuleContext, node: ConfigNode, name: string): boolean {
  const { inherit, header } = configFacts[name] ?? {}
  if (hasProperty(node, name) || (inherit !== undefined && nearestWithProperty(node, name) !== undefined))
    return true
  if (environment.origin === 'request' && (header !== undefined || name === 'api_key')) return true
  return name === 'api_key' && nearestWithProperty(node, 'custom_host') !== undefined
}

/** Formats that each request must bring a property. */
export function reportFromRequest(
  { environment }: RuleContext,
  report: ReportAt,
  node: ConfigNode,
  provider: string,
  name: string,
): void {
  const header = headerOf(name, environment.headerPrefix ?? manifestDefaults.header_prefix)
  report(
    'completed-by-request',
    { key: childPointer(node.pointer, 'provider') },
    `${provider} requires ${quoteName(name)}, which each request must bring in ${header}; without it the call is a 400 or 401.`,
  )
}

export const credentialsAreComplete: Rule = (context, report) => {
  for (const node of context.nodes) {
    const spec = context.catalog.provider(stringProperty(node, 'provider') ?? '')
    if (spec === undefined || slugOf(node) !== undefined || !isLeaf(node)) continue
    // A node without a property group was reported already; a stored provider needs no group.
    if (context.root === 'config' && !hasCompleteGroup(context, node)) continue
    const missing = spec.credentials
      .map(set => set.filter(name => !isAvailable(context, node, name)))
      .toSorted((a, b) => a.length - b.length)[0]
    if (missing === undefined || missing.length === 0) continue
    if (
      meetsCloudGroup(context, node, spec) &&
      missing.every(name => requestMayAdd(context, node, spec, name))
    ) {
      for (const name of missing) reportFromRequest(context, report, node, spec.name, name)
      continue
    }
    const set = spec.credentials.find(names => missing.every(name => names.includes(name))) ?? missing
    const names = joinNames(missing.map(quoteName), 'and')
    const closestSet = set.length === missing.length ? '' : ` The closest set is ${set.join(' + ')}.`
    const location = { key: childPointer(node.pointer, 'provider') }
    const slugs = context.root === 'config' ? slugOfTheSameName(context, node) : []
    report(
      'missing-credential',
      location,
      `${spec.name} requires ${names}, which ${missing.length === 1 ? 'is' : 'are'} missing here.${closestSet}${didYouMean(slugs)}`,
      { fix: replaceProvider(context, node, slugs) },
    )
  }
}
