// The settings of Azure: some have two names, and those that become part of a host or a path are validated.

import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import { type Failure, failure } from '../../values/failures.ts'

export type Settings = Readonly<Record<string, unknown>>

export const RESOURCE_SETTINGS = ['resource_name', 'cloud2_resource_name'] as const
export const DEPLOYMENT_SETTINGS = ['deployment_id', 'cloud2_deployment_id'] as const
export const API_VERSION_SETTINGS = ['api_version', 'cloud2_api_version'] as const

/** The first of the settings that is set. */
export function firstSetting(settings: Settings, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = settings[name]
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}

/** A host label, wrapped in an object because a failure is an object too. */
export function hostLabel(
  settings: Settings,
  names: readonly string[],
): { readonly label: string } | Failure {
  const value = firstSetting(settings, names)
  if (value !== undefined && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/i.test(value))
    return { label: value.toLowerCase() }
  const settingName = names.find(name => settings[name] === value) ?? names[0] ?? ''
  return value === undefined
    ? invalidSetting(names[0] ?? '', `${names.join(' or ')} is missing.`)
    : invalidSetting(
        settingName,
        `${settingName} is not a valid Azure name: use letters, digits and hyphens.`,
      )
}

export const invalidSetting = (param: string, message: string): Failure =>
  failure('invalid_request', message, { param })

export interface ConfiguredDeployment {
  readonly id: string
  readonly alias: string | undefined
  readonly version: string | undefined
  readonly isDefault: boolean
}

/** The deployments of the config; total, since a plan may come from anywhere. */
export function deploymentsOf({ deployments }: Settings): readonly ConfiguredDeployment[] {
  return asList(deployments).flatMap(each => {
    const item = asObject(each)
    const id = asText(item['deployment_id'])
    if (id === undefined) return []
    return [
      {
        id,
        alias: asText(item['alias']),
        version: asText(item['api_version']),
        isDefault: item['is_default'] === true,
      },
    ]
  })
}
