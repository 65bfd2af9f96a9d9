// Patterns of markup and data languages: documents, styles, settings. JSON is not detected by line patterns: it is
// located and parsed.
import type { LanguagePatterns } from './language-patterns.ts'

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
