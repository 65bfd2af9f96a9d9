// Phrases that a native engineer of the field would not write in a sentence that users read, each with what to write
// instead. Parts of identifiers and quoted code are not matched.
export interface BannedPhrase {
  readonly pattern: RegExp
  readonly instead: string
}

const phrase = (source: string, instead: string): BannedPhrase => ({
  pattern: new RegExp(`\\b(?:${source})\\b`, 'i'),
  instead,
})

/** Banned in every sentence that users read. */
export const BANNED: readonly BannedPhrase[] = [
  phrase('anew', 'again; of usage: resets'),
  phrase('for ever', 'indefinitely, always'),
  phrase('whoever|nobody|somebody|anybody|everybody', 'the actor: the caller, the client, an administrator'),
  phrase('(?:is|are|was|were|be|been) told|told of|tells? of', 'reported, logged'),
  phrase('what of(?! course)', 'parts of'),
  phrase('unawares', 'unintentionally'),
  phrase(
    '(?<!\\bthere )(?:is|are|was|were) no (?!longer|more|other|such|faster|slower)[a-z]+',
    'is not a, are not',
  ),
  phrase('(?:tells?|told) (?:\\w+ )?(?:apart|from)', 'distinguish'),
  phrase('may stand|stands? for', 'is allowed; refers to, means'),
  phrase('whole numbers?', 'integer'),
  phrase(
    'a text(?! file| body| completion| field| part| block| delta| message| format| document)|texts',
    'a string, message content, an input',
  ),
  phrase('keeps?(?!-)|kept', 'stores, caches, retains; has, does not change'),
  phrase('says|said', 'has, contains, names, reports'),
  phrase('lies', 'is'),
  phrase('(?<!\\b(?:leaves?|let) (?:\\w+ ){0,3})alone', 'only'),
  phrase(
    '(?:absent|null|set|true|false|always|never|except|required) where|where (?:absent|none|there (?:is|are|was|were)|one was)',
    'if',
  ),
  phrase('refused in words|by turns', 'refused with the reason; alternately'),
  phrase('(?:is|are|was|were|been) away', 'is unavailable'),
  phrase('worked out|of no use', 'computed, derived; useless'),
  phrase(
    'the (?:scheme|period|page|one|ones|targets?|prompt|plan|release|version|build) before',
    'the previous, the preceding',
  ),
  phrase('must come of|come of it', 'expected outcome'),
  phrase('where it is another', 'if different'),
  phrase('point at the release|release before', 'move a label to a release; the previous release'),
  phrase('asked for|is asked again', 'requested'),
  phrase('all the same', 'nevertheless, anyway'),
  phrase('wherever (?:it|they) stands?|stands? (?:before|after|in|behind)', 'at any position; is, precedes'),
  phrase('in force', 'in effect'),
  phrase('comes? of (?:it|this|that)', 'results from, the result'),
  phrase('requests? (?:[a-z]+ ){0,3}wants?', 'asks for, requests'),
  phrase('(?<!such )places are', 'locations refer to'),
  phrase(
    '(?:or|accepted|replaced) beside|beside (?:those|that|theirs|\\d)',
    'in addition to, next to; beyond',
  ),
  phrase(
    '(?:code|port|listener|writer|field|section|window) of (?:its|their) own',
    'a separate …, custom code',
  ),
]

/** Banned in Markdown and in the sources: a clause in front of the sentence that it is the subject of. Headings and questions may begin so. */
export const BANNED_FRONT = /^(?!#)(?:.*[.:;] |[-*| \d.]*)What (?!to )(?!.*\?)/

/** Banned at the beginning of a description or a summary: they begin with a noun or a verb. */
export const BANNED_OPENING = /^(?:As|How|Of|What|When|Where|Which|Who|Whose)\b/
