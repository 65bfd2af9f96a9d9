// The few turns of phrase that all messages share.

/** A name as messages show it. Long ones are cut, so that a message stays a sentence. */
export function quoted(name: string): string {
  const shown = name.length > 60 ? `${name.slice(0, 57)}...` : name
  return JSON.stringify(shown)
}

/** `a`, `a or b`, `a, b or c`. */
export function listed(names: readonly string[], last: 'and' | 'or'): string {
  const head = names.slice(0, -1)
  const tail = names.at(-1) ?? ''
  return head.length === 0 ? tail : `${head.join(', ')} ${last} ${tail}`
}

/** `1 target`, `2 targets`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
