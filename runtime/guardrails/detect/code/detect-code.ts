// Whether a text contains code of a language: a fenced block tagged with it, or lines with enough matching patterns.
// A heuristic: it reads lines, not grammars, and languages with shared syntax (JavaScript in TypeScript, C in C++)
// are both detected.

import type { CheckParameters } from '../../../../schemas/generated/checks.ts'
import { isObject, type Json } from '../../../../schemas/values/json.ts'
import { findJson } from '../text/find-json.ts'
import { compiledLanguages } from './compiled-languages.ts'
import type { LanguagePatterns } from './language-patterns.ts'
import { scriptingLanguages } from './scripting-languages.ts'

/** Characters of a line that are searched. */
const MAX_LINE_LENGTH = 400

/** Minimum total weight of patterns. */
const MIN_WEIGHT = 2

const FENCE = /^[ \t]*(?:`{3,9}|~{3,9})[ \t]*\{?\.?([\w+#-]+)/

export function detectCode(text: string, language: CodeLanguage): boolean {
  const { tags, lines } = languagePatterns[language]
  let weight = 0
  const seen = new Set<number>()
  for (const fullLine of text.split('\n')) {
    if (fullLine.trim() === '') continue
    const line = fullLine.length > MAX_LINE_LENGTH ? fullLine.slice(0, MAX_LINE_LENGTH) : fullLine
    const tag = FENCE.exec(line)?.[1]?.toLowerCase()
    if (tag !== undefined && tags.includes(tag)) return true
    for (const [index, [patternWeight, pattern]] of lines.entries()) {
      if (seen.has(index) || !pattern.test(line)) continue
      seen.add(index)
      weight += patternWeight
      if (weight >= MIN_WEIGHT) return true
    }
  }
  return language === 'JSON' && findJson(text).some(isStructured)
}

/** Brackets of other languages parse as JSON too, so an object with at least one property is required, by itself or in a list. */
const isStructured = (value: Json): boolean =>
  [value].flat().some(item => isObject(item) && Object.keys(item).length > 0)

// Patterns of markup and data languages: documents, styles, settings. JSON is not detected by line patterns: it is
// located and parsed.

type MarkupLanguage = 'HTML' | 'CSS' | 'XML' | 'JSON' | 'YAML' | 'Dockerfile'

export const markupLanguages: { readonly [L in MarkupLanguage]: LanguagePatterns } = {
  HTML: {
    tags: ['html', 'xhtml', 'vue', 'svelte'],
    lines: [
      [2, /<!doctype html/i],
      [2, /<(?:html|head|body|script|style|table|form|nav|iframe)(?:\s[^<>]*)?>/i],
      [2, /<(?:div|span|p|a|ul|ol|li|h[1-6]|button|section)(?:\s[^<>]*)?>.*<\//i],
      [1, /<(?:div|span|p|a|ul|ol|li|h[1-6]|img|input|button|br|section)(?:\s[^<>]*)?\/?>/i],
      [1, /<\/(?:div|span|p|a|ul|ol|li|h[1-6]|button|section)>/i],
    ],
  },
  CSS: {
    tags: ['css', 'scss', 'less'],
    lines: [
      [1, /^\s*(?:[.#]?[\w-]+|@media[^{]*|\*)(?:[\s,>:+~.#]+[\w-]+)*\s*\{/],
      [
        1,
        /^\s*(?:color|margin|padding|display|background|font|width|height|border|position|flex)[\w-]*\s*:\s*[^;]+;/,
      ],
      [2, /\{\s*(?:[\w-]+\s*:(?!:)[^;{}]+;\s*)+(?:[\w-]+\s*:[^;{}]+)?\}/],
    ],
  },
  XML: {
    tags: ['xml', 'xsd', 'xslt', 'svg'],
    lines: [
      [2, /<\?xml\s+version/],
      [2, /\sxmlns(?::\w+)?\s*=\s*["']/],
      [1, /^\s*<[A-Za-z][\w:.-]*(?:\s+[\w:.-]+\s*=\s*["'][^"']*["'])*\s*\/?>/],
      [1, /<\/[A-Za-z][\w:.-]*>\s*$/],
    ],
  },
  JSON: { tags: ['json', 'jsonc', 'json5'], lines: [] },
  YAML: {
    tags: ['yaml', 'yml'],
    lines: [
      [1, /^---\s*$/],
      [1, /^[\w-]+:\s*$/],
      [1, /^(?:\s{2,}|\s*- )[\w-]+:(?:\s|$)/],
      [2, /^(?:apiVersion|kind|services|stages|steps|jobs):\s*\S*\s*$/],
    ],
  },
  Dockerfile: {
    tags: ['dockerfile', 'docker', 'containerfile'],
    lines: [
      [1, /^\s*FROM\s+[\w./:-]+(?:\s+AS\s+\w+)?\s*$/],
      [1, /^\s*(?:RUN|COPY|ADD|WORKDIR|EXPOSE|ENTRYPOINT|CMD|ENV)\s+\S/],
    ],
  },
}

// Line patterns by which languages are detected. A pattern that prose hardly ever matches weighs 2, one that is only
// likely 1; code is detected at a total of 2. Patterns run on one line of bounded length, so none can blow up.

export type CodeLanguage = CheckParameters['default.containsCode']['format']

export const languagePatterns: { readonly [L in CodeLanguage]: LanguagePatterns } = {
  ...scriptingLanguages,
  ...compiledLanguages,
  ...markupLanguages,
}
