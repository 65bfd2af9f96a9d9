// The prompts of the project and of the store, for calls: in memory, and each version compiled once in a process.
import { linkPrompt } from '../../../prompts/link-prompt.ts'
import type { LinkedPrompt, PromptSource } from '../../../prompts/prompt-source.ts'
import { unknownPrompt, unknownVersion } from '../../../prompts/unknown-prompt.ts'
import { type Failure, failure, isFailure } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource } from '../../core/resource-store.ts'
import { readOnce } from '../../core/stored-form.ts'
import { findLabel } from '../labels/model.ts'
import {
  findTemplateVersion,
  PARTIAL,
  PROMPT,
  type SavedTemplate,
  TEMPLATE_FORMS,
  templatesOfWorkspace,
  templateVersionOf,
  versionNumber,
} from './model.ts'
import { compileVersion, linkPartialNames, partialText } from './prompt-surroundings.ts'

type Sources = Pick<
  ControlSources,
  'hash' | 'gateway' | 'plans' | 'prompts' | 'partials' | 'catalog' | 'loadedAt'
>

const headOf = readOnce(TEMPLATE_FORMS[PROMPT])

/** A linked version, and the partials that it was linked with. */
interface Linked {
  readonly prompt: LinkedPrompt
  readonly partials: ReadonlyMap<string, Resource | undefined>
}

/** `project`: the prompts of the bundle, which go before those of the store. */
export function createStoredPrompts(project: PromptSource, sources: Sources, replica: Replica): PromptSource {
  const context = { ...sources, replica }
  const linked = new WeakMap<Resource, Linked>()
  const isCurrent = ({ partials }: Linked): boolean =>
    partials.entries().every(([slug, resource]) => replica.get(PARTIAL, slug) === resource)
  const link = (head: SavedTemplate, version: Resource): LinkedPrompt | Failure => {
    const known = linked.get(version)
    if (known !== undefined && isCurrent(known)) return known.prompt
    const partials = new Map<string, Resource | undefined>()
    const slugOf = linkPartialNames(context)
    const prompt = linkVersion(head, version, name => {
      const slug = slugOf(name)
      partials.set(slug, replica.get(PARTIAL, slug))
    })
    // What is wrong may be mended elsewhere, as by a partial that is created again.
    if (!isFailure(prompt)) linked.set(version, { prompt, partials })
    return prompt
  }
  const linkVersion = (
    { slug, workspace }: SavedTemplate,
    resource: Resource,
    note: (partial: string) => void,
  ): LinkedPrompt | Failure => {
    const version = templateVersionOf(resource)
    const compiled = compileVersion(context, workspace, slug, version, 'unknown')
    if (isFailure(compiled)) return compiled
    const missing = new Set<string>()
    const prompt = linkPrompt(slug, version.version, compiled.plan, (partial, wanted) => {
      note(partial)
      const text = partialText(context, workspace, partial, wanted)
      if (text === undefined) missing.add(partial)
      return text
    })
    return missing.size === 0
      ? prompt
      : failure(
          'unknown_prompt',
          `The prompt "${slug}" includes partials that are gone: ${[...missing].join(', ')}.`,
        )
  }
  const numberOf = (head: SavedTemplate, version: string | undefined): number | undefined => {
    if (version === undefined) return head.published
    const number = versionNumber(head, version)
    if (number !== undefined) return number
    const label = findLabel(context, head.workspace, version)
    return label?.name === version ? head.labels[label.id] : undefined
  }
  return {
    find: (id, version, workspace, mayList) => {
      const resource = Object.hasOwn(sources.prompts ?? {}, id)
        ? undefined
        : findResourceNamed(replica, PROMPT, id)
      const head = resource && headOf(resource)
      if (head === undefined || head.workspace !== workspace) {
        const found = project.find(id, version, workspace, mayList)
        return isFailure(found) && !Object.hasOwn(sources.prompts ?? {}, id)
          ? (replica.lookFault() ??
              unknownPrompt(id, mayList ? knownTo(workspace, sources, replica) : undefined, workspace))
          : found
      }
      const number = numberOf(head, version)
      const found = number === undefined ? undefined : findTemplateVersion(replica, PROMPT, head.slug, number)
      return found === undefined
        ? (replica.lookFault() ?? unknownVersion(id, version ?? '', `Its newest version is ${head.latest}.`))
        : link(head, found)
    },
  }
}

const knownTo = (workspace: string, { prompts = {} }: Sources, replica: Replica): readonly string[] => [
  ...Object.keys(prompts),
  ...replica.find(templatesOfWorkspace(PROMPT), workspace).map(({ id }) => id),
]
