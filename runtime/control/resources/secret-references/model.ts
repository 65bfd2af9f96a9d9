// Secret references: those of the manifest, which belong to git, and those of the store. A reference of the store names no
// variable, file or identity of the gateway's machine; what its manager is authenticated to with is sealed.
import { lowerSecretReference } from '../../../../compiler/lower/secret-reference.ts'
import type { SecretReferenceObject } from '../../../../schemas/generated/control-types.ts'
import { secretAuthFacts } from '../../../../schemas/generated/facts.ts'
import type { PlanSecretReference, SecretAuth, SecretReference } from '../../../../schemas/generated/types.ts'
import { asList, asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import type { ReadSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'
import { type FieldsPlace, maskFields, secretNames } from '../../core/sealing/secret-fields.ts'

/** The kind of secret references in the store, where they are named by their slugs. */
export const SECRET_REFERENCE = 'secret-reference'

export const SECRET_REFERENCE_KINDS: readonly Kind[] = [
  clientKind({ name: SECRET_REFERENCE, signed: 'value', sealed: 'rotated', scopes: ['secret_references'] }),
]

export interface FoundReference {
  readonly reference: SecretReferenceObject
  readonly lowered: PlanSecretReference
  readonly revision: number | undefined
  /** What the store has; undefined for references of the manifest. */
  readonly stored: JsonObject | undefined
}

type Sources = ReadSources

const MS_PER_SECOND = 1000

export const isSecretSetting = (name: string): boolean => secretAuthFacts[name]?.secret === true

/** All references, those of the manifest first, then by slug. One owner per object: where git has a slug, git's counts. */
export function allReferences(context: Sources): readonly FoundReference[] {
  const own = Object.entries(context.gateway.secretReferences ?? {}).map(([slug, lowered]) =>
    ofManifest(context, slug, lowered),
  )
  const slugs = new Set(own.map(({ reference }) => reference.slug))
  const stored = (context.replica?.all(SECRET_REFERENCE).toArray() ?? [])
    .filter(({ id }) => !slugs.has(id))
    .map(referenceOf)
    .sort((left, right) => (left.reference.slug < right.reference.slug ? -1 : 1))
  return [...own, ...stored]
}

/** A reference by its identifier or slug. */
export const findReference = (context: Sources, name: string): FoundReference | undefined =>
  findNamed(allReferences(context), name, ({ reference }) => reference)

function ofManifest(
  { hash, loadedAt }: Pick<Sources, 'hash' | 'loadedAt'>,
  slug: string,
  lowered: PlanSecretReference,
): FoundReference {
  const { manager, settings, credentials, path, key, workspaces, allowedOrigins, tags = {} } = lowered
  const time = new Date(loadedAt).toISOString()
  return {
    lowered,
    revision: undefined,
    stored: undefined,
    reference: {
      id: derivedUuid(hash, SECRET_REFERENCE, slug),
      slug,
      name: slug,
      description: null,
      manager_type: manager,
      auth_config: {
        ...settings,
        ...Object.fromEntries(Object.keys(credentials).map(name => [name, '****'])),
      },
      secret_path: path,
      secret_key: key ?? null,
      allow_all_workspaces: workspaces === undefined,
      allowed_workspaces: workspaces === undefined ? null : [...workspaces],
      allowed_hosts: allowedOrigins === undefined ? null : [...allowedOrigins],
      max_age: lowered.maxAge / MS_PER_SECOND,
      max_stale: lowered.maxStale / MS_PER_SECOND,
      tags,
      owner: 'git',
      created_at: time,
      last_updated_at: time,
      object: SECRET_REFERENCE,
    },
  }
}

export const referenceOf = (resource: Resource): FoundReference => ({
  ...savedReferenceOf(resource),
  revision: resource.revision,
})

/** The same without its revision. */
export function savedReferenceOf({ id: slug, value }: Pick<Resource, 'id' | 'value'>): FoundReference {
  const lowered = lowerSecretReference(toManifestForm(value))
  const { key, workspaces, allowedOrigins, maxAge, maxStale } = lowered
  return {
    lowered,
    revision: undefined,
    stored: value,
    reference: {
      id: asText(value['id']) ?? '',
      slug,
      name: asText(value['name']) ?? slug,
      description: asText(value['description']) ?? null,
      manager_type: lowered.manager,
      auth_config: maskFields(asObject(value['auth_config'])),
      secret_path: lowered.path,
      secret_key: key ?? null,
      allow_all_workspaces: workspaces === undefined,
      allowed_workspaces: workspaces === undefined ? null : [...workspaces],
      allowed_hosts: allowedOrigins === undefined ? null : [...allowedOrigins],
      max_age: maxAge / MS_PER_SECOND,
      max_stale: maxStale / MS_PER_SECOND,
      tags: asObject(value['tags']) as SecretReferenceObject['tags'] & {},
      owner: 'api',
      created_at: asText(value['created_at']) ?? '',
      last_updated_at: asText(value['last_updated_at']) ?? '',
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
