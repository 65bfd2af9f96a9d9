// Secret references: those of the manifest, which belong to git, and those of the store. A reference of the store names no
// variable, file or identity of the gateway's machine; what its manager is authenticated to with is sealed.
import { lowerSecretReference } from '../../../../compiler/lower/secret-reference.ts'
import type { SecretReferenceObject } from '../../../../schemas/generated/control-types.ts'
import { secretAuthFacts } from '../../../../schemas/generated/facts.ts'
import type { PlanSecretReference, SecretAuth, SecretReference } from '../../../../schemas/generated/types.ts'
import { asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import type { ReadSources } from '../../core/control-sources.ts'
import { findNamed, findResourceNamed } from '../../core/find-named.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import { type FieldsPlace, maskFields, secretNames } from '../../core/sealing/secret-fields.ts'
import { type Field, type Found, KEY, NAME, storedForm, TEXT, TEXT_OR_NULL } from '../../core/stored-form.ts'

/** The kind of secret references in the store, where they are named by their slugs. */
export const SECRET_REFERENCE = 'secret-reference'

export const SECRET_REFERENCE_KINDS: readonly Kind[] = [
  clientKind({ name: SECRET_REFERENCE, signed: 'value', sealed: 'rotated', scopes: ['secret_references'] }),
]

export interface FoundReference {
  readonly reference: SecretReferenceObject
  readonly lowered: PlanSecretReference
  /** What the store has; undefined for references of the manifest. */
  readonly stored: JsonObject | undefined
}

type Sources = ReadSources

const MS_PER_SECOND = 1000

export const isSecretSetting = (name: string): boolean => secretAuthFacts[name]?.secret === true

/** References of the store by the workspaces that may use them; those that all may use have an empty value. */
export const REFERENCES_BY_USE: ResourceIndex = {
  kind: SECRET_REFERENCE,
  valuesOf: ({ value }) => {
    const workspaces = asList(value['allowed_workspaces']).filter(each => typeof each === 'string')
    return workspaces.length === 0 ? [''] : workspaces
  },
}

/** References of the manifest. */
export const manifestReferences = (context: Sources): readonly Found<FoundReference>[] =>
  Object.entries(context.gateway.secretReferences ?? {}).map(([slug, lowered]) => ({
    saved: ofManifest(context, slug, lowered),
    revision: undefined,
  }))

/** A reference by its identifier or slug. One owner per object: where git has a slug, git's counts. */
export function findReference(context: Sources, name: string): FoundReference | undefined {
  const own = findNamed(manifestReferences(context), name, ({ saved }) => saved.reference)
  const found = context.replica && findResourceNamed(context.replica, SECRET_REFERENCE, name)
  return own === undefined &&
    found !== undefined &&
    !Object.hasOwn(context.gateway.secretReferences ?? {}, found.id)
    ? savedReferenceOf(found)
    : own?.saved
}

function ofManifest(
  { hash, loadedAt }: Pick<Sources, 'hash' | 'loadedAt'>,
  slug: string,
  lowered: PlanSecretReference,
): FoundReference {
  const time = new Date(loadedAt).toISOString()
  const credentials = Object.keys(lowered.credentials).map(name => [name, '****'])
  return {
    lowered,
    stored: undefined,
    reference: {
      id: derivedUuid(hash, SECRET_REFERENCE, slug),
      slug,
      name: slug,
      description: null,
      ...shownFacts(lowered, { ...lowered.settings, ...Object.fromEntries(credentials) }),
      tags: lowered.tags ?? {},
      owner: 'git',
      created_at: time,
      last_updated_at: time,
      object: SECRET_REFERENCE,
    },
  }
}

/** What the compiler makes of a reference, as readers see it. */
const shownFacts = (
  { manager, path, key, workspaces, allowedOrigins, maxAge, maxStale }: PlanSecretReference,
  auth: JsonObject,
) => ({
  manager_type: manager,
  auth_config: auth,
  secret_path: path,
  secret_key: key ?? null,
  allow_all_workspaces: workspaces === undefined,
  allowed_workspaces: workspaces === undefined ? null : [...workspaces],
  allowed_hosts: allowedOrigins === undefined ? null : [...allowedOrigins],
  max_age: maxAge / MS_PER_SECOND,
  max_stale: maxStale / MS_PER_SECOND,
})

type Tags = SecretReferenceObject['tags'] & {}

const TAGS: Field<Tags> = { read: value => asObject(value) as Tags, write: tags => tags }

const NAMES = storedForm(SECRET_REFERENCE, {
  id: TEXT,
  slug: KEY,
  name: NAME,
  description: TEXT_OR_NULL,
  tags: TAGS,
  created_at: TEXT,
  last_updated_at: TEXT,
})

export function savedReferenceOf(resource: Pick<Resource, 'id' | 'value'>): FoundReference {
  const { value } = resource
  const lowered = lowerSecretReference(toManifestForm(value))
  const { tags, created_at, last_updated_at, ...names } = NAMES.read(resource)
  return {
    lowered,
    stored: value,
    reference: {
      ...names,
      ...shownFacts(lowered, maskFields(asObject(value['auth_config']))),
      tags,
      owner: 'api',
      created_at,
      last_updated_at,
      object: SECRET_REFERENCE,
    },
  }
}

/** As the manifest would have it, with a reference in the place of each sealed secret: for the compiler's rules and lowering. */
export function toManifestForm(value: JsonObject): SecretReference {
  const auth = asObject(value['auth_config'])
  const texts = (name: string): readonly string[] | undefined => {
    const list = asList(value[name]).filter(item => typeof item === 'string')
    return list.length === 0 ? undefined : list
  }
  const [workspaces, hosts] = [texts('allowed_workspaces'), texts('allowed_hosts')]
  const key = asText(value['secret_key'])
  const seconds = (name: string): Readonly<Record<string, number>> =>
    typeof value[name] === 'number' ? { [name]: value[name] } : {}
  return {
    manager_type: (asText(value['manager_type']) ?? 'hashicorp_vault') as SecretReference['manager_type'],
    auth_config: {
      ...auth,
      ...Object.fromEntries(secretNames(auth).map(name => [name, `\${env:${name}}`])),
    } as SecretAuth,
    secret_path: asText(value['secret_path']) ?? '',
    ...(key === undefined ? {} : { secret_key: key }),
    ...(workspaces === undefined ? {} : { allowed_workspaces: workspaces }),
    ...(hosts === undefined ? {} : { allowed_hosts: hosts }),
    ...seconds('max_age'),
    ...seconds('max_stale'),
  }
}

/** Where its authentication is, for the seal of secrets. */
export const authPlace = (slug: string): FieldsPlace => ({
  workspace: '',
  kind: SECRET_REFERENCE,
  id: slug,
  field: '/auth_config',
})
