// How personal data are found: a pattern of bounded length, what a match must fulfil, and words that must stand before
// it where digits alone prove little. A match that fails is given up one character on, so time is linear.

export type Range = readonly [start: number, end: number]

/** Finds the places of one category; they may overlap. The text has plain digits. */
export type Finder = (text: string) => Iterable<Range>

interface Form {
  /** Global, and without a repetition that has no bound. */
  readonly pattern: RegExp
  /** Judges a match. */
  readonly valid?: (match: string) => boolean
  /** Words of which one must stand shortly before the match, with no digit between. */
  readonly after?: RegExp
  /** What else stands directly before the match takes it for something else, whatever words stand there. */
  readonly unless?: RegExp
  /** Where the whole match is not valid, it is tried without its last groups. */
  readonly cut?: RegExp
}

/** How far before a match its words are looked for, in characters; and how many of these may lie between. */
const LOOK_BACK = 48
const BETWEEN = 24

export function byForms(...forms: readonly Form[]): Finder {
  const linked = forms.map(form => ({ ...form, near: form.after && nearEnd(form.after) }))
  return function* (text) {
    for (const form of linked) if (form.after?.test(text) !== false) yield* byForm(form, text)
  }
}

/** The words at the end of what stands before a match. */
const nearEnd = ({ source, flags }: RegExp): RegExp =>
  new RegExp(`(?:${source})[^\\d\\n]{0,${BETWEEN}}$`, flags)

interface LinkedForm extends Form {
  readonly near: RegExp | undefined
}

function* byForm(form: LinkedForm, text: string): Iterable<Range> {
  const { pattern, valid = () => true, near, unless, cut } = form
  const search = new RegExp(pattern)
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const start = match.index
    const end = start + soundLength(match[0], valid, cut)
    const before = text.slice(Math.max(0, start - LOOK_BACK), start)
    const sound = end > start && near?.test(before) !== false && unless?.test(before) !== true
    if (sound) yield [start, end]
    search.lastIndex = sound ? end : start + 1
  }
}

function soundLength(match: string, valid: (match: string) => boolean, cut: RegExp | undefined): number {
  let left = match
  while (left !== '') {
    if (valid(left)) return left.length
    const shorter = cut === undefined ? '' : left.replace(cut, '')
    left = shorter === left ? '' : shorter
  }
  return 0
}

export const digitsOf = (text: string): string => text.replace(/\D/g, '')
