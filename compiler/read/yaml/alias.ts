// Aliases. The value is shared, not copied, and its origins are those of the anchor, which is where an error in it must be
// fixed. Only the key is that of the alias.
import type { Alias } from 'yaml'
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import type { Span } from '../../source.ts'
import { placeIn } from '../mistake.ts'
import { MAX_DEPTH } from '../reader.ts'
import { type Grown, leaf, MAX_UNFOLDED, spanOf, tell, type Walk } from './walk.ts'

/** The value of the anchor of an alias; null after an error was reported. */
export function followAlias(walk: Walk, alias: Alias.Parsed, depth: number, key?: Span): Grown {
  const span = spanOf(walk, alias)
  const anchor = walk.anchors.get(alias.source)
  if (anchor?.grown === undefined) {
    if (anchor === undefined) tellUnresolved(walk, alias.source, span)
    else tellCycle(walk, alias.source, span, anchor.span)
    return leaf(null, span, key)
  }
  const { value, tree, size, height } = anchor.grown
  const before = walk.unfolded
  walk.unfolded += size
  if (walk.unfolded > MAX_UNFOLDED) {
    // Reported once, for the alias that exceeds the limit.
    if (before <= MAX_UNFOLDED) {
      const message = `With the alias "*${alias.source}" the aliases of this file expand to more than ${MAX_UNFOLDED} values.`
      tell(walk, 'alias-bomb', span, message)
    }
    return leaf(null, span, key)
  }
  if (depth + height > MAX_DEPTH) {
    const message = `With the alias "*${alias.source}" values are nested ${depth + height} levels deep; the limit is ${MAX_DEPTH}.`
    tell(walk, 'too-deep', span, message)
    return leaf(null, span, key)
  }
  const origin = { ...(key && { key }), value: tree.origin.value }
  return { value, tree: tree.children ? { origin, children: tree.children } : { origin }, size, height }
}

function tellUnresolved(walk: Walk, name: string, span: Span): void {
  const near = suggest(name, walk.anchors.keys()).map(anchor => `*${anchor}`)
  const hint = near.length > 0 ? didYouMean(near) : ' A string that begins with "*" must be in quotes.'
  tell(walk, 'unresolved-alias', span, `The alias "*${name}" has no anchor "&${name}" above it.${hint}`)
}

function tellCycle(walk: Walk, name: string, span: Span, anchor: Span): void {
  tell(walk, 'alias-cycle', span, `The alias "*${name}" is inside the value of its own anchor "&${name}".`, {
    notes: [
      {
        place: placeIn(walk.source, anchor.start, anchor.start + 1),
        message: `the value of "&${name}" begins here`,
      },
    ],
  })
}
