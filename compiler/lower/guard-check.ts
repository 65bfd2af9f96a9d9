// Lowers a check: defaults applied, the parameters that the runtime reads for every check split off, credentials
// as references bound to the service that is called.
import type { GuardCheck } from '../../schemas/generated/types.ts'
import type { Catalog, CheckFacts } from '../catalog.ts'
import type { JsonObject } from '../source.ts'
import type { Surroundings } from '../surroundings.ts'
import { lowerSecret } from './binding.ts'
import { originOf } from './origin.ts'
import { withDefaults } from './parameter-defaults.ts'

/** The owner prefix of the built-in checks, which may be omitted. */
export const PREFIX = 'default.'

/** A name without a dot is a built-in check. */
export const checkId = (name: string): string => (name.includes('.') ? name : PREFIX + name)

/** One check. `name` is its identifier, with or without the prefix. */
export function lowerCheck(
  name: string,
  written: JsonObject,
  catalog: Catalog,
  door: Surroundings['door'],
): GuardCheck {
  const id = checkId(name)
  const facts = catalog.check(id)
  const complete = facts === undefined ? written : withDefaults(written, facts.parameters)
  const { failOnError, scope, [facts?.timeLimit ?? '']: timeout, ...parameters } = complete
  const isSecret = ([key]: readonly [string, unknown]): boolean => facts?.secrets.includes(key) === true
  const origins = originsOf(facts, parameters)
  const secrets = Object.entries(parameters).filter(isSecret)
  return {
    id,
    parameters: Object.fromEntries(Object.entries(parameters).filter(entry => !isSecret(entry))),
    credentials: Object.fromEntries(
      secrets.map(([key, value]) => [key, lowerSecret(key, value, origins, door)]),
    ),
    scope: scope === 'all' ? 'all' : 'last',
    failOnError: failOnError === true,
    ...(typeof timeout === 'number' ? { timeout } : {}),
  }
}

/**
 * The URL of the service that a check calls, with its placeholders filled. A parameter that is a base URL may contain
 * placeholders itself, such as a region.
 */
export function addressOf(facts: CheckFacts | undefined, parameters: JsonObject): string | undefined {
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      Object.hasOwn(parameters, name) ? String(parameters[name]) : '',
    )
  return facts?.address === undefined ? undefined : fill(fill(facts.address))
}

/** The origins that a check's credentials may be sent to: that of its address. */
function originsOf(facts: CheckFacts | undefined, parameters: JsonObject): readonly string[] {
  const address = addressOf(facts, parameters)
  const origin = address === undefined ? undefined : originOf(address)
  return origin === undefined ? [] : [origin]
}
