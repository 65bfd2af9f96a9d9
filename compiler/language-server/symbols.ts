// What a project defines by name, and the names in a file that lead to it.
import { definitionsOf, type NamePlace, nameOfFile } from './definition.ts'
import { namesIn, type Occurrence } from './names.ts'
import type { ProjectFile, ProjectView } from './project-view.ts'

/** What the project defines, where its name has the letters of the query, in any case. */
export function symbolsOf(project: ProjectView, query: string): readonly Occurrence[] {
  const wanted = query.toLowerCase()
  return [...project.files.values()]
    .flatMap(file => [
      ...[nameOfFile(file) ?? []].flat(),
      ...namesIn(project, file).filter(({ isDefinition }) => isDefinition),
    ])
    .filter(({ name }) => name.toLowerCase().includes(wanted))
}

export interface NameLink extends Pick<NamePlace, 'span'> {
  readonly target: NamePlace
}

const LINKED: ReadonlySet<Occurrence['kind']> = new Set([
  'config',
  'guardrail',
  'partial',
  'prompt',
  'provider',
])

/** The names of configs, prompts, partials, guardrails and stored providers in a file, with their definitions. */
export const linksIn = (project: ProjectView, file: ProjectFile): readonly NameLink[] =>
  namesIn(project, file)
    .filter(
      ({ kind, isDefinition, source }) =>
        LINKED.has(kind) && !isDefinition && source.name === file.source.name,
    )
    .flatMap(name => {
      const [target] = definitionsOf(project, name)
      return target === undefined ? [] : [{ span: name.span, target }]
    })
