// Selects the deployment: the one whose alias is the requested model, else the default one, else the one named by
// the settings. Without any of them the model is the name of a deployment.

import type { RouteContext } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import {
  API_VERSION_SETTINGS,
  DEPLOYMENT_SETTINGS,
  deploymentsOf,
  firstSetting,
  invalidSetting,
} from './read-settings.ts'

export interface SelectedDeployment {
  /** Undefined where only the model names one. */
  readonly deployment: string | undefined
  readonly version: string | undefined
}

export function selectDeployment({
  model,
  settings,
}: Pick<RouteContext, 'model' | 'settings'>): SelectedDeployment | Failure {
  const version = firstSetting(settings, API_VERSION_SETTINGS)
  const configured = firstSetting(settings, DEPLOYMENT_SETTINGS)
  const listed = deploymentsOf(settings)
  const match = listed.find(({ alias }) => alias === model) ?? listed.find(({ isDefault }) => isDefault)
  if (match !== undefined) return { deployment: match.id, version: match.version ?? version }
  if (listed.length > 0 && configured === undefined) {
    const aliases = listed.map(({ alias, id }) => alias ?? id).join(', ')
    return invalidSetting(
      'model',
      `No deployment has the alias ${JSON.stringify(model.slice(0, 64))}, and none is the default. Aliases: ${aliases}.`,
    )
  }
  return { deployment: configured, version }
}
