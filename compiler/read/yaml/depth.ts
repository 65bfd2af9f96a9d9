// How deep the collections of a text are nested, counted on tokens with a list instead of recursion.
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

/** The tokens directly inside one, in the order of the text. */
export function inner(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : []
  if (!('items' in token)) return []
  return token.items.flatMap(item =>
    [item.key, item.value].filter(part => part !== undefined && part !== null),
  )
}

/** Every token of a text, outermost first. */
export function* everyToken(tokens: readonly CST.Token[]): Generator<Placed> {
  const waiting: Placed[] = tokens.map(token => ({ token, depth: 0 })).reverse()
  for (let placed = waiting.pop(); placed !== undefined; placed = waiting.pop()) {
    yield placed
    const depth = placed.depth + (isCollection(placed.token) ? 1 : 0)
    for (const token of inner(placed.token).toReversed()) waiting.push({ token, depth })
  }
}

/** Tells the first collection that lies deeper than MAX_DEPTH. */
export function reportIfTooDeep(source: Source, tokens: readonly CST.Token[], report: Report): boolean {
  for (const { token, depth } of everyToken(tokens)) {
    if (depth < MAX_DEPTH || !isCollection(token)) continue
    const place = placeIn(source, token.offset, token.offset + 1)
    report(mistake('too-deep', place, `This is level ${depth + 1} of nesting; the limit is ${MAX_DEPTH}.`))
    return true
  }
  return false
}
