// Finds keys, tokens and passwords: by documented formats, by the name they are assigned to, and by entropy.
import { wordsOfName } from '../structure/named-value.ts'
import { namedValues } from '../structure/named-values.ts'
import { type OpenFrom, startOfRun } from '../text/settled-to.ts'
import { findSpelled, spelledOpenFrom } from '../text/spelled-text.ts'
import { type FindMatches, type TextMatch, withoutOverlaps } from '../text/text-match.ts'
import { assignedSecrets, isCode, isMixed, withoutEnd } from './assignments.ts'
import { authorizations, passwordsInUrls, passwordsOfCommands, secretUrls } from './credentials-in-use.ts'
import { hasWords, isHexadecimal, isKeyLike, isRandom, isRandomValue } from './entropy.ts'
import { linkKnownFormats, webTokens } from './known-formats.ts'
import { manifestOpenFrom, manifestSecrets } from './manifests.ts'
import { isPlaceholder } from './placeholders.ts'
import { isHarmless, linkPublicValues } from './public-values.ts'
import { isPasswordName, nameStrength } from './secret-names.ts'

const HIGH_ENTROPY = 'HIGH_ENTROPY'
/** Kinds that are found without a format of their own. */
const MAY_BE_PUBLIC: ReadonlySet<string> = new Set([HIGH_ENTROPY, 'SECRET'])

/** Runs of key characters; prose has none this long. */
const RUNS = /[\w.+/=:~-]{16,}/g

/** Shorter ones are random only as the value of an assignment. */
const MIN_RANDOM = 24

/** Parts of a run that may be random. */
const PARTS = /[A-Za-z0-9][\w+/-]{23,}={0,2}/g

interface SecretOptions {
  readonly entropy: boolean
  readonly entropyThreshold: number
}

export const ASSIGNED_REASON = 'the name that it is assigned to'

/** What finds secrets, and what makes a value one for it. Of those that find the same value, the first decides. */
export function secretSources(
  options: SecretOptions,
): readonly (readonly [reason: string, find: (text: string) => Iterable<TextMatch>])[] {
  return [
    ['the lines that begin and end a private key', privateKeys],
    ['the documented format of its service', linkKnownFormats()],
    ['the form of a JSON web token', webTokens],
    ['the address that it is part of', secretUrls],
    ['its place in the address of a connection', passwordsInUrls],
    ['the scheme or header of a credential', authorizations],
    ['the option of a command that takes it', passwordsOfCommands],
    ['the manifest of Kubernetes that it is in', manifestSecrets],
    [ASSIGNED_REASON, assignedSecrets],
    ['the header, label or declaration that names it', namedSecrets],
    ['the words of its sentence', spokenSecrets],
    ...(options.entropy
      ? [
          [
            'its random letters and digits',
            (text: string) => highEntropyRuns(text, options.entropyThreshold),
          ] as const,
        ]
      : []),
  ]
}

export function linkSecretFinder(options: SecretOptions): FindMatches {
  const sources = secretSources(options)
  const find: FindMatches = text => {
    const isPublic = linkPublicValues(text)
    return withoutOverlaps(sources.flatMap(([, findIn]) => [...findIn(text)])).filter(
      ({ kind, start, end }) => !(MAY_BE_PUBLIC.has(kind) && isPublic(start, end)),
    )
  }
  return findSpelled(find, kind => kind !== HIGH_ENTROPY)
}

function* highEntropyRuns(text: string, threshold: number): Iterable<TextMatch> {
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (run.length >= MIN_RANDOM) yield* highEntropy(text, run, index, threshold)
    for (const { value, start } of unnamedValues(text, run, index))
      if (!isPlaceholder(value) && !isHarmless(text, value, start))
        yield { kind: HIGH_ENTROPY, start, end: start + value.length }
  }
}

function* highEntropy(text: string, run: string, offset: number, threshold: number): Iterable<TextMatch> {
  for (const { 0: part, index } of run.matchAll(PARTS)) {
    const start = offset + index
    const end = start + part.length
    if (!isRandom(part, threshold) || isPath(part) || isInEncodedBlock(text, start, end)) continue
    if (!isHarmless(text, part, start)) yield { kind: HIGH_ENTROPY, start, end }
  }
}

/** A path has only short segments. */
const isPath = (part: string): boolean => part.split('/').every(piece => piece.length < 20)

const LINE = /^[\w+/=-]{40,}$/

/** One line of an encoded file: the line before or after it looks alike. */
function isInEncodedBlock(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 300), start).split('\n')
  const after = text.slice(end, end + 300).split('\n')
  return isAlone(before, after) && [before.at(-2), after[1]].some(line => LINE.test(line?.trim() ?? ''))
}

const isAlone = (before: readonly string[], after: readonly string[]): boolean =>
  [before.at(-1), after[0]].every(line => line?.trim() === '')

// Private keys in PEM, also with line breaks escaped as `\n`. The body is required: the header line by itself is often
// only mentioned.

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
const BODY = /^[A-Za-z0-9+/=\s\\:;.,"'-]*/
const END = /-----END [A-Z0-9 ]{0,60}-----/
const BASE64_RUN = /[A-Za-z0-9+/]{32}/

/** The same in base64, as manifests and variables have it. */
const ENCODED = /(?<![A-Za-z0-9+/])LS0tLS1CRUdJTi[A-Za-z0-9+/]{60,20000}={0,2}/g

export function* privateKeys(text: string): Iterable<TextMatch> {
  for (const { 0: encoded, index } of text.matchAll(ENCODED))
    if (/PRIVATE KEY/.test(Buffer.from(encoded.slice(0, 80), 'base64').toString('latin1')))
      yield { kind: 'PRIVATE_KEY', start: index, end: index + encoded.length }
  const begins = [...text.matchAll(BEGIN)]
  for (const [index, match] of begins.entries()) {
    const from = match.index + match[0].length
    // A body ends where another key starts, so every character is read once.
    const body = BODY.exec(text.slice(from, begins[index + 1]?.index))?.[0] ?? ''
    const close = END.exec(body)
    const inner = close === null ? encodedPart(body) : body.slice(0, close.index)
    const length = close === null ? inner.length : close.index + close[0].length
    if (BASE64_RUN.test(inner)) yield { kind: 'PRIVATE_KEY', start: match.index, end: from + length }
  }
}

/** The encoded part of a key without its end: up to the first line of prose. */
function encodedPart(body: string): string {
  const lines = body.split('\n')
  const proseLine = lines.findIndex(
    (line, index) => index > 0 && / /.test(line.trim()) && !/^[A-Za-z-]+: /.test(line),
  )
  return proseLine < 0 ? body : lines.slice(0, proseLine).join('\n')
}

// Keys that are assigned to a name that does not denote a secret: of a service whose keys have no prefix (`datadog =
// "..."`), or so random that only a key is (`conn: "..."`).

/** A whole value, in the run of characters around it. */
const VALUES = /(?<![\w+/.~-])[A-Za-z0-9][\w-]{15,71}(?![\w+/.~=:-])/g

const ASSIGNED_TO =
  /([A-Za-z_$][\w.$-]{0,60})\\{0,3}["'`]?\]?[ \t]{0,8}(?::=|=>|[=:])[ \t]{0,8}\\{0,3}["'`]?$/
const LONGEST_NAME = 96

/**
 * Services that document keys without a prefix, which public rule sets of secret scanners find by these names: 32 or
 * 40 letters and digits or hexadecimal digits, UUIDs, 20 letters and digits.
 */
const SERVICE =
  /adafruit|airtable|algolia|alibaba|amplitude|asana|atlassian|auth0|bitbucket|bitly|bugsnag|cloudflare|codecov|coinbase|confluent|contentful|datadog|(?:^|[_.-])dd(?:[_.-]|$)|discord|droneci|dropbox|etsy|facebook|fastly|finnhub|freshdesk|heroku|hubspot|intercom|jira|kraken|kucoin|lastfm|launchdarkly|linkedin|logzio|loggly|mailchimp|mailgun|mailjet|mandrill|mapbox|mattermost|messagebird|mixpanel|netlify|newrelic|new_relic|okta|opsgenie|pagerduty|paypal|pendo|pinterest|pipedrive|pivotal|plaid|postmark|pushover|rapidapi|rollbar|sendbird|sentry|shodan|snowflake|snyk|sonar|spotify|squarespace|sumologic|telnyx|travis|trello|twilio|twitch|twitter|unsplash|vonage|wakatime|yandex|zendesk/i
/** Names of values that are not a secret, of services and others. */
const PUBLIC =
  /(?:id|ids|uuid|guid|sha\d{0,3}|hash|digest|checksum|etag|integrity|commit|rev|revision|version|tag|image|fingerprint|thumbprint|signature|cid|slug|url|uri|href|src|path|file|filename|name|host|domain|region|index|site|org|team|user|account|project|workspace|channel|class|classname|selector|color|cursor|nonce|address|boundary|cache|ref|public|public_?key|ast|resolution|resolved|snapshot|etc|identifier|serial|dsn|query|permalink|location|link|asset|chunk|module|build)$/i

const UUID = /^[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}$/i
const MIN_DIGITS = 2
/** Sortable and collision-resistant identifiers (ULID, CUID) in values whose name does not end in `id`. */
const IDENTIFIER = /^0[0-7][0-9A-HJKMNP-TV-Z]{24}$|^c[a-z0-9]{24}$/i

export interface UnnamedValue {
  readonly value: string
  readonly start: number
}

/** `run` is at `offset` in the text. */
export function* unnamedValues(text: string, run: string, offset: number): Iterable<UnnamedValue> {
  for (const { 0: value, index } of run.matchAll(VALUES)) {
    if (value.replace(/\D/g, '').length < MIN_DIGITS || IDENTIFIER.test(value)) continue
    const start = offset + index
    const name = ASSIGNED_TO.exec(text.slice(Math.max(0, start - LONGEST_NAME), start))?.[1]
    if (name === undefined || PUBLIC.test(name)) continue
    if (isRandomValue(value) || (SERVICE.test(name) && isKeyOfService(value))) yield { value, start }
  }
}

const isKeyOfService = (value: string): boolean =>
  UUID.test(value) || (isHexadecimal(value) ? value.length >= 32 : !hasWords(value))

// Secrets that the structure of a text names (a header, a label on the line above, a declaration), and those that
// prose does: "API key: ...", "The API key for staging is ...".

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

/** Nouns of a password, and those of a key, of which the English ones need a word before them: "API key". */
const PASSWORD_NOUNS =
  'password|passphrase|passcode|passwort|kennwort|contraseña|clave|mot de passe|senha|palavra-passe|parola(?: d.ordine)?|wachtwoord|hasło|lösenord|adgangskode|kodeord|passord|salasana|heslo|şifre|пароль'
const KEY_NOUNS = 'keys?|tokens?|secrets?'
const FOREIGN_KEY_NOUNS = '(?:zugangs)?schlüssel|clé|llave|chiave|chave|sleutel|klucz|nyckel|ключ|токен'
/** Scripts without spaces; their passwords are found where they are assigned. */
const UNSPACED_KEY_NOUNS = '密钥|密鑰|令牌|キー|トークン|키|토큰'
const PREPOSITIONS =
  'for|of|to|on|in|at|from|für|von|vom|zum|zur|des|der|de|del|du|para|pour|van|voor|di|da|do|della|dello|dell.|per|dla|pani|pana|för|till|av|til|для|от|к|на|pro|ke'
const VERBS = 'is|was|reads|ist|lautet|war|est|es|é|è|era|luidt|to|jest|brzmi|är|var|er|lyder|on|je|это'

/** The last word of a name, whose secret it is, a verb, particle or sign, and the value. */
const SPOKEN = new RegExp(
  String.raw`(${UNSPACED_KEY_NOUNS}|(?<![\p{Lu}\p{Ll}\p{N}_$.])(?:${KEY_NOUNS}|${FOREIGN_KEY_NOUNS}|${PASSWORD_NOUNS}))(?![\p{Lu}\p{Ll}\p{N}_-])` +
    String.raw`(?:[ \t](?:${PREPOSITIONS})[ \t][^\n.!?:=;|]{1,60}?)?` +
    String.raw`(?:[ \t]{0,2}(?:=(?=\S)|(?:[:=：]|(?<!\p{L})(?:${VERBS})(?:[ \t]\p{Ll}{2,12}){0,2}:?)[ \t]{1,3})|[ \t]{0,2}(?:[はが是为為은는이가][^\s\p{N}]{0,4}|：)[ \t]{0,2})` +
    '["\'`“„«「]?((?:(?!\\p{Lo})[^\\s"\'`“”„«»,;<>(){}[\\]。，、」]){6,200})',
  'giu',
)
const ENGLISH_KEY = new RegExp(`^(?:${KEY_NOUNS})$`, 'i')
const FOREIGN_KEY = new RegExp(`^(?:${FOREIGN_KEY_NOUNS}|${UNSPACED_KEY_NOUNS})$`, 'iu')

/** Words of prose about a password: "AES-256", "RFC-6750", dates. */
const STANDARD = /^(?:[A-Z]{2,6}-?)?[\d.,:/-]*$/

/** What a secret has, and sentences of scripts without ASCII do not. */
const ASCII_RUN = /[!-~]{6}/

export function* spokenSecrets(text: string): Iterable<TextMatch> {
  if (!ASCII_RUN.test(text)) return
  for (const { 0: whole, 1: noun = '', 2: found = '', index } of text.matchAll(SPOKEN)) {
    if (isCode(found, text.charAt(index + whole.length))) continue
    const value = withoutEnd(found)
    const before = /([A-Za-z]{2,12})[ -]$/.exec(text.slice(Math.max(0, index - 13), index))?.[1]
    // `key=...` without a word before it is a parameter of a query, or of code.
    if (before === undefined && /=["'`]?$/.test(whole.slice(0, -found.length))) continue
    const names = [`${before}_${noun}`, noun]
    if (ENGLISH_KEY.test(noun) && !names.some(name => nameStrength(name) !== undefined)) continue
    const name = ENGLISH_KEY.test(noun) || FOREIGN_KEY.test(noun) ? 'key' : 'password'
    if (!/\d/.test(value) || STANDARD.test(value) || !isSecret(name, value)) continue
    const start = index + whole.length - found.length
    yield { kind: kindOf(name), start, end: start + value.length }
  }
}

/** Longer than a quoted value with its escapes. */
const REACH = 1024
/** What follows a value directly and decides on it: the end of an element, a quote. */
const AFTER = 48
/** A run that may be a line of an encoded file is judged by what follows it. */
const LONG_RUN = /\S{24,}/g
const NEXT_LINES = 304

const OPENING_QUOTE = /(?:^|[\s=:,>([{\\])[rbfu@$]{0,2}#{0,2}\\{0,3}["'`]/g
const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,90}-----/g
const KEY_END = /-----END [A-Z0-9 ]{0,60}-----/
const BEYOND_KEY = /[^A-Za-z0-9+/=\s\\:;.,"'-]/

/**
 * The position from which a growing text may still contain a secret that is not complete: a private key
 * without its end, a value whose closing quote is missing, lines that may be an encoded file, and the last
 * words.
 */
export const secretsOpenFrom: OpenFrom = text => {
  let open = Math.min(
    startOfRun(text, Math.max(0, text.length - AFTER)),
    spelledOpenFrom(text),
    manifestOpenFrom(text),
  )
  const from = Math.max(0, text.length - REACH)
  const tail = text.slice(from)
  for (const { index } of tail.matchAll(OPENING_QUOTE)) {
    // A value ends with its line.
    if (tail.indexOf('\n', index + 1) >= 0 && !isAfterLastLine(tail, index)) continue
    open = Math.min(open, startOfRun(text, from + index))
    break
  }
  for (const { 0: run, index } of tail.matchAll(LONG_RUN))
    if (from + index + run.length + NEXT_LINES > text.length) {
      open = Math.min(open, startOfRun(text, from + index))
      break
    }
  const key = [...text.matchAll(KEY_BEGIN)].at(-1)
  const body = key === undefined ? undefined : text.slice(key.index + key[0].length)
  if (key !== undefined && body !== undefined && !KEY_END.test(body) && !BEYOND_KEY.test(body))
    open = Math.min(open, key.index)
  return open
}

const isAfterLastLine = (tail: string, index: number): boolean => index >= tail.lastIndexOf('\n')
