// The filters of a list: each is a value of the address, shown as a field or as a mark that can be removed.
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { changeQuery, queryOf } from '../address.ts'

/** Milliseconds of silence after which typed text becomes the filter. */
const TYPED = 300

interface FieldProps {
  /** The name of the value in the address. */
  readonly name: string
  readonly label: string
}

/** A text; it is applied when typing pauses. Other values of the page, such as a cursor, are dropped with it. */
export function TextFilter({
  name,
  label,
  placeholder,
  drops = [],
}: FieldProps & { readonly placeholder?: string; readonly drops?: readonly string[] }) {
  const applied = queryOf(name) ?? ''
  const [typed, setTyped] = useState(applied)
  useEffect(() => setTyped(applied), [applied])
  useEffect(() => {
    if (typed === applied) return
    const timer = window.setTimeout(() => apply(), TYPED)
    return () => window.clearTimeout(timer)
  }, [typed, applied])
  const apply = (): void =>
    changeQuery({
      [name]: typed === '' ? undefined : typed,
      ...Object.fromEntries(drops.map(each => [each, undefined])),
    })
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="search"
        value={typed}
        placeholder={placeholder}
        dir="auto"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
    </label>
  )
}

export interface Choice {
  readonly value: string
  readonly title: string
}

/** One of some values; the first choice may be the empty one. */
export function ChoiceFilter({
  name,
  label,
  choices,
  first = '',
  drops = [],
}: FieldProps & {
  readonly choices: readonly Choice[]
  readonly first?: string
  readonly drops?: readonly string[]
}) {
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={queryOf(name) ?? first}
        onChange={({ currentTarget: { value } }) =>
          changeQuery({
            [name]: value === first ? undefined : value,
            ...Object.fromEntries(drops.map(each => [each, undefined])),
          })
        }
      >
        {choices.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

/** What the address restricts besides the fields, each with a button that removes it. */
export const FilterMarks = ({
  marks,
}: {
  readonly marks: readonly { readonly name: string; readonly title: string; readonly value: string }[]
}) =>
  marks.length === 0 ? null : (
    <ul class="marks">
      {marks.map(({ name, title, value }) => (
        <li key={name}>
          <span dir="auto">
            {title}: <bdi>{value}</bdi>
          </span>
          <button
            type="button"
            class="plain"
            aria-label={`Remove the filter ${title}`}
            onClick={() => changeQuery({ [name]: undefined, cursor: undefined })}
          >
            ✕
          </button>
        </li>
      ))}
    </ul>
  )

export const FilterBar = ({
  label,
  children,
}: {
  readonly label: string
  readonly children: ComponentChildren
}) => (
  <search class="filters" aria-label={label}>
    {children}
  </search>
)
