// Validation errors of a scripted provider: all of them at once, so that a failing test shows everything.
import { isObject } from '../../../schemas/values/json.ts'

export interface Demands {
  readonly faults: readonly string[]
  /** Records the message unless the condition holds. */
  readonly demand: (holds: boolean, otherwise: string) => void
  /** Real providers reject unknown fields. */
  readonly only: (object: unknown, known: readonly string[], at: string) => void
}

export function collectDemands(): Demands {
  const faults: string[] = []
  const demand: Demands['demand'] = (holds, otherwise) => void (holds || faults.push(otherwise))
  return {
    faults,
    demand,
    only: (object, known, at) => {
      demand(isObject(object), `${at} is not an object.`)
      for (const name of Object.keys(isObject(object) ? object : {}))
        demand(known.includes(name), `${at}.${name} is unknown.`)
    },
  }
}
