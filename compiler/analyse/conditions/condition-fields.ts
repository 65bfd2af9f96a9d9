// The fields of requests that the conditions of a plan read.
import type { Field, Plan, Predicate } from '../../../schemas/generated/types.ts'
import { fieldKey } from './field-values.ts'

/** Each once. */
export function conditionFields({ nodes }: Plan): readonly Field[] {
  const fields = nodes.flatMap(node =>
    node.kind === 'conditional'
      ? node.steps.flatMap(step => ('when' in step ? predicateFields(step.when) : [step.field]))
      : [],
  )
  return [...new Map(fields.map(field => [fieldKey(field), field])).values()]
}

export const predicateFields = (predicate: Predicate): readonly Field[] =>
  'of' in predicate ? predicate.of.flatMap(predicateFields) : 'field' in predicate ? [predicate.field] : []
