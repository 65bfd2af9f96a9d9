// What every page of the documentation runs: the theme, the list of pages, and the search, whose index is loaded with the first letter.
import { readStored, writeStored } from '../stored.ts'
import type { SearchIndex } from './site-index.ts'

interface Globals {
  portolanIndex?: SearchIndex
  readonly trustedTypes?: {
    readonly createPolicy: (
      name: string,
      rules: { readonly createScriptURL: (url: string) => string },
    ) => { readonly createScriptURL: (url: string) => string }
  }
}

const globals = window as unknown as Globals
const document_ = document.documentElement
/** The way to the root of the site. */
const root = document_.dataset['root'] ?? ''

const stored = readStored('theme')
if (stored === 'light' || stored === 'dark') document_.dataset['theme'] = stored

document.addEventListener('DOMContentLoaded', () => {
  const theme = document.querySelector<HTMLSelectElement>('#theme')
  const input = document.querySelector<HTMLInputElement>('#search')
  const found = document.querySelector<HTMLElement>('#found')
  if (theme === null || input === null || found === null) return
  for (const each of document.querySelectorAll('search, .theme')) each.removeAttribute('hidden')
  theme.value = stored ?? 'system'
  theme.addEventListener('change', () => {
    if (theme.value === 'system') delete document_.dataset['theme']
    else document_.dataset['theme'] = theme.value
    writeStored('theme', theme.value === 'system' ? undefined : theme.value)
  })
  const pages = document.querySelector<HTMLDetailsElement>('details.pages')
  const wide = window.matchMedia('(min-width: 60rem)')
  const openPages = (): void => {
    if (pages !== null) pages.open = wide.matches
  }
  openPages()
  wide.addEventListener('change', openPages)
  followSearch(input, found)
})

function followSearch(input: HTMLInputElement, found: HTMLElement): void {
  let index: Promise<SearchIndex | undefined> | undefined
  const show = async (): Promise<void> => {
    const query = input.value
    if (query.trim() === '') return close()
    index ??= loadIndex()
    const loaded = await index
    if (input.value === query) showResults(found, loaded === undefined ? undefined : search(loaded, query))
  }
  const close = (): void => {
    found.hidden = true
    found.replaceChildren()
  }
  input.addEventListener('input', () => void show())
  input.addEventListener('focus', () => void show())
  const links = (): readonly HTMLElement[] => [...found.querySelectorAll<HTMLElement>('a')]
  const box = input.closest('search')
  box?.addEventListener('keydown', event => {
    const { key } = event as KeyboardEvent
    const all = links()
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (key === 'Escape') {
      close()
      input.focus()
    } else if (key === 'ArrowDown') {
      event.preventDefault()
      all[Math.min(at + 1, all.length - 1)]?.focus()
    } else if (key === 'ArrowUp') {
      event.preventDefault()
      if (at <= 0) input.focus()
      else all[at - 1]?.focus()
    } else if (key === 'Enter' && at < 0) all[0]?.click()
  })
  box?.addEventListener('focusout', event => {
    if (!(event as FocusEvent).relatedTarget || !box.contains((event as FocusEvent).relatedTarget as Node))
      close()
  })
  document.addEventListener('keydown', event => {
    const isTyping =
      event.target instanceof Element && event.target.closest('input, textarea, select, .editor') !== null
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
}

/** By a script: a page of the file system may read no other file. */
function loadIndex(): Promise<SearchIndex | undefined> {
  return new Promise(resolve => {
    const script = document.createElement('script')
    const url = `${root}search-index.js`
    script.src =
      globals.trustedTypes
        ?.createPolicy('portolan-search', { createScriptURL: each => each })
        .createScriptURL(url) ?? url
    script.addEventListener('load', () => resolve(globals.portolanIndex))
    script.addEventListener('error', () => resolve(undefined))
    document.head.append(script)
  })
}

interface Result {
  readonly href: string
  readonly page: string
  readonly title: string
  readonly text: string
}

const MOST = 30
const TITLE = 8
const WHOLE_WORD = 3

/** Sections that have every word; the last one may be the beginning of a word. */
export function search(index: SearchIndex, query: string): readonly Result[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.@/-]*/gu) ?? []
  let scores: Map<number, number> | undefined
  for (const word of words) {
    const own = scoresOf(index, word)
    const before = scores
    scores =
      before === undefined
        ? own
        : new Map(
            [...own].flatMap(([section, score]) => {
              const other = before.get(section)
              return other === undefined ? [] : [[section, other + score] as const]
            }),
          )
  }
  return [...(scores ?? [])]
    .sort(([one, a], [other, b]) => b - a || one - other)
    .slice(0, MOST)
    .flatMap(([section]) => {
      const [page = 0, anchor = '', title = '', text = ''] = index.sections[section] ?? []
      const [path = '', pageTitle = ''] = index.pages[page] ?? []
      return [{ href: `${root}${path}${anchor === '' ? '' : `#${anchor}`}`, page: pageTitle, title, text }]
    })
}

function scoresOf({ words }: SearchIndex, wanted: string): Map<number, number> {
  const scores = new Map<number, number>()
  for (const [word, packed] of Object.entries(words)) {
    if (!word.startsWith(wanted)) continue
    const [titles = '', texts = ''] = packed.split('*')
    const whole = word === wanted ? WHOLE_WORD : 1
    for (const [numbers, weight] of [
      [titles, TITLE],
      [texts, 1],
    ] as const) {
      let section = 0
      for (const difference of numbers.split(' ')) {
        if (difference === '') continue
        section += Number.parseInt(difference, 36)
        scores.set(section, Math.max(scores.get(section) ?? 0, weight * whole))
      }
    }
  }
  return scores
}

function showResults(found: HTMLElement, results: readonly Result[] | undefined): void {
  const status = document.createElement('p')
  status.setAttribute('role', 'status')
  status.textContent =
    results === undefined
      ? 'The index of the search could not be loaded.'
      : results.length === 0
        ? 'Nothing was found.'
        : `${results.length === MOST ? `The first ${MOST} places` : results.length === 1 ? 'One place' : `${results.length} places`}`
  const list = document.createElement('ul')
  for (const { href, page, title, text } of results ?? []) {
    const link = document.createElement('a')
    link.href = href
    const name = document.createElement('strong')
    name.textContent = title === '' || title === page ? page : `${page}: ${title}`
    const shown = document.createElement('span')
    shown.textContent = text
    link.append(name, shown)
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  found.replaceChildren(status, list)
  found.hidden = false
}
