// Labels of versions of prompts: three that every workspace has, and those that were created.
import { asText } from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { compareText, indexBy } from '../../core/listing.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import { KEY, OWNER, storedForm, TEXT, TEXT_OR_NULL } from '../../core/stored-form.ts'

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

const byName = (left: Resource, right: Resource): number =>
  compareText(asText(left.value['name']) ?? '', asText(right.value['name']) ?? '')

/** Labels in the order of their names: all of them, and those of a workspace. */
export const LABELS: ResourceIndex = { kind: PROMPT_LABEL, compare: byName }
export const LABELS_OF_WORKSPACE = indexBy(PROMPT_LABEL, 'workspace', byName)

/** By name, and by workspace and name. */
export const LABELS_BY_NAME: ResourceIndex = {
  kind: PROMPT_LABEL,
  valuesOf: ({ value }) => {
    const name = asText(value['name']) ?? ''
    return [name, `${asText(value['workspace']) ?? ''}/${name}`]
  },
}

/** The labels that are built in. */
export function builtInLabels({ hash, loadedAt }: Sources): readonly SavedLabel[] {
  const time = new Date(loadedAt).toISOString()
  return Object.entries(BUILT_IN).map(([name, description]) => ({
    id: derivedUuid(hash, PROMPT_LABEL, name),
    name,
    description,
    color_code: null,
    workspace: null,
    created_at: time,
    last_updated_at: time,
  }))
}

/** A label of a workspace, by identifier or name. */
export function findLabel(context: Sources, workspace: string, named: string): SavedLabel | undefined {
  const builtIn = builtInLabels(context).find(({ id, name }) => id === named || name === named)
  const { replica } = context
  if (builtIn !== undefined || replica === undefined) return builtIn
  const own = replica.get(PROMPT_LABEL, named)
  const found =
    own?.value['workspace'] === workspace ? own : replica.find(LABELS_BY_NAME, `${workspace}/${named}`)[0]
  return found && LABEL_FORM.read(found)
}

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
  const found = Object.entries(labels).flatMap(([id, version]) => {
    const label = findLabel(context, workspace, id)
    return label?.id === id ? [{ label, version }] : []
  })
  // Those that are built in, then by name.
  const order = Object.keys(BUILT_IN)
  const rank = ({ workspace: place, name }: SavedLabel): number =>
    place === null ? order.indexOf(name) : order.length
  found.sort(
    (left, right) => rank(left.label) - rank(right.label) || compareText(left.label.name, right.label.name),
  )
  return Object.fromEntries(found.map(({ label, version }) => [label.name, version]))
}
