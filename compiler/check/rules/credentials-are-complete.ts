// At least one of the provider's credential sets is complete. A slug has its own, a custom host may need no key,
// and a header config may leave the key and other settings to request headers.
import { configFacts } from '../../../schemas/generated/facts.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { has, holderOf, isLeaf, type Site, slugOf, textOf } from '../site.ts'
import type { Subject } from '../subject.ts'
import { holdsAGroup } from './holds-a-property-group.ts'

/** True when the site has the property, inherits it, or may get it from elsewhere. */
function isGiven({ surroundings }: Subject, site: Site, name: string): boolean {
  const { inherit, header } = configFacts[name] ?? {}
  if (has(site, name) || (inherit !== undefined && holderOf(site, name) !== undefined)) return true
  if (surroundings.door === 'request' && (header !== undefined || name === 'api_key')) return true
  return name === 'api_key' && holderOf(site, 'custom_host') !== undefined
}

export const credentialsAreComplete: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const row = subject.catalog.provider(textOf(site, 'provider') ?? '')
    if (row === undefined || slugOf(site) !== undefined || !isLeaf(site)) continue
    // A node without a property group was reported already; a stored provider needs no group.
    if (subject.of === 'config' && !holdsAGroup(subject, site)) continue
    const missing = row.credentials
      .map(set => set.filter(name => !isGiven(subject, site, name)))
      .toSorted((a, b) => a.length - b.length)[0]
    if (missing === undefined || missing.length === 0) continue
    const set = row.credentials.find(names => missing.every(name => names.includes(name))) ?? missing
    const names = listed(missing.map(quoted), 'and')
    const whole = set.length === missing.length ? '' : ` The closest set is ${set.join(' + ')}.`
    const spot = { key: child(site.pointer, 'provider') }
    tell(
      'missing-credential',
      spot,
      `${row.name} requires ${names}, which ${missing.length === 1 ? 'is' : 'are'} missing here.${whole}`,
    )
  }
}
