// The steps of a choice: how a case is made, and which children a step may lead to.
import type { CaseStep, Predicate, Step } from '../../schemas/generated/types.ts'

/**
 * A case. The format's word for its child is that of the interface, `then`; values with such a property look like
 * promises to `await`, so this is the only place that makes one, and none of them is ever awaited.
 */
export function caseStep(when: Predicate, child: number): CaseStep {
  // biome-ignore lint/suspicious/noThenProperty: the plan's word, see above.
  return { when, then: child }
}

/** The indexes of the children that the step may lead to. */
export const childrenNamedBy = (step: Step): readonly number[] =>
  'when' in step ? [step.then] : Object.values(step.table)
