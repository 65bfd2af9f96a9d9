// A config and each of its targets has at least one complete property group of the interface, or a complete
// credential set of its provider (which may be empty). A host may be inherited, and in a header config the API key
// may come from the Authorization header.
import { configFacts, propertyGroups } from '../../../schemas/generated/facts.ts'
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { has, holderOf, type Site, textOf } from '../site.ts'
import { rowOf, type Subject } from '../subject.ts'

type Group = (typeof propertyGroups)[number]

const missingOf = (site: Site, { properties }: Group): readonly string[] =>
  properties.filter(name => !has(site, name))

/** True when part of the group is set on the node itself and the rest is inherited or comes with the request. */
function isWhole({ surroundings }: Subject, site: Site, group: Group): boolean {
  const missing = missingOf(site, group)
  return (
    missing.length < group.properties.length &&
    missing.every(
      name =>
        (configFacts[name]?.inherit !== undefined && holderOf(site, name) !== undefined) ||
        (name === 'api_key' && surroundings.door === 'request'),
    )
  )
}

const isSlug = (site: Site): boolean => textOf(site, 'provider')?.startsWith('@') ?? false

/** The credentials of the node's provider, so that the closest group is one that helps. */
function wantedBy(subject: Subject, site: Site): ReadonlySet<string> {
  const row = rowOf(subject, site)
  return new Set(row === undefined ? ['api_key'] : row.credentials.flat())
}

function nearest(subject: Subject, site: Site): Group | undefined {
  const wanted = wantedBy(subject, site)
  const cost = (group: Group): number => {
    const missing = missingOf(site, group)
    const present = group.properties.length - missing.length
    return missing.length + missing.filter(name => !wanted.has(name)).length / 10 - present / 100
  }
  return propertyGroups
    .filter(group => !group.slug && missingOf(site, group).length < group.properties.length)
    .toSorted((a, b) => cost(a) - cost(b))[0]
}

/** True when a credential set of the provider is complete; a provider without credentials always has one. */
const holdsASet = (subject: Subject, site: Site): boolean =>
  rowOf(subject, site)?.credentials.some(set => set.every(name => has(site, name))) === true

/** True when a group is complete, misspelled names included. */
export function holdsAGroup(subject: Subject, site: Site): boolean {
  return (
    propertyGroups.some(group => isWhole(subject, site, group) && (!group.slug || isSlug(site))) ||
    holdsASet(subject, site) ||
    (has(site, 'provider') && textOf(site, 'provider') === undefined)
  )
}

/**
 * Targets without a provider are reported by `target-names-its-provider`, incomplete strategies by
 * `strategy-has-targets`.
 */
export const holdsAPropertyGroup: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const half = has(site, 'strategy') || has(site, 'targets')
    const nameless = site.parent !== undefined && !has(site, 'provider')
    if (half || nameless || holdsAGroup(subject, site)) continue
    const group = nearest(subject, site)
    const lead = site.parent === undefined ? 'The config' : 'The target'
    const spot = has(site, 'provider') ? { key: child(site.pointer, 'provider') } : site.pointer
    if (group === undefined) {
      const start =
        'Start with "provider" and "api_key", with a slug such as "@my-provider", or with "strategy" and "targets".'
      tell('missing-property-group', spot, `${lead} has none of the required property groups. ${start}`)
      continue
    }
    const missing = missingOf(site, group).join(' and ')
    const says = `The closest is ${group.properties.join(' + ')}, missing ${missing}.`
    tell('missing-property-group', spot, `${lead} has none of the required property groups. ${says}`)
  }
}
