// Simplifies the predicates of cases.

import type { PlanPass } from '../../plan/rewrite-plan.ts'
import { caseStep } from '../../plan/step.ts'
import { foldPredicate } from '../fold-predicate.ts'

export const foldConstantPredicates: PlanPass = node =>
  node.kind === 'conditional'
    ? {
        ...node,
        steps: node.steps.map(step =>
          'when' in step ? caseStep(foldPredicate(step.when), step.then) : step,
        ),
      }
    : node
