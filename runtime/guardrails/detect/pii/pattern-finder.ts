// How personal data are detected: a pattern of bounded length, a validation of the match, and keywords that must
// precede it where digits by themselves prove little. After a failed match the search continues one character on, so
// time is linear.

export type TextRange = readonly [start: number, end: number]

/** Finds ranges of one category; they may overlap. The text has ASCII digits. */
export interface Finder {
  /** `withoutLabel`: numbers that would need a keyword need none. */
  (text: string, withoutLabel?: boolean): Iterable<TextRange>
  /** Matches the name of a field or a column that has such values. */
  readonly named?: RegExp
  /** Matches a whole value that is one under such a name, whatever its check digits. */
  readonly whole?: RegExp
  /** How it finds, to be explained; absent for a finder that is not by patterns. */
  readonly patterns?: readonly LinkedPattern[]
}

interface DetectionPattern {
  /** Global, and with bounded repetitions only. */
  readonly pattern: RegExp
  /** Validates a match. */
  readonly valid?: (match: string) => boolean
  /** The pattern is found in fewer texts than the keywords, so it is searched first. */
  readonly rare?: boolean
  /**
   * Keywords, one of which must precede the match with no digit between: shortly, or where words lead from it to the
   * match.
   */
  readonly keywords?: RegExp
  /** The keywords are frequent words, which only name what is next to them. */
  readonly nextTo?: true
  /**
   * The match has check digits, so a keyword may also follow it, and is not needed where the match is the whole text:
   * an answer, or the value of a field. `written`: not where that is digits without a sign, of which one in ten passes. `grouped`: also
   * where groups of digits have only spaces between them.
   */
  readonly checked?: true | 'written' | 'grouped'
  /** Text directly before the match that excludes it, regardless of keywords. */
  readonly excludedAfter?: RegExp
  /** Where it is not a match, by what is around it. */
  readonly excludedAt?: (text: string, start: number, end: number) => boolean
  /**
   * Where it is digits and spaces, it is not in a row of numbers: neither a value nor bytes are beside it in its cell.
   * `pairs`: another match may be.
   */
  readonly isolated?: true | 'pairs'
  /** When the whole match is not valid, it is retried without its last groups. */
  readonly optionalTail?: RegExp
}

/** How far before and after a match keywords are searched, in characters, and how many may be in between. */
const LOOK_BEHIND = 48
const LOOK_AHEAD = 64
const MAX_KEYWORD_GAP = 24
const MAX_KEYWORD_GAP_AFTER = 12

/** A value of a table, or a byte or word of a dump; a longer one is not a value. */
const VALUE = String.raw`(?:[-+]?\d{1,6}(?:[.,]\d{1,12})?%?|(?=[a-f]{0,8}\d)[\da-f]{1,8}|[a-f]{2}|[a-f]{4})`
const VALUE_BEFORE = new RegExp(String.raw`(?:^|[\s|,;:([{])${VALUE} {1,8}$`, 'i')
const VALUE_AFTER = new RegExp(String.raw`^ {1,8}${VALUE}(?=$|[\s|,;)\]}])`, 'i')

/** Whitespace around a match that is the whole text. */
const MAX_PADDING = 8

const OWNER = [
  'my|your|his|her|our|their|the|mi|tu|su|el|la|nuestro|mon|votre|son|le|o|a|meu|minha|seu|sua|il|mio|mia|suo',
  'meine?r?|ihre?|seine?|unsere?|die|der|mijn|uw|zijn|haar|het|de|mój|moje|mojego|jego|jej|mitt|min|hans|hennes|мой|мое|моё|его',
].join('|')

/** The parts of a sentence that lead from its subject, a number, back to the label: "... is my old passport number". */
const BACK = {
  quote: String.raw`[ \t]?["'“”’»」』)]{0,2}`,
  verb: String.raw`[ \t]{1,2}(?:is|was|es|era|fue|est|était|é|foi|è|ist|war|är|var|to(?=[ \t](?:mój|moje|mojego|jego|jej|numer|paszport|prawo|pesel))|jest|это)(?![a-z])`,
  owner: String.raw`(?:(?:(?:[ \t](?:${OWNER})){1,2}|[ \t][^\s\d]{1,24}['’]s)(?:[ \t][^\s\d,;:]{1,16})?)?`,
  number: String.raw`(?:[ \t](?:number|no|nr|número|numéro|numero|nummer|numer|номер)(?:[ \t](?:of|for|de|del|della|di|do|du|da|des|von|van|för)|[ \t]d['’])?(?:[ \t](?:${OWNER}))?)?`,
  document: String.raw`(?:[ \t](?:permis|permiso|licencia|carta|carteira))?`,
  withoutSpaces: String.raw`[ \t]?(?:[是为為](?:[我你您他她]的)?|[はが](?:[私彼]の)?|[은는이가][ \t](?:제|내|그의))`,
} as const
const LEADS_BACK = `${BACK.quote}(?:${BACK.verb}${BACK.owner}${BACK.number}${BACK.document}|${BACK.withoutSpaces})[ \\t]?`

export function byPatterns(...patterns: readonly DetectionPattern[]): Finder {
  const linkedPatterns = patterns.map(detection => ({
    ...detection,
    near: detection.keywords && endsWithKeyword(detection.keywords),
    follows: detection.keywords && startsWithKeyword(detection.keywords),
    predicate: detection.nextTo ? undefined : detection.keywords && isPredicate(detection.keywords),
  }))
  function* find(text: string, withoutLabel = false): Iterable<TextRange> {
    for (const detection of linkedPatterns)
      if (
        withoutLabel ||
        detection.checked !== undefined ||
        detection.rare === true ||
        detection.keywords?.test(text) !== false
      )
        yield* findByPattern(detection, text, withoutLabel)
  }
  const names = patterns.flatMap(({ keywords, nextTo }) =>
    keywords === undefined ? [] : nextTo ? wholeName(keywords) : keywords.source,
  )
  const explained = Object.assign(find, { patterns: linkedPatterns })
  return names.length === 0
    ? explained
    : Object.assign(explained, { named: new RegExp(names.join('|'), 'i') })
}

/** A frequent word names a column only by itself, after one other word, or before that for a number. */
const wholeName = ({ source }: RegExp): string => `^(?:\\S{1,20})?(?:${source})(?: ?(?:number|no|nr))?\\.?$`

/** Matches a keyword near the end of the preceding text. */
const endsWithKeyword = ({ source, flags }: RegExp): RegExp =>
  new RegExp(`(?:${source})[^\\d\\n]{0,${MAX_KEYWORD_GAP}}$`, flags)

/** Matches a keyword shortly after a number. */
const startsWithKeyword = ({ source, flags }: RegExp): RegExp =>
  new RegExp(`^[^\\d\\n]{0,${MAX_KEYWORD_GAP_AFTER}}(?:${source})`, flags)

/** Matches a keyword that a sentence gives its subject, a number: "... is my passport number". */
const isPredicate = ({ source, flags }: RegExp): RegExp => new RegExp(`^${LEADS_BACK}(?:${source})`, flags)

export interface LinkedPattern extends DetectionPattern {
  readonly near: RegExp | undefined
  readonly follows: RegExp | undefined
  readonly predicate: RegExp | undefined
}

function isLabelled(
  { near, follows, predicate, checked, keywords, nextTo }: LinkedPattern,
  text: string,
  start: number,
  end: number,
  before: string,
): boolean {
  if (near === undefined || near.test(before)) return true
  if (nextTo === undefined && keywords?.test(wordsBefore(text, start) ?? '') === true) return true
  const after = text.slice(end, end + LOOK_AHEAD)
  if (predicate?.test(after) === true) return true
  if (checked === undefined) return false
  return (
    (isWholeText(text, start, end) && !areValues(text.slice(start, end), checked)) ||
    follows?.test(after) === true
  )
}

/** Digits with nothing but spaces between them, as a row of values has, or a time. */
const areValues = (match: string, checked: DetectionPattern['checked']): boolean =>
  (checked !== 'grouped' && /^\d+(?: \d+)+$/.test(match) && !hasZeroGroup(match)) ||
  (checked === 'written' && /^\d+$/.test(match)) ||
  isTimeStamp(match)

/** The word that names a match, where one does: before it, after it, or at a verb's length. */
export function keywordOf(
  { near, follows, predicate, checked, keywords, nextTo }: LinkedPattern,
  text: string,
  start: number,
  end: number,
): string | undefined {
  const before = text.slice(Math.max(0, start - LOOK_BEHIND), start)
  const after = text.slice(end, end + LOOK_AHEAD)
  const [found] = [
    near?.exec(before)?.[0],
    nextTo === undefined ? wordsBefore(text, start) : undefined,
    predicate?.exec(after)?.[0],
    checked === undefined ? undefined : follows?.exec(after)?.[0],
  ].flatMap(words => (words === undefined ? [] : (keywords?.exec(words)?.[0] ?? [])))
  return found?.replace(/^[^\p{L}\p{N}]+/u, '')
}

/** What rules out a match of the pattern, if anything does. */
export type Obstacle = 'form' | 'label' | 'context' | 'row'

export function obstacleOf(
  detection: LinkedPattern,
  text: string,
  start: number,
  match: string,
): Obstacle | undefined {
  const { valid = () => true, optionalTail, excludedAfter, excludedAt, isolated } = detection
  const length = validLength(match, valid, optionalTail)
  if (length === 0) return 'form'
  const end = start + length
  const before = text.slice(Math.max(0, start - LOOK_BEHIND), start)
  if (!isLabelled(detection, text, start, end, before)) return 'label'
  if (excludedAfter?.test(before) === true || excludedAt?.(text, start, end) === true) return 'context'
  const isRow = isolated !== undefined && SPACED.test(text.slice(start, end))
  return isRow && isBesideValue(text, end, before) ? 'row' : undefined
}

const isBesideValue = (text: string, end: number, before: string): boolean =>
  VALUE_BEFORE.test(before) || VALUE_AFTER.test(text.slice(end, end + LOOK_BEHIND))

/** The text has little more than the match, so looking at it costs nothing. */
const isWholeText = (text: string, start: number, end: number): boolean =>
  start < MAX_PADDING && text.length - end < MAX_PADDING && text.trim().length === end - start

function* findByPattern(detection: LinkedPattern, text: string, withoutLabel: boolean): Iterable<TextRange> {
  const { pattern, valid = () => true, excludedAfter, excludedAt, optionalTail, isolated } = detection
  const search = new RegExp(pattern)
  const next = isolated === 'pairs' ? new RegExp(pattern.source, 'y') : undefined
  let lastEnd = -1
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const start = match.index
    const end = start + validLength(match[0], valid, optionalTail)
    const before = text.slice(Math.max(0, start - LOOK_BEHIND), start)
    const isMatch =
      end > start &&
      (withoutLabel || isLabelled(detection, text, start, end, before)) &&
      excludedAfter?.test(before) !== true &&
      excludedAt?.(text, start, end) !== true &&
      !(
        isolated !== undefined &&
        SPACED.test(text.slice(start, end)) &&
        isBesideValue(text, end, before) &&
        !(next !== undefined && (lastEnd === start - 1 || isFollowed(next, valid, text, end)))
      )
    if (isMatch) {
      yield [start, end]
      lastEnd = end
    }
    search.lastIndex = isMatch ? end : start + 1
  }
}

/** With spaces, and without the brackets of an area code, which no value has. */
const SPACED = /^[^( ]{1,40} [^(]{0,40}$/

function isFollowed(next: RegExp, valid: (match: string) => boolean, text: string, end: number): boolean {
  next.lastIndex = end + 1
  const match = next.exec(text)
  return match !== null && valid(match[0])
}

function validLength(
  match: string,
  valid: (match: string) => boolean,
  optionalTail: RegExp | undefined,
): number {
  let candidate = match
  while (candidate !== '') {
    if (valid(candidate)) return candidate.length
    const shorter = optionalTail === undefined ? '' : candidate.replace(optionalTail, '')
    candidate = shorter === candidate ? '' : shorter
  }
  return 0
}

/** Whether a group of digits begins with a zero: numbers are written so, counted and measured values are not. */
export const hasZeroGroup = (match: string): boolean => /(?<!\d)0\d/.test(match)

const SECONDS = /^1[5-9]\d{8}(?:\d{3})?$/
const DATE_AND_TIME =
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]) ?(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?$/

/** Seconds or milliseconds since 1970 in this time, or year, month, day, hour and minute. */
export const isTimeStamp = (digits: string): boolean => SECONDS.test(digits) || DATE_AND_TIME.test(digits)

export const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** UTF-16 code units before a number that are read. */
const REACH = 128

/** What ends the reach of a label: another number, or the end of a line or sentence; the dot of a title does not. */
const ENDS =
  /[\d\n;。！？؟]|(?<!(?<!\p{L})(?:dr|mr|mrs|ms|prof|hr|fr|sr|sra|dra|sig|st|no|nr|núm|num|п|г)\.?)[.!?](?=\s)/iu

/** Verbs that lead from a label to its value, in the languages that have labels. */
const VERB = [
  'is|are|was|were|be|been|reads?|equals|became|becomes|says|shows|states|has|to|as',
  'ist|war|lautet|lautete|sei|wurde|wird|hat|heißt|est|était|sera|devient|a',
  'es|era|está|será|fue|tiene|é|foi|será|tem|è|sarà|ha|luidt|werd|heeft|wordt',
  'jest|brzmi|to|är|var|lyder|er|blir|это|есть|был|является|теперь|है|अब',
].join('|')

/**
 * A verb with up to three adverbs or participles, a particle of a script without spaces, or a sign; then the value
 * may be quoted.
 */
const LEADS = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${VERB})(?:[ \t]{1,2}[\p{L}'’]{1,16}){0,3}|[是为為はが은는이가][^\s\d]{0,6}|[:=：–—→-])[ \t:：]{0,4}["'“„«「『（([*_${'`'}#]{0,4}[ \t]{0,2}$`,
  'iu',
)

/**
 * The words before a number that a label may be in, with the words between them: a person's name, a verb, an
 * adverb ("The passport number of Dana Lewis is now ..."). A label reaches a number of its sentence, up to
 * the next number, where a verb or a colon leads to it; undefined where nothing does.
 */
function wordsBefore(text: string, start: number): string | undefined {
  const before = text.slice(Math.max(0, start - REACH), start)
  if (!LEADS.test(before.slice(-REACH / 2))) return undefined
  return before.split(ENDS).at(-1)
}
