// Secrets that the structure of a text names (a header, a label on the line above, a declaration), and those that prose does: "API key:
// ...", "The API key for staging is ...".
import { wordsOfName } from '../structure/named-value.ts'
import { namedValues } from '../structure/named-values.ts'
import type { TextMatch } from '../text/text-match.ts'
import { isCode, isMixed, withoutEnd } from './assignments.ts'
import { isKeyLike } from './entropy.ts'
import { isPlaceholder } from './placeholders.ts'
import { isPasswordName, nameStrength } from './secret-names.ts'

const MIN_LENGTH = 6

/** A name written in words is that of a field: "API key" is `api_key`. */
const isSecretName = (name: string): boolean =>
  nameStrength(wordsOfName(name).replaceAll(' ', '_')) !== undefined

/** No assignment makes it certain, so the form of the value decides, except for passwords, which have none. */
const isSecret = (name: string, value: string): boolean =>
  value.length >= MIN_LENGTH &&
  (isKeyLike(value) || (isPasswordName(name) && isMixed(value))) &&
  !isPlaceholder(value)

const kindOf = (name: string): string => (isPasswordName(name) ? 'PASSWORD' : 'SECRET')

export function* namedSecrets(text: string): Iterable<TextMatch> {
  for (const { name, start, end } of namedValues(text, isSecretName, false))
    if (isSecret(name, text.slice(start, end))) yield { kind: kindOf(name), start, end }
}

/** The last word of a name, whose secret it is, a verb or sign, and the value. */
const SPOKEN = new RegExp(
  String.raw`(?<![\w$.])(keys?|tokens?|secrets?|password|passphrase|passcode|passwort|contraseña|mot de passe)(?![\w-])` +
    String.raw`(?:[ \t](?:for|of|to|on|in|at|from|für|von|des|der|de|del|du|para|pour)[ \t][^\n.!?:=;|]{1,60}?)?` +
    String.raw`[ \t]{0,2}(?:[:=]|(?<![a-z])(?:is|was|reads|ist|lautet|est|es|é)(?:[ \t][a-z]{2,12}){0,2}:?)[ \t]{1,3}` +
    '["\'`“„«]?([^\\s"\'`“”„«»,;<>(){}[\\]]{6,200})',
  'gi',
)

/** Words of prose about a password: "AES-256", "RFC-6750", dates. */
const STANDARD = /^(?:[A-Z]{2,6}-?)?[\d.,:/-]*$/

export function* spokenSecrets(text: string): Iterable<TextMatch> {
  for (const { 0: whole, 1: noun = '', 2: found = '', index } of text.matchAll(SPOKEN)) {
    if (isCode(found, text.charAt(index + whole.length))) continue
    const value = withoutEnd(found)
    const before = /([A-Za-z]{2,12})[ -]$/.exec(text.slice(Math.max(0, index - 13), index))?.[1]
    const names = [`${before}_${noun}`, noun]
    if (!names.some(name => nameStrength(name) !== undefined)) continue
    if (!/\d/.test(value) || STANDARD.test(value) || !isSecret(noun, value)) continue
    const start = index + whole.length - found.length
    yield { kind: kindOf(noun), start, end: start + value.length }
  }
}
