// JSON with comments, as documentation and editors write it: the comments become spaces, so that every place stays.

const TOKENS = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

/** The text without comments, and the comments line by line. */
export function blankComments(text: string): { readonly text: string; readonly comments: readonly string[] } {
  const comments: string[] = []
  const blanked = text.replaceAll(TOKENS, token => {
    if (token.startsWith('"')) return token
    comments.push(
      ...token
        .replace(/^\/[/*]+|\*+\/$/g, '')
        .split('\n')
        .map(line => line.replace(/^\s*\*?\s*/, '').trimEnd())
        .filter(line => line !== ''),
    )
    return token.replaceAll(/[^\n]/g, ' ')
  })
  return { text: blanked, comments }
}
