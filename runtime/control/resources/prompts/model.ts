// Prompts and partials in the store: one object with what may change, and one immutable object for each version.
import { asText } from '../../../../schemas/values/json.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import { indexBy } from '../../core/listing.ts'
import type { Replica } from '../../core/replica.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import {
  COUNT,
  COUNTS,
  JSON_VALUE,
  KEY,
  LIST,
  type ModelOf,
  NAME,
  OBJECT,
  type StoredForm,
  storedForm,
  TEXT,
  TEXT_OR_NULL,
} from '../../core/stored-form.ts'
import { versionKey } from '../../core/version-key.ts'

/** The kinds of templates, with the kinds of their versions. */
export const PROMPT = 'prompt'
export const PARTIAL = 'prompt-partial'
export type TemplateKind = typeof PROMPT | typeof PARTIAL
export const versionKindOf = (kind: TemplateKind): string => `${kind}-version`

// Calls may name any version of a prompt, also while the store is unavailable.
export const TEMPLATE_KINDS: readonly Kind[] = [
  PROMPT,
  PARTIAL,
  versionKindOf(PROMPT),
  versionKindOf(PARTIAL),
].map(name => clientKind({ name, signed: 'value', sealed: 'never', scopes: ['prompts'] }))

const TEMPLATE_FIELDS = {
  id: TEXT,
  slug: KEY,
  name: NAME,
  /** The slug of the workspace. */
  workspace: TEXT,
  /** The identifier of the collection; null for partials. */
  collection: TEXT_OR_NULL,
  /** The number of the newest version, and of the one that is used if none is named. */
  latest: COUNT,
  published: COUNT,
  /** Versions by the identifiers of labels: a label that is created again under an old name leads nowhere. */
  labels: COUNTS,
  metadata: JSON_VALUE,
  created_at: TEXT,
  last_updated_at: TEXT,
}

export type SavedTemplate = ModelOf<typeof TEMPLATE_FIELDS>

export const TEMPLATE_FORMS: Readonly<Record<TemplateKind, StoredForm<SavedTemplate>>> = {
  [PROMPT]: storedForm(PROMPT, TEMPLATE_FIELDS),
  [PARTIAL]: storedForm(PARTIAL, TEMPLATE_FIELDS),
}

/** Templates of a kind by their workspaces, in the order of their slugs. */
export const templatesOfWorkspace = (kind: TemplateKind): ResourceIndex => ({ kind, valuesOf: workspaceOf })

const workspaceOf = ({ value }: Resource): readonly string[] => [asText(value['workspace']) ?? '']

/** Prompts by the identifiers of their collections. */
export const PROMPTS_OF_COLLECTION = indexBy(PROMPT, 'collection')

/** Prompts and partials are stored alike. */
export const savedTemplateOf = TEMPLATE_FORMS[PROMPT].read

const VERSION_FORM = storedForm('version', {
  version: COUNT,
  /** What the client wrote: the template, parameters, and so on. */
  content: OBJECT,
  /** The messages of a prompt, as they were read from its template; none for a partial. */
  messages: LIST,
  created_by: TEXT,
  created_at: TEXT,
})

export type TemplateVersion = ReturnType<typeof VERSION_FORM.read>

export const templateVersionOf = VERSION_FORM.read
export const templateVersionValue = VERSION_FORM.write

/** The version that a name leads to, except for labels: a number, the newest, or the published one. */
export function versionNumber(
  { latest, published }: Pick<SavedTemplate, 'latest' | 'published'>,
  name: string,
): number | undefined {
  if (name === 'latest') return latest
  if (name === 'published') return published
  return /^\d{1,8}$/.test(name) ? Number(name) : undefined
}

/** A version of a template; undefined for a number that it does not have. */
export const findTemplateVersion = (
  replica: Pick<Replica, 'get'>,
  kind: TemplateKind,
  slug: string,
  version: number,
): Resource | undefined => replica.get(versionKindOf(kind), versionKey(slug, version))
