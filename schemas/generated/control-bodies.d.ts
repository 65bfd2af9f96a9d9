// Generated from schemas/control/ by schemas/generate.ts. Do not edit.

import type { Validator } from './validators.js'

export type BodyName =
  | 'ApiKeyRotate'
  | 'ApiKeyUpdate'
  | 'ConfigCreate'
  | 'ConfigLabelMove'
  | 'ConfigUpdate'
  | 'OrganisationServiceKeyCreate'
  | 'OrganisationSettingsUpdate'
  | 'OrganisationUserCreate'
  | 'OrganisationUserUpdate'
  | 'RateLimitCreate'
  | 'RateLimitUpdate'
  | 'ReleaseCommit'
  | 'UsageLimitCreate'
  | 'UsageLimitUpdate'
  | 'WorkspaceCreate'
  | 'WorkspaceServiceKeyCreate'
  | 'WorkspaceSettingsUpdate'
  | 'WorkspaceUpdate'
  | 'WorkspaceUserKeyCreate'
  | 'WorkspaceUserUpdate'
  | 'WorkspaceUsersAdd'

/** The validators of bodies by their names. */
export declare const bodyValidators: { readonly [Name in BodyName]: Validator }
