// Unclosed brackets and quotes: the package reports where it noticed, but users need to know where they were opened, which
// is found in the tokens.
import type { CST } from 'yaml'
import { walkTokens } from './depth.ts'
import { quotableWord, type YamlSyntaxError } from './syntax-error.ts'

export function unclosedBracket(text: string, tokens: readonly CST.Token[], at: number): YamlSyntaxError {
  let start = at
  for (const { token } of walkTokens(tokens)) {
    if (token.type !== 'flow-collection' || token.start.offset >= at) continue
    const closed = token.end.some(part => part.type === 'flow-map-end' || part.type === 'flow-seq-end')
    if (!closed) start = token.start.offset
  }
  const message = `The bracket "${text.charAt(start)}" is not closed.`
  return { start, end: start + 1, message, noticedAt: quotableWord(text, at).span }
}

export function unclosedQuote(tokens: readonly CST.Token[], at: number): YamlSyntaxError {
  let start = at
  for (const { token } of walkTokens(tokens)) {
    const quoted = token.type === 'double-quoted-scalar' || token.type === 'single-quoted-scalar'
    if (quoted && token.offset < at) start = token.offset
  }
  const message = 'The opening quote of this string is not closed.'
  return { start, end: start + 1, message, noticedAt: { start: at, end: at } }
}
