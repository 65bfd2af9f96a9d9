// The features of the language server: a new one is a file and a line here.
import { codeActions } from './features/code-actions.ts'
import { completion } from './features/completion.ts'
import { definition, references } from './features/definition.ts'
import { folding } from './features/folding.ts'
import { formatting } from './features/formatting.ts'
import { hover } from './features/hover.ts'
import { lenses } from './features/lenses.ts'
import { outline } from './features/outline.ts'
import { pulledFindings } from './features/pulled-findings.ts'
import { rename } from './features/rename.ts'
import { symbols } from './features/symbols.ts'
import type { Feature } from './host.ts'

export const FEATURES: readonly Feature[] = [
  codeActions,
  completion,
  definition,
  folding,
  formatting,
  hover,
  lenses,
  outline,
  pulledFindings,
  references,
  rename,
  symbols,
]
