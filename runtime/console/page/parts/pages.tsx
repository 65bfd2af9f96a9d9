// The pages of a list that the server divides by number: which rows are shown, and the buttons to those before and after them.
import { changeQuery, queryOf } from '../address.ts'

/** The number of the page in the address, from 0. */
export const pageOfAddress = (): number => Math.max(0, Math.trunc(Number(queryOf('page') ?? 0)) || 0)

interface PagesProps {
  readonly page: number
  /** Rows of a whole page. */
  readonly size: number
  /** Rows of this page. */
  readonly shown: number
  readonly total: number
}

export function Pages({ page, size, shown, total }: PagesProps) {
  if (total <= size) return null
  const go = (to: number): void =>
    changeQuery({ page: to === 0 ? undefined : String(to) }, { replace: false })
  return (
    <nav class="row pages" aria-label="Pages">
      <button type="button" disabled={page === 0} onClick={() => go(page - 1)}>
        Previous
      </button>
      <span>
        {page * size + 1} to {page * size + shown} of {total}
      </span>
      <button type="button" disabled={(page + 1) * size >= total} onClick={() => go(page + 1)}>
        Next
      </button>
    </nav>
  )
}
