// Patterns of compiled languages.
import type { LanguagePatterns } from './language-patterns.ts'

type CompiledLanguage = 'Java' | 'C#' | 'C++' | 'C' | 'Swift' | 'Kotlin' | 'Go' | 'Rust' | 'Scala'

export const compiledLanguages: { readonly [L in CompiledLanguage]: LanguagePatterns } = {
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
