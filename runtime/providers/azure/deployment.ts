// Selects the deployment: the one whose alias is the requested model, else the default one, else the one named by
// the settings. Without any of them the model is the name of a deployment.
import type { Failure } from '../../failures.ts'
import type { RouteContext } from '../adapter.ts'
import { DEPLOYMENT, deploymentsOf, settingOf, VERSION, wrong } from './read-settings.ts'

export interface Chosen {
  /** Undefined where only the model names one. */
  readonly deployment: string | undefined
  readonly version: string | undefined
}

export function chooseDeployment({
  model,
  settings,
}: Pick<RouteContext, 'model' | 'settings'>): Chosen | Failure {
  const version = settingOf(settings, VERSION)
  const named = settingOf(settings, DEPLOYMENT)
  const listed = deploymentsOf(settings)
  const found = listed.find(({ alias }) => alias === model) ?? listed.find(({ standard }) => standard)
  if (found !== undefined) return { deployment: found.id, version: found.version ?? version }
  if (listed.length > 0 && named === undefined) {
    const aliases = listed.map(({ alias, id }) => alias ?? id).join(', ')
    return wrong(
      'model',
      `No deployment has the alias ${JSON.stringify(model.slice(0, 64))}, and none is the default. Aliases: ${aliases}.`,
    )
  }
  return { deployment: named, version }
}
