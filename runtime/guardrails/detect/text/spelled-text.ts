// Letters spelled one by one, with single spaces or dots between them, as `j o h n @ e x a m p l e . c o m`: each run of
// them is read without its separators. Prose has such runs only where it spells.
import type { Turns } from '../../../values/turns.ts'
import { type FindMatches, type TextMatch, withoutOverlaps } from './text-match.ts'

/** Characters of a run: fewer are initials, an enumeration or an address; a longer one is read in parts. */
const FEWEST = 4
const MOST = 200

const runWith = (separator: string): string => `\\S(?:${separator}\\S){${FEWEST - 1},${MOST - 1}}`
const RUNS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${runWith(' ')}|${runWith('\\.')})(?![\\p{L}\\p{N}])`, 'gu')

/** The end of a text that the next characters may make a run, or make longer. */
const OPEN = /(?<![\p{L}\p{N}])\S(?:[ .]\S)*[ .]?$/u
/** Code units of the longest run. */
const REACH = 4 * MOST

/** Code units before a run in which words may say what it is. */
const LOOK_BEHIND = 48

/** Code units that are searched in one step. */
const STEP = 32 * 1024

/** A run without its separators. */
interface SpelledRun {
  readonly text: string
  /** Of each code unit, the index in the original. */
  readonly indexes: readonly number[]
}

/** The code points of a run without those between them. Appended one by one they would make a tree, which takes long to read. */
const lettersOf = (characters: readonly string[]): string =>
  characters.filter((_, order) => order % 2 === 0).join('')

/** Single code points, as the pattern has matched them. */
function readRun(run: string, start: number): SpelledRun {
  const indexes: number[] = []
  const characters = Array.from(run)
  let at = start
  for (const [order, character] of characters.entries()) {
    if (order % 2 === 0) {
      for (let unit = 0; unit < character.length; unit += 1) indexes.push(at + unit)
    }
    at += character.length
  }
  return { text: lettersOf(characters), indexes }
}

/** The runs of a text without their separators, one a line. */
export function* spelledInTurns(text: string): Turns<string> {
  const runs: string[] = []
  for (let from = 0; from < text.length; from += STEP) {
    if (from > 0) yield
    for (const { 0: run } of text.slice(from, from + STEP + REACH).matchAll(RUNS))
      runs.push(lettersOf(Array.from(run)))
  }
  return runs.join('\n')
}

/** Finds in a text as it is, and in what it spells: there only what has a format that spelled words do not have. */
export const findSpelled =
  (find: FindMatches, hasFormat: (kind: string, run: string, before: string) => boolean): FindMatches =>
  text => {
    const spelled: TextMatch[] = []
    for (const { 0: run, index } of text.matchAll(RUNS)) {
      const { text: letters, indexes } = readRun(run, index)
      for (const { kind, start, end } of find(letters))
        if (hasFormat(kind, run, text.slice(Math.max(0, index - LOOK_BEHIND), index)))
          spelled.push({ kind, start: indexes[start] ?? index, end: (indexes[end - 1] ?? index) + 1 })
    }
    const matches = find(text)
    return spelled.length === 0 ? matches : withoutOverlaps([...spelled, ...matches])
  }

/** The index from which a growing text may still become a run. */
export function spelledOpenFrom(text: string): number {
  const from = Math.max(0, text.length - REACH)
  const open = OPEN.exec(text.slice(from))
  return open === null ? text.length : from + open.index
}
