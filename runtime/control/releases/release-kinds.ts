// What a store holds of releases: what is pushed, and where labels point. All stores have them, also those that have only releases.
import type { Kind } from '../core/kind.ts'

export const RELEASE = 'release'
/** A version of a config, by its number. */
export const RELEASE_CONFIG = 'release-config'
export const RELEASE_LABEL = 'label'
/** The number of the latest release of a project. */
export const PROJECT = 'project'

/** What they have in common; a release and the selection of a label are signed by statements of their own. */
const PUSHED = {
  owner: 'release',
  replicated: false,
  sealed: 'never',
  scopes: ['configs'],
  audited: true,
  exported: true,
} as const

export const RELEASE_KINDS: readonly Kind[] = [
  { name: RELEASE, signed: 'statement', ...PUSHED },
  { name: RELEASE_CONFIG, signed: 'never', ...PUSHED },
  { name: RELEASE_LABEL, signed: 'statement', ...PUSHED },
  { name: PROJECT, signed: 'never', ...PUSHED },
]
