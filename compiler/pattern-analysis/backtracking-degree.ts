// An upper bound for the degree of the polynomial by which a backtracking engine slows down with the length of the input.
// Takes microseconds, so that most patterns need no full analysis, which takes up to seconds.
//
// Every loop over one set of characters multiplies the ways to match by at most the length of the input, and so does the
// start of a pattern that is not anchored. Where the character after a loop cannot be in the loop, its end is determined:
// such a loop is scanned, not guessed.
import { type CharacterSet, NONE } from './character-set.ts'
import { type PatternNode, parsePattern } from './parse-pattern.ts'

/** Choices that are not determined by the next character multiply the work by two each. */
const MAX_CHOICES = 6

interface Tally {
  loops: number
  /** Loops whose end is not determined by the next character. */
  guessed: number
  choices: number
  isCovered: boolean
}

/** The bound; undefined if nothing is known, as for nested loops. */
export function backtrackingDegree(pattern: string): number | undefined {
  const parsed = parsePattern(pattern)
  if (parsed === undefined) return undefined
  const node = withoutTail(parsed)
  const tally: Tally = { loops: 0, guessed: 0, choices: 0, isCovered: true }
  count(node, NONE, tally)
  if (!tally.isCovered || tally.choices > MAX_CHOICES) return undefined
  // The guesses are followed by one scan.
  return Math.min(tally.loops, tally.guessed + 1) + (isAnchored(node) ? 0 : 1)
}

/** What may be empty at the end cannot fail, so nothing is tried again because of it. */
function withoutTail(node: PatternNode): PatternNode {
  if (node.kind !== 'sequence') return node
  const end = node.items.findLastIndex(item => item.kind === 'empty' || !isNullable(item))
  return { kind: 'sequence', items: node.items.slice(0, end + 1) }
}

const isAnchored = (node: PatternNode): boolean =>
  node.kind === 'sequence' && node.items[0]?.kind === 'empty' && node.items[0].anchor === 'start'

function isNullable(node: PatternNode): boolean {
  if (node.kind === 'set') return false
  if (node.kind === 'empty') return true
  if (node.kind === 'repeat') return node.min === 0 || isNullable(node.item)
  return node.kind === 'sequence' ? node.items.every(isNullable) : node.items.some(isNullable)
}

/** The characters with which a match of the node can begin, followed by `after` where it can be empty. */
function firstOf(node: PatternNode, after: CharacterSet): CharacterSet {
  if (node.kind === 'set') return node.set
  if (node.kind === 'empty') return after
  if (node.kind === 'sequence') return node.items.reduceRight((set, item) => firstOf(item, set), after)
  if (node.kind === 'choice') return node.items.reduce((set, item) => set | firstOf(item, after), NONE)
  return firstOf(node.item, after) | (node.min === 0 ? after : NONE)
}

function count(node: PatternNode, after: CharacterSet, tally: Tally): void {
  if (node.kind === 'sequence') {
    let follow = after
    for (const item of node.items.toReversed()) {
      count(item, follow, tally)
      follow = firstOf(item, follow)
    }
  } else if (node.kind === 'choice') {
    let seen = NONE
    for (const item of node.items) {
      const first = firstOf(item, after)
      if ((seen & first) !== 0n) tally.choices += 1
      seen |= first
      count(item, after, tally)
    }
  } else if (node.kind === 'repeat') countRepeat(node, after, tally)
}

function countRepeat(
  { item, min, max }: PatternNode & { kind: 'repeat' },
  after: CharacterSet,
  tally: Tally,
): void {
  const isDetermined = (firstOf(item, after) & after) === 0n
  if (max === 1) {
    if (!isDetermined || isNullable(item)) tally.choices += 1
    count(item, after, tally)
  } else if (isSingle(item)) {
    if (min === max) return
    tally.loops += 1
    if (!isDetermined) tally.guessed += 1
  } else tally.isCovered = false
}

/** True for one set of characters, in groups or not. */
const isSingle = (node: PatternNode): boolean =>
  node.kind === 'set' || (node.kind === 'sequence' && node.items.length === 1 && node.items.every(isSingle))
