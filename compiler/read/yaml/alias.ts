// Aliases. The value is shared, not copied, and its origins are those of the anchor, which is where an error in it must be
// fixed. Only the key is that of the alias.
import type { Alias } from 'yaml'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import type { SourceSpan } from '../../source.ts'
import { locationAt } from '../create-diagnostic.ts'
import { MAX_DEPTH } from '../reader.ts'
import { leaf, MAX_ALIASED_VALUES, reportSpan, spanOf, type YamlValue, type YamlWalk } from './walk.ts'

/** The value of the anchor of an alias; null after an error was reported. */
export function followAlias(walk: YamlWalk, alias: Alias.Parsed, depth: number, key?: SourceSpan): YamlValue {
  const span = spanOf(walk, alias)
  const anchor = walk.anchors.get(alias.source)
  if (anchor?.result === undefined) {
    if (anchor === undefined) reportUnresolved(walk, alias.source, span)
    else reportCycle(walk, alias.source, span, anchor.span)
    return leaf(null, span, key)
  }
  const { value, tree, size, height } = anchor.result
  const before = walk.aliasedValues
  walk.aliasedValues += size
  if (walk.aliasedValues > MAX_ALIASED_VALUES) {
    // Reported once, for the alias that exceeds the limit.
    if (before <= MAX_ALIASED_VALUES) {
      const message = `With the alias "*${alias.source}" the aliases of this file expand to more than ${MAX_ALIASED_VALUES} values.`
      reportSpan(walk, 'alias-bomb', span, message)
    }
    return leaf(null, span, key)
  }
  if (depth + height > MAX_DEPTH) {
    const message = `With the alias "*${alias.source}" values are nested ${depth + height} levels deep; the limit is ${MAX_DEPTH}.`
    reportSpan(walk, 'too-deep', span, message)
    return leaf(null, span, key)
  }
  const origin = { ...(key && { key }), value: tree.origin.value }
  return { value, tree: tree.children ? { origin, children: tree.children } : { origin }, size, height }
}

function reportUnresolved(walk: YamlWalk, name: string, span: SourceSpan): void {
  const near = suggest(name, walk.anchors.keys()).map(anchor => `*${anchor}`)
  const hint = near.length > 0 ? didYouMean(near) : ' A string that begins with "*" must be in quotes.'
  reportSpan(walk, 'unresolved-alias', span, `The alias "*${name}" has no anchor "&${name}" above it.${hint}`)
}

function reportCycle(walk: YamlWalk, name: string, span: SourceSpan, anchor: SourceSpan): void {
  reportSpan(
    walk,
    'alias-cycle',
    span,
    `The alias "*${name}" is inside the value of its own anchor "&${name}".`,
    {
      notes: [
        {
          location: locationAt(walk.source, anchor.start, anchor.start + 1),
          message: `the value of "&${name}" begins here`,
        },
      ],
    },
  )
}
