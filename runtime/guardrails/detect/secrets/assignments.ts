// Secrets identified by the name they are assigned to (`password=...`, `"api_key": "..."`, "my password is ..."), and
// passwords in connection URLs.
import { SECRET_PROPERTIES } from '../../../../compiler/diagnostics/secret-names.ts'
import type { TextMatch } from '../text/text-match.ts'
import { isPlaceholder } from './placeholders.ts'

/**
 * A name and an assignment: `=`, `:`, `=>`, or a verb. The value follows, quoted or not; in JSON within a JSON string
 * the quotes are escaped.
 */
const ASSIGNED =
  /(?<!\w)([A-Za-z][\w.-]{0,60})\\{0,3}["'`]?(?:\]|\))?(?:[ \t]{0,8}(?:=>|:=|[:=])[ \t]{0,8}|[ \t]{1,4}(?:is|ist|est|es|é|lautet)(?:[ \t]{0,2}:)?[ \t]{1,4})(\\{0,3}["'`]|)/g
const SPOKEN =
  /(密码|密碼|口令|パスワード|비밀번호|пароль|كلمة المرور|पासवर्ड|contraseña)(?:[ \t]{0,4}(?:[:：=]|是|为|は|é|—|-)[ \t]{0,4})(\\{0,3}["'`]|)/gi

const SECRET_NAME =
  /(?:api|access|secret|private|auth|signing|encryption|master|account|client|session|bearer|refresh|storage|webhook)[_.-]?(?:key|token|secret)s?(?:[_.-]?(?:id|base64))?$|passw(?:or)?d$|^pwd$|_pwd$|^passphrase$|_pass$|^passwort$|^kennwort$|^passcode$|^senha$|^secret$|_secret$|^token$|_token$|-token$|^credentials?$/i
/** Public values and counters. */
const PUBLIC_NAME =
  /public|publishable|key_?id$|keyid$|max_?tokens?|next_?page_?token|page_?token|next_?token|continuation_?token|sync_?token|csrf|cancel/i

const secretProperties: ReadonlySet<string> = new Set(SECRET_PROPERTIES)

const isSecretName = (name: string): boolean =>
  secretProperties.has(name.toLowerCase()) || (SECRET_NAME.test(name) && !PUBLIC_NAME.test(name))

const VALUE = /[^\s"'`,;<>(){}[\]]{6,200}/y
/** By quote; escaped characters are part of the value. */
const QUOTED: Readonly<Record<string, RegExp>> = {
  '"': /(?:[^\r\n"\\]|\\.){6,200}(?=")/y,
  "'": /(?:[^\r\n'\\]|\\.){6,200}(?=')/y,
  '`': /(?:[^\r\n`\\]|\\.){6,200}(?=`)/y,
}
/** The backslash before the closing quote is not part of the value: redacting it would break the JSON. */
const ESCAPED = /[^\r\n"'`\\]{6,200}(?=\\{1,3}["'`])/y

/** Unquoted values in code are identifiers: a call, a property, camel case. */
const CODE = /^[\w$]{1,60}(?:\.[A-Za-z_$][\w$]{0,60}){1,8}$|^[A-Za-z][a-z]{2,30}(?:[A-Z][a-z]{2,30}){1,8}$/
const isCode = (value: string, after: string): boolean =>
  after === '(' || (CODE.test(value) && !/\d/.test(value))

/** At least two kinds of characters, ignoring an initial capital and punctuation: natural words have one. */
const isMixed = (value: string): boolean => {
  const inner = value.slice(1).replace(/[.,:;!?-]$/, '')
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9_\s.-]/].filter(kind => kind.test(inner))
  return (
    kinds.length > 1 &&
    !/\s/.test(value) &&
    !/^\w+\(|^https?:|^\d{4}-\d\d|^[\w.]+\.[a-z]{2,10}$|^[\d.]+[a-z]{0,2}$/i.test(value)
  )
}

const valuePattern = (quote = ''): RegExp => (quote === '' ? VALUE : (QUOTED[quote] ?? ESCAPED))

export function* assignedSecrets(text: string): Iterable<TextMatch> {
  for (const [pattern, isSecret] of [
    [ASSIGNED, isSecretName],
    [SPOKEN, () => true],
  ] as const)
    for (const match of text.matchAll(pattern)) {
      const [whole, name = '', quote] = match
      if (!isSecret(name)) continue
      const start = match.index + whole.length
      const valueRegExp = new RegExp(valuePattern(quote))
      valueRegExp.lastIndex = start
      const found = valueRegExp.exec(text)?.[0]
      if (found === undefined || (quote === '' && isCode(found, text.charAt(start + found.length)))) continue
      const value = quote === '' ? found.replace(/[.!?]$/, '') : found
      if (isMixed(value) && !isPlaceholder(value))
        yield {
          kind: /pass|pwd|kennwort|senha|[^ -~]/i.test(name) ? 'PASSWORD' : 'SECRET',
          start,
          end: start + value.length,
        }
    }
}

const PASSWORD_IN_URL = /:\/\/[^\s:/@"'`<>]{0,100}:([^\s/@"'`<>]{3,200})@[\w[]/g

export function* passwordsInUrls(text: string): Iterable<TextMatch> {
  for (const match of text.matchAll(PASSWORD_IN_URL)) {
    const password = match[1] ?? ''
    const end = match.index + match[0].length - 2
    if (!isPlaceholder(password)) yield { kind: 'PASSWORD', start: end - password.length, end }
  }
}

const HEADER = /\b(bearer|basic)[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,2000})/gi

/** Values of `authorization` headers. */
export function* authorizations(text: string): Iterable<TextMatch> {
  for (const match of text.matchAll(HEADER)) {
    const value = match[2] ?? ''
    const end = match.index + match[0].length
    if (isMixed(value) && /\d/.test(value) && !isPlaceholder(value))
      yield { kind: 'AUTHORIZATION', start: end - value.length, end }
  }
}
