// A config and each of its targets has at least one complete property group of the interface, or a complete
// credential set of its provider (which may be empty). A host may be inherited, and in a header config the API key
// may come from the Authorization header.

import { configFacts, propertyGroups } from '../../../schemas/generated/facts.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import type { Fix } from '../../diagnostics/diagnostic.ts'
import { storedBindings } from '../../facts/pool-members.ts'
import {
  type ConfigNode,
  hasProperty,
  nearestWithProperty,
  slugOf,
  stringProperty,
} from '../nodes/config-node.ts'
import { providerSpecsOf, type Rule, type RuleContext } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { ownProperty } from '../values/json-values.ts'

type Group = (typeof propertyGroups)[number]

const missingProperties = (node: ConfigNode, { properties }: Group): readonly string[] =>
  properties.filter(name => !hasProperty(node, name))

/** True when part of the group is set on the node itself and the rest is inherited or comes with the request. */
function isComplete({ environment }: RuleContext, node: ConfigNode, group: Group): boolean {
  const missing = missingProperties(node, group)
  return (
    missing.length < group.properties.length &&
    missing.every(
      name =>
        (configFacts[name]?.inherit !== undefined && nearestWithProperty(node, name) !== undefined) ||
        (name === 'api_key' && environment.origin === 'request'),
    )
  )
}

/** A group with a slug is met by the slug, not by the property itself. */
const hasSlug = (node: ConfigNode, { properties, slug }: Group): boolean =>
  slug !== true || slugOf(node)?.property === properties[0]

/** The credentials of the node's provider, so that the closest group is one that helps. */
function requiredCredentials(context: RuleContext, node: ConfigNode): ReadonlySet<string> {
  const [spec] = providerSpecsOf(context, node)
  return new Set(spec === undefined ? ['api_key'] : spec.credentials.flat())
}

function closestGroup(context: RuleContext, node: ConfigNode): Group | undefined {
  const wanted = requiredCredentials(context, node)
  const cost = (group: Group): number => {
    const missing = missingProperties(node, group)
    const present = group.properties.length - missing.length
    return missing.length + missing.filter(name => !wanted.has(name)).length / 10 - present / 100
  }
  return propertyGroups
    .filter(group => !group.slug && missingProperties(node, group).length < group.properties.length)
    .toSorted((a, b) => cost(a) - cost(b))[0]
}

/** True when a credential set of the provider is complete; a provider without credentials always has one. */
const hasCredentialSet = (context: RuleContext, node: ConfigNode): boolean =>
  providerSpecsOf(context, node)[0]?.credentials.some(set => set.every(name => hasProperty(node, name))) ===
  true

/** The stored provider whose slug is the node's provider, which was probably meant; at most one. */
export const slugOfTheSameName = ({ environment }: RuleContext, node: ConfigNode): readonly string[] => {
  const name = stringProperty(node, 'provider')
  return name !== undefined && storedBindings(name, environment).length > 0 ? [`@${name}`] : []
}

/** The edit that names the stored provider. */
export const replaceProvider = (
  { parsed }: RuleContext,
  node: ConfigNode,
  slugs: readonly string[],
): Fix | undefined =>
  replaceWithOnly(parsed, childPointer(node.pointer, 'provider'), ownProperty(node.value, 'provider'), slugs)

/** Another rule reports it, and what it needs is not known. */
const hasUnknownProvider = (context: RuleContext, node: ConfigNode): boolean =>
  stringProperty(node, 'provider') !== undefined &&
  slugOf(node) === undefined &&
  providerSpecsOf(context, node).length === 0

/** True when a group is complete, misspelled names included. */
export function hasCompleteGroup(context: RuleContext, node: ConfigNode): boolean {
  return (
    propertyGroups.some(group => isComplete(context, node, group) && hasSlug(node, group)) ||
    hasCredentialSet(context, node) ||
    (hasProperty(node, 'provider') && stringProperty(node, 'provider') === undefined)
  )
}

/**
 * Targets without a provider are reported by `target-names-its-provider`, incomplete strategies by
 * `strategy-has-targets`.
 */
export const hasAPropertyGroup: Rule = (context, report) => {
  for (const node of context.nodes) {
    const isStrategy = hasProperty(node, 'strategy') || hasProperty(node, 'targets')
    const lacksProvider = node.parent !== undefined && !hasProperty(node, 'provider')
    if (isStrategy || lacksProvider || hasUnknownProvider(context, node) || hasCompleteGroup(context, node))
      continue
    const group = closestGroup(context, node)
    const subjectText = node.parent === undefined ? 'The config' : 'The target'
    const location = hasProperty(node, 'provider')
      ? { key: childPointer(node.pointer, 'provider') }
      : node.pointer
    if (group === undefined) {
      const advice =
        'Start with "provider" and "api_key", with a slug such as "@my-provider", or with "strategy" and "targets".'
      report(
        'missing-property-group',
        location,
        `${subjectText} has none of the required property groups. ${advice}`,
      )
      continue
    }
    const missing = missingProperties(node, group).join(' and ')
    const slugs = slugOfTheSameName(context, node)
    const message = `The closest is ${group.properties.join(' + ')}, missing ${missing}.${didYouMean(slugs)}`
    report(
      'missing-property-group',
      location,
      `${subjectText} has none of the required property groups. ${message}`,
      { fix: replaceProvider(context, node, slugs) },
    )
  }
}
