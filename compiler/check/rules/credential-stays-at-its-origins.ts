// A credential that the gateway stores goes only to the origins it is bound to: those of its provider and those that
// the manifest allows.
import { quoted } from '../../diagnostics/words.ts'
import { originOf } from '../../lower/origin.ts'
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { holderOf, isLeaf, slugOf, textOf } from '../site.ts'

export const credentialStaysAtItsOrigins: Rule = ({ sites, surroundings }, tell) => {
  for (const site of sites) {
    const named = isLeaf(site) ? slugOf(site) : undefined
    const holder = holderOf(site, 'custom_host')
    const host = holder && textOf(holder, 'custom_host')
    if (named === undefined || holder === undefined || host === undefined) continue
    const stored = Object.hasOwn(surroundings.providers, named.slug)
      ? surroundings.providers[named.slug]
      : undefined
    const origin = originOf(host)
    if (stored === undefined || origin === undefined || Object.keys(stored.credentials).length === 0) continue
    const allowed = [originOf(stored.baseUrl), ...stored.allowedOrigins]
    if (allowed.includes(origin)) continue
    const slug = quoted(named.slug)
    const message = `The credential stored as ${slug} may not be sent to ${origin}.`
    tell('credential-may-not-go-there', child(holder.pointer, 'custom_host'), message, {
      notes: [
        { at: child(site.pointer, named.property), message: 'the stored credential is used here' },
        {
          message: `Allow it in the manifest with "allowed_hosts" of the provider ${slug}, or leave "custom_host" out.`,
        },
      ],
    })
  }
}
