// The routes of deployments.

import type { Deployment } from '../../../../schemas/generated/control-types.ts'
import { joinNames } from '../../../../schemas/values/format-names.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { allWorkspaces } from '../../access/workspaces/model.ts'
import type { ApiReply, ApiRequest, Handlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import { pageReply } from '../../core/pages.ts'
import { mayOrganise } from '../../core/principal.ts'
import { isLabel } from '../../releases/release.ts'
import { DEPLOYMENT, runtimesOf, servesCallersOf, toDeployment, toStoredDeployment } from './model.ts'

type Context = WriteSources

type DeploymentOperation =
  | 'listDeployments'
  | 'createDeployment'
  | 'readDeployment'
  | 'updateDeployment'
  | 'deleteDeployment'

interface FoundDeployment {
  readonly deployment: Deployment
  readonly revision: number
}

export const deploymentHandlers: Handlers<DeploymentOperation, Context> = {
  listDeployments: async (request, context) => {
    const production = request.query['production']
    const visible = visibleDeployments(request, context).filter(
      ({ deployment }) => production === undefined || deployment.production === production,
    )
    return pageReply(visible, request, ({ deployment }) => show(deployment))
  },
  createDeployment: async (request, context) => {
    const {
      name,
      slug: wanted,
      description = null,
      production = false,
      label = 'live',
      workspaces = [],
    } = request.body
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    if (context.replica?.get(DEPLOYMENT, slug) !== undefined)
      return failure('conflict', `The deployment ${quoted(slug)} exists already.`, { param: 'slug' })
    const time = new Date(context.clock.now()).toISOString()
    return await write(request, context, undefined, {
      id: randomUuid(context.randomId()),
      slug,
      name,
      description,
      production,
      label,
      workspaces: [...workspaces],
      created_at: time,
      last_updated_at: time,
      object: 'deployment',
    })
  },
  readDeployment: async (request, context) => {
    const found = findVisible(request, context)
    return isFailure(found) ? found : { body: show(found.deployment), revision: found.revision }
  },
  updateDeployment: async (request, context) => {
    const found = findVisible(request, context)
    if (isFailure(found)) return found
    const { name, description, production, label, workspaces } = request.body
    return await write(request, context, found, {
      ...found.deployment,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(production !== undefined && { production }),
      ...(label !== undefined && { label }),
      ...(workspaces !== undefined && { workspaces: [...workspaces] }),
      last_updated_at: new Date(context.clock.now()).toISOString(),
    })
  },
  deleteDeployment: async (request, context) => {
    const found = findVisible(request, context)
    if (isFailure(found)) return found
    const refused = productionFault(request, found.deployment, undefined)
    if (refused !== undefined) return refused
    const { slug } = found.deployment
    const running = runtimesOf(slug, (await context.store?.heartbeats()) ?? [], context.clock.now())
    if (running.length > 0)
      return failure(
        'conflict',
        `The deployment ${quoted(slug)} is served by ${running.length === 1 ? 'a runtime' : `${running.length} runtimes`}. Stop what serves it first; a process that was killed counts as gone after 30 seconds.`,
      )
    const revision = await commitChange(context, request, {
      action: 'delete',
      resource: 'deployment',
      id: slug,
      workspace: null,
      before: show(found.deployment),
      after: null,
      writes: [{ kind: DEPLOYMENT, id: slug, value: undefined, expects: request.expects ?? found.revision }],
    })
    return isFailure(revision) ? revision : { body: {} }
  },
}

const show = (deployment: Deployment): JsonObject => ({ ...deployment }) as JsonObject

/** By slug. Callers of single workspaces see what serves them. */
function visibleDeployments(
  request: Pick<ApiRequest, 'may' | 'mayOrganise'>,
  context: Context,
): readonly FoundDeployment[] {
  const own = allWorkspaces(context)
    .map(({ workspace }) => workspace.slug)
    .filter(request.may)
  return (context.replica?.all(DEPLOYMENT).toArray() ?? [])
    .map(resource => ({ deployment: toDeployment(resource), revision: resource.revision }))
    .filter(
      ({ deployment }) =>
        request.mayOrganise || own.some(workspace => servesCallersOf(deployment, workspace)),
    )
    .sort((left, right) => (left.deployment.slug < right.deployment.slug ? -1 : 1))
}

function findVisible(request: ApiRequest, context: Context): FoundDeployment | Failure {
  const name = request.path['deploymentId'] ?? ''
  return (
    findNamed(visibleDeployments(request, context), name, ({ deployment }) => deployment) ??
    failure('not_found', `There is no deployment ${quoted(name)}.`)
  )
}

async function write(
  request: ApiRequest,
  context: Context,
  before: FoundDeployment | undefined,
  given: Deployment,
): Promise<ApiReply | Failure> {
  if (!isLabel(given.label))
    return failure('invalid_request', `${quoted(given.label)} cannot be the name of a label.`, {
      param: 'label',
    })
  const refused = productionFault(request, before?.deployment, given)
  if (refused !== undefined) return refused
  const workspaces = toSlugs(given.workspaces, context)
  if (isFailure(workspaces)) return workspaces
  const after = { ...given, workspaces: [...workspaces] }
  const revision = await commitChange(context, request, {
    action: before === undefined ? 'create' : 'update',
    resource: 'deployment',
    id: after.slug,
    workspace: null,
    before: before === undefined ? null : show(before.deployment),
    after: show(after),
    writes: [
      {
        kind: DEPLOYMENT,
        id: after.slug,
        value: toStoredDeployment(after),
        expects: before === undefined ? 'absent' : (request.expects ?? before.revision),
      },
    ],
  })
  return isFailure(revision) ? revision : { body: show(after), revision }
}

const PRODUCTION_SCOPE = 'deployments.production'

/** Why the caller may not change what serves production; undefined where it may, or where nothing does. Names and descriptions are free. */
function productionFault(
  { principal }: Pick<ApiRequest, 'principal'>,
  before: Deployment | undefined,
  after: Deployment | undefined,
): Failure | undefined {
  const touches = before?.production === true || after?.production === true
  const isSame =
    before !== undefined &&
    after !== undefined &&
    before.production === after.production &&
    before.label === after.label &&
    before.workspaces.join('/') === after.workspaces.join('/')
  if (!touches || isSame || mayOrganise(principal, PRODUCTION_SCOPE)) return undefined
  return failure(
    'forbidden',
    `The deployment ${quoted((before ?? after)?.slug ?? '')} serves production: what it follows and whom it serves is changed with the scope ${PRODUCTION_SCOPE} of the organisation.`,
  )
}

/** The slugs of workspaces that are named by their slugs or identifiers, each once. */
function toSlugs(names: readonly string[], context: Context): readonly string[] | Failure {
  const known = allWorkspaces(context).map(({ workspace }) => workspace)
  const slugs = names.map(name => findNamed(known, name, each => each)?.slug)
  const unknown = names.filter((_, index) => slugs[index] === undefined)
  if (unknown.length > 0)
    return failure('not_found', `There is no workspace ${joinNames(unknown.map(quoted), 'or')}.`, {
      param: 'workspaces',
    })
  return [...new Set(slugs.filter(slug => slug !== undefined))].sort()
}
