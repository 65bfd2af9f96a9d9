// A backtracking engine that counts its steps: the cost of trying a pattern on an input.
import { has } from './character-set.ts'
import type { PatternNode } from './parse-pattern.ts'
import { limitSteps, OutOfSteps } from './steps.ts'

type Next = (at: number) => boolean

const isWordAt = (text: string, at: number): boolean => /\w/.test(text[at] ?? '')

function holds(anchor: (PatternNode & { kind: 'empty' })['anchor'], text: string, at: number): boolean {
  if (anchor === 'start') return at === 0
  if (anchor === 'end') return at === text.length
  return (isWordAt(text, at - 1) !== isWordAt(text, at)) === (anchor === 'word')
}

/** The steps that a search takes, one for each character that is compared; undefined if they are more than `most`. */
export function stepsOfSearch(pattern: PatternNode, text: string, most: number): number | undefined {
  const steps = limitSteps(most)
  /** Sets are large numbers, which are slow to compare. */
  const known = new Map<PatternNode, Map<string, boolean>>()
  const reads = (node: PatternNode & { kind: 'set' }, character: string): boolean => {
    const answers = known.get(node) ?? new Map<string, boolean>()
    known.set(node, answers)
    const answer = answers.get(character) ?? has(node.set, character)
    answers.set(character, answer)
    return answer
  }
  const matches = (node: PatternNode, at: number, next: Next): boolean => {
    switch (node.kind) {
      case 'set': {
        steps.take()
        const character = text[at]
        return character !== undefined && reads(node, character) && next(at + 1)
      }
      case 'empty':
        return holds(node.anchor, text, at) && next(at)
      case 'choice':
        return node.items.some(item => matches(item, at, next))
      case 'sequence': {
        const from = (index: number, position: number): boolean => {
          const item = node.items[index]
          return item === undefined
            ? next(position)
            : matches(item, position, after => from(index + 1, after))
        }
        return from(0, at)
      }
      case 'repeat':
        return repeats(node, at, next)
    }
  }
  const repeats = (
    { item, min, max, isLazy }: PatternNode & { kind: 'repeat' },
    start: number,
    next: Next,
  ): boolean => {
    const turn = (count: number, at: number): boolean => {
      const again = (): boolean =>
        count < max && matches(item, at, after => (after > at || count < min) && turn(count + 1, after))
      if (count < min) return again()
      return isLazy ? next(at) || again() : again() || next(at)
    }
    return turn(0, start)
  }
  try {
    for (let start = 0; start <= text.length; start += 1) if (matches(pattern, start, () => true)) break
  } catch (error) {
    if (error instanceof OutOfSteps) return undefined
    throw error
  }
  return steps.taken()
}
