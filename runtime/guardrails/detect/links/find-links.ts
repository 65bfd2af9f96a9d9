// Links of a text: URLs anywhere, targets of Markdown and HTML links with the text that a reader sees, and names of hosts without a scheme.
import { trimPunctuation } from '../text/urls.ts'

export interface TextLink {
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

export function* findLinks(text: string): Iterable<TextLink> {
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
export function* findHosts(text: string): Iterable<{ readonly host: string; readonly start: number }> {
  if (text.includes('.')) for (const { 0: host, index } of text.matchAll(HOSTS)) yield { host, start: index }
}
