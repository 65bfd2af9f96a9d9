// Puts values back in place of their placeholders, in texts that are whole or still growing.
import type { Turns } from '../../../values/turns.ts'
import type { TextReplacement, WindowRewrite } from '../../check.ts'
import { PLACEHOLDER } from '../../replacing/placeholders.ts'
import { escapedText, isJsonText } from '../../replacing/replace-ranges.ts'

/** A placeholder that has begun; none is longer. */
const OPEN = /\{(?:\{(?:[A-Z][A-Z0-9_]{0,71}\}?)?)?$/

type Masked = ReadonlyMap<string, string>

export function restoreWindows(masked: Masked): WindowRewrite {
  const isSame = [...masked.values()].every(value => escapedText(value) === value)
  return {
    find: function* (text): Turns<readonly TextReplacement[]> {
      return Array.from(text.matchAll(PLACEHOLDER), ({ 0: placeholder, index }) => ({
        kind: placeholder,
        start: index,
        end: index + placeholder.length,
      })).filter(({ kind }) => masked.has(kind))
    },
    settled: text => OPEN.exec(text)?.index ?? text.length,
    open: () => placeholder => masked.get(placeholder) ?? placeholder,
    inJson: isSame ? 'same' : 'escapes',
    result: () => ({ passed: true, reason: 'Values were restored.' }),
  }
}

/** A whole text with its values; `isJson` where it is JSON in any case. */
export function restoreText(text: string, isJson: boolean, masked: Masked): string {
  const escapes = isJson || isJsonText(text)
  return text.replaceAll(PLACEHOLDER, placeholder => {
    const value = masked.get(placeholder)
    if (value === undefined) return placeholder
    return escapes ? escapedText(value) : value
  })
}
