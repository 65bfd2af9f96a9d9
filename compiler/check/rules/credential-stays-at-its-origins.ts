// A stored credential is sent only to the origins it is bound to: those of its provider and those that the
// manifest allows. A custom host changes the origin, and so may a region or a resource next to the slug.
import type { StaticBinding } from '../../../schemas/generated/types.ts'
import { quoted } from '../../diagnostics/words.ts'
import { originOf } from '../../lower/origin.ts'
import { child, type Pointer } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { settingsBeside } from '../settings-beside.ts'
import { holderOf, isLeaf, type Site, slugOf, textOf } from '../site.ts'
import type { Subject } from '../subject.ts'

interface Lead {
  readonly origin: string | undefined
  readonly at: Pointer
  readonly property: string
}

/**
 * The origin that a host or settings next to a slug lead to, and the first property that sets it; undefined if
 * nothing does.
 */
function leadOf({ catalog }: Subject, site: Site, stored: StaticBinding): Lead | undefined {
  const holder = holderOf(site, 'custom_host')
  const host = holder && textOf(holder, 'custom_host')
  if (holder !== undefined)
    return host === undefined
      ? undefined
      : { origin: originOf(host), at: child(holder.pointer, 'custom_host'), property: 'custom_host' }
  const beside = settingsBeside(site)
  const [first] = Object.keys(beside)
  const row = catalog.provider(stored.provider)
  if (first === undefined || row === undefined || stored.custom) return undefined
  const address = catalog.address(row, { ...stored.settings, ...beside })
  // Of several settings the first that changes the base URL by itself is reported.
  const leads = (name: string): boolean =>
    catalog.address(row, { ...stored.settings, [name]: beside[name] }) !== stored.baseUrl
  const property = Object.keys(beside).find(leads) ?? first
  return { origin: address && originOf(address), at: child(site.pointer, property), property }
}

export const credentialStaysAtItsOrigins: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const named = isLeaf(site) ? slugOf(site) : undefined
    const { providers } = subject.surroundings
    const stored = named && Object.hasOwn(providers, named.slug) ? providers[named.slug] : undefined
    if (named === undefined || stored === undefined || Object.keys(stored.credentials).length === 0) continue
    const { origin, at, property } = leadOf(subject, site, stored) ?? {}
    if (origin === undefined || at === undefined) continue
    const allowed = [originOf(stored.baseUrl), ...stored.allowedOrigins]
    if (allowed.includes(origin)) continue
    const slug = quoted(named.slug)
    const message = `The credential stored as ${slug} may not be sent to ${origin}.`
    tell('credential-may-not-go-there', at, message, {
      notes: [
        { at: child(site.pointer, named.property), message: 'the stored credential is used here' },
        {
          message: `Allow it in the manifest with "allowed_hosts" of the provider ${slug}, or remove "${property}".`,
        },
      ],
    })
  }
}
