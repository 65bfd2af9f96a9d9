// A table of rows that can be opened: with the arrow keys, j and k, Enter, and a click. On narrow pages rows become cards.
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { openAddress } from '../address.ts'

export interface Column<Row> {
  readonly id: string
  readonly title: string
  readonly show: (row: Row) => ComponentChildren
  readonly isNumber?: boolean
  /** Shown on narrow pages too; all are if none is marked. */
  readonly isMain?: boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The address that a row opens; without it rows only show. */
  readonly hrefOf?: (row: Row) => string
  /** The key of the row that is open. */
  readonly open?: string | undefined
  /** Called for the column that is clicked, where the server sorts. */
  readonly sort?: {
    readonly by: string
    readonly isAscending: boolean
    readonly change: (column: string) => void
  }
  readonly sortable?: readonly string[]
}

export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  hrefOf,
  open,
  sort,
  sortable = [],
}: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    if (open !== undefined)
      body.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [open])
  const onKey = (event: KeyboardEvent): void => {
    const step =
      event.key === 'ArrowDown' || event.key === 'j'
        ? 1
        : event.key === 'ArrowUp' || event.key === 'k'
          ? -1
          : 0
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return
    const links = [...(body.current?.querySelectorAll<HTMLElement>('a.row-link') ?? [])]
    const at = links.findIndex(link => link.matches(':focus'))
    const next = links[Math.max(0, Math.min(links.length - 1, at + step))]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  const onClick = (event: MouseEvent, row: Row): void => {
    if (hrefOf === undefined || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest('a, button, input, select') !== null) return
    if (window.getSelection()?.isCollapsed === false) return
    openAddress(hrefOf(row))
  }
  const hasMain = columns.some(({ isMain }) => isMain === true)
  return (
    <div class="table-frame">
      <table>
        <caption class="unseen">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ id, title, isNumber, isMain }) => (
              <th
                key={id}
                scope="col"
                class={classOf(isNumber, hasMain && isMain !== true)}
                aria-sort={sort?.by === id ? (sort.isAscending ? 'ascending' : 'descending') : undefined}
              >
                {sort !== undefined && sortable.includes(id) ? (
                  <button type="button" class="plain" onClick={() => sort.change(id)}>
                    {title}
                    <span aria-hidden="true">{sort.by === id ? (sort.isAscending ? ' ↑' : ' ↓') : ''}</span>
                  </button>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        {/* The links in the rows take the keys. */}
        <tbody ref={body} onKeyDown={onKey}>
          {rows.map(row => {
            const key = keyOf(row)
            return (
              <tr
                key={key}
                class={hrefOf === undefined ? '' : 'opens'}
                aria-current={open === key ? 'true' : undefined}
                onClick={event => onClick(event, row)}
              >
                {columns.map(({ id, title, show, isNumber, isMain }, at) => (
                  <td key={id} data-title={title} class={classOf(isNumber, hasMain && isMain !== true)}>
                    {at === 0 && hrefOf !== undefined ? (
                      <a class="row-link" href={hrefOf(row)}>
                        {show(row)}
                      </a>
                    ) : (
                      show(row)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const classOf = (isNumber: boolean | undefined, isMinor: boolean): string =>
  [isNumber === true ? 'numeric' : '', isMinor ? 'minor' : ''].join(' ').trim()
