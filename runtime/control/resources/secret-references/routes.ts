// The routes of secret references.
import { collectDiagnostics } from '../../../../compiler/diagnostics/diagnostic.ts'
import { readJson } from '../../../../compiler/read/json.ts'
import { validateManifest } from '../../../../compiler/validate/validate-manifest.ts'
import { asList, asObject, type Json, type JsonObject, toJson } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { findWorkspace } from '../../access/workspaces/model.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { indexBy, uniteLists } from '../../core/listing.ts'
import { sealFields } from '../../core/sealing/secret-fields.ts'
import { AGENT_INTEGRATION } from '../agents/model.ts'
import { CONFIGS_BY_SECRET } from '../configs/model.ts'
import { INTEGRATIONS_BY_REFERENCE } from '../integrations/model.ts'
import { alreadyExists, linkResource, nowOf, type SavedResource, usedBy } from '../saved-resource.ts'
import {
  authPlace,
  type FoundReference,
  findReference,
  isSecretSetting,
  manifestReferences,
  REFERENCES_BY_USE,
  SECRET_REFERENCE,
  savedReferenceOf,
  toManifestForm,
} from './model.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'>

const REFERENCES: SavedResource<FoundReference, Context> = {
  form: { kind: SECRET_REFERENCE, read: savedReferenceOf, write: ({ stored = {} }) => stored },
  noun: 'secret reference',
  recordedAs: SECRET_REFERENCE,
  parameter: 'secretReferenceId',
  own: manifestReferences,
  stored: (find, { workspaces }) => {
    if (workspaces === undefined)
      return { lists: [find({ kind: SECRET_REFERENCE })], meets: ['workspace_id'] }
    const lists = ['', ...workspaces].map(each => find(REFERENCES_BY_USE, each))
    return { lists: uniteLists(lists), meets: ['workspace_id'] }
  },
  seesAll: ({ mayOrganise }) => mayOrganise,
  named: ({ reference }) => reference,
  // Those of the organisation see all; others what one of their workspaces may use.
  sees:
    ({ principal, may, mayOrganise }) =>
    ({ reference }) =>
      mayOrganise ||
      principal.workspaces
        .keys()
        .some(workspace => may(workspace) && (reference.allowed_workspaces?.includes(workspace) ?? true)),
  changeFault: ({ stored, reference }) =>
    stored === undefined ? ownedByGit('secret reference', reference.slug) : undefined,
  deleteFault: ({ reference: { slug } }, _request, { replica }) => {
    const user = userOf(slug, replica)
    return user === undefined ? undefined : usedBy('secret reference', slug, user)
  },
  keyOf: ({ reference }) => reference.slug,
  workspaceOf: () => null,
  show: ({ reference }) => toJson(reference),
}

const AGENTS_BY_REFERENCE = indexBy(AGENT_INTEGRATION, 'signing_reference')

const references = linkResource(REFERENCES)

export const secretReferenceHandlers = {
  listSecretReferences: references.list,
  createSecretReference: references.create(({ body }, context) => {
    const { slug: wanted, ...fields } = body
    const slug = chooseSlug(body.name, wanted)
    if (isFailure(slug)) return slug
    if (findReference(context, slug) !== undefined) return alreadyExists('secret reference', slug)
    const time = nowOf(context)
    return completeReference(context, slug, {
      ...toJson(fields),
      id: randomUuid(context.randomId()),
      created_at: time,
    })
  }),
  readSecretReference: references.read,
  updateSecretReference: references.update(({ reference, stored }, request, context) => {
    const { auth_config, allow_all_workspaces, ...changes } = request.body
    const before = asObject(stored)
    // Secrets that are not sent again stay; those of a manager at another address do not.
    const auth = auth_config === undefined ? before['auth_config'] : mergedAuth(before, asObject(auth_config))
    const after = { ...before, ...toJson(changes), auth_config: auth ?? {} }
    if (allow_all_workspaces === true && changes.allowed_workspaces === undefined)
      return completeReference(context, reference.slug, without(after, 'allowed_workspaces'))
    return completeReference(context, reference.slug, {
      ...after,
      ...(allow_all_workspaces === undefined ? {} : { allow_all_workspaces }),
    })
  }),
  deleteSecretReference: references.remove,
} satisfies SomeHandlers<Context>

/** What uses a reference: an integration, a saved config, or an agent integration. */
function userOf(slug: string, replica: Context['replica']): string | undefined {
  const [integration] = replica?.find(INTEGRATIONS_BY_REFERENCE, slug) ?? []
  if (integration !== undefined) return `the integration ${quoted(integration.id)}`
  const [config] = replica?.find(CONFIGS_BY_SECRET, slug) ?? []
  if (config !== undefined) return `the saved config ${quoted(config.id)}`
  const [agent] = replica?.find(AGENTS_BY_REFERENCE, slug) ?? []
  return agent && `the agent integration ${quoted(agent.id)}`
}

const ADDRESSES = ['vault_addr', 'aws_endpoint', 'azure_vault_url', 'aws_region'] as const

/** What an update brings wins; a secret of before is used only where it was sent before. */
function mergedAuth(before: JsonObject, auth: JsonObject): JsonObject {
  const old = asObject(before['auth_config'])
  const isSameAddress = ADDRESSES.every(name => auth[name] === undefined || auth[name] === old[name])
  const secrets = Object.entries(old).filter(([name]) => isSecretSetting(name) && isSameAddress)
  return { ...Object.fromEntries(secrets), ...auth }
}

const without = (value: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))

/** The reference with the slugs of its workspaces and sealed secrets, or why it is not valid. */
function completeReference(context: Context, slug: string, fields: JsonObject): FoundReference | Failure {
  const workspaces = slugsOf(context, fields['allowed_workspaces'])
  if (isFailure(workspaces)) return workspaces
  const auth = asObject(fields['auth_config'])
  if (JSON.stringify(auth).includes('${'))
    return failure('invalid_request', 'auth_config contains a reference. Send the secret itself.', {
      param: 'auth_config',
    })
  const sealed = sealFields(context.sealing, auth, isSecretSetting, authPlace(slug))
  if (isFailure(sealed)) return sealed
  const { allow_all_workspaces: all, ...others } = fields
  const value: JsonObject = {
    ...others,
    auth_config: sealed,
    ...(workspaces === undefined ? {} : { allowed_workspaces: workspaces }),
    last_updated_at: new Date(context.clock.now()).toISOString(),
  }
  const invalid = validate(context, slug, value, all)
  if (invalid !== undefined) return invalid
  return savedReferenceOf({ id: slug, value })
}

/** Workspaces by their slugs; undefined for all. */
function slugsOf(context: Context, names: Json | undefined): readonly string[] | Failure | undefined {
  if (names === undefined || names === null) return undefined
  const slugs: string[] = []
  for (const name of asList(names)) {
    const found = findWorkspace(context, String(name))
    if (found === undefined)
      return failure('not_found', `There is no workspace ${quoted(String(name))}.`, {
        param: 'allowed_workspaces',
      })
    slugs.push(found.workspace.slug)
  }
  return slugs
}

/** The rules of the manifest hold for references of the store; private hosts are those that are open to callers. */
function validate(
  { gateway, catalog }: Context,
  slug: string,
  value: JsonObject,
  all: Json | undefined,
): Failure | undefined {
  const reference = { ...toManifestForm(value), ...(all === undefined ? {} : { allow_all_workspaces: all }) }
  const manifest = { trusted_hosts: gateway.callerHosts ?? [], secret_references: { [slug]: reference } }
  const { report, diagnostics } = collectDiagnostics()
  const parsed = readJson({ name: slug, text: JSON.stringify(manifest) }, report)
  if (parsed !== undefined) validateManifest(parsed, catalog, report)
  const [first] = diagnostics.filter(
    ({ severity, code }) => severity === 'error' || code === 'setting-without-effect',
  )
  return (
    first && failure('invalid_request', `The secret reference ${quoted(slug)} is invalid: ${first.message}`)
  )
}
