// A config uses a prompt of the project, at its root: the messages are rendered before a target is chosen.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { hasProperty, stringProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'

export const promptIsKnown: Rule = ({ parsed, nodes, environment }, report) => {
  for (const node of nodes) {
    if (!hasProperty(node, 'prompt_id')) continue
    const at = childPointer(node.pointer, 'prompt_id')
    if (node.parent !== undefined) {
      report('misplaced-prompt', { key: at }, '"prompt_id" belongs to the root of the config.')
      continue
    }
    const id = stringProperty(node, 'prompt_id')
    // What a header or a single file names is looked up by the call; a saved config that was valid is used without its prompt.
    const { origin, prompts, hasInvalidManifest, written } = environment
    // Slugs of the store are one list, of prompts too.
    const external = environment.external ?? written?.providers ?? []
    if (
      !['project', 'stored'].includes(origin) ||
      id === undefined ||
      prompts === undefined ||
      (hasInvalidManifest && written === undefined)
    )
      continue
    if (prompts.includes(id) || external.includes(id)) continue
    const near = suggest(id, [...prompts, ...external])
    report('unknown-prompt', at, `No prompt is named ${quoteName(id)}.${didYouMean(near)}`, {
      ...(origin === 'stored' && { severity: 'warning' as const }),
      fix: replaceWithOnly(parsed, at, id, near),
    })
  }
}
