// The API version decides the form: a date selects the older one with deployments in its paths, anything else the
// one with its version in the path.
import type { Failure } from '../../values/failures.ts'
import {
  API_VERSION_SETTINGS,
  deploymentsOf,
  firstSetting,
  invalidSetting,
  type Settings,
} from './read-settings.ts'

export interface ApiVersion {
  readonly form: 'dated' | 'v1'
  /** The version's query parameter, if any. */
  readonly query: string | undefined
}

const DATED_VERSION = /^\d{4}-\d{2}-\d{2}(-[a-z]+)?$/

/** Parses a version; undefined means none was given. */
export function parseApiVersion(text: string | undefined, property = 'api_version'): ApiVersion | Failure {
  if (text === undefined || text === 'v1') return { form: 'v1', query: undefined }
  if (text === 'preview' || text === 'latest') return { form: 'v1', query: `api-version=${text}` }
  if (DATED_VERSION.test(text)) return { form: 'dated', query: `api-version=${text}` }
  return invalidSetting(property, `${property} must be a date such as 2024-10-21, v1, preview or latest.`)
}

/** The version for requests without a model: that of the settings, else of the default or the first deployment. */
export function defaultApiVersion(settings: Settings): string | undefined {
  const listed = deploymentsOf(settings)
  return (
    firstSetting(settings, API_VERSION_SETTINGS) ??
    (listed.find(({ isDefault }) => isDefault) ?? listed[0])?.version
  )
}
