// Whether a label reaches a number over the words between them: a person's name, a verb, an adverb ("The passport number of Dana
// Lewis is now ..."). It does so in its sentence, up to the next number, where a verb or a colon leads to the number.

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

/** A verb with up to three adverbs or participles, a particle of a script without spaces, or a sign; then the value may be quoted. */
const LEADS = new RegExp(
  String.raw`(?:(?<!\p{L})(?:${VERB})(?:[ \t]{1,2}[\p{L}'’]{1,16}){0,3}|[是为為はが은는이가][^\s\d]{0,6}|[:=：–—→-])[ \t:：]{0,4}["'“„«「『（([*_${'`'}#]{0,4}[ \t]{0,2}$`,
  'iu',
)

/** The words before a number that a label may be in; undefined where nothing leads from them to the number. */
export function wordsBefore(text: string, start: number): string | undefined {
  const before = text.slice(Math.max(0, start - REACH), start)
  if (!LEADS.test(before.slice(-REACH / 2))) return undefined
  return before.split(ENDS).at(-1)
}
