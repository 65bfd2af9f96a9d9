// The features of the language server: a new one is a file and a line here.
import { codeActions } from './features/code-actions.ts'
import { completion } from './features/completion.ts'
import type { Feature } from './host.ts'

export const FEATURES: readonly Feature[] = [codeActions, completion]
