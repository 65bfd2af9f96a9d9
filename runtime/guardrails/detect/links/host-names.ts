// Host names in links: their sites, which script they are in, and whether one looks like another.
import { domainToUnicode } from 'node:url'
import { LATIN_TWINS } from '../text/homoglyphs.ts'

/** A host as URLs have it: in ASCII, in lower case, without a final dot; undefined where it is none. */
export function hostOf(text: string): string | undefined {
  const url = `https://${text}/`
  return URL.canParse(url) ? withoutDot(new URL(url).hostname) : undefined
}

export const withoutDot = (host: string): string => host.replace(/\.$/, '')

export const isHostWithin = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`)

/** Whether one of the domains is the host, or one above it. */
export function isListed(host: string, domains: ReadonlySet<string>): boolean {
  for (let at = 0; at >= 0; at = host.indexOf('.', at) + 1 || -1) if (domains.has(host.slice(at))) return true
  return false
}

/** Names below which names are registered in many countries. */
const SECOND_LEVEL = /^(?:com?|org|net|gov|ac|edu|or|ne|go)\.[a-z]{2}$/

/** The registered name of a host, approximately: `example.co.uk` of `www.example.co.uk`. */
export function siteOf(host: string): string {
  const labels = host.split('.')
  const last = labels.slice(-2).join('.')
  return SECOND_LEVEL.test(last) ? labels.slice(-3).join('.') : last
}

/** With its internationalized labels (RFC 3492) in Unicode; labels that cannot be decoded are unchanged. */
export const decodeHost = (host: string): string => domainToUnicode(host) || host

const LATIN = /\p{Script=Latin}/u
/** Scripts with letters that look like Latin ones. */
const CONFUSABLE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u
const ASCII = /^[\0-\x7f]*$/

const toTwins = (text: string): string =>
  Array.from(text, letter => LATIN_TWINS.get(letter) ?? letter).join('')

/** Whether a label mixes letters of scripts that look alike, or looks like one in ASCII below a domain in ASCII. */
export function isDisguised(host: string): boolean {
  const readable = decodeHost(host)
  if (ASCII.test(readable)) return false
  const labels = readable.split('.')
  const isAsciiDomain = ASCII.test(labels.at(-1) ?? '')
  return labels.some(
    label => CONFUSABLE.test(label) && (LATIN.test(label) || (isAsciiDomain && ASCII.test(toTwins(label)))),
  )
}

/** What a reader sees at a glance: accents, and digits and letters that look alike, are the same. */
const skeletonOf = (host: string): string =>
  toTwins(decodeHost(host).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[01|!i]/g, letter => (letter === '0' ? 'o' : 'l'))

/** Finds hosts that are none of these domains and are meant to be taken for one: `paypa1.com`, `paypal.com.example.net`. */
export function linkLookalikes(domains: Iterable<string>): (host: string) => boolean {
  const names = [...domains]
  const skeletons = new Set(names.map(skeletonOf))
  return host =>
    skeletons.has(skeletonOf(siteOf(host))) ||
    names.some(name => `.${host}`.includes(`.${name}.`) || `.${host}`.includes(`.${name}-`))
}
