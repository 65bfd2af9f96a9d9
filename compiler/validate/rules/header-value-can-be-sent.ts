// Settings that are sent as headers are valid header values.
import { childPointer } from '../../../schemas/values/pointer.ts'
import { stringProperty } from '../config-node.ts'
import type { Rule } from '../rule.ts'

const SENDABLE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/

export const headerValueCanBeSent: Rule = ({ nodes, catalog }, report) => {
  const specs = catalog.providerNames.flatMap(name => catalog.provider(name) ?? [])
  const names = new Set(specs.flatMap(spec => Object.keys(spec.settings ?? {})))
  for (const node of nodes)
    for (const name of names) {
      const value = stringProperty(node, name)
      if (value === undefined || SENDABLE.test(value)) continue
      const message = `"${name}" is sent as a header and must be printable ASCII without leading or trailing spaces.`
      report('malformed-header-value', childPointer(node.pointer, name), message)
    }
}
