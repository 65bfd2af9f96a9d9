// Placeholders such as {{EMAIL_ADDRESS_1}}: a value has one, whatever its spacing, and none means two values.
import type { CheckInput } from '../check.ts'

/** The form of a placeholder; the group is its name. */
export const PLACEHOLDER = /\{\{([A-Z][A-Z0-9_]{1,60}_\d{1,9})\}\}/g

/** A substitute for a match while more is searched: its number is not yet known. */
export const unnumbered = (kind: string): string => `{{${kind}_0}}`

export type NamePlaceholder = (kind: string, value: string) => string

/**
 * Assigns a placeholder to each value, skipping placeholders that texts contain already: they are read when needed.
 * @param masked receives what each placeholder means, to be restored
 */
export function createPlaceholders(
  readTexts: () => readonly string[],
  masked?: Map<string, string>,
): NamePlaceholder {
  let taken: ReadonlySet<string> | undefined
  const assigned = new Map<string, string>()
  const lastNumbers = new Map<string, number>()
  return (kind, value) => {
    // What is restored is what was there, with its spacing.
    const key = `${kind} ${masked === undefined ? value.replace(/[\s().-]/g, '') : value}`
    const existing = assigned.get(key)
    if (existing !== undefined) return existing
    taken ??= placeholdersIn(readTexts())
    let number = (lastNumbers.get(kind) ?? 0) + 1
    while (taken.has(`${kind}_${number}`)) number += 1
    lastNumbers.set(kind, number)
    const placeholder = `{{${kind}_${number}}}`
    assigned.set(key, placeholder)
    masked?.set(placeholder, value)
    return placeholder
  }
}

const placeholdersIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap(text => Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name)))

/** The texts whose placeholders are assigned already: those of a request; for a reply, those of its request. */
export const textsWithPlaceholders = ({
  side,
  texts,
  request,
}: Pick<CheckInput, 'side' | 'texts' | 'request'>): readonly string[] =>
  side === 'request' ? texts : request === undefined ? [] : [JSON.stringify(request)]

/** Where a placeholder is to be restored, none of the request may look like it, wherever it is. */
export const allTexts = ({ texts, request }: Pick<CheckInput, 'texts' | 'request'>): readonly string[] =>
  request === undefined ? texts : [...texts, JSON.stringify(request)]
