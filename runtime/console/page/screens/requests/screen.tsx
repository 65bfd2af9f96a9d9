// Requests: a list that the server searches, with the request that is open beside it.
import { useEffect, useRef } from 'preact/hooks'
import { hrefOf, openAddress, route } from '../../address.ts'
import { session } from '../../api/session.ts'
import { NoRecords } from '../../parts/states.tsx'
import { Zone } from '../../parts/values.tsx'
import { RequestDetail } from './request-detail.tsx'
import { RequestList } from './request-list.tsx'
import { listed, listHref, requestHref } from './request-view.ts'

export default function Requests() {
  const [open] = route.value.open
  useKeys(open)
  if (session.value?.gateway.has.logs === false)
    return (
      <div class="stack">
        <h1>Requests</h1>
        <NoRecords>every request appears here with its path, its cost and its failure.</NoRecords>
      </div>
    )
  return (
    <div class="requests">
      <header class="screen-head">
        <h1>Requests</h1>
        <Zone />
      </header>
      <div class={open === undefined ? 'split' : 'split open'}>
        <div class="split-list">
          <RequestList open={open} />
        </div>
        {open !== undefined && <RequestDetail key={open} id={open} />}
      </div>
    </div>
  )
}

const rowLink = (id: string): HTMLAnchorElement | undefined =>
  [...document.querySelectorAll<HTMLAnchorElement>('.split-list a.row-link')].find(
    ({ pathname }) => pathname === hrefOf(['requests', id]),
  )

const isRowFocused = (): boolean => document.activeElement?.matches('.split-list a.row-link') === true

/** Opens another request; the focus goes along if it is in the list. */
function openBeside(id: string): void {
  if (isRowFocused()) rowLink(id)?.focus()
  openAddress(requestHref(id), { replace: true })
}

/** j and k go to the next and the previous request, Escape closes it, / goes to the search. */
function useKeys(open: string | undefined): void {
  const before = useRef(open)
  useEffect(() => {
    const closed = before.current
    before.current = open
    if (open !== undefined || closed === undefined) return
    rowLink(closed)?.focus()
  }, [open])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event
      // As it is now: keys may come faster than the page is drawn.
      const [current] = route.peek().open
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const isTyping = target instanceof Element && target.closest('input, select, textarea, dialog') !== null
      if (key === 'Escape' && current !== undefined && !isTyping) openAddress(listHref())
      else if (isTyping) return
      else if (key === '/') document.querySelector<HTMLElement>('.split-list input[type=search]')?.focus()
      else if (key !== 'j' && key !== 'k') return
      else if (current === undefined) {
        // Inside of the table, it moves the focus.
        if (isRowFocused()) return
        document.querySelector<HTMLElement>('.split-list a.row-link')?.focus()
      } else {
        const at = listed.peek().indexOf(current)
        const next = at < 0 ? undefined : listed.peek()[at + (key === 'j' ? 1 : -1)]
        if (next !== undefined) openBeside(next)
        event.stopPropagation()
      }
      event.preventDefault()
    }
    // Before the table, in which the same keys move the focus alone.
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [])
}
