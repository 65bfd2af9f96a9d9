// A key as the interface shows it: without its secret.
import type { ApiKeyObject } from '../../../../schemas/generated/control-types.ts'
import type { PlanApiKey } from '../../../../schemas/generated/types.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { showLimits } from '../../limits/resource-limits.ts'
import { findWorkspace } from '../workspaces/model.ts'
import { manifestBudgets, resetTimes } from './key-budgets.ts'
import { inTransition } from './key-validity.ts'
import { type ApiKey, manifestKeyId, showPolicy } from './model.ts'

type Sources = ReadSources & Pick<ControlSources, 'clock' | 'organisation'>

const NONE: ReadonlySet<string> = new Set()

/** Workspaces of many keys are looked up once each. */
export function linkKeyDisplay(
  context: Sources,
  exhausted: ReadonlySet<string> = NONE,
): (key: ApiKey) => ApiKeyObject {
  const identifiers = new Map<string, string>()
  const workspaceId = (slug: string): string => {
    const known = identifiers.get(slug) ?? findWorkspace(context, slug)?.workspace.id ?? slug
    identifiers.set(slug, known)
    return known
  }
  const now = context.clock.now()
  return key => ({
    id: key.id,
    object: 'api-key',
    type: key.type,
    name: key.name,
    description: key.description,
    masked_key: key.secret.masked,
    organisation_id: context.organisation,
    workspace_id: key.workspace === null ? null : workspaceId(key.workspace),
    user_id: key.user,
    device: key.device,
    status: keyStatus(key, now, exhausted),
    owner: 'api',
    scopes: key.scopes,
    grants: key.grants,
    expires_at: toIso(key.expiresAt),
    defaults: key.defaults,
    rate_limits: key.rateLimits,
    usage_limits: showLimits(key).usage_limits,
    limit_profile: key.limitProfile,
    alert_emails: key.alertEmails,
    rotation_policy: key.rotationPolicy && showPolicy(key.rotationPolicy),
    accepted_at: toIso(key.acceptedAt),
    key_transition_expires_at: inTransition(key, now) ? toIso(key.oldSecret?.until ?? null) : null,
    ...resetTimes(key, context),
    created_at: new Date(key.createdAt).toISOString(),
    last_updated_at: new Date(key.updatedAt).toISOString(),
  })
}

export const keyStatus = (
  { id, status, expiresAt }: Pick<ApiKey, 'id' | 'status' | 'expiresAt'>,
  now: number,
  exhausted: ReadonlySet<string>,
): ApiKeyObject['status'] => {
  if (expiresAt !== null && now >= expiresAt) return 'expired'
  return status === 'active' && exhausted.has(id) ? 'exhausted' : status
}

const toIso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

/** A key of the manifest, which has no secret that is known; `exhausted` has names of such keys. */
export function showManifestKey(
  key: PlanApiKey,
  context: Sources,
  exhausted: ReadonlySet<string> = NONE,
): ApiKeyObject {
  const time = new Date(context.loadedAt).toISOString()
  const { config } = key.defaults ?? {}
  return {
    id: manifestKeyId(key.id, context.hash),
    object: 'api-key',
    type: 'workspace-service',
    name: key.id,
    description: null,
    masked_key: null,
    organisation_id: context.organisation,
    workspace_id: findWorkspace(context, key.workspace)?.workspace.id ?? null,
    user_id: null,
    device: null,
    status: exhausted.has(key.id) ? 'exhausted' : 'active',
    owner: 'git',
    scopes: key.scopes,
    grants: [],
    expires_at: null,
    defaults: {
      ...(config !== undefined && { config_id: config }),
      ...(key.inputGuardrails && { input_guardrails: key.inputGuardrails }),
      ...(key.outputGuardrails && { output_guardrails: key.outputGuardrails }),
      ...(key.inlineConfigs !== undefined && { allow_inline_config: key.inlineConfigs }),
      ...(key.customHosts !== undefined && { allow_custom_hosts: key.customHosts }),
    },
    rate_limits: [],
    usage_limits: null,
    limit_profile: key.limitProfile ?? null,
    alert_emails: [],
    rotation_policy: null,
    accepted_at: null,
    key_transition_expires_at: null,
    ...resetTimes(manifestBudgets(key), context),
    created_at: time,
    last_updated_at: time,
  }
}
