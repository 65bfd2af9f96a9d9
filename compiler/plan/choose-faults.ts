// The steps of a choice name its children by index.
import type { ChooseNode } from '../../schemas/generated/types.ts'
import { childrenNamedBy } from './step.ts'

/** Why a step would lead nowhere, as the ends of sentences. */
export function chooseFaults({ children, steps, otherwise }: ChooseNode): readonly string[] {
  const named = [otherwise, ...steps.flatMap(childrenNamedBy)]
  const strange = named.filter(index => index < 0 || index >= children.length)
  return strange.length === 0
    ? []
    : [`has steps to the children ${strange.join(', ')}, but there are ${children.length}`]
}
