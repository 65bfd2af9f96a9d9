// Lowers a check: defaults applied, the parameters that the runtime reads for every check split off, credentials
// as references bound to the service that is called.

import type { ParametersSchema } from '../../schemas/generated/checks.ts'
import type { GuardCheck, GuardUse } from '../../schemas/generated/types.ts'
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import type { Catalog, ServedCheckFacts } from '../facts/catalog.ts'
import { DEFAULT_OWNER_PREFIX } from '../facts/create-catalog.ts'
import type { CompileEnvironment } from '../facts/environment.ts'
import { lowerSecret } from './binding.ts'
import { originOf } from './origin.ts'
import { withDefaults } from './parameter-defaults.ts'
import { rewritingOf } from './stream-mode.ts'

/** A name without a dot is a built-in check. */
export const checkId = (name: string): string => (name.includes('.') ? name : DEFAULT_OWNER_PREFIX + name)

/** One check. `name` is its identifier, with or without the prefix; `denies` is what its guard does. */
export function lowerCheck(
  name: string,
  input: JsonObject,
  catalog: Catalog,
  configOrigin: CompileEnvironment['origin'],
  denies: GuardUse['deny'],
  spelling?: CompileEnvironment['spelling'],
): GuardCheck {
  const facts = catalog.check(checkId(name))
  const id = facts?.id ?? checkId(name)
  const named = facts === undefined ? input : withProviderIds(input, facts.parameters, catalog)
  const withoutOmissions = facts === undefined ? named : withDefaults(named, facts.parameters, spelling)
  const { failOnError, scope, [facts?.timeLimit ?? '']: timeout, ...parameters } = withoutOmissions
  const isSecret = ([key]: readonly [string, unknown]): boolean => facts?.secrets.includes(key) === true
  const origins = originsOf(facts, parameters)
  const enforces = denies !== 'never' || rewritingOf({ facts, parameters: input }) !== 'never'
  const defaultScope = enforces ? 'all' : 'last'
  const secrets = Object.entries(parameters).filter(isSecret)
  return {
    id,
    parameters: Object.fromEntries(Object.entries(parameters).filter(entry => !isSecret(entry))),
    credentials: Object.fromEntries(
      secrets.map(([key, value]) => [key, lowerSecret(key, value, origins, configOrigin)]),
    ),
    scope: scope === 'all' || scope === 'last' ? scope : defaultScope,
    failOnError: failOnError === true,
    ...(configOrigin === 'request' ? { byCaller: true } : {}),
    ...(typeof timeout === 'number' ? { timeout } : {}),
  }
}

/** Lists of providers with the identifiers that the runtime compares with, in place of aliases such as `vendor`. */
function withProviderIds(parameters: JsonObject, schema: ParametersSchema, catalog: Catalog): JsonObject {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, ParametersSchema>>
  const lists = Object.entries(parameters).flatMap(([name, value]) =>
    properties[name]?.['x-names'] === 'provider' && Array.isArray(value)
      ? [[name, value.map((each: Json) => catalog.provider(String(each))?.id ?? each)] as const]
      : [],
  )
  return lists.length === 0 ? parameters : { ...parameters, ...Object.fromEntries(lists) }
}

/**
 * The URL of the service that a check calls, with its placeholders filled. A parameter that is a base URL may contain
 * placeholders itself, such as a region.
 */
export function checkServiceUrl(
  facts: ServedCheckFacts | undefined,
  parameters: JsonObject,
): string | undefined {
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      Object.hasOwn(parameters, name) ? String(parameters[name]) : '',
    )
  return facts?.address === undefined ? undefined : fill(fill(facts.address))
}

/** The origins that a check's credentials may be sent to: that of its address. */
function originsOf(facts: ServedCheckFacts | undefined, parameters: JsonObject): readonly string[] {
  const address = checkServiceUrl(facts, parameters)
  const origin = address === undefined ? undefined : originOf(address)
  return origin === undefined ? [] : [origin]
}
