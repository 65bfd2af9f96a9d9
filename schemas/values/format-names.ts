// Formatting shared by all messages.

/** A name in double quotes, as JSON. Long names are truncated. */
export const quoteName = (name: string): string => JSON.stringify(truncateName(name))

/** The same without quotes. */
export const truncateName = (name: string): string => (name.length > 60 ? `${name.slice(0, 57)}...` : name)

/** Longer lists are truncated. */
const MAX_LISTED = 50

/** `a`, `a or b`, `a, b or c`; a long list is truncated: `a, b and 7 more`. */
export function joinNames(names: readonly string[], last: 'and' | 'or'): string {
  const more = names.length - MAX_LISTED
  const shown = more > 1 ? [...names.slice(0, MAX_LISTED), `${more} more`] : names
  const head = shown.slice(0, -1)
  const tail = shown.at(-1) ?? ''
  return head.length === 0 ? tail : `${head.join(', ')} ${last} ${tail}`
}

/** `1 target`, `2 targets`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
