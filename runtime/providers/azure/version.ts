// The version of the interface decides its form: a date asks for the older one with deployments in its paths, anything
// else for the one whose version stands in the path.
import type { Failure } from '../../failures.ts'
import { deploymentsOf, type Settings, settingOf, VERSION, wrong } from './read-settings.ts'

export interface Version {
  readonly form: 'dated' | 'v1'
  /** What the query says of the version, if anything. */
  readonly query: string | undefined
}

const DATED = /^\d{4}-\d{2}-\d{2}(-[a-z]+)?$/

/** The meaning of a version, undefined being none at all. */
export function readVersion(text: string | undefined, property = 'api_version'): Version | Failure {
  if (text === undefined || text === 'v1') return { form: 'v1', query: undefined }
  if (text === 'preview' || text === 'latest') return { form: 'v1', query: `api-version=${text}` }
  if (DATED.test(text)) return { form: 'dated', query: `api-version=${text}` }
  return wrong(property, `${property} is neither a date such as 2024-10-21 nor v1, preview or latest.`)
}

/** The version of what names no model: that of the settings, else that of the standard deployment or of the first. */
export function versionOf(settings: Settings): string | undefined {
  const listed = deploymentsOf(settings)
  return settingOf(settings, VERSION) ?? (listed.find(({ standard }) => standard) ?? listed[0])?.version
}
