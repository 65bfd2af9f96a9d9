// default.requestParametersCheck: the tools and top-level parameters that a request may have. An absent parameter
// violates no rule. The reason names parameters that rules mention, but neither tools nor values of the request.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { asObject, isObject } from '../../providers/wire/json.ts'
import type { Check } from '../check.ts'
import { linkValueRules } from '../judging/value-rules.ts'

type Parameters = CheckParameters['default.requestParametersCheck']

/** Returns each violation as a sentence without the full stop. */
type Rules = (request: JsonObject) => readonly string[]

const MOST_TOLD = 5

export const requestParametersCheck: Check<Parameters> = {
  link: ({ tools, params }) => {
    const rules = [linkTools(tools ?? {}), linkKeys(params ?? {}), linkValues(params?.values ?? {})]
    return ({ request }) => {
      if (request === undefined) return { passed: true, reason: 'The request has no JSON body.' }
      const broken = [...new Set(rules.flatMap(told => told(request)))]
      if (broken.length === 0) return { passed: true, reason: 'The tools and parameters are allowed.' }
      return {
        passed: false,
        reason: `${broken.slice(0, MOST_TOLD).join('; ')}.`,
        facts: { broken: broken.length },
      }
    }
  },
}

function linkTools(rules: NonNullable<Parameters['tools']>): Rules {
  const judgeType = linkValueRules({ allowed: rules.allowedTypes, blocked: rules.blockedTypes })
  const judgeName = linkValueRules({
    allowed: rules.allowedFunctionNames,
    blocked: rules.blockedFunctionNames,
  })
  return ({ tools, functions }) =>
    [tools, functions].flatMap(itemsOf).flatMap(tool => {
      const type = judgeType(typeOf(tool))
      const name = namesOf(tool)
        .map(judgeName)
        .find(fault => fault !== undefined)
      return [
        ...(type === undefined ? [] : [`The type of a tool ${type}`]),
        ...(name === undefined ? [] : [`The name of a tool ${name}`]),
      ]
    })
}

/** Tools, and the legacy `functions`, which have no wrapper object. */
const itemsOf = (list: Json | undefined): readonly JsonObject[] =>
  Array.isArray(list) ? (list as readonly Json[]).map(asObject) : []

/** Tools of Anthropic's Messages are functions without a type. */
const typeOf = (tool: JsonObject): Json => tool['type'] ?? 'function'

/** Every property in which a dialect puts a name, since each provider reads a different one; for built-in tools the type. */
function namesOf(tool: JsonObject): readonly (Json | undefined)[] {
  const names = [tool, tool['function'], tool['custom']].flatMap(holder =>
    isObject(holder) && Object.hasOwn(holder, 'name') ? [holder['name']] : [],
  )
  return names.length > 0 ? names : [tool['type']]
}

function linkKeys({ allowedKeys, blockedKeys }: NonNullable<Parameters['params']>): Rules {
  const judge = linkValueRules({ allowed: allowedKeys, blocked: blockedKeys })
  const named = new Set(blockedKeys)
  return request =>
    Object.keys(request).flatMap(key => {
      const fault = judge(key)
      if (fault === undefined) return []
      return [named.has(key) ? `The parameter "${key}" ${fault}` : `A parameter ${fault}`]
    })
}

function linkValues(values: NonNullable<NonNullable<Parameters['params']>['values']>): Rules {
  const rules = Object.entries(values).map(([key, { allowedValues, blockedValues, minimum, maximum }]) => ({
    key,
    judge: linkValueRules({ allowed: allowedValues, blocked: blockedValues, minimum, maximum }),
  }))
  return request =>
    rules.flatMap(({ key, judge }) => {
      const fault = Object.hasOwn(request, key) ? judge(request[key]) : undefined
      return fault === undefined ? [] : [`The value of "${key}" ${fault}`]
    })
}
