// One of the provider's sets of credentials is whole. A slug brings its own, a custom host may need no key, and a config
// in a request header may leave the key to the Authorization header beside it.
import { listed, quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { has, holderOf, isLeaf, type Site, slugOf, textOf } from '../site.ts'
import type { Subject } from '../subject.ts'
import { holdsAGroup } from './holds-a-property-group.ts'

function mayBeMissing({ surroundings }: Subject, site: Site): ReadonlySet<string> {
  const spared = surroundings.door === 'request' || holderOf(site, 'custom_host') !== undefined
  return new Set(spared ? ['api_key'] : [])
}

export const credentialsAreComplete: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const row = subject.catalog.provider(textOf(site, 'provider') ?? '')
    if (row === undefined || slugOf(site) !== undefined || !isLeaf(site)) continue
    // A site without a property group has been told what is missing; a stored provider has no group to hold.
    if (subject.of === 'config' && !holdsAGroup(subject, site)) continue
    const spared = mayBeMissing(subject, site)
    const missing = row.credentials
      .map(set => set.filter(name => !has(site, name) && !spared.has(name)))
      .toSorted((a, b) => a.length - b.length)[0]
    if (missing === undefined || missing.length === 0) continue
    const set = row.credentials.find(names => missing.every(name => names.includes(name))) ?? missing
    const names = listed(missing.map(quoted), 'and')
    const whole = set.length === missing.length ? '' : ` The nearest set is ${set.join(' + ')}.`
    const spot = { key: child(site.pointer, 'provider') }
    tell(
      'missing-credential',
      spot,
      `${row.name} needs ${names}, which ${missing.length === 1 ? 'is' : 'are'} missing here.${whole}`,
    )
  }
}
