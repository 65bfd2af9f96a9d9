// How long a match of a pattern can be, in UTF-16 code units: what is still missing of a growing text is bounded by it.
import { type PatternNode, parsePattern } from './parse-pattern.ts'

/** A longer match counts as unbounded. */
const MAX_LENGTH = 1000

/** Undefined where there is no bound, or the syntax is not covered. */
export function longestMatch(pattern: string): number | undefined {
  const node = parsePattern(pattern)
  const length = node === undefined ? Number.POSITIVE_INFINITY : lengthOf(node)
  return length <= MAX_LENGTH ? length : undefined
}

function lengthOf(node: PatternNode): number {
  switch (node.kind) {
    case 'set':
      return 2
    case 'empty':
      return 0
    case 'sequence':
      return node.items.reduce((sum, item) => sum + lengthOf(item), 0)
    case 'choice':
      return Math.max(0, ...node.items.map(lengthOf))
    case 'repeat': {
      const length = lengthOf(node.item)
      return length === 0 ? 0 : length * node.max
    }
  }
}
