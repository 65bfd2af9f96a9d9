// Generated from schemas/control/ by schemas/generate.ts. Do not edit.

import type { Validator } from './validators.js'

export type BodyName =
  | 'CollectionCreate'
  | 'CollectionUpdate'
  | 'ConfigCreate'
  | 'ConfigLabelMove'
  | 'ConfigUpdate'
  | 'LabelCreate'
  | 'LabelUpdate'
  | 'PartialCreate'
  | 'PartialUpdate'
  | 'PromptCreate'
  | 'PromptUpdate'
  | 'PromptVersionLabel'
  | 'PublishVersion'
  | 'RateLimitCreate'
  | 'RateLimitUpdate'
  | 'ReleaseCommit'
  | 'UsageLimitCreate'
  | 'UsageLimitUpdate'
  | 'WorkspaceCreate'
  | 'WorkspaceUpdate'

/** The validators of bodies by their names. */
export declare const bodyValidators: { readonly [Name in BodyName]: Validator }
