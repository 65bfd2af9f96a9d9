// Parts of a text that a reader does not see but a model does: comments, elements without size, link titles that lead
// nowhere.

/** Longer ones are covered by the phrase search over the whole text. */
// biome-ignore format: a list
const HIDING_PATTERNS: readonly RegExp[] = [
  /<!--([^<>]{1,2000})-->/g,
  /\/\*([^*]{1,2000})\*\//g,
  /\[\/\/\]: # \(([^[)\n]{1,1000})\)/g,
  /<[a-z]{1,10}\s[^<>]{0,200}(?:display:\s?none|visibility:\s?hidden|font-size:\s?0|color:\s?white|opacity:\s?0|hidden)[^<>]{0,200}>([^<]{1,2000})</gi,
  /<meta\s[^<>]{0,100}content="([^"<>]{1,1000})"/gi,
  /\[hidden\]([^[]{1,1000})\[\/hidden\]/gi,
  /(?:^|\n)[ \t]{0,40}(?:#|\/\/|--) {0,4}((?:ai|llm|assistant|agent)[^\n]{1,400})/gi,
]

export interface HiddenPart {
  readonly start: number
  readonly text: string
}

export function* hiddenParts(text: string): Iterable<HiddenPart> {
  for (const pattern of HIDING_PATTERNS)
    for (const match of text.matchAll(pattern)) yield { start: match.index, text: match[1] ?? '' }
}
