// The routes of deployments.
import type { Deployment } from '../../../../schemas/generated/control-types.ts'
import { joinNames } from '../../../../schemas/values/format-names.ts'
import { toJson } from '../../../../schemas/values/json.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { findWorkspace } from '../../access/workspaces/model.ts'
import type { ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { workspacesOf } from '../../core/listing.ts'
import { mayOrganise } from '../../core/principal.ts'
import { isLabel } from '../../releases/release.ts'
import { alreadyExists, linkResource, nowOf, type SavedResource } from '../saved-resource.ts'
import { DEPLOYMENT, DEPLOYMENT_FORM, runtimesOf, servesCallersOf } from './model.ts'

const DEPLOYMENTS: SavedResource<Required<Deployment>> = {
  form: DEPLOYMENT_FORM,
  noun: 'deployment',
  parameter: 'deploymentId',
  stored: find => ({ lists: [find({ kind: DEPLOYMENT })], meets: [] }),
  seesAll: ({ mayOrganise: isOfOrganisation }) => isOfOrganisation,
  named: deployment => deployment,
  // Callers of single workspaces see what serves them.
  sees: request => {
    const own = workspacesOf(request) ?? []
    return deployment => request.mayOrganise || own.some(workspace => servesCallersOf(deployment, workspace))
  },
  deleteFault: async (deployment, request, { store, clock }) => {
    const refused = productionFault(request, deployment, undefined)
    if (refused !== undefined) return refused
    const { slug } = deployment
    const running = runtimesOf(slug, (await store?.heartbeats()) ?? [], clock.now())
    return running.length === 0
      ? undefined
      : failure(
          'conflict',
          `The deployment ${quoted(slug)} is served by ${running.length === 1 ? 'a runtime' : `${running.length} runtimes`}. Stop what serves it first; a process that was killed counts as gone after 30 seconds.`,
        )
  },
  filters: { production: (deployment, wanted) => deployment.production === wanted },
  keyOf: ({ slug }) => slug,
  workspaceOf: () => null,
  show: toJson,
}

const deployments = linkResource(DEPLOYMENTS)

export const deploymentHandlers = {
  listDeployments: deployments.list,
  createDeployment: deployments.create((request, context) => {
    const { name, slug: wanted, ...given } = request.body
    const { description = null, production = false, label = 'live', workspaces = [] } = given
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    if (context.replica?.get(DEPLOYMENT, slug) !== undefined) return alreadyExists('deployment', slug)
    const [id, time] = [randomUuid(context.randomId()), nowOf(context)]
    return validDeployment(request, context, undefined, {
      ...{ id, slug, name, description, production, label, workspaces },
      ...{ created_at: time, last_updated_at: time, object: 'deployment' },
    })
  }),
  readDeployment: deployments.read,
  updateDeployment: deployments.update((before, request, context) => {
    const { name = before.name, description = before.description, label = before.label } = request.body
    const { production = before.production, workspaces = before.workspaces } = request.body
    const changed = { name, description, production, label, workspaces, last_updated_at: nowOf(context) }
    return validDeployment(request, context, before, { ...before, ...changed })
  }),
  deleteDeployment: deployments.remove,
} satisfies SomeHandlers<WriteSources>

/** The deployment with the slugs of its workspaces, or why it is not written. */
function validDeployment(
  request: ApiRequest,
  context: WriteSources,
  before: Deployment | undefined,
  after: Required<Deployment>,
): Required<Deployment> | Failure {
  if (!isLabel(after.label))
    return failure('invalid_request', `${quoted(after.label)} cannot be the name of a label.`, {
      param: 'label',
    })
  const refused = productionFault(request, before, after)
  if (refused !== undefined) return refused
  const workspaces = toSlugs(after.workspaces, context)
  return isFailure(workspaces) ? workspaces : { ...after, workspaces }
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
function toSlugs(names: readonly string[], context: WriteSources): readonly string[] | Failure {
  const slugs = names.map(name => findWorkspace(context, name)?.workspace.slug)
  const unknown = names.filter((_, index) => slugs[index] === undefined)
  if (unknown.length > 0)
    return failure('not_found', `There is no workspace ${joinNames(unknown.map(quoted), 'or')}.`, {
      param: 'workspaces',
    })
  return [...new Set(slugs.filter(slug => slug !== undefined))].sort()
}
