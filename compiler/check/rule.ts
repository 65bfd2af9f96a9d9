// The contract of a rule: one law about valid configs, in one file that is named after the law.
import type { Subject } from './subject.ts'
import type { Tell } from './tell.ts'

/** Tells every breach of one law. Never throws, whatever shape the values have; never changes anything. */
export type Rule = (subject: Subject, tell: Tell) => void
