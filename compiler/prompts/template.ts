// The syntax tree of a template: logic-less Mustache. Offsets are those of the template's text.

interface Tag {
  /** The content of the tag between its delimiters, for messages. */
  readonly name: string
  readonly start: number
  readonly end: number
}

/** A name with its dots resolved; empty for the implicit iterator `.`. */
export type TemplatePath = readonly string[]

export interface TextPart {
  readonly kind: 'text'
  readonly text: string
}

export interface VariableTag extends Tag {
  readonly kind: 'variable'
  readonly path: TemplatePath
}

export interface SectionTag extends Tag {
  readonly kind: 'section'
  readonly path: TemplatePath
  /** Rendered where the value is absent or empty. */
  readonly inverted: boolean
  readonly children: TemplateParts
}

export interface PartialTag extends Tag {
  readonly kind: 'partial'
  readonly id: string
  /** What follows `@`: a version or a label. */
  readonly version: string | undefined
  /** White space before a partial on a line of its own, which every line of it gets. */
  readonly indent: string
}

export type TemplatePart = TextPart | VariableTag | SectionTag | PartialTag
export type TemplateParts = readonly TemplatePart[]

/** A mistake in a template, as a sentence. */
export interface TemplateError {
  readonly message: string
  readonly start: number
  readonly end: number
}

/** How deeply sections nest. */
export const MAX_NESTED_SECTIONS = 32
