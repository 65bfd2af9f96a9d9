// Generated from schemas/control/ by schemas/generate.ts. Do not edit.

import type { Validator } from './validators.js'

export type BodyName =
  | 'CollectionCreate'
  | 'CollectionUpdate'
  | 'ConfigCreate'
  | 'ConfigLabelMove'
  | 'ConfigUpdate'
  | 'IntegrationAccessUpdate'
  | 'IntegrationCreate'
  | 'IntegrationUpdate'
  | 'LabelCreate'
  | 'LabelUpdate'
  | 'PartialCreate'
  | 'PartialUpdate'
  | 'PromptCreate'
  | 'PromptUpdate'
  | 'PromptVersionLabel'
  | 'ProviderCreate'
  | 'ProviderUpdate'
  | 'PublishVersion'
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
