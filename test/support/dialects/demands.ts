// What a scripted provider finds wrong with a request: everything at once, so that a failing test says all of it.
import { isObject } from '../../../runtime/providers/wire/json.ts'

export interface Demands {
  readonly faults: readonly string[]
  /** Remembers the sentence unless it holds. */
  readonly demand: (holds: boolean, otherwise: string) => void
  /** Real providers refuse words that they do not know. */
  readonly only: (object: unknown, known: readonly string[], at: string) => void
}

export function collectDemands(): Demands {
  const faults: string[] = []
  const demand: Demands['demand'] = (holds, otherwise) => void (holds || faults.push(otherwise))
  return {
    faults,
    demand,
    only: (object, known, at) => {
      demand(isObject(object), `${at} is no object.`)
      for (const name of Object.keys(isObject(object) ? object : {}))
        demand(known.includes(name), `${at}.${name} is not known here.`)
    },
  }
}
