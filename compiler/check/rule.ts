// The type of a rule: one statement about valid configs, in a file named after it.
import type { Subject } from './subject.ts'
import type { Tell } from './tell.ts'

/** Reports every violation of one rule. Never throws, whatever the shape of the values; never changes anything. */
export type Rule = (subject: Subject, tell: Tell) => void
