// Line patterns by which languages are detected, and tags of their fenced blocks. A pattern that prose hardly ever
// matches weighs 2, one that is only likely 1; code is detected at a total of 2. Patterns run on one line of bounded
// length, so none can blow up.
import type { CheckParameters } from '../../../../schemas/generated/checks.ts'

interface LanguagePatterns {
  /** Tags of fenced blocks, in lower case. */
  readonly tags: readonly string[]
  readonly lines: readonly CodePattern[]
}

type CodePattern = readonly [weight: 1 | 2, line: RegExp]

type CompiledLanguage = 'Java' | 'C#' | 'C++' | 'C' | 'Swift' | 'Kotlin' | 'Go' | 'Rust' | 'Scala'

/** Patterns of compiled languages. */
const compiledLanguages: { readonly [L in CompiledLanguage]: LanguagePatterns } = {
  Java: {
    tags: ['java'],
    lines: [
      [
        2,
        /^\s*(?:public|private|protected)\s+(?:static\s+|final\s+|abstract\s+)*(?:class|interface|enum|record)\s+\w+/,
      ],
      [2, /\bSystem\.out\.print/],
      [2, /^\s*import\s+(?:static\s+)?java[x]?\.[\w.]+(?:\.\*)?;/],
      [2, /^\s*public\s+static\s+void\s+main\s*\(/],
      [1, /^\s*(?:public|private|protected)\s+(?:static\s+|final\s+)*[\w<>[\]]+\s+\w+\s*\([^)]*\)/],
      [1, /^\s*@Override\b/],
      [1, /;\s*$/],
    ],
  },
  'C#': {
    tags: ['csharp', 'cs', 'c#'],
    lines: [
      [2, /^\s*using\s+System(?:\.\w+)*;/],
      [2, /\bConsole\.(?:Write|Read)/],
      [2, /^\s*namespace\s+[\w.]+\s*[;{]?\s*$/],
      [2, /\{\s*get;\s*(?:private\s+)?(?:set;|init;)?\s*\}/],
      [1, /^\s*(?:public|private|internal|protected)\s+(?:static\s+|async\s+|override\s+)*[\w<>[\]?]+\s+\w+/],
      [1, /^\s*var\s+\w+\s*=.*;\s*$/],
    ],
  },
  'C++': {
    tags: ['cpp', 'c++', 'cxx', 'cc'],
    lines: [
      [2, /\bstd::\w+/],
      [2, /^\s*#include\s*<(?:iostream|vector|string|map|memory|algorithm|utility)>/],
      [2, /^\s*template\s*<(?:typename|class)\s/],
      [2, /^\s*using\s+namespace\s+\w+;/],
      [1, /^\s*#include\s*[<"]/],
      [1, /\bcout\s*<</],
    ],
  },
  C: {
    tags: ['c', 'h'],
    lines: [
      [2, /^\s*#include\s*<(?:stdio|stdlib|string|stdint|math|errno|unistd)\.h>/],
      [2, /^\s*(?:int|void)\s+main\s*\((?:void|int\s+argc)?/],
      [2, /^\s*#define\s+\w+/],
      [1, /\b(?:printf|malloc|free|sizeof)\s*\(/],
      [1, /^\s*(?:static\s+)?(?:const\s+)?(?:int|char|void|double|float|struct\s+\w+)\s+\*?\w+\s*[=;([]/],
    ],
  },
  Swift: {
    tags: ['swift'],
    lines: [
      [2, /^\s*(?:@\w+\s+)*(?:public |private |static )*func\s+\w+\s*\((?:_\s+|\w+\s+)?\w+\s*:/],
      [2, /^\s*import\s+(?:SwiftUI|UIKit|Foundation|Combine)\s*$/],
      [2, /\b(?:guard|if)\s+let\s+\w+/],
      [1, /^\s*(?:let|var)\s+\w+\s*(?::\s*[\w[\]?]+)?\s*=/],
      [1, /\)\s*->\s*[\w[\]?]+\s*\{/],
    ],
  },
  Kotlin: {
    tags: ['kotlin', 'kt'],
    lines: [
      [2, /^\s*(?:override |private |suspend |inline )*fun\s+(?:<[^>]*>\s*)?(?:\w+\.)?\w+\s*\(/],
      [2, /^\s*(?:data|sealed)\s+class\s+\w+/],
      [1, /^\s*va[lr]\s+\w+\s*(?::\s*[\w<>?]+)?\s*=/],
      [1, /\bprintln\(/],
    ],
  },
  Go: {
    tags: ['go', 'golang'],
    lines: [
      [2, /^\s*func\s+(?:\(\w+\s+\*?\w+\)\s*)?\w+\s*\([^):]*\)[^{>]{0,80}\{/],
      [2, /^\s*package\s+\w+\s*$/],
      [1, /^\s*import\s+(?:\(|")/],
      [1, /\b\w+(?:,\s*\w+)?\s*:=\s*\S/],
      [1, /\bfmt\.\w+\(/],
      [1, /\bif\s+err\s*!=\s*nil\b/],
    ],
  },
  Rust: {
    tags: ['rust', 'rs'],
    lines: [
      [2, /^\s*(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+\w+(?:<[^>]*>)?\s*\(/],
      [2, /^\s*let\s+mut\s+\w+/],
      [2, /^\s*(?:use|mod)\s+(?:std|crate|super)::/],
      [2, /^\s*impl(?:<[^>]*>)?\s+\w+/],
      [2, /\b(?:println|vec|format|panic)!\s*[([]/],
      [1, /^\s*#\[derive\(/],
      [1, /^\s*let\s+\w+\s*(?::\s*[\w<>&]+)?\s*=.*;\s*$/],
    ],
  },
  Scala: {
    tags: ['scala'],
    lines: [
      [2, /^\s*(?:case\s+)?(?:object|class)\s+\w+(?:\([^)]*\))?\s+extends\s+\w+/],
      [2, /^\s*case\s+class\s+\w+\(/],
      [2, /^\s*(?:override\s+)?def\s+\w+(?:\[[^\]]*\])?(?:\([^)]*\))*\s*(?::\s*[\w[\]]+)?\s*=/],
      [1, /^\s*va[lr]\s+\w+\s*(?::\s*[\w[\]]+)?\s*=/],
      [1, /^\s*object\s+\w+\s*[{:]/],
    ],
  },
}

const javaScript: readonly CodePattern[] = [
  [2, /^\s*(?:export\s+)?(?:async\s+)?function\s*\*?\s*\w*\s*\([^)]*\)\s*(?::\s*\S+\s*)?\{/],
  [2, /^\s*(?:export\s+)?(?:const|let|var)\s+(?:\w+|\{[^}]*\}|\[[^\]]*\])\s*(?::\s*[\w<>[\]|\s]+)?=\s*\S/],
  [2, /^\s*import\s+(?:type\s+)?(?:\w+|\{[^}]*\}|\* as \w+)\s+from\s+['"]/],
  [2, /\bconsole\.(?:log|error|warn)\(/],
  [1, /=>\s*(?:\{|\S)/],
  [1, /\b(?:await|return|new)\s+\w+[.(]/],
  [1, /[;{}]\s*$/],
]

type ScriptLanguage =
  | 'SQL'
  | 'Python'
  | 'TypeScript'
  | 'JavaScript'
  | 'PHP'
  | 'Ruby'
  | 'R'
  | 'Perl'
  | 'Bash'
  | 'PowerShell'

/** Patterns of scripting languages. */
const scriptingLanguages: { readonly [L in ScriptLanguage]: LanguagePatterns } = {
  SQL: {
    tags: ['sql', 'mysql', 'postgresql', 'postgres', 'sqlite', 'plsql', 'tsql'],
    lines: [
      [2, /^\s*SELECT\s.{1,300}\sFROM\s+[\w"`[.]+/],
      [2, /^\s*(?:INSERT INTO|DELETE FROM|ALTER TABLE|DROP TABLE|TRUNCATE TABLE)\s+[\w"`[.]+/i],
      [2, /^\s*UPDATE\s+[\w"`[.]+\s+SET\s+[\w"`[.]+\s*=/i],
      [2, /^\s*CREATE\s+(?:OR REPLACE\s+)?(?:TABLE|VIEW|INDEX|DATABASE|FUNCTION|TRIGGER)\s+\S/i],
      [1, /^\s*select\s.{1,300}\sfrom\s+[\w"`[.]+/],
      [1, /^\s*SELECT\s/],
      [1, /^\s*(?:FROM|WHERE|GROUP BY|ORDER BY|(?:LEFT |INNER |RIGHT )?JOIN)\s+[\w"`[.]+/],
      [1, /\b(?:where|having)\s+[\w"`.]+\s*(?:=|<|>|like\b|in\s*\()/i],
      [1, /;\s*$/],
    ],
  },
  Python: {
    tags: ['python', 'py', 'python3'],
    lines: [
      [2, /^\s*(?:async\s+)?def\s+\w+\s*\([^)]*\)\s*(?:->\s*[^:]+)?:/],
      [2, /^\s*class\s+\w+(?:\([^)]*\))?:\s*(?:#.*)?$/],
      [2, /^\s*from\s+[\w.]+\s+import\s+[\w*(]/],
      [2, /^\s*if\s+__name__\s*==/],
      [1, /^\s*import\s+[\w.]+(?:\s+as\s+\w+)?\s*$/],
      [
        1,
        /^\s*(?:for\s+[\w, ]+\s+in\s+.+|if\s+.+|elif\s+.+|while\s+.+|with\s+.+\s+as\s+\w+|try|else|except.*):\s*$/,
      ],
      [1, /^\s*print\(/],
      [1, /\bself\.\w+\s*=/],
      [1, /^\s*\w+\s*=\s*(?:\[|\{|\w+\()/],
    ],
  },
  TypeScript: {
    tags: ['typescript', 'ts', 'tsx'],
    lines: [
      [2, /^\s*(?:export\s+)?interface\s+\w+(?:<[^>]*>)?\s*(?:extends\s+[\w, ]+)?\{/],
      [2, /^\s*(?:export\s+)?type\s+\w+(?:<[^>]*>)?\s*=/],
      [2, /^\s*import\s+type\b/],
      [2, /\(\s*\w+\??:\s*[\w<>[\]|]+[^)]*\)\s*(?::\s*[\w<>[\]|]+)?\s*(?:=>|\{)/],
      [2, /^\s*(?:export\s+)?(?:const|let)\s+\w+\s*:\s*[\w<>[\]|\s]+=/],
      [1, /\b(?:private|public|readonly)\s+\w+\??\s*:/],
      [1, /\bas (?:const|unknown|string|number)\b/],
    ],
  },
  JavaScript: { tags: ['javascript', 'js', 'jsx', 'mjs', 'node'], lines: javaScript },
  PHP: {
    tags: ['php'],
    lines: [
      [2, /<\?php/],
      [2, /^\s*(?:public |private |protected |static )*function\s+\w+\s*\([^)]*\$\w+/],
      [1, /^\s*\$\w+(?:->\w+|\[[^\]]*\])*\s*=[^=]/],
      [1, /^\s*echo\s+.+;\s*$/],
      [1, /\$\w+->\w+/],
    ],
  },
  Ruby: {
    tags: ['ruby', 'rb'],
    lines: [
      [1, /^\s*def\s+(?:self\.)?\w+[?!]?(?:\s*\([^)]*\))?\s*$/],
      [1, /^\s*end\s*$/],
      [2, /\bdo\s*\|[\w, ]+\|/],
      [2, /^\s*(?:attr_accessor|attr_reader|require_relative)\s+\S/],
      [1, /^\s*require\s+['"]/],
      [1, /^\s*puts\s+\S/],
    ],
  },
  R: {
    tags: ['r', 'rscript'],
    lines: [
      [2, /^\s*[\w.]+\s*<-\s*(?:function\s*\(|c\(|data\.frame\(|[\w.]+\()/],
      [1, /^\s*[\w.]+\s*<-\s*\S/],
      [2, /^\s*library\([\w."']+\)\s*$/],
      [1, /%>%|\|>/],
    ],
  },
  Perl: {
    tags: ['perl', 'pl'],
    lines: [
      [2, /^\s*use\s+(?:strict|warnings)\s*;/],
      [2, /^\s*my\s+[$@%]\w+\s*(?:=|;)/],
      [2, /^\s*my\s*\([$@%]\w+/],
      [1, /^\s*sub\s+\w+\s*\{/],
      [1, /=~\s*(?:m|s|tr)?\//],
    ],
  },
  Bash: {
    tags: ['bash', 'sh', 'shell', 'zsh', 'console'],
    lines: [
      [2, /^#!.*\b(?:ba|z|k)?sh\b/],
      [2, /^\s*(?:if|while)\s+\[\[?\s.+\]\]?\s*;?\s*(?:then|do)?\s*$/],
      [2, /^\s*for\s+\w+\s+in\s+.+;\s*do\b/],
      [1, /^\s*(?:fi|done|esac)\s*$/],
      [1, /^\s*(?:export\s+)?[A-Z_]{2,}=\S+\s*$/],
      [1, /\$\{\w+\}|\$\(\w+|"\$\w+"/],
      [
        1,
        /^\s*(?:\$\s+)?(?:sudo|apt-get|curl|grep|chmod|mkdir|echo|cd|rm|cp|mv|git|docker|npm)\s+[-"'$./\w]/,
      ],
      [1, /\s(?:\|\s*\w+|&&\s*\w+|>\s*\/dev\/null|2>&1)/],
    ],
  },
  PowerShell: {
    tags: ['powershell', 'ps1', 'pwsh'],
    lines: [
      [
        2,
        /\b(?:Get|Set|New|Remove|Write|Invoke|Import|Export|Start|Stop)-[A-Z]\w+\b.*(?:\s-[A-Z]\w+|\$\w+|\|)/,
      ],
      [1, /^\s*\$\w+\s*=\s*\S/],
      [1, /\s-(?:eq|ne|gt|lt|like|match)\s/],
      [1, /^\s*param\s*\(/],
    ],
  },
}

type MarkupLanguage = 'HTML' | 'CSS' | 'XML' | 'JSON' | 'YAML' | 'Dockerfile'

/**
 * Patterns of markup and data languages: documents, styles, settings. JSON is not detected by line patterns: it is
 * located and parsed.
 */
const markupLanguages: { readonly [L in MarkupLanguage]: LanguagePatterns } = {
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

export type CodeLanguage = CheckParameters['default.containsCode']['format']

export const languagePatterns: { readonly [L in CodeLanguage]: LanguagePatterns } = {
  ...scriptingLanguages,
  ...compiledLanguages,
  ...markupLanguages,
}
