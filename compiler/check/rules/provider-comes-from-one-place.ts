// A call takes its provider from one place: the request, a slug or the catalogue. Lowering prefers them in this order,
// and what is not chosen has no effect, nor have credentials beside a slug, which brings its own.
import { SECRET_PROPERTIES } from '../../diagnostics/secret-names.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { isLeaf, type Site, slugOf, textOf } from '../site.ts'

interface Choice {
  readonly wins: string
  readonly loses: readonly string[]
  readonly because: string
}

function choiceOf(site: Site): Choice | undefined {
  if (own(site.value, 'passthrough') === true)
    return {
      wins: '"passthrough"',
      loses: ['provider', 'virtual_key', ...SECRET_PROPERTIES],
      because: 'the request names the provider and brings its credential',
    }
  const slug = slugOf(site)
  if (slug === undefined) return undefined
  const isVirtualKey = slug.property === 'virtual_key'
  return {
    wins: isVirtualKey ? '"virtual_key"' : `the slug ${quoted(textOf(site, 'provider') ?? '')}`,
    loses: [isVirtualKey ? 'provider' : 'virtual_key', ...SECRET_PROPERTIES],
    because: 'the gateway stores the provider with its credential',
  }
}

export const providerComesFromOnePlace: Rule = ({ sites }, tell) => {
  for (const site of sites) {
    const choice = isLeaf(site) ? choiceOf(site) : undefined
    const idle = choice?.loses.filter(name => own(site.value, name) !== undefined) ?? []
    const [first] = idle
    if (choice === undefined || first === undefined) continue
    const verb = idle.length === 1 ? 'has' : 'have'
    const message = `${listed(idle.map(quoted), 'and')} ${verb} no effect beside ${choice.wins}: ${choice.because}.`
    tell('setting-without-effect', { key: child(site.pointer, first) }, message)
  }
}
