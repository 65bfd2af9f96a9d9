// Template → closure, once per version of a prompt. A rendering is one pass over the closures: what a variable contains is
// written and never read as a template.
import type {
  PartialTag,
  SectionTag,
  TemplatePart,
  TemplateParts,
  TemplatePath,
} from '../../compiler/prompts/template.ts'
import type { Json } from '../../schemas/values/json.ts'
import { isExhausted, type RenderState, type Scope } from './render-state.ts'

/** Renders a template with the values of a scope. Total: what is missing and how much is left is in the state. */
export type RenderTemplate = (scope: Scope, state: RenderState) => string

/** The template of a partial, with every line indented; undefined for one that does not exist. */
export type CompilePartial = (tag: PartialTag) => RenderTemplate | undefined

export function compileTemplate(template: TemplateParts, partial: CompilePartial): RenderTemplate {
  const parts = template.map(part => compilePart(part, partial))
  const [only] = parts
  if (parts.length === 1 && only !== undefined) return only
  return (scope, state) => {
    let text = ''
    for (const render of parts) {
      if (isExhausted(state)) return text
      text += render(scope, state)
    }
    return text
  }
}

function compilePart(part: TemplatePart, partial: CompilePartial): RenderTemplate {
  switch (part.kind) {
    case 'text':
      return (_scope, state) => counted(part.text, state)
    case 'variable':
      return (scope, state) => {
        const value = lookUp(scope, part.path)
        if (value !== undefined) return counted(textOf(value), state)
        state.missing.add(part.name)
        return ''
      }
    case 'section':
      return compileSection(part, partial)
    case 'partial':
      return stepped(partial(part) ?? (() => ''))
  }
}

function compileSection({ path, inverted, children }: SectionTag, partial: CompilePartial): RenderTemplate {
  const inner = stepped(compileTemplate(children, partial))
  return (outer, state) => {
    const value = lookUp(outer, path)
    if (isEmpty(value)) return inverted ? inner(outer, state) : ''
    if (inverted) return ''
    if (!Array.isArray(value)) return inner({ value, outer }, state)
    let text = ''
    for (const item of value) {
      if (isExhausted(state)) return text
      text += inner({ value: item, outer }, state)
    }
    return text
  }
}

/** Counts a rendering of a section or partial. */
const stepped =
  (inner: RenderTemplate): RenderTemplate =>
  (scope, state) => {
    state.steps -= 1
    return isExhausted(state) ? '' : inner(scope, state)
  }

/** What makes a section absent: nothing, false, zero, and whatever is empty. */
const isEmpty = (value: Json | undefined): value is undefined | null | false | 0 | '' =>
  value === undefined ||
  value === null ||
  value === false ||
  value === 0 ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** A value in a template: objects and lists as JSON, null as nothing. */
function textOf(value: Json): string {
  if (typeof value === 'string') return value
  return value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function counted(text: string, state: RenderState): string {
  state.characters -= text.length
  return state.characters < 0 ? '' : text
}

// Looks names up in scopes: only own properties, so that no name reaches what JavaScript adds to every value.

/**
 * The value of a name: its first part is looked up from the innermost scope outwards, the others in what was found. The
 * empty path is the innermost value. Undefined if there is none.
 */
export function lookUp(scope: Scope, [first, ...others]: TemplatePath): Json | undefined {
  if (first === undefined) return scope.value
  let current: Scope | undefined = scope
  while (current !== undefined && ownMember(current.value, first) === undefined) current = current.outer
  return current && others.reduce<Json | undefined>(ownMember, ownMember(current.value, first))
}

/** A property of an object, or an item of a list by its index. */
function ownMember(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value) && !/^\d+$/.test(name)) return undefined
  return Object.hasOwn(value, name) ? (value as { readonly [name: string]: Json })[name] : undefined
}
