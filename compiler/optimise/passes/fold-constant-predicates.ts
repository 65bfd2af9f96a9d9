// Simplifies the predicates of cases.

import type { Pass } from '../../plan/rewrite.ts'
import { caseStep } from '../../plan/step.ts'
import { fold } from '../fold.ts'

export const foldConstantPredicates: Pass = node =>
  node.kind === 'choose'
    ? {
        ...node,
        steps: node.steps.map(step => ('when' in step ? caseStep(fold(step.when), step.then) : step)),
      }
    : node
