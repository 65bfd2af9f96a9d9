// A call gets its provider from one source: the request, a slug or the catalog. Lowering prefers them in this
// order; the others have no effect, nor have credentials next to a slug.
import { CREDENTIAL_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { quoted } from '../../diagnostics/words.ts'
import { own } from '../kind.ts'
import { tellIdle } from '../no-effect.ts'
import type { Rule } from '../rule.ts'
import { has, isLeaf, type Site, slugOf, textOf } from '../site.ts'
import type { Subject } from '../subject.ts'
import { holdsAGroup } from './holds-a-property-group.ts'

interface Choice {
  /** What takes precedence, to follow "no effect". */
  readonly where: string
  readonly loses: readonly string[]
  readonly because: string
}

const NAMING = ['provider', 'virtual_key']

const BY_REQUEST = 'the provider and its credential come from the request'

function choiceOf(subject: Subject, site: Site): Choice | undefined {
  if (own(site.value, 'passthrough') === true)
    return {
      where: 'beside "passthrough"',
      loses: [...NAMING, ...CREDENTIAL_PROPERTIES],
      because: BY_REQUEST,
    }
  const slug = slugOf(site)
  if (slug === undefined)
    // A target without a provider and an incomplete config were reported already.
    return site.parent !== undefined || NAMING.some(name => has(site, name)) || !holdsAGroup(subject, site)
      ? undefined
      : { where: 'without "provider"', loses: CREDENTIAL_PROPERTIES, because: BY_REQUEST }
  const isVirtualKey = slug.property === 'virtual_key'
  return {
    where: isVirtualKey
      ? 'beside "virtual_key"'
      : `beside the slug ${quoted(textOf(site, 'provider') ?? '')}`,
    loses: [isVirtualKey ? 'provider' : 'virtual_key', ...CREDENTIAL_PROPERTIES],
    because: 'the stored provider has its own credential',
  }
}

export const providerComesFromOnePlace: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const choice = isLeaf(site) ? choiceOf(subject, site) : undefined
    if (choice === undefined) continue
    const idle = choice.loses.filter(name => own(site.value, name) !== undefined)
    tellIdle(tell, site, idle, () => ` ${choice.where}: ${choice.because}.`)
  }
}
