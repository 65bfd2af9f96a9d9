// What is shown at a value: the description of its property, and its consequence.

import { type Pointer, pointerTokens } from '../../schemas/values/pointer.ts'
import { mask } from '../diagnostics/mask.ts'
import type { ParsedSource, SourceSpan } from '../source.ts'
import { consequencesOfConfig } from './hover/config.ts'
import { consequencesOfManifest } from './hover/manifest.ts'
import { consequencesOfName } from './hover/name.ts'
import { nameAt } from './names.ts'
import type { ProjectFile, ProjectView } from './project-view.ts'
import { descriptionAt } from './schema-at.ts'

export interface Hover {
  /** Short Markdown; likely secrets are masked. */
  readonly markdown: string
  readonly start: number
  readonly end: number
}

/** Undefined where nothing is known. */
export function hoverAt(project: ProjectView, file: ProjectFile, offset: number): Hover | undefined {
  const parsed = file.parsed()
  const name = nameAt(project, file, offset)
  const at = parsed && locateValue(parsed, file.source.name, offset)
  if (at === undefined)
    return name === undefined ? undefined : shown(consequencesOfName(project, file, name), name.span)
  const property = propertyOf(at.path)
  const description = descriptionAt(project.schemaOf(file.kind), at.path)
  const lines = [
    ...(property === undefined
      ? []
      : [`**${property}**${description === undefined ? '' : `: ${description}`}`]),
    ...(name === undefined ? [] : consequencesOfName(project, file, name)),
    ...(file.kind === 'config' ? consequencesOfConfig(project, file, at.path) : []),
    ...(file.kind === 'manifest' ? consequencesOfManifest(project, at.path) : []),
  ]
  // Of an object, only its name is marked.
  const { key, value } = parsed?.origins.get(at.pointer) ?? {}
  const span = at.part === 'key' ? (key ?? at.span) : (value ?? at.span)
  return shown(lines, span)
}

function shown(
  lines: readonly string[],
  { start, end }: { readonly start: number; readonly end: number },
): Hover | undefined {
  const markdown = mask([...new Set(lines)].join('\n\n'))
  return markdown === '' ? undefined : { markdown, start, end }
}

/** The name of the property that a value belongs to, which items of a list have from the list. */
const propertyOf = (path: readonly string[]): string | undefined =>
  path.findLast(token => !/^\d+$/.test(token))

// The value of a file at an offset: the innermost one whose text has it.

interface LocatedValue {
  readonly pointer: Pointer
  readonly path: readonly string[]
  readonly part: 'key' | 'value'
  /** The text of the key or value. */
  readonly span: SourceSpan
}

/** Undefined outside of every value. `name`: the file of the offset, which a TypeScript config may have imported. */
function locateValue(parsed: ParsedSource, name: string, offset: number): LocatedValue | undefined {
  let found: LocatedValue | undefined
  const consider = (pointer: Pointer, part: 'key' | 'value', span: SourceSpan | undefined): void => {
    if (span === undefined || (span.source ?? parsed.source).name !== name) return
    if (offset < span.start || offset > span.end) return
    const isSmaller = found === undefined || span.end - span.start <= found.span.end - found.span.start
    if (isSmaller) found = { pointer, path: [], part, span }
  }
  for (const [pointer, { key, value }] of parsed.origins) {
    consider(pointer, 'value', value)
    consider(pointer, 'key', key)
  }
  return found && { ...found, path: [...pointerTokens(found.pointer)] }
}
