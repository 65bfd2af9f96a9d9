// Entries of `forward_headers` are header names, distinct, and allowed to be forwarded.
import { manifestDefaults } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { arrayProperty } from '../config-node.ts'
import { forbiddenHeaderReason } from '../forbidden-headers.ts'
import type { Rule } from '../rule.ts'

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/

export const headerMayBeForwarded: Rule = ({ nodes, catalog, environment }, report) => {
  if (nodes.every(node => arrayProperty(node, 'forward_headers') === undefined)) return
  const prefix = environment.headerPrefix ?? manifestDefaults.header_prefix
  const credentials = catalog.providerNames.flatMap(name => catalog.provider(name)?.auth.name ?? [])
  for (const node of nodes) {
    const first = new Map<string, Pointer>()
    for (const [index, name] of arrayProperty(node, 'forward_headers')?.entries() ?? []) {
      const at = childPointer(childPointer(node.pointer, 'forward_headers'), index)
      if (typeof name !== 'string' || name === '') continue
      const lower = name.toLowerCase()
      const earlier = first.get(lower)
      if (!TOKEN.test(name)) {
        report(
          'malformed-header-name',
          at,
          `${quoteName(name)} is not a header name: it may contain letters, digits and hyphens.`,
        )
        continue
      }
      if (earlier !== undefined) {
        report('duplicate-header', at, `The header ${quoteName(name)} is listed twice.`, {
          notes: [{ at: earlier, message: 'first used here' }],
        })
        continue
      }
      first.set(lower, at)
      const reason = forbiddenHeaderReason(lower, prefix, credentials)
      if (reason !== undefined)
        report('unforwardable-header', at, `${quoteName(name)} may not be forwarded: ${reason}.`)
    }
  }
}
