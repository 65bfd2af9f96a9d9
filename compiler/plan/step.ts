// The steps of a conditional: how a case is built, and which children a step may lead to.
import type { CaseStep, Predicate, Step } from '../../schemas/generated/types.ts'

/** A case: where the predicate holds, the child with this index serves. */
export const caseStep = (when: Predicate, child: number): CaseStep => ({ when, then: child })

/** The indexes of the children that the step may lead to. */
export const stepChildren = (step: Step): readonly number[] =>
  'when' in step ? [step.then] : Object.values(step.table)
