// Template text → tree. Total: whatever the text is, the result is a tree or the list of its mistakes. No expressions, no
// functions: a tag names a value, a section or a partial.
import { MAX_TAGS, type ScannedTag, scanTags } from './scan-tags.ts'
import {
  MAX_NESTED_SECTIONS,
  type PartialTag,
  type TemplateError,
  type TemplatePart,
  type TemplateParts,
  type TemplatePath,
} from './template.ts'

export interface ParsedTemplate {
  readonly template: TemplateParts
  /** In the order of the template; the tree is empty if there are any. */
  readonly errors: readonly TemplateError[]
}

const NAME = /^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)*$/u
const PARTIAL = /^([A-Za-z0-9_-]+)(?:@([A-Za-z0-9_.-]+))?$/

/** A section that is open, with what it contains so far. */
interface OpenSection {
  readonly tag: ScannedTag
  readonly path: TemplatePath
  readonly parts: TemplatePart[]
}

export function parseTemplate(text: string): ParsedTemplate {
  const { tags, rest, errors: scanErrors } = scanTags(text)
  const errors: TemplateError[] = [...scanErrors]
  const root: TemplatePart[] = []
  const open: OpenSection[] = []
  const parts = (): TemplatePart[] => open.at(-1)?.parts ?? root
  const report = ({ start, end }: Pick<ScannedTag, 'start' | 'end'>, message: string): void =>
    void errors.push({ message, start, end })
  if (tags.length > MAX_TAGS) {
    report(tags[MAX_TAGS] ?? { start: 0, end: 0 }, `The template has more than ${MAX_TAGS} tags.`)
    return { template: [], errors }
  }
  const pathOf = (tag: ScannedTag): TemplatePath => {
    if (tag.content === '.') return []
    if (!NAME.test(tag.content)) report(tag, notAName(tag.content))
    return tag.content.split('.')
  }
  for (const tag of tags) {
    const { sigil, content, start, end, before } = tag
    if (before !== '') parts().push({ kind: 'text', text: before })
    if (sigil === '') parts().push({ kind: 'variable', name: content, path: pathOf(tag), start, end })
    else if (sigil === '>') {
      const partial = partialOf(tag)
      if (partial === undefined) report(tag, `"${content}" is not the identifier of a partial.`)
      else parts().push(partial)
    } else if (sigil === '#' || sigil === '^') {
      if (open.length === MAX_NESTED_SECTIONS)
        report(tag, `Sections nest more than ${MAX_NESTED_SECTIONS} deep.`)
      open.push({ tag, path: pathOf(tag), parts: [] })
    } else if (sigil === '/') {
      const section = open.at(-1)
      if (section === undefined) report(tag, `"{{/${content}}}" closes a section that is not open.`)
      else if (section.tag.content !== content)
        report(tag, `"{{/${content}}}" closes a section, but the open one is "${section.tag.content}".`)
      if (section !== undefined) closeSection(section, open, parts)
    }
  }
  for (const { tag } of open) report(tag, `The section "${tag.content}" is not closed.`)
  if (rest !== '') root.push({ kind: 'text', text: rest })
  return errors.length === 0
    ? { template: root, errors }
    : { template: [], errors: errors.toSorted((a, b) => a.start - b.start) }
}

function closeSection(
  { tag, path, parts: children }: OpenSection,
  open: OpenSection[],
  parts: () => TemplatePart[],
): void {
  open.pop()
  parts().push({
    kind: 'section',
    name: tag.content,
    path,
    inverted: tag.sigil === '^',
    children,
    start: tag.start,
    end: tag.end,
  })
}

function partialOf({ content, start, end, indent }: ScannedTag): PartialTag | undefined {
  const [, id, version] = PARTIAL.exec(content) ?? []
  return id === undefined ? undefined : { kind: 'partial', name: content, id, version, indent, start, end }
}

function notAName(content: string): string {
  if (content === '') return 'The tag is empty.'
  return /[\s|()"']/.test(content)
    ? `${JSON.stringify(content)} is not a name: templates have no expressions, filters or arguments.`
    : `${JSON.stringify(content)} is not a name: letters, digits, "_", "-" and "$", joined by dots.`
}
