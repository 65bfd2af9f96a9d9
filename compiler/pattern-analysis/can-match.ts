// Whether a pattern matches any string at all: something before its start or after its end, or a class without characters, and none does.
import { NONE } from './character-set.ts'
import { type PatternNode, parsePattern } from './parse-pattern.ts'

/** True also where the syntax is not covered. */
export function canMatch(pattern: string): boolean {
  const node = parsePattern(pattern)
  return node === undefined || isPossible(node, 0, 0)
}

/** `before` and `after`: the fewest characters that a match has around the node. */
function isPossible(node: PatternNode, before: number, after: number): boolean {
  switch (node.kind) {
    case 'set':
      return node.set !== NONE
    case 'empty':
      if (node.anchor === 'start') return before === 0
      return node.anchor !== 'end' || after === 0
    case 'choice':
      return node.items.some(item => isPossible(item, before, after))
    case 'repeat':
      return node.min === 0 || isPossible(node.item, before, after)
    case 'sequence': {
      const lengths = node.items.map(leastLength)
      let left = before
      let right = after + lengths.reduce((sum, length) => sum + length, 0)
      return node.items.every((item, index) => {
        right -= lengths[index] ?? 0
        const possible = isPossible(item, left, right)
        left += lengths[index] ?? 0
        return possible
      })
    }
  }
}

function leastLength(node: PatternNode): number {
  switch (node.kind) {
    case 'set':
      return 1
    case 'empty':
      return 0
    case 'choice':
      return Math.min(...node.items.map(leastLength))
    case 'repeat':
      return node.min * leastLength(node.item)
    case 'sequence':
      return node.items.reduce((sum, item) => sum + leastLength(item), 0)
  }
}
