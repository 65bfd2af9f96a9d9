// Web URLs in a text: from http:// or https:// to whitespace or a character that URLs do not contain. Punctuation of
// the surrounding sentence is not part of it.

const URLS = /https?:\/\/[^\s<>"'`{}|\\^\u{3000}-\u{303f}\u{ff00}-\u{ff0f}]*/giu

const ENDS_SENTENCE = '.,;:!?*_~'

export const findUrls = (text: string): readonly string[] =>
  [...text.matchAll(URLS)].map(([url]) => trimPunctuation(url))

/** Removes trailing punctuation, and brackets that were opened before the URL. */
export function trimPunctuation(url: string): string {
  const round = unbalanced(url, '(', ')')
  const square = unbalanced(url, '[', ']')
  let end = url.length
  for (; end > 0; end -= 1) {
    const last = url[end - 1] ?? ''
    if (last === ')' && round.count > 0) round.count -= 1
    else if (last === ']' && square.count > 0) square.count -= 1
    else if (!ENDS_SENTENCE.includes(last)) break
  }
  return url.slice(0, end)
}

/** The number of closing brackets without an opening one. */
const unbalanced = (url: string, opening: string, closing: string): { count: number } => ({
  count: url.split(closing).length - url.split(opening).length,
})

/** Whether a URL can be that of a page: it parses, has no user, and its host is a name with a dot or an IP address. */
export function isWellFormed(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.password !== '') return false
  const { hostname } = url
  if (hostname.startsWith('[')) return true
  const labels = hostname.replace(/\.$/, '').split('.')
  return (
    labels.length > 1 &&
    labels.every(label => /^[\p{L}\p{N}_]([\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?$/u.test(label))
  )
}
