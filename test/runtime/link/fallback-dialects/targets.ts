// The providers of the matrix: how each is stored, and what its documentation says of a request.
import { asObject, isObject } from '../../../../schemas/values/json.ts'
import { collectDemands } from '../../../support/dialects/demands.ts'
import { chatTargets } from './chat-targets.ts'
import type { DialectTarget } from './dialect-target.ts'
import { translatedTargets } from './translated-targets.ts'

export type { DialectTarget }

/** What the provider refuses in a request. */
export function faultsOf({ check }: DialectTarget, body: unknown): readonly string[] {
  const demands = collectDemands()
  demands.demand(isObject(body), 'The body is not an object.')
  check(asObject(body), demands)
  return demands.faults
}

/** Whether a body has a value at a path such as `inferenceConfig.maxTokens`. */
export const hasPath = (body: unknown, path: string): boolean =>
  path.split('.').reduce<unknown>((value, step) => asObject(value)[step], body) !== undefined

export const targets: readonly DialectTarget[] = [...translatedTargets, ...chatTargets]
