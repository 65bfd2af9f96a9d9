// What a template uses: the variables that it and its partials name, and the partials.
import type { PartialTag, SectionTag, TemplateParts, VariableTag } from './template.ts'

/** Partials by identifier, parsed. */
export type ParsedPartials = ReadonlyMap<string, TemplateParts>

export interface VariableUse {
  /** The first part of the name: the variable, unless an item of a section has it. */
  readonly variable: string
  readonly tag: VariableTag | SectionTag
  /** The tag of the text itself: for a use in a partial, the one that includes it. */
  readonly at: { readonly start: number; readonly end: number; readonly name: string }
  /** The partial that the use is in. */
  readonly partial: string | undefined
  /** The variables of the sections around it, outermost first; an empty name for the items of lists in lists. */
  readonly within: readonly string[]
}

/** Partials that include each other can multiply: beyond so many inclusions, a call that lacks a variable tells. */
const MAX_INCLUSIONS = 1_000

/** Every use of a variable. The implicit iterator is not one. */
export function variableUses(template: TemplateParts, partials: ParsedPartials): readonly VariableUse[] {
  const uses: VariableUse[] = []
  collect(
    template,
    partials,
    { within: [], included: [], at: undefined, budget: { left: MAX_INCLUSIONS } },
    uses,
  )
  return uses
}

interface Context {
  readonly within: readonly string[]
  /** The partials that lead here, so that a cycle ends. */
  readonly included: readonly string[]
  readonly at: PartialTag | undefined
  /** Inclusions that are still followed. */
  readonly budget: { left: number }
}

function collect(
  template: TemplateParts,
  partials: ParsedPartials,
  context: Context,
  uses: VariableUse[],
): void {
  for (const part of template) {
    if (part.kind === 'text') continue
    if (part.kind === 'partial') {
      const inner = context.included.includes(part.id) ? undefined : partials.get(part.id)
      const included = [...context.included, part.id]
      context.budget.left -= 1
      if (inner !== undefined && context.budget.left >= 0)
        collect(inner, partials, { ...context, included, at: context.at ?? part }, uses)
      continue
    }
    const [variable] = part.path
    if (variable !== undefined)
      uses.push({
        variable,
        tag: part,
        at: context.at ?? part,
        partial: context.included.at(-1),
        within: context.within,
      })
    if (part.kind !== 'section') continue
    const within = part.inverted ? context.within : [...context.within, variable ?? '']
    collect(part.children, partials, { ...context, within }, uses)
  }
}

/** Every partial that a template names itself. */
export function partialTags(template: TemplateParts): readonly PartialTag[] {
  return template.flatMap(part =>
    part.kind === 'partial' ? [part] : part.kind === 'section' ? partialTags(part.children) : [],
  )
}

/** The partials from one back to itself, as `a`, `b`, `a`; undefined where it includes itself in no way. */
export function partialCycle(
  id: string,
  partials: ParsedPartials,
  /** The name of a partial that a tag may name otherwise. */
  nameOf: (written: string) => string = written => written,
): readonly string[] | undefined {
  const seen = new Set<string>()
  const search = (at: string, path: readonly string[]): readonly string[] | undefined => {
    for (const { id: written } of partialTags(partials.get(at) ?? [])) {
      const next = nameOf(written)
      if (next === id) return [...path, next]
      if (seen.has(next)) continue
      seen.add(next)
      const found = search(next, [...path, next])
      if (found !== undefined) return found
    }
    return undefined
  }
  return search(id, [id])
}
