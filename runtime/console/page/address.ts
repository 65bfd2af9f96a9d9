// The address of the page: its path names the screen and what is open in it, its query is the whole view, so that a link shows the same.
import { computed, signal } from '@preact/signals'

/** The path that all addresses of the page are below. */
export const ROOT = '/console'

interface Address {
  /** Below the root, beginning with a slash. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

/** Values of a query; undefined removes one. */
export type QueryChange = Readonly<Record<string, string | undefined>>

const readAddress = (): Address => {
  const { pathname, search } = window.location
  return {
    path: pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) || '/' : '/',
    query: Object.fromEntries(new URLSearchParams(search)),
  }
}

/** Where the page is. */
export const address = signal<Address>(readAddress())

/** The identifier of the screen, and what is open in it. */
export const route = computed(() => {
  const [screen = '', ...open] = address.value.path.split('/').filter(part => part !== '')
  return { screen, open: open.map(decodeURIComponentOrRaw) }
})

function decodeURIComponentOrRaw(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address of a view, for links; parts of the path are encoded. */
export function hrefOf(parts: readonly string[], query: QueryChange = {}): string {
  const path = [ROOT, ...parts.map(encodeURIComponent)].join('/')
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Opens a view; `replace` leaves no entry in the history. */
export function openAddress(href: string, { replace = false } = {}): void {
  if (replace) window.history.replaceState(null, '', href)
  else window.history.pushState(null, '', href)
  address.value = readAddress()
}

/** Changes values of the query, without an entry in the history by default. */
export function changeQuery(change: QueryChange, { replace = true } = {}): void {
  const query: QueryChange = { ...address.value.query, ...change }
  openAddress(hrefOf([route.value.screen, ...route.value.open], query), { replace })
}

/** A value of the query; reading it in a component follows it. */
export const queryOf = (name: string): string | undefined => address.value.query[name]

/** Follows links of the page without loading it, and the buttons of the browser. */
export function followAddress(): void {
  window.addEventListener('popstate', () => {
    address.value = readAddress()
  })
  document.addEventListener('click', event => {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || link.target !== '' || link.hash !== '' || link.hasAttribute('download')) return
    if (link.origin !== window.location.origin || !link.pathname.startsWith(`${ROOT}/`)) return
    if (link.pathname.startsWith(`${ROOT}/sign-in`)) return
    event.preventDefault()
    openAddress(link.pathname + link.search)
  })
}
