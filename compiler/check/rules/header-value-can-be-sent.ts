// Settings that are sent as headers are valid header values.
import { child } from '../../pointer.ts'
import type { Rule } from '../rule.ts'
import { textOf } from '../site.ts'

const SENDABLE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/

export const headerValueCanBeSent: Rule = ({ sites, catalog }, tell) => {
  const rows = catalog.providerNames.flatMap(name => catalog.provider(name) ?? [])
  const names = new Set(rows.flatMap(row => Object.keys(row.settings ?? {})))
  for (const site of sites)
    for (const name of names) {
      const value = textOf(site, name)
      if (value === undefined || SENDABLE.test(value)) continue
      const message = `"${name}" is sent as a header and must be printable ASCII without leading or trailing spaces.`
      tell('malformed-header-value', child(site.pointer, name), message)
    }
}
