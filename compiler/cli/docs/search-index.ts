// The index of the full-text search: the words of every section, with the sections that have them. It is a script, since a page that was
// opened from a folder may read no other file.
import type { SearchIndex } from '../../../runtime/console/page/docs/site-index.ts'
import type { TextSection } from './markdown.ts'

export interface IndexedPage {
  readonly path: string
  readonly title: string
  readonly sections: readonly TextSection[]
}

/** Characters of a section that a result shows. */
const SHOWN = 140
const SHORTEST = 2
/** Longer words are digests and base64. */
const LONGEST = 40

/** The words that a section is found by; names with dashes and dots also by their parts. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const [name] of text.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}_.@/-]*/gu))
    for (const word of [name.replace(/[_.@/-]+$/, ''), ...name.split(/[_.@/-]+/)])
      if (word.length >= SHORTEST && word.length <= LONGEST) words.add(word)
  return words
}

export function buildSearchIndex(pages: readonly IndexedPage[]): SearchIndex {
  const sections: (readonly [number, string, string, string])[] = []
  const found = new Map<string, { readonly titles: number[]; readonly texts: number[] }>()
  pages.forEach(({ title: pageTitle, sections: own }, page) => {
    for (const { id, title, text } of own) {
      const shown = text.replaceAll(/\s+/g, ' ').trim()
      if (shown === '' && title === '') continue
      const index = sections.length
      sections.push([page, id, title, shown.slice(0, SHOWN)])
      const inTitle = wordsOf(`${title} ${id === '' ? pageTitle : ''}`)
      for (const word of new Set([...inTitle, ...wordsOf(shown)])) {
        const entry = found.get(word) ?? { titles: [], texts: [] }
        ;(inTitle.has(word) ? entry.titles : entry.texts).push(index)
        found.set(word, entry)
      }
    }
  })
  const packed = (numbers: readonly number[]): string =>
    numbers.map((number, index) => (number - (numbers[index - 1] ?? 0)).toString(36)).join(' ')
  return {
    pages: pages.map(({ path, title }) => [path, title]),
    sections,
    words: Object.fromEntries(
      [...found]
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([word, { titles, texts }]) => [word, `${packed(titles)}*${packed(texts)}`]),
    ),
  }
}
