// How personal data are detected: a pattern of bounded length, a validation of the match, and keywords that must
// precede it where digits alone prove little. After a failed match the search continues one character on, so time is
// linear.

export type Range = readonly [start: number, end: number]

/** Finds ranges of one category; they may overlap. The text has ASCII digits. */
export type Finder = (text: string) => Iterable<Range>

interface Form {
  /** Global, and with bounded repetitions only. */
  readonly pattern: RegExp
  /** Validates a match. */
  readonly valid?: (match: string) => boolean
  /** Keywords, one of which must shortly precede the match, with no digit between. */
  readonly after?: RegExp
  /** Text directly before the match that excludes it, regardless of keywords. */
  readonly unless?: RegExp
  /** When the whole match is not valid, it is retried without its last groups. */
  readonly cut?: RegExp
}

/** How far before a match keywords are searched, in characters, and how many may be in between. */
const LOOK_BACK = 48
const BETWEEN = 24

export function byForms(...forms: readonly Form[]): Finder {
  const linked = forms.map(form => ({ ...form, near: form.after && nearEnd(form.after) }))
  return function* (text) {
    for (const form of linked) if (form.after?.test(text) !== false) yield* byForm(form, text)
  }
}

/** Matches a keyword near the end of the preceding text. */
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
