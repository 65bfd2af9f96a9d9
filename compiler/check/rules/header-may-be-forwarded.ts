// Entries of `forward_headers` are header names, distinct, and allowed to be forwarded.
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import { quoted } from '../../diagnostics/words.ts'
import { child, type Pointer } from '../../pointer.ts'
import { forbiddance } from '../forwarding.ts'
import type { Rule } from '../rule.ts'
import { listOf } from '../site.ts'

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/

export const headerMayBeForwarded: Rule = ({ sites, catalog, surroundings }, tell) => {
  const prefix = surroundings.headerPrefix ?? manifestDefaults.header_prefix
  const credentials = catalog.providerNames.flatMap(name => catalog.provider(name)?.auth.name ?? [])
  for (const site of sites) {
    const first = new Map<string, Pointer>()
    for (const [index, name] of listOf(site, 'forward_headers')?.entries() ?? []) {
      const at = child(child(site.pointer, 'forward_headers'), index)
      if (typeof name !== 'string' || name === '') continue
      const lower = name.toLowerCase()
      const earlier = first.get(lower)
      if (!TOKEN.test(name)) {
        tell(
          'malformed-header-name',
          at,
          `${quoted(name)} is not a header name: it may contain letters, digits and hyphens.`,
        )
        continue
      }
      if (earlier !== undefined) {
        tell('duplicate-header', at, `The header ${quoted(name)} is listed twice.`, {
          notes: [{ at: earlier, message: 'first used here' }],
        })
        continue
      }
      first.set(lower, at)
      const reason = forbiddance(lower, prefix, credentials)
      if (reason !== undefined)
        tell('unforwardable-header', at, `${quoted(name)} may not be forwarded: ${reason}.`)
    }
  }
}
