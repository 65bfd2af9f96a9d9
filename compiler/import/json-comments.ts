// JSON with comments, as documentation and editors write it: the comments become spaces, so that every place stays.

/** A string up to its end or that of its line, or the start of a comment. Each character is looked at once. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"?|\/[/*]/g

/** The text without comments, and the comments line by line. A comment that is not closed stays. */
export function blankComments(text: string): { readonly text: string; readonly comments: readonly string[] } {
  const comments: string[] = []
  const parts: string[] = []
  let written = 0
  TOKENS.lastIndex = 0
  for (let token = TOKENS.exec(text); token !== null; token = TOKENS.exec(text)) {
    if (token[0].startsWith('"')) continue
    const close = token[0] === '//' ? '\n' : '*/'
    const found = text.indexOf(close, token.index + 2)
    if (found === -1 && close === '*/') break
    const end = found === -1 ? text.length : close === '\n' ? found : found + 2
    const comment = text.slice(token.index, end)
    comments.push(...linesOf(comment))
    parts.push(text.slice(written, token.index), comment.replaceAll(/[^\n]/g, ' '))
    written = end
    TOKENS.lastIndex = end
  }
  return { text: [...parts, text.slice(written)].join(''), comments }
}

const linesOf = (comment: string): readonly string[] =>
  comment
    .replace(/^\/[/*]+|\*+\/$/g, '')
    .split('\n')
    .map(line => line.replace(/^\s*\*?\s*/, '').trimEnd())
    .filter(line => line !== '')
