// The values of "format" in draft 2020-12, and those of OpenAPI. Those with a `test` are asserted, as by Ajv; each takes linear time.
import type { Json } from '../../../../schemas/values/json.ts'

/** Longer strings match no format. */
const MAX_FORMAT_LENGTH = 2048

type TextTest = (text: string) => boolean

/** RFC 3339, section 5.6. */
function isDate(text: string): boolean {
  const [year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text)?.slice(1) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined || day < 1) return false
  return month >= 1 && month <= 12 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/** RFC 3339 with an offset; a leap second is the last one of a day in UTC. */
function isTime(text: string): boolean {
  const parts = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d)(?::?(\d\d))?)$/i.exec(text)
  if (parts === null) return false
  const [hour, minute, second, offsetHours, offsetMinutes] = [1, 2, 3, 5, 6].map(at =>
    Number(parts[at] ?? 0),
  ) as [number, number, number, number, number]
  if (hour > 23 || minute > 59 || second > 60 || offsetHours > 23 || offsetMinutes > 59) return false
  if (second < 60) return true
  const offset = (offsetHours * 60 + offsetMinutes) * (parts[4] === '-' ? -1 : 1)
  return (hour * 60 + minute - offset + 2880) % 1440 === 1439
}

function isDateTime(text: string): boolean {
  const [date = '', time = '', ...more] = text.split(/[t\s]/i)
  return more.length === 0 && isDate(date) && isTime(time)
}

/** Labels of letters, digits and inner hyphens. */
const hasLabels = (host: string): boolean =>
  /^[a-z\d-]+(?:\.[a-z\d-]+)*$/i.test(host) && !/(?:^|\.)-|-(?:\.|$)/.test(host)

function isHostname(text: string): boolean {
  const host = text.endsWith('.') ? text.slice(0, -1) : text
  return host.length <= 253 && hasLabels(host) && host.split('.').every(label => label.length <= 63)
}

/** A dot-atom of RFC 5322, and a host of two labels or more. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, host] = [text.slice(0, at), text.slice(at + 1)]
  return (
    at > 0 &&
    /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local) &&
    host.includes('.') &&
    hasLabels(host)
  )
}

const isIpv4: TextTest = text => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/.test(text)
const isIpv6: TextTest = text => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)

const CHARACTERS = String.raw`(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*`
const PATH_AND_MORE = new RegExp(`^${CHARACTERS}$`, 'i')
const AUTHORITY =
  /^(?:(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@)?(?:\[([^\]]*)\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i

/** RFC 3986; its appendix B splits the parts. */
function isReference(text: string, needsScheme: boolean): boolean {
  const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(text)
  const [scheme, authority, path = '', query = '', fragment = ''] = parts?.slice(1) ?? []
  if (parts === null || (scheme === undefined ? needsScheme : !/^[a-z][a-z\d+.-]*$/i.test(scheme)))
    return false
  if (![path, query, fragment].every(part => PATH_AND_MORE.test(part))) return false
  if (authority === undefined) return true
  const host = AUTHORITY.exec(authority)
  return host !== null && (host[1] === undefined || isIpLiteral(host[1]))
}

const isIpLiteral: TextTest = text => isIpv6(text) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(text)

const isUri: TextTest = text => isReference(text, true)
const isUriReference: TextTest = text => isReference(text, false)

/** The form of a format for ASCII, with other characters wherever it has letters. */
const international =
  (test: TextTest): TextTest =>
  text =>
    test(text.replaceAll(/[^\0-\u007f]/g, 'x'))

function isRegex(text: string): boolean {
  try {
    return new RegExp(text) !== undefined
  } catch {
    return false
  }
}

const TEXT_FORMATS: Readonly<Record<string, TextTest>> = {
  date: isDate,
  'date-time': isDateTime,
  time: isTime,
  duration: text =>
    /^P(?!$)(?:(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?|\d+W)$/.test(text),
  email: isEmail,
  'idn-email': international(isEmail),
  hostname: isHostname,
  'idn-hostname': international(isHostname),
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  'uri-reference': isUriReference,
  iri: international(isUri),
  'iri-reference': international(isUriReference),
  'uri-template': text =>
    /^(?:[^\0-\u0020"'<>%\\^`{|}]|%[\da-f]{2}|\{[+#./;?&=,!@|]?(?:\w|%[\da-f]{2})+(?::[1-9]\d{0,3}|\*)?(?:,(?:\w|%[\da-f]{2})+(?::[1-9]\d{0,3}|\*)?)*\})*$/i.test(
      text,
    ),
  uuid: text => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  'json-pointer': text => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text),
  'relative-json-pointer': text => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text),
  regex: isRegex,
  byte: text => text.length % 4 === 0 && /^[a-z\d+/]*={0,2}$/i.test(text),
}

const NUMBER_FORMATS: Readonly<Record<string, (value: number) => boolean>> = {
  int32: value => Number.isInteger(value) && Math.abs(value + 0.5) < 2 ** 31,
  int64: Number.isInteger,
}

/** Formats that restrict nothing. */
const ANNOTATIONS = ['float', 'double', 'password', 'binary']

export const formatNames: readonly string[] = [
  ...Object.keys(TEXT_FORMATS),
  ...Object.keys(NUMBER_FORMATS),
  ...ANNOTATIONS,
]

/** The test of a format; undefined for one that restricts nothing or is unknown. */
export function formatTest(format: string): ((value: Json) => boolean) | undefined {
  const testText = Object.hasOwn(TEXT_FORMATS, format) ? TEXT_FORMATS[format] : undefined
  if (testText !== undefined)
    return value => typeof value !== 'string' || (value.length <= MAX_FORMAT_LENGTH && testText(value))
  const testNumber = Object.hasOwn(NUMBER_FORMATS, format) ? NUMBER_FORMATS[format] : undefined
  return testNumber && (value => typeof value !== 'number' || testNumber(value))
}
