// Labels of versions of prompts: three that every workspace has, and those that were created.
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { allStored, type Found, KEY, OWNER, storedForm, TEXT, TEXT_OR_NULL } from '../../core/stored-form.ts'

/** The kind of labels in the store, where they are named by their identifiers. */
export const PROMPT_LABEL = 'prompt-label'

export const PROMPT_LABEL_KINDS: readonly Kind[] = [
  clientKind({ name: PROMPT_LABEL, signed: 'value', sealed: 'never', scopes: ['prompts'] }),
]

export const LABEL_FORM = storedForm(PROMPT_LABEL, {
  id: KEY,
  name: TEXT,
  description: TEXT_OR_NULL,
  color_code: TEXT_OR_NULL,
  /** The slug of the workspace; null for those that every workspace has. */
  workspace: OWNER,
  created_at: TEXT,
  last_updated_at: TEXT,
})

export type SavedLabel = ReturnType<typeof LABEL_FORM.read>

const BUILT_IN: Readonly<Record<string, string>> = {
  production: 'Serves users.',
  staging: 'Tested before production.',
  development: 'Work in progress.',
}

type Sources = Pick<ControlSources, 'hash' | 'loadedAt' | 'replica'>

/** The labels of all workspaces, those that are built in first. */
export function allLabels({ hash, loadedAt, replica }: Sources): readonly Found<SavedLabel>[] {
  const time = new Date(loadedAt).toISOString()
  const own = Object.entries(BUILT_IN).map(
    ([name, description]): Found<SavedLabel> => ({
      revision: undefined,
      saved: {
        id: derivedUuid(hash, PROMPT_LABEL, name),
        name,
        description,
        color_code: null,
        workspace: null,
        created_at: time,
        last_updated_at: time,
      },
    }),
  )
  return [...own, ...allStored(LABEL_FORM, replica, ({ name }) => name)]
}

/** Those of a workspace. */
export const labelsOf = (context: Sources, workspace: string): readonly SavedLabel[] =>
  allLabels(context)
    .map(({ saved }) => saved)
    .filter(label => label.workspace === null || label.workspace === workspace)

/** Why a string is not the name of a label; undefined if it is one. A call could not distinguish it from a version. */
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
