// A syntax error in our words, and the words of the text that it quotes.
import type { Span } from '../../source.ts'

export interface Fault extends Span {
  readonly message: string
  readonly fix?: string
  /** A bracket or quote that is never closed: where that was noticed. */
  readonly noticed?: Span
}

/** The first word at or behind an offset, short enough to be quoted. */
export function wordFrom(text: string, at: number): { readonly word: string; readonly span: Span } {
  let start = at
  while (start < text.length && /\s/.test(text.charAt(start))) start += 1
  const word = /^["']?([\w$@.-]+|\S)/.exec(text.slice(start, start + 60))?.[1] ?? ''
  return { word, span: word === '' ? { start: at, end: at } : { start, end: start + word.length } }
}

export function wrongIndentation(word: string, span: Span): Fault {
  const message = `The indentation before "${word}" fits neither the line above nor any level around it. Align it with what it belongs to.`
  return { ...span, message }
}
