// Prompts and partials in the store: one object with what may change, and one immutable object for each version.
import {
  asCount,
  asList,
  asObject,
  asText,
  type Json,
  type JsonObject,
} from '../../../../schemas/values/json.ts'
import type { Kind } from '../../core/kind.ts'
import type { Replica } from '../../core/replica.ts'
import type { Resource } from '../../core/resource-store.ts'
import { versionKey } from '../../core/version-key.ts'

/** The kinds of templates, with the kinds of their versions. */
export const PROMPT = 'prompt'
export const PARTIAL = 'prompt-partial'
export type TemplateKind = typeof PROMPT | typeof PARTIAL
export const versionKindOf = (kind: TemplateKind): string => `${kind}-version`

export const TEMPLATE_KINDS: readonly Kind[] = [
  PROMPT,
  PARTIAL,
  versionKindOf(PROMPT),
  versionKindOf(PARTIAL),
].map(name => ({
  name,
  owner: 'client',
  // Calls may name any version of a prompt, also while the store is away.
  replicated: true,
  signed: 'value',
  sealed: 'never',
  scopes: ['prompts'],
  audited: true,
  exported: false,
}))

export interface SavedTemplate {
  readonly id: string
  readonly slug: string
  readonly name: string
  /** The slug of the workspace. */
  readonly workspace: string
  /** The identifier of the collection; null for partials. */
  readonly collection: string | null
  /** The number of the newest version, and of the one that is used where none is named. */
  readonly latest: number
  readonly published: number
  /** Versions by the identifiers of labels: a label that is created anew under an old name leads nowhere. */
  readonly labels: Readonly<Record<string, number>>
  readonly metadata: Json
  readonly created_at: string
  readonly last_updated_at: string
}

export interface TemplateVersion {
  readonly version: number
  /** What the client wrote: the template, parameters, and so on. */
  readonly content: JsonObject
  /** The messages of a prompt, as they were read from its template; none for a partial. */
  readonly messages: readonly Json[]
  readonly created_by: string
  readonly created_at: string
}

export function savedTemplateOf({ id: slug, value }: Pick<Resource, 'id' | 'value'>): SavedTemplate {
  const labels = Object.entries(asObject(value['labels'])).flatMap(([label, version]) => {
    const number = asCount(version)
    return number === undefined ? [] : [[label, number] as const]
  })
  return {
    id: asText(value['id']) ?? '',
    slug,
    name: asText(value['name']) ?? slug,
    workspace: asText(value['workspace']) ?? '',
    collection: asText(value['collection']) ?? null,
    latest: asCount(value['latest']) ?? 0,
    published: asCount(value['published']) ?? 0,
    labels: Object.fromEntries(labels),
    metadata: value['metadata'] ?? null,
    created_at: asText(value['created_at']) ?? '',
    last_updated_at: asText(value['last_updated_at']) ?? '',
  }
}

export const savedTemplateValue = ({ slug: _, ...value }: SavedTemplate): JsonObject => ({ ...value })

export const templateVersionOf = ({ value }: Pick<Resource, 'value'>): TemplateVersion => ({
  version: asCount(value['version']) ?? 0,
  content: asObject(value['content']),
  messages: asList(value['messages']),
  created_by: asText(value['created_by']) ?? '',
  created_at: asText(value['created_at']) ?? '',
})

export const templateVersionValue = (version: TemplateVersion): JsonObject => ({ ...version })

/** The version that a name leads to, beside those of labels: a number, the newest, or the published one. */
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
