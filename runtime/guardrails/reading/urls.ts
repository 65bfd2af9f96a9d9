// Addresses of web pages in a text: what begins with http:// or https:// and ends at white space or a mark that URLs
// do not hold. Marks of the sentence around it are no part of it.

const URLS = /https?:\/\/[^\s<>"'`{}|\\^\u{3000}-\u{303f}\u{ff00}-\u{ff0f}]*/giu

const ENDS_SENTENCE = '.,;:!?*_~'

export const urlsIn = (text: string): readonly string[] =>
  [...text.matchAll(URLS)].map(([url]) => trimmed(url))

/** Without the marks that end a sentence, or close a bracket that was opened before the URL. */
function trimmed(url: string): string {
  const round = surplus(url, '(', ')')
  const square = surplus(url, '[', ']')
  let end = url.length
  for (; end > 0; end -= 1) {
    const last = url[end - 1] ?? ''
    if (last === ')' && round.count > 0) round.count -= 1
    else if (last === ']' && square.count > 0) square.count -= 1
    else if (!ENDS_SENTENCE.includes(last)) break
  }
  return url.slice(0, end)
}

/** How many more brackets close than open. */
const surplus = (url: string, opening: string, closing: string): { count: number } => ({
  count: url.split(closing).length - url.split(opening).length,
})

/** Whether a URL can be that of a page: it parses, carries no user, and its host is a name with a dot or an address. */
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
