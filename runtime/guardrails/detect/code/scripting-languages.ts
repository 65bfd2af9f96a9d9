// Patterns of scripting languages.
import type { CodePattern, LanguagePatterns } from './language-patterns.ts'

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

export const scriptingLanguages: { readonly [L in ScriptLanguage]: LanguagePatterns } = {
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
