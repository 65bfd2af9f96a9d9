// Secrets identified by the name they are assigned to (`password=...`, `"api_key": "..."`, `-ClientSecret "..."`, "my
// password is ..."), in code, markup, configuration and command lines.
import type { TextMatch } from '../text/text-match.ts'
import { isJoinedWords, isKeyLike, isShortKey, looksRandom } from './entropy.ts'
import { isPlaceholder } from './placeholders.ts'
import { isPasswordName, nameStrength } from './secret-names.ts'

/** A quote, if any; in JSON within a JSON string it is escaped. Before it may be a letter for the kind of string. */
const QUOTE = String.raw`(?:[rbfu@$]{1,2}#{0,2}(?=["']))?(\\{0,3}(?:"""|'''|["'${'`'}])|)`

/**
 * What is between a name and its value: `=`, `:`, `=>`, `:=`, also after a type; a verb; the comma between two quoted
 * arguments; a dash before a quote; the end of a tag; the attribute or property `value`.
 */
const OPERATORS = [
  String.raw`(?::[ \t]{0,2}|[ \t]{1,2})&?[A-Za-z][\w<>?]{0,20}[ \t]{1,8}:?=[ \t]{0,8}`,
  String.raw`[ \t]{0,8}(?:[?|.:+]{0,3}=>?|:[ \t]{0,2}(?:[|>][+-]?[ \t]{0,2}\r?\n[ \t]{1,24})?)[ \t]{0,8}`,
  String.raw`[ \t]{1,4}(?:is|ist|est|es|é|lautet)(?:[ \t]{0,2}:)?[ \t]{1,4}`,
  String.raw`(?:,\s{0,40}|\s{1,40}|;\s{1,4})["']?value["']?[ \t]{0,3}[:=][ \t]{0,3}`,
  String.raw`(?<=["'${'`'}]),[ \t]{0,4}(?=["'${'`'}])`,
  String.raw`[ \t]{1,3}-[ \t]{1,3}(?=["'${'`'}])`,
  String.raw`>\s{0,40}`,
]

/** No operator is tried within a word of the name. */
const ASSIGNED = new RegExp(
  String.raw`(?<![\w$])([A-Za-z_$][\w.$-]{0,60})(?![\w$-])\\{0,3}["'${'`'}]?(?:\]|\))?(${OPERATORS.join('|')})${QUOTE}`,
  'g',
)
const FLAG = new RegExp(
  String.raw`(?<![^\s"'${'`'}(])--?([A-Za-z][\w-]{0,60})(?:[ \t]{1,4}|:|=)${QUOTE}`,
  'g',
)
const SPOKEN =
  /(密码|密碼|口令|パスワード|비밀번호|пароль|كلمة المرور|पासवर्ड|contraseña)(?:[ \t]{0,4}(?:[:：=]|是|为|は|는|é|—|-)[ \t]{0,4})[「“«]?(\\{0,3}["'`]|)/gi

const VALUE = /[^\s"'`,;<>(){}[\]]{6,200}/y
/** In a query, the next parameter ends the value. */
const QUERY_VALUE = /[^\s"'`,;<>(){}[\]&#\\]{6,400}/y
/** By quote; escaped characters are part of the value. */
const QUOTED: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^\r\n"\\]|\\.){6,400}(?=")/y,
  "'": /(?:[^\r\n'\\]|\\.){6,400}(?=')/y,
  '`': /(?:[^\r\n`\\]|\\.){6,400}(?=`)/y,
}
/** The backslash before the closing quote is not part of the value: redacting it would break the JSON. */
const ESCAPED = /[^\r\n"'`\\]{6,400}(?=\\{1,3}["'`])/y

/** Unquoted values in code are identifiers: a call, a member (`options.Password!`, `opts?.token`, `config->secret`), camel case. */
const CODE = /^[\w$]{1,60}(?:(?:[?!]?\.|->|::)[A-Za-z_$][\w$]{0,60}){1,8}!?$|^[A-Za-z_$]{1,60}$/
/** A path whose first or last part is a name: a member of an object. */
const OBJECT = /^[A-Za-z_]{2,20}(?:[?!]?\.|->|::)[A-Za-z_]|\.[A-Za-z_]{2,60}$/
/** Shorter identifiers change between cases as often as random letters. */
const MIN_RANDOM = 16
export const isCode = (value: string, after: string): boolean =>
  after === '(' ||
  after === '[' ||
  (CODE.test(value) &&
    (OBJECT.test(value) || !/\d/.test(value)) &&
    !(value.length >= MIN_RANDOM && looksRandom(value) && !isJoinedWords(value) && !OBJECT.test(value)))

/** At least two kinds of characters, ignoring an initial capital and punctuation: natural words have one. */
export const isMixed = (value: string): boolean => {
  const inner = value.slice(1).replace(/[.,:;!?-]$/, '')
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d_\s.-]/u].filter(kind => kind.test(inner))
  return (
    kinds.length > 1 &&
    !/\s/.test(value) &&
    !/^\w+\(|^https?:|^\d{4}-\d\d|^[\w.]+\.[a-z]{2,10}$|^[\d.]+[a-z]{0,2}$/i.test(value)
  )
}

/** Numbers that some services give out as keys are longer than counts, times and identifiers of rows. */
const isLongNumber = (value: string): boolean => /^\d{15,24}$/.test(value)

function valuePattern(quote: string, isQuery: boolean): RegExp {
  if (quote === '') return isQuery ? QUERY_VALUE : VALUE
  return QUOTED[quote.charAt(0)] ?? ESCAPED
}

interface Assignment {
  readonly name: string
  readonly quote: string
  /** Where the value starts. */
  readonly start: number
  /** Whether the form of the value decides, because the assignment is not a certain one. */
  readonly needsForm: boolean
  readonly isQuery: boolean
  /** Whether the value is the content of an element, which must end. */
  readonly isElement: boolean
}

const END_TAG = /\s{0,40}<\//y

const isFirstArgument = (text: string, name: number): boolean =>
  /\(\s?["'`]$/.test(text.slice(Math.max(0, name - 3), name))

const PLAIN = { isQuery: false, isElement: false }

function* assignments(text: string): Iterable<Assignment> {
  const search = new RegExp(ASSIGNED)
  for (let match = search.exec(text); match !== null; match = search.exec(text)) {
    const { 0: whole, 1: name = '', 2: operator = '', 3: quote = '', index } = match
    const strength = nameStrength(name)
    const before = text.charAt(index - 1)
    const isElement = operator.startsWith('>')
    const isArgument = /^,[ \t]*$/.test(operator)
    const isDash = operator.trim() === '-'
    if (
      strength === undefined ||
      (isElement && before !== '<') ||
      (isArgument && !isFirstArgument(text, index))
    ) {
      // What follows the name may be the name: `String token = ...`.
      if (/[a-z]/i.test(operator)) search.lastIndex = index + name.length
      continue
    }
    yield {
      name,
      quote,
      start: index + whole.length,
      needsForm: strength === 'likely' || isArgument || isDash,
      isQuery: before === '?' || before === '&',
      isElement,
    }
  }
  for (const { 0: whole, 1: name = '', 2: quote = '', index } of text.matchAll(FLAG)) {
    const strength = nameStrength(name)
    if (strength !== undefined)
      yield { name, quote, start: index + whole.length, needsForm: strength === 'likely', ...PLAIN }
  }
  for (const { 0: whole, 1: name = '', 2: quote = '', index } of text.matchAll(SPOKEN))
    yield { name, quote, start: index + whole.length, needsForm: false, ...PLAIN }
}

function endsElement(text: string, end: number): boolean {
  const endTag = new RegExp(END_TAG)
  endTag.lastIndex = end
  return endTag.test(text)
}

export function* assignedSecrets(text: string): Iterable<TextMatch> {
  for (const { name, quote, start, needsForm, isQuery, isElement } of assignments(text)) {
    const pattern = new RegExp(valuePattern(quote, isQuery))
    pattern.lastIndex = start
    const found = pattern.exec(text)?.[0]
    if (found === undefined || (quote === '' && isCode(found, text.charAt(start + found.length)))) continue
    if (isElement && !endsElement(text, start + found.length)) continue
    const value = quote === '' ? withoutEnd(found) : found
    const hasForm = needsForm ? isKeyLike(value) || isShortKey(value) : isMixed(value) || isLongNumber(value)
    if (hasForm && !isPlaceholder(value))
      yield { kind: isPasswordName(name) ? 'PASSWORD' : 'SECRET', start, end: start + value.length }
  }
}

/** Without what ends a line within a string, words of a script that follow without a space, and the punctuation of a sentence. */
export function withoutEnd(value: string): string {
  const lineEnd = value.search(/\\[nrt]|(?<=[!-~]{6})[\p{Lo}。，」”»]/u)
  if (lineEnd >= 0) return value.slice(0, lineEnd)
  return /[.!?]/.test(value.slice(-1)) ? value.slice(0, -1) : value
}
