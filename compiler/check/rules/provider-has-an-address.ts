// The settings of a provider yield a base URL. For a slug the stored settings count, with those next to it; a
// header config may leave some to request headers.
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'
import { settingsBeside } from '../settings-beside.ts'
import { has, holderOf, isLeaf, slugOf } from '../site.ts'
import { rowOf } from '../subject.ts'

export const providerHasAnAddress: Rule = (subject, tell) => {
  const { catalog, surroundings, sites } = subject
  for (const site of sites) {
    if (!isLeaf(site) || own(site.value, 'passthrough') === true) continue
    const row = rowOf(subject, site)
    if (row === undefined || !row.served || holderOf(site, 'custom_host') !== undefined) continue
    const slug = slugOf(site)
    const { providers, door } = surroundings
    const stored = slug && Object.hasOwn(providers, slug.slug) ? providers[slug.slug] : undefined
    const beside = settingsBeside(site)
    // Stored providers are validated with the manifest.
    const isMoved = stored !== undefined && !stored.custom && Object.keys(beside).length > 0
    if (slug !== undefined && !isMoved) continue
    const fault = catalog.addressFault(row, { ...stored?.settings, ...beside })
    if (fault === undefined) continue
    const { property } = fault
    const said = property !== undefined && has(site, property)
    // Missing credentials were reported already, and a request may send them as headers.
    const isWhole = slug !== undefined || row.credentials.some(set => set.every(name => has(site, name)))
    const isTold = !isWhole && row.credentials.flat().some(name => name === property)
    if (!said && (door === 'request' || isTold)) continue
    const spot = said
      ? child(site.pointer, property)
      : { key: child(site.pointer, slug?.property ?? 'provider') }
    tell('no-address', spot, `${row.name} has no base URL: ${fault.message}`)
  }
}
