// The routes of limit profiles. One that keys have is changed for all of them, and not deleted.
import { pluralize } from '../../../../schemas/values/format-names.ts'
import { randomUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import { KEYS_BY_PROFILE } from '../../access/keys/model.ts'
import { chooseOwner, workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import { chooseSlug } from '../../core/choose-slug.ts'
import { ownedByGit } from '../../core/commit-change.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import {
  findProfile,
  LIMIT_PROFILE,
  LIMIT_PROFILE_FORM,
  LIMIT_PROFILES,
  LIMIT_PROFILES_OF_WORKSPACE,
  type LimitProfile,
  profilesOfManifest,
} from '../../limits/limit-profile.ts'
import { changedLimits, NO_LIMITS, showLimits } from '../../limits/resource-limits.ts'
import { alreadyExists, linkResource, nowOf, type SavedResource, usedBy } from '../saved-resource.ts'

const NOUN = 'limit profile'

const keysWith = ({ slug }: LimitProfile, { replica }: Pick<WriteSources, 'replica'>): number =>
  replica?.find(KEYS_BY_PROFILE, slug).length ?? 0

const PROFILE: SavedResource<LimitProfile> = {
  form: LIMIT_PROFILE_FORM,
  noun: NOUN,
  recordedAs: LIMIT_PROFILE,
  parameter: 'limitProfileId',
  own: context => profilesOfManifest(context).map(saved => ({ saved, revision: undefined })),
  stored: (find, { workspaces }) => ({
    lists:
      workspaces === undefined
        ? [find(LIMIT_PROFILES)]
        : ['', ...workspaces].map(each => find(LIMIT_PROFILES_OF_WORKSPACE, each)),
    meets: ['workspace_id'],
  }),
  find: findProfile,
  sees:
    ({ may }) =>
    ({ workspace }) =>
      workspace === null || may(workspace),
  changeFault: ({ owner, workspace, slug }, { principal, mayOrganise }) => {
    if (owner === 'git') return ownedByGit(NOUN, slug)
    return workspace === null && !mayOrganise
      ? failure(
          'forbidden',
          `The limit profile ${quoted(slug)} belongs to the organisation, for which "${principal.id}" may not change it.`,
        )
      : undefined
  },
  deleteFault: (profile, _request, context) => {
    const count = keysWith(profile, context)
    return count === 0 ? undefined : usedBy(NOUN, profile.slug, pluralize(count, 'key'))
  },
  searched: ({ name }) => name,
  isIn: (profile, workspace) => (profile.workspace ?? workspace) === workspace,
  keyOf: ({ slug }) => slug,
  recordedId: ({ id }) => id,
  workspaceOf: ({ workspace }) => workspace,
  show: (profile, context) => {
    const { id, slug, owner, name, description, workspace, createdAt, updatedAt } = profile
    return {
      ...{ id, object: LIMIT_PROFILE, slug, name, description },
      workspace_id: workspace === null ? null : workspaceId(context, workspace),
      owner,
      ...showLimits(profile),
      keys: keysWith(profile, context),
      created_at: createdAt,
      last_updated_at: updatedAt,
    }
  },
}

const profiles = linkResource(PROFILE)

export const limitProfileHandlers = {
  listLimitProfiles: profiles.list,
  readLimitProfile: profiles.read,
  createLimitProfile: profiles.create((request, context) => {
    const { name, slug: wanted, description = null, workspace_id, ...given } = request.body
    const workspace = chooseOwner(request, context, workspace_id)
    if (isFailure(workspace)) return workspace
    const slug = chooseSlug(name, wanted)
    if (isFailure(slug)) return slug
    if (findProfile(context, slug) !== undefined) return alreadyExists(NOUN, slug)
    const limits = changedLimits(given, NO_LIMITS)
    if (isFailure(limits)) return limits
    const [id, time] = [randomUuid(context.randomId()), nowOf(context)]
    return withLimit({
      ...{ id, slug, owner: 'api', name, description, workspace },
      ...limits,
      createdAt: time,
      updatedAt: time,
    })
  }),
  updateLimitProfile: profiles.update((before, request, context) => {
    const { name = before.name, description = before.description, ...given } = request.body
    const limits = changedLimits(given, before)
    if (isFailure(limits)) return limits
    return withLimit({ ...before, name, description, ...limits, updatedAt: nowOf(context) })
  }),
  deleteLimitProfile: profiles.remove,
} satisfies SomeHandlers<WriteSources>

/** A profile that limits nothing would only seem to. */
const withLimit = (profile: LimitProfile): LimitProfile | Failure =>
  profile.rateLimits.length === 0 && profile.usageLimits === null
    ? failure('invalid_request', 'A limit profile must have rate_limits or usage_limits.', {
        param: 'rate_limits',
      })
    : profile
