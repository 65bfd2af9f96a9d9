// Labels of versions of prompts: three that every workspace has, and those that were created.
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import type { Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'

/** The kind of labels in the store, where they are named by their identifiers. */
export const PROMPT_LABEL = 'prompt-label'

export const PROMPT_LABEL_KINDS: readonly Kind[] = [
  {
    name: PROMPT_LABEL,
    owner: 'client',
    replicated: true,
    signed: 'value',
    sealed: 'never',
    scopes: ['prompts'],
    audited: true,
    exported: false,
  },
]

export interface SavedLabel {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly color_code: string | null
  /** The slug of the workspace; null for those that every workspace has. */
  readonly workspace: string | null
  readonly created_at: string
  readonly last_updated_at: string
  /** The revision in the store; undefined for one that is built in. */
  readonly revision: number | undefined
}

const BUILT_IN: Readonly<Record<string, string>> = {
  production: 'Serves users.',
  staging: 'Tested before production.',
  development: 'Work in progress.',
}

type Sources = Pick<ControlSources, 'hash' | 'loadedAt' | 'replica'>

/** The labels of a workspace, those that are built in first. */
export function labelsOf({ hash, loadedAt, replica }: Sources, workspace: string): readonly SavedLabel[] {
  const time = new Date(loadedAt).toISOString()
  const own = Object.entries(BUILT_IN).map(
    ([name, description]): SavedLabel => ({
      id: derivedUuid(hash, PROMPT_LABEL, name),
      name,
      description,
      color_code: null,
      workspace: null,
      created_at: time,
      last_updated_at: time,
      revision: undefined,
    }),
  )
  const stored = (replica?.all(PROMPT_LABEL).toArray() ?? [])
    .map(savedLabelOf)
    .filter(label => label.workspace === workspace)
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  return [...own, ...stored]
}

export const savedLabelOf = ({ id, value, revision }: Resource): SavedLabel => ({
  id,
  name: asText(value['name']) ?? '',
  description: asText(value['description']) ?? null,
  color_code: asText(value['color_code']) ?? null,
  workspace: asText(value['workspace']) ?? '',
  created_at: asText(value['created_at']) ?? '',
  last_updated_at: asText(value['last_updated_at']) ?? '',
  revision,
})

export const promptLabelValue = ({ id: _id, revision: _revision, ...value }: SavedLabel): JsonObject => ({
  ...value,
})

/** Why a text is no name of a label; undefined if it is one. A call could not tell it from a version. */
export function labelNameError(name: string): string | undefined {
  if (/^\d+$/.test(name)) return 'A label cannot be a number, which would be taken for a version.'
  return name === 'latest' || name === 'default' || name === 'published'
    ? `A label cannot be called "${name}", which has a meaning of its own.`
    : undefined
}

/** The names of the labels that lead to versions, with their versions; those that were deleted are left out. */
export function namedLabels(
  context: Sources,
  { workspace, labels }: { readonly workspace: string; readonly labels: Readonly<Record<string, number>> },
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    labelsOf(context, workspace).flatMap(({ id, name }) => {
      const version = Object.hasOwn(labels, id) ? labels[id] : undefined
      return version === undefined ? [] : [[name, version]]
    }),
  )
}
