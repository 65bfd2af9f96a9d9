// Invisible characters that a model reads: a way to hide instructions in a text. Those that scripts and emoji need
// are recognized by context and stay: joiners in emoji, in Persian and in Indic scripts, direction marks in
// right-to-left texts, one variation selector after a character, regional flags.

export type InvisibleKind = 'zero-width' | 'direction' | 'tag' | 'variation' | 'filler'

/** The text without its invisible characters, and their number by kind. */
export interface VisibleText {
  readonly text: string
  readonly counts: ReadonlyMap<InvisibleKind, number>
}

/** Contains every candidate, so that most texts need only one test. */
const CANDIDATE =
  /\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e00ff}]|[\u{e0100}-\u{e0fff}]|[\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8]|[\u17b4\u17b5\u2800]|[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}]/u

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Scripts in which a joiner or non-joiner changes the rendering. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u

const BRAILLE = /[\u2801-\u28ff]/
const EMOJI_BEFORE = /\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{e007f}]/u
const EMOJI = /\p{Extended_Pictographic}/u

/** The flags of England, Scotland and Wales: a black flag, two to six letters as tags, the tag that ends them. */
const REGION_FLAG = /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}/u

export function removeInvisible(given: string): VisibleText {
  const counts = new Map<InvisibleKind, number>()
  if (!CANDIDATE.test(given)) return { text: given, counts }
  // Surrogate halves around an invisible character would join when it is removed, and may form another one.
  const text = given.toWellFormed()
  const rightToLeft = RIGHT_TO_LEFT.test(text)
  const visible: string[] = []
  let before = ''
  for (let index = 0; index < text.length; ) {
    const flag = flagAt(text, index)
    const character = flag ?? String.fromCodePoint(text.codePointAt(index) ?? 0)
    index += character.length
    const after = String.fromCodePoint(text.codePointAt(index) ?? 0)
    const kind = flag === undefined && CANDIDATE.test(character) ? kindOf(character) : undefined
    if (kind === undefined || isVisible(character, before, after, rightToLeft)) {
      visible.push(character)
      before = flag === undefined ? character : '\u{e007f}'
    } else counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return { text: counts.size === 0 ? given : visible.join(''), counts }
}

/** A flag takes eight characters at most, each of two code units. */
const flagAt = (text: string, index: number): string | undefined =>
  text.codePointAt(index) === 0x1f3f4 ? REGION_FLAG.exec(text.slice(index, index + 16))?.[0] : undefined

function kindOf(character: string): InvisibleKind {
  const code = character.codePointAt(0) ?? 0
  if (isSelector(code)) return 'variation'
  if (code >= 0xe0000) return 'tag'
  if (code === 0x61c || code === 0x200e || code === 0x200f) return 'direction'
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return 'direction'
  return [0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0].includes(code) ? 'filler' : 'zero-width'
}

const isSelector = (code: number): boolean =>
  (code >= 0xfe00 && code <= 0xfe0f) ||
  (code >= 0xe0100 && code <= 0xe01ef) ||
  (code >= 0x180b && code <= 0x180f && code !== 0x180e)

/** Whether removing the character would change the rendering. `before` is the last character that stays. */
function isVisible(character: string, before: string, after: string, rightToLeft: boolean): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code === 0x200d && EMOJI_BEFORE.test(before) && EMOJI.test(after)) return true
  if (code === 0x200c || code === 0x200d) return JOINING.test(before)
  if (code === 0x61c || code === 0x200e || code === 0x200f) return rightToLeft
  // The space of Braille; `before` is one only where it stays.
  if (code === 0x2800) return before === '\u2800' || BRAILLE.test(before) || BRAILLE.test(after)
  // A byte order mark starts many files.
  if (code === 0xfeff) return before === ''
  return isSelector(code) && takesSelector(before, code)
}

/** One selector after a character that has variants: ideographs take those beyond the first sixteen. */
function takesSelector(before: string, code: number): boolean {
  if (code >= 0xe0100) return /\p{Script=Han}/u.test(before)
  if (code >= 0x180b && code <= 0x180f) return /\p{Script=Mongolian}/u.test(before)
  return /[\p{Emoji}\p{S}\p{P}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}]/u.test(before)
}
