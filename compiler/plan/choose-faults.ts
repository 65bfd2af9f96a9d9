// Validates the child indexes of a conditional.
import type { ChooseNode } from '../../schemas/generated/types.ts'
import { childrenNamedBy } from './step.ts'

/** Invalid child indexes, as the ends of sentences. */
export function chooseFaults({ children, steps, otherwise }: ChooseNode): readonly string[] {
  const named = [otherwise, ...steps.flatMap(childrenNamedBy)]
  const strange = named.filter(index => index < 0 || index >= children.length)
  return strange.length === 0
    ? []
    : [`has steps to the children ${strange.join(', ')}, but there are ${children.length}`]
}
