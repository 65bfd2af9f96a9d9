// Generated from schemas/control/ by schemas/generate.ts. Do not edit.

import type { Validator } from './validators.js'

export type BodyName =
  | 'ConfigCreate'
  | 'ConfigLabelMove'
  | 'ConfigUpdate'
  | 'IntegrationAccessUpdate'
  | 'IntegrationCreate'
  | 'IntegrationUpdate'
  | 'ProviderCreate'
  | 'ProviderUpdate'
  | 'RateLimitCreate'
  | 'RateLimitUpdate'
  | 'ReleaseCommit'
  | 'SecretReferenceCreate'
  | 'SecretReferenceUpdate'
  | 'UsageLimitCreate'
  | 'UsageLimitUpdate'
  | 'VirtualKeyCreate'
  | 'VirtualKeyUpdate'
  | 'WorkspaceCreate'
  | 'WorkspaceUpdate'

/** The validators of bodies by their names. */
export declare const bodyValidators: { readonly [Name in BodyName]: Validator }
