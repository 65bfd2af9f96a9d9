// A syntax error with our message, and the source text that it quotes.
import type { SourceSpan } from '../../source.ts'

export interface YamlSyntaxError extends SourceSpan {
  readonly message: string
  readonly fix?: string
  /** What the fix replaces; absent where it is the place of the error. */
  readonly edited?: SourceSpan
  /** Where an unclosed bracket or quote was noticed. */
  readonly noticedAt?: SourceSpan
}

/** The first word at or after an offset, short enough to be quoted. */
export function quotableWord(text: string, at: number): { readonly word: string; readonly span: SourceSpan } {
  let start = at
  while (start < text.length && /\s/.test(text.charAt(start))) start += 1
  const word = /^["']?([\w$@.-]+|\S)/.exec(text.slice(start, start + 60))?.[1] ?? ''
  return { word, span: word === '' ? { start: at, end: at } : { start, end: start + word.length } }
}

export function indentationError(word: string, span: SourceSpan): YamlSyntaxError {
  const message = `The indentation before "${word}" matches neither the line above nor any enclosing level. Align it with its siblings.`
  return { ...span, message }
}
