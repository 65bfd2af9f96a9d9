// default.requestParametersCheck: the tools and top-level parameters that a request may have. An absent parameter
// violates no rule. The reason names parameters that rules mention, but neither tools nor values of the request.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { Check } from '../check.ts'

type Parameters = CheckParameters['default.requestParametersCheck']

/** Returns each violation as a sentence without the full stop. */
type ListViolations = (request: JsonObject) => readonly string[]

const MAX_REPORTED = 5

export const requestParametersCheck: Check<Parameters> = {
  link: ({ tools, params }) => {
    const rules = [linkTools(tools ?? {}), linkKeys(params ?? {}), linkValues(params?.values ?? {})]
    return ({ request }) => {
      if (request === undefined) return { passed: true, reason: 'The request has no JSON body.' }
      const violations = [...new Set(rules.flatMap(listViolations => listViolations(request)))]
      if (violations.length === 0) return { passed: true, reason: 'The tools and parameters are allowed.' }
      return {
        passed: false,
        reason: `${violations.slice(0, MAX_REPORTED).join('; ')}.`,
        facts: { broken: violations.length },
      }
    }
  },
}

function linkTools(rules: NonNullable<Parameters['tools']>): ListViolations {
  const checkType = linkValueRules({ allowed: rules.allowedTypes, blocked: rules.blockedTypes })
  const checkName = linkValueRules({
    allowed: rules.allowedFunctionNames,
    blocked: rules.blockedFunctionNames,
  })
  return ({ tools, functions }) =>
    [tools, functions].flatMap(toolsIn).flatMap(tool => {
      const type = checkType(toolType(tool))
      const name = toolNames(tool)
        .map(checkName)
        .find(fault => fault !== undefined)
      return [
        ...(type === undefined ? [] : [`The type of a tool ${type}`]),
        ...(name === undefined ? [] : [`The name of a tool ${name}`]),
      ]
    })
}

/** Tools, and the legacy `functions`, which have no wrapper object. */
const toolsIn = (list: Json | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? (list as readonly Json[]).map(asObject) : []

/** Tools of Anthropic's Messages are functions without a type. */
const toolType = (tool: JsonObject): Json => tool['type'] ?? 'function'

/**
 * Every property in which a dialect puts a name, since each provider reads a different one; for built-in tools the
 * type.
 */
function toolNames(tool: JsonObject): readonly (Json | undefined)[] {
  const names = [tool, tool['function'], tool['custom']].flatMap(holder =>
    isObject(holder) && Object.hasOwn(holder, 'name') ? [holder['name']] : [],
  )
  return names.length > 0 ? names : [tool['type']]
}

function linkKeys({ allowedKeys, blockedKeys }: NonNullable<Parameters['params']>): ListViolations {
  const checkValue = linkValueRules({ allowed: allowedKeys, blocked: blockedKeys })
  const blockedByName = new Set(blockedKeys)
  return request =>
    Object.keys(request).flatMap(key => {
      const fault = checkValue(key)
      if (fault === undefined) return []
      return [blockedByName.has(key) ? `The parameter "${key}" ${fault}` : `A parameter ${fault}`]
    })
}

function linkValues(values: NonNullable<NonNullable<Parameters['params']>['values']>): ListViolations {
  const rules = Object.entries(values).map(([key, { allowedValues, blockedValues, minimum, maximum }]) => ({
    key,
    checkValue: linkValueRules({ allowed: allowedValues, blocked: blockedValues, minimum, maximum }),
  }))
  return request =>
    rules.flatMap(({ key, checkValue }) => {
      const fault = Object.hasOwn(request, key) ? checkValue(request[key]) : undefined
      return fault === undefined ? [] : [`The value of "${key}" ${fault}`]
    })
}

/**
 * Rules for one name or value of a request: allowed and blocked lists, and numeric bounds. An empty allowed
 * list allows everything.
 */
interface ValueRules {
  readonly allowed: readonly Json[] | undefined
  readonly blocked: readonly Json[] | undefined
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

/** Returns what is wrong with a value, as the end of a sentence; undefined when it is valid. */
type ValueTest = (value: Json | undefined) => string | undefined

/** Values are compared by type: the string "1" is not the number 1. */
function linkValueRules({ allowed = [], blocked = [], minimum, maximum }: ValueRules): ValueTest {
  const [allowedValues, blockedValues] = [
    new Set<Json | undefined>(allowed),
    new Set<Json | undefined>(blocked),
  ]
  return value => {
    if (blockedValues.has(value)) return 'is blocked'
    if (allowedValues.size > 0 && !allowedValues.has(value)) return 'is not allowed'
    if (minimum === undefined && maximum === undefined) return undefined
    if (typeof value !== 'number') return 'is not a number'
    if (minimum !== undefined && value < minimum) return `is less than ${minimum}`
    return maximum !== undefined && value > maximum ? `is greater than ${maximum}` : undefined
  }
}
