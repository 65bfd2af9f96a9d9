// Personal data that a key, a header or a label above names: their finders get the value as it would be in "name: value".
import { wordsOfName } from '../structure/named-value.ts'
import { namedValues } from '../structure/named-values.ts'
import type { TextMatch } from '../text/text-match.ts'
import type { Finder, TextRange } from './pattern-finder.ts'

/** What a name ends in that is about a document, not its number. */
const ABOUT =
  /(?:^|[^a-z])(?:count|total|dates?|day|expir\w{0,6}|issued?|valid\w{0,6}|time|timestamp|year|age|fees?|price|cost|amount|size|length|width|version|rate|hash|created|updated|at|on|until|url|path|status|type|limit|seconds|ms|offset|index|ids?)$/i
/** Of these, an identifier is the number itself. */
const NUMBER = /(?:passports?|licen[cs]e|aadhaar|tax|national|citizen|person|insurance) ids?$/i

/** UTF-16 code units of a value before the number: more is a sentence, not a value. */
const MAX_BEFORE = 16

export interface NamedFinder<Kind extends string> {
  readonly kind: Kind
  readonly find: Finder
}

/** Finds the values that name one of the finders. Most texts name none. */
export function linkNamedNumbers<Kind extends string>(
  finders: readonly NamedFinder<Kind>[],
): (text: string) => Iterable<TextMatch<Kind>> {
  const named = finders.filter(({ find }) => find.named !== undefined)
  const any = new RegExp(named.map(({ find }) => find.named?.source).join('|'), 'i')
  const isWanted = (name: string): boolean => {
    const words = wordsOfName(name)
    return any.test(words) && (!ABOUT.test(words) || NUMBER.test(words))
  }
  return function* (text) {
    if (named.length === 0) return
    const fields = new Map<string, Field>()
    for (const { name, start, end } of namedValues(text, isWanted, true)) {
      const field = fields.get(name) ?? { words: wordsOfName(name), values: [] }
      field.values.push([start, end])
      fields.set(name, field)
    }
    for (const field of fields.values())
      for (const { kind, find } of named)
        if (find.named?.test(field.words)) yield* findIn(text, field, kind, find)
  }
}

interface Field {
  readonly words: string
  readonly values: TextRange[]
}

/** All values of a field are searched at once, each in a line with its label. */
function* findIn<Kind extends string>(
  text: string,
  { words, values }: Field,
  kind: Kind,
  find: Finder,
): Iterable<TextMatch<Kind>> {
  for (const [start, end] of values)
    if (find.whole?.test(text.slice(start, end)) === true) yield { kind, start, end }
  const label = `${words}: `
  const lines: string[] = []
  /** Where each value starts in these lines. */
  const starts: number[] = []
  let length = 0
  for (const [start, end] of values) {
    lines.push(label, text.slice(start, end), '\n')
    starts.push(length + label.length)
    length += label.length + end - start + 1
  }
  for (const [from, to] of find(lines.join(''))) {
    const row = lastUpTo(starts, from)
    const [valueStart, valueEnd] = values[row] ?? [0, 0]
    const start = valueStart + from - (starts[row] ?? 0)
    const end = start + to - from
    if (start >= valueStart && start - valueStart <= MAX_BEFORE && end <= valueEnd) yield { kind, start, end }
  }
}

/** The index of the last of the ascending numbers that is not above the limit. */
function lastUpTo(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low - 1
}
