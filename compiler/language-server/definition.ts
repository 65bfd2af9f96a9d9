// Where a name is defined, and where it is used.

import type { Source, SourceSpan } from '../source.ts'
import { definitionsIn, fileNamed, nameAt, type Occurrence, occurrencesOf } from './names.ts'
import type { ProjectFile, ProjectView } from './project-view.ts'

export interface NamePlace {
  readonly source: Source
  readonly span: Pick<SourceSpan, 'start' | 'end'>
}

const START = { start: 0, end: 0 }

/** The definitions of the name at an offset; of the file itself, its beginning. */
export function definitionsAt(project: ProjectView, file: ProjectFile, offset: number): readonly NamePlace[] {
  const name = nameAt(project, file, offset)
  return name === undefined ? [] : definitionsOf(project, name)
}

export function definitionsOf(project: ProjectView, name: Occurrence): readonly NamePlace[] {
  const named = fileNamed(project, name)
  if (named !== undefined) return [{ source: named.source, span: START }]
  return definitionsIn(project, name)
}

/**
 * The uses of the name at an offset. A file that defines a name is used where it is named, so any offset without a name refers to the file.
 */
export function referencesAt(
  project: ProjectView,
  file: ProjectFile,
  offset: number,
  withDefinition: boolean,
): readonly NamePlace[] {
  const name = nameAt(project, file, offset) ?? nameOfFile(file)
  if (name === undefined) return []
  const uses = occurrencesOf(project, name).filter(each => !each.isDefinition)
  return withDefinition ? [...definitionsOf(project, name), ...uses] : uses
}

/** The name that a file defines, as if it were written at its beginning. */
export function nameOfFile({ kind, id, source }: ProjectFile): Occurrence | undefined {
  if (kind !== 'prompt' && kind !== 'partial' && kind !== 'config') return undefined
  return { kind, name: id, scope: '', source, span: START, isDefinition: true, isWritten: false }
}
