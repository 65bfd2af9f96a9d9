// The routes of secret references.

import { collectDiagnostics } from '../../../../compiler/diagnostics/diagnostic.ts'
import { readJson } from '../../../../compiler/read/json.ts'
import { validateManifest } from '../../../../compiler/validate/validate-manifest.ts'
import type { SecretReferenceObject } from '../../../../schemas/generated/control-types.ts'
import { asList, asObject, asText, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { findWorkspace } from '../../access/workspaces/model.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { commitChange, ownedByGit } from '../../core/commit-change.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import { sealFields } from '../../core/sealing/secret-fields.ts'
import { AGENT_INTEGRATION, agentIntegrationOf } from '../agents/model.ts'
import { CONFIG, namesSecret, savedConfigOf } from '../configs/model.ts'
import { INTEGRATION, integrationOf } from '../integrations/model.ts'
import {
  allReferences,
  authPlace,
  type FoundReference,
  findReference,
  isSecretSetting,
  referenceOf,
  SECRET_REFERENCE,
  toManifestForm,
} from './model.ts'

type Context = WriteSources & Pick<ControlSources, 'catalog' | 'sealing'>

type SecretReferenceOperation =
  | 'listSecretReferences'
  | 'createSecretReference'
  | 'readSecretReference'
  | 'updateSecretReference'
  | 'deleteSecretReference'

export const secretReferenceHandlers: Handlers<SecretReferenceOperation, Context> = {
  listSecretReferences: async (request, context) =>
    pageReply(
      allReferences(context).filter(found => isVisible(request, found)),
      request,
      ({ reference }) => show(reference),
    ),
  createSecretReference: async (request, context) => {
    const { body } = request
    const slug = chooseSlug(String(body['name']), asText(body['slug']))
    if (isFailure(slug)) return slug
    if (findReference(context, slug) !== undefined)
      return failure('conflict', `The secret reference ${quoted(slug)} exists already.`, { param: 'slug' })
    const time = new Date(context.clock.now()).toISOString()
    const { slug: _slug, ...fields } = body
    return await write(request, context, slug, undefined, {
      ...fields,
      id: randomUuid(context.randomId()),
      created_at: time,
    })
  },
  readSecretReference: async (request, context) => {
    const found = findVisible(request, context)
    return isFailure(found) ? found : { body: show(found.reference), revision: found.revision }
  },
  updateSecretReference: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const { auth_config, allow_all_workspaces, ...changes } = request.body
    const before = asObject(found.stored)
    // Secrets that are not sent again stay; those of a manager at another address do not.
    const auth = auth_config === undefined ? before['auth_config'] : mergedAuth(before, asObject(auth_config))
    const after = { ...before, ...changes, auth_config: auth ?? {} }
    if (allow_all_workspaces === true && changes['allowed_workspaces'] === undefined)
      return await write(request, context, found.reference.slug, found, without(after, 'allowed_workspaces'))
    return await write(request, context, found.reference.slug, found, {
      ...after,
      ...(allow_all_workspaces === undefined ? {} : { allow_all_workspaces }),
    })
  },
  deleteSecretReference: async (request, context) => {
    const found = findWritable(request, context)
    if (isFailure(found)) return found
    const { slug } = found.reference
    const user = context.replica
      ?.all(INTEGRATION)
      .map(integrationOf)
      .find(({ mappings }) => mappings.some(each => each.secret_reference_id === slug))
    if (user !== undefined)
      return failure(
        'conflict',
        `The secret reference ${quoted(slug)} is used by the integration ${quoted(user.slug)}.`,
      )
    const config = context.replica
      ?.all(CONFIG)
      .map(savedConfigOf)
      .find(({ text }) => namesSecret(text, slug))
    if (config !== undefined)
      return failure(
        'conflict',
        `The secret reference ${quoted(slug)} is used by the saved config ${quoted(config.slug)}.`,
      )
    const agent = context.replica
      ?.all(AGENT_INTEGRATION)
      .map(agentIntegrationOf)
      .find(({ signingReference }) => signingReference === slug)
    if (agent !== undefined)
      return failure(
        'conflict',
        `The secret reference ${quoted(slug)} is used by the agent integration ${quoted(agent.slug)}.`,
      )
    const revision = await commitChange(context, request, {
      action: 'delete',
      resource: SECRET_REFERENCE,
      id: slug,
      workspace: null,
      before: show(found.reference),
      after: null,
      writes: [
        {
          kind: SECRET_REFERENCE,
          id: slug,
          value: undefined,
          expects: request.expects ?? found.revision ?? 'absent',
        },
      ],
    })
    return isFailure(revision) ? revision : { body: {} }
  },
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

const show = (reference: SecretReferenceObject): JsonObject => ({ ...reference }) as JsonObject

/** Those of the organisation see all; others what one of their workspaces may use. */
const isVisible = (request: ApiRequest, { reference }: FoundReference): boolean =>
  request.mayOrganise ||
  request.principal.workspaces
    .keys()
    .some(workspace => request.may(workspace) && (reference.allowed_workspaces?.includes(workspace) ?? true))

function findVisible(request: ApiRequest, context: Context): FoundReference | Failure {
  const name = request.path['secretReferenceId'] ?? ''
  const found = findReference(context, name)
  return found !== undefined && isVisible(request, found)
    ? found
    : failure('not_found', `There is no secret reference ${quoted(name)}.`)
}

function findWritable(request: ApiRequest, context: Context): FoundReference | Failure {
  const found = findVisible(request, context)
  return isFailure(found) || found.stored !== undefined
    ? found
    : ownedByGit('secret reference', found.reference.slug)
}

async function write(
  request: ApiRequest,
  context: Context,
  slug: string,
  before: FoundReference | undefined,
  fields: JsonObject,
): Promise<ApiReply | Failure> {
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
  const { reference } = referenceOf({ kind: SECRET_REFERENCE, id: slug, value, revision: 0 })
  const revision = await commitChange(context, request, {
    action: before === undefined ? 'create' : 'update',
    resource: SECRET_REFERENCE,
    id: slug,
    workspace: null,
    before: before === undefined ? null : show(before.reference),
    after: show(reference),
    writes: [
      {
        kind: SECRET_REFERENCE,
        id: slug,
        value,
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision ?? 'absent'),
      },
    ],
  })
  return isFailure(revision) ? revision : { body: show(reference), revision }
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
