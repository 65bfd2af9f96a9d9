// Validates the child indexes of a conditional.
import type { ConditionalNode } from '../../schemas/generated/types.ts'
import { stepChildren } from './step.ts'

/** Invalid child indexes, as the ends of sentences. */
export function conditionalErrors({ children, steps, otherwise }: ConditionalNode): readonly string[] {
  const indexes = [otherwise, ...steps.flatMap(stepChildren)]
  const invalid = indexes.filter(index => index < 0 || index >= children.length)
  return invalid.length === 0
    ? []
    : [`has steps to the children ${invalid.join(', ')}, but there are ${children.length}`]
}
