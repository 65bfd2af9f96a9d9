// Finds links that hide where they lead, and those whose host is on a list of the config.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import { type FindMatches, type TextMatch, withoutOverlaps } from '../text/text-match.ts'
import { trimPunctuation } from '../text/urls.ts'
import {
  hostOf,
  isDisguised,
  isHostWithin,
  isListed,
  linkLookalikes,
  siteOf,
  withoutDot,
} from './host-names.ts'

export type LinkCategory = CheckParameters['default.maliciousUrls']['categories'][number]

interface LinkLists {
  readonly categories: readonly LinkCategory[]
  readonly blockedHosts?: readonly string[]
  readonly blockedTlds?: readonly string[]
  readonly allowedHosts?: readonly string[]
  readonly protectedHosts?: readonly string[]
}

/** Public services that shorten any URL. */
const SHORTENERS: ReadonlySet<string> = new Set(
  'bit.ly tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly cutt.ly rebrand.ly rb.gy tiny.cc t.ly lnkd.in shorturl.at bl.ink s.id adf.ly bit.do tr.im dub.sh urlz.fr dlvr.it shorte.st ift.tt cli.re short.gy u.to'.split(
    ' ',
  ),
)

const SCHEME = /^[\s\0-\x20]*([a-z][a-z0-9+.-]*):/i
const WEB = /^(?:https?|wss?|ftp)$/i
/** Does nothing: frequent in old pages. */
const NO_SCRIPT = /^javascript:(?:void\(?0\)?)?;?$/i
const DOCUMENT =
  /^data:(?:text\/(?:html|xml|javascript)|application\/(?:xhtml\+xml|xml|javascript|ecmascript)|image\/svg)/i

export function linkUrlFinder(lists: LinkLists): FindMatches {
  const categories = new Set(lists.categories)
  const hosts = (list: readonly string[] = []): readonly string[] =>
    list.map(host => hostOf(host) ?? host.toLowerCase())
  const blocked = new Set(hosts(lists.blockedHosts))
  const allowed = new Set(hosts(lists.allowedHosts))
  const endings = new Set(hosts(lists.blockedTlds?.map(ending => ending.replace(/^\./, ''))))
  const isProtected = new Set(hosts(lists.protectedHosts))
  const isLookalike = linkLookalikes(isProtected)

  const hostKind = (host: string): string | undefined => {
    if (isListed(host, blocked)) return 'BLOCKED_HOST'
    if (isListed(host, endings)) return 'BLOCKED_TLD'
    if (allowed.size > 0 && !isListed(host, allowed)) return 'UNLISTED_HOST'
    return undefined
  }
  const disguiseOf = (host: string, written: string): LinkCategory | undefined => {
    if (categories.has('NUMERIC_ADDRESS') && isIpv4(host) && written !== host) return 'NUMERIC_ADDRESS'
    if (!categories.has('HOMOGRAPH') || isListed(host, isProtected)) return undefined
    return isLookalike(host) || isDisguised(host) ? 'HOMOGRAPH' : undefined
  }
  const kindOf = ({ target, label, isMarkup }: TextLink): string | undefined => {
    const url = isMarkup ? withoutBreaks(target) : target
    const scheme = SCHEME.exec(url)?.[1]
    if (scheme !== undefined && !WEB.test(scheme))
      return isMarkup && categories.has('SCRIPT') && isScript(url) ? 'SCRIPT' : undefined
    const absolute = scheme === undefined && /^[\\/]{2}/.test(url) ? `https:${url}` : url
    if ((scheme === undefined && absolute === url) || !URL.canParse(absolute)) return undefined
    const { hostname, username } = new URL(absolute)
    const host = withoutDot(hostname)
    if (categories.has('USERINFO') && namesHost(username)) return 'USERINFO'
    return (
      hostKind(host) ??
      disguiseOf(host, writtenHost(absolute)) ??
      (categories.has('SHORTENER') && SHORTENERS.has(host) ? 'SHORTENER' : undefined) ??
      (categories.has('LINK_TEXT') && label !== undefined && namesOther(label, host)
        ? 'LINK_TEXT'
        : undefined)
    )
  }
  return text => {
    const found: TextMatch[] = []
    for (const link of findLinks(text)) {
      const kind = kindOf(link)
      if (kind !== undefined) found.push({ kind, start: link.start, end: link.end })
    }
    if (blocked.size > 0)
      for (const { host, start } of findHosts(text)) {
        const name = hostOf(host)
        if (name !== undefined && isListed(name, blocked))
          found.push({ kind: 'BLOCKED_HOST', start, end: start + host.length })
      }
    return withoutOverlaps(found)
  }
}

/** Browsers remove these from the target of a link. */
const withoutBreaks = (target: string): string => target.replace(/[\t\r\n]/g, '').trim()

function isScript(url: string): boolean {
  if (/^(?:vbscript|livescript):/i.test(url) || DOCUMENT.test(url)) return true
  return /^javascript:/i.test(url) && !NO_SCRIPT.test(url)
}

const isIpv4 = (host: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host)

/** The host as it is written, without user and port. */
function writtenHost(url: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:[\\/]*([^\\/?#]*)/i.exec(url)?.[1] ?? ''
  return withoutDot(authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, ''))
}

/** Whether the user of a URL looks like its host: `https://example.com@203.0.113.7`. */
function namesHost(user: string): boolean {
  const name = user.replace(/%[0-9a-f]{2}/gi, ' ').trim()
  return /^(?:www\.|https?\b)|\.(?:[a-z]{2,3}|info|online|shop|cloud)(?:[ /:]|$)/i.test(name)
}

/**
 * Hosts in the text of a link: with a scheme or `www.`, or below a domain that names of programs and files do not end
 * with.
 */
const LABEL =
  /^\s*(?:(?:https?:\/\/(?:[^\s/@]{1,200}@)?|www\.)([^\s/:?#]{1,255})|([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:com|org|gov|edu|de|fr|uk|eu|ch|at|nl|es|jp|cn|br)))(?:[/:?#]\S*)?\s*$/iu

function namesOther(label: string, host: string): boolean {
  const [, written, bare] = LABEL.exec(label) ?? []
  const name = written ?? bare
  const named = name === undefined || !name.includes('.') ? undefined : hostOf(name)
  if (named === undefined) return false
  return !isHostWithin(host, named) && !isHostWithin(named, host) && siteOf(host) !== siteOf(named)
}

interface TextLink {
  readonly target: string
  /** What a reader sees in place of the target. */
  readonly label?: string
  /** It is a link by its markup, and may have any scheme. */
  readonly isMarkup: boolean
  /** In UTF-16 code units. */
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

const URLS =
  /(?<![a-z\d])(?:https?|wss?|ftp):[\\/]{2,8}[^\s<>"'`{}|^\u{3000}-\u{303f}\u{ff00}-\u{ff0f}]{1,4000}/giu
const MARKDOWN =
  /\[([^[\]\n]{1,300})\]\(\s{0,8}<?([^\s<>()]{1,4000}(?:\([^\s<>()]{0,400}\)[^\s<>()]{0,400})?)/g
const DEFINITION = /^ {0,3}\[[^[\]\n]{1,300}\]:[ \t]{1,8}<?([^\s<>]{1,4000})/gm
const ANCHOR =
  /<a\s[^<>]{0,500}?href\s{0,8}=\s{0,8}(?:"([^"<>]{1,4000})"|'([^'<>]{1,4000})'|([^\s"'<>]{1,4000}))[^<>]{0,500}>(?:([^<>]{1,300})<\/a)?/gi
const HOSTS =
  /(?<![\p{L}\p{N}@/._-])[\p{L}\p{N}][\p{L}\p{N}-]{0,62}(?:\.[\p{L}\p{N}][\p{L}\p{N}-]{0,62}){1,10}/gu

/**
 * Links of a text: URLs anywhere, targets of Markdown and HTML links with the text that a reader sees, and
 * names of hosts without a scheme.
 */
function* findLinks(text: string): Iterable<TextLink> {
  if (text.includes(':'))
    for (const { 0: found, index } of text.matchAll(URLS)) {
      const target = trimPunctuation(found)
      yield { target, isMarkup: false, start: index, end: index + target.length }
    }
  if (text.includes(']('))
    for (const { 0: all, 1: label = '', 2: target = '', index } of text.matchAll(MARKDOWN))
      yield {
        target,
        label,
        isMarkup: true,
        start: index + all.length - target.length,
        end: index + all.length,
      }
  if (text.includes(']:'))
    for (const { 0: all, 1: target = '', index } of text.matchAll(DEFINITION))
      yield { target, isMarkup: true, start: index + all.length - target.length, end: index + all.length }
  if (text.includes('<'))
    for (const match of text.matchAll(ANCHOR)) {
      const { 0: all, 4: label = '', index } = match
      const target = match[1] ?? match[2] ?? match[3] ?? ''
      const start = index + all.indexOf(target)
      yield { target, label, isMarkup: true, start, end: start + target.length }
    }
}

/** Names of hosts that stand by themselves, as in "go to example.com". */
function* findHosts(text: string): Iterable<{ readonly host: string; readonly start: number }> {
  if (text.includes('.')) for (const { 0: host, index } of text.matchAll(HOSTS)) yield { host, start: index }
}
