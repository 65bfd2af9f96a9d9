// Limits of what is parsed further: the number of keys and values, and the nesting depth of collections, computed on tokens with a stack
// instead of recursion.
import type { CST } from 'yaml'
import type { ReportDiagnostic } from '../../diagnostics/diagnostic.ts'
import type { Source } from '../../source.ts'
import { createDiagnostic, locationAt } from '../create-diagnostic.ts'
import { MAX_DEPTH, MAX_YAML_TOKENS } from '../reader.ts'

interface NestedToken {
  readonly token: CST.Token
  readonly depth: number
}

const isCollection = (token: CST.Token): boolean =>
  token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection'

/** The child tokens of a token, in source order. */
function childTokens(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value ? [token.value] : []
  if (!('items' in token)) return []
  return token.items.flatMap(item =>
    [item.key, item.value].filter(part => part !== undefined && part !== null),
  )
}

/** All tokens of a source, in pre-order. */
export function* walkTokens(tokens: readonly CST.Token[]): Generator<NestedToken> {
  const pending: NestedToken[] = tokens.map(token => ({ token, depth: 0 })).reverse()
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    yield current
    const depth = current.depth + (isCollection(current.token) ? 1 : 0)
    for (const token of childTokens(current.token).toReversed()) pending.push({ token, depth })
  }
}

/** What is between values. */
const BETWEEN: ReadonlySet<CST.Token['type']> = new Set(['byte-order-mark', 'comment', 'newline', 'space'])

/** Reports the first key or value above MAX_YAML_TOKENS, or the first collection that is nested deeper than MAX_DEPTH. */
export function reportYamlLimits(
  source: Source,
  tokens: readonly CST.Token[],
  report: ReportDiagnostic,
): boolean {
  let count = 0
  for (const { token, depth } of walkTokens(tokens)) {
    if (!BETWEEN.has(token.type)) count += 1
    const isTooDeep = depth >= MAX_DEPTH && isCollection(token)
    if (!isTooDeep && count <= MAX_YAML_TOKENS) continue
    const location = locationAt(source, token.offset, token.offset + 1)
    report(
      isTooDeep
        ? createDiagnostic(
            'too-deep',
            location,
            `Nesting level ${depth + 1} exceeds the limit of ${MAX_DEPTH}.`,
          )
        : createDiagnostic(
            'source-too-large',
            location,
            `The source has more than ${MAX_YAML_TOKENS} keys and values, the limit of YAML; write it as JSON.`,
          ),
    )
    return true
  }
  return false
}
