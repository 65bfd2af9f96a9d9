// The nesting depth of collections, computed on tokens with a stack instead of recursion.
import type { CST } from 'yaml'
import type { Report } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { mistake, placeIn } from '../mistake.ts'
import { MAX_DEPTH } from '../reader.ts'

interface Placed {
  readonly token: CST.Token
  readonly depth: number
}

const isCollection = (token: CST.Token): boolean =>
  token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection'

/** The child tokens of a token, in source order. */
export function inner(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : []
  if (!('items' in token)) return []
  return token.items.flatMap(item =>
    [item.key, item.value].filter(part => part !== undefined && part !== null),
  )
}

/** All tokens of a source, in pre-order. */
export function* everyToken(tokens: readonly CST.Token[]): Generator<Placed> {
  const waiting: Placed[] = tokens.map(token => ({ token, depth: 0 })).reverse()
  for (let placed = waiting.pop(); placed !== undefined; placed = waiting.pop()) {
    yield placed
    const depth = placed.depth + (isCollection(placed.token) ? 1 : 0)
    for (const token of inner(placed.token).toReversed()) waiting.push({ token, depth })
  }
}

/** Reports the first collection that is nested deeper than MAX_DEPTH. */
export function reportIfTooDeep(source: Source, tokens: readonly CST.Token[], report: Report): boolean {
  for (const { token, depth } of everyToken(tokens)) {
    if (depth < MAX_DEPTH || !isCollection(token)) continue
    const place = placeIn(source, token.offset, token.offset + 1)
    report(mistake('too-deep', place, `Nesting level ${depth + 1} exceeds the limit of ${MAX_DEPTH}.`))
    return true
  }
  return false
}
