// How long a match of a pattern can be, in UTF-16 code units: what is still missing of a growing text is bounded by it.
import { type PatternNode, parsePattern } from './parse-pattern.ts'

/** A longer match counts as unbounded. */
const MAX_LENGTH = 1000

/** Undefined without a bound, or if the syntax is not covered. */
export function longestMatch(pattern: string): number | undefined {
  const node = parsePattern(pattern)
  const length = node === undefined ? Number.POSITIVE_INFINITY : lengthOf(node)
  return length <= MAX_LENGTH ? length : undefined
}

/** Outside of classes and escapes. */
const ANCHOR = /[\^$]/
const withoutClasses = (pattern: string): string =>
  pattern.replace(/\\./g, '').replace(/\[\^?\]?[^\]]*\]/g, '')

/** Whether a match depends on where the text starts or ends. */
export const isAnchored = (pattern: string): boolean => ANCHOR.test(withoutClasses(pattern))

/**
 * How long a part of an input must be to decide whether it has a match: what repeats at either end of the pattern need not repeat. Undefined
 * without a bound.
 */
export function longestWitness(pattern: string): number | undefined {
  const node = parsePattern(pattern)
  // A word boundary may be there only after the last repetition.
  if (node === undefined || /\\[bB]/.test(pattern)) return longestMatch(pattern)
  const length = lengthOf(shortened(shortened(node, 0), -1))
  return length <= MAX_LENGTH ? length : undefined
}

/** The pattern with as few repetitions as possible at an end: the first item of a sequence, or the last one. */
function shortened(node: PatternNode, end: 0 | -1): PatternNode {
  switch (node.kind) {
    case 'choice':
      return { ...node, items: node.items.map(item => shortened(item, end)) }
    case 'repeat':
      return { ...node, max: node.min }
    case 'sequence': {
      const edge = node.items.at(end)
      if (edge === undefined) return node
      const others = end === 0 ? node.items.slice(1) : node.items.slice(0, -1)
      // What need not be there leaves its place to its neighbour.
      if (edge.kind === 'repeat' && edge.min === 0) return shortened({ ...node, items: others }, end)
      const item = shortened(edge, end)
      return { ...node, items: end === 0 ? [item, ...others] : [...others, item] }
    }
    default:
      return node
  }
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
