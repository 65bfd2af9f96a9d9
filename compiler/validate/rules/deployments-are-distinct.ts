// No two deployments share an alias, and at most one is the default.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { arrayProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

export const deploymentsAreDistinct: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    const aliases = new Map<string, Pointer>()
    let defaultPointer: Pointer | undefined
    for (const [index, deployment] of arrayProperty(node, 'deployments')?.entries() ?? []) {
      const at = childPointer(childPointer(node.pointer, 'deployments'), index)
      const alias = ownProperty(deployment, 'alias')
      const earlier = typeof alias === 'string' ? aliases.get(alias) : undefined
      if (typeof alias === 'string' && earlier === undefined) aliases.set(alias, childPointer(at, 'alias'))
      if (typeof alias === 'string' && earlier !== undefined)
        report(
          'duplicate-deployment',
          childPointer(at, 'alias'),
          `Two deployments have the alias ${quoteName(alias)}.`,
          {
            notes: [{ at: earlier, message: 'first used here' }],
          },
        )
      if (ownProperty(deployment, 'is_default') !== true) continue
      if (defaultPointer !== undefined)
        report(
          'two-default-deployments',
          childPointer(at, 'is_default'),
          'Only one deployment can be the default.',
          {
            notes: [{ at: defaultPointer, message: 'the first default is here' }],
          },
        )
      defaultPointer ??= childPointer(at, 'is_default')
    }
  }
}
