// Prompt guards of agentgateway as guardrails: patterns, heuristics and moderation.

import {
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { variableOf } from '../foreign-references.ts'
import { addGuardrail, type DraftCheck, type GuardSide } from '../guardrail-draft.ts'
import type { ImportContext } from '../import-context.ts'
import type { ProjectDraft } from '../project-draft.ts'

const BUILTINS: Readonly<Record<string, string>> = byForeignName({
  ssn: 'SSN',
  creditcard: 'CREDIT_CARD',
  phonenumber: 'PHONE_NUMBER',
  email: 'EMAIL_ADDRESS',
  casin: 'CA_SIN',
})

const SIDES: readonly (readonly [property: string, side: GuardSide])[] = [
  ['request', 'input'],
  ['response', 'output'],
]

/** Properties of the target that the guards protect; `at`: the place of the guards. */
export function guardProperties(
  context: ImportContext,
  value: Json | undefined,
  at: Pointer,
  draft: ProjectDraft,
): JsonObject {
  const guards = asObject(value)
  const result: Record<string, Json> = {}
  for (const [property, side] of SIDES) {
    const written = guards[property]
    const list = isObject(written) ? [written] : asList(written)
    const place = childPointer(at, property)
    const ids = list.flatMap((item, index) => {
      const guard = asObject(item)
      const checks = guardChecks(context, guard, isList(written) ? childPointer(place, index) : place)
      const message = asObject(guard['response'])['message'] ?? asObject(guard['rejection'])['body']
      return checks.length === 0
        ? []
        : [
            addGuardrail(draft, {
              name: 'prompt-guard',
              checks,
              ...(typeof message === 'string' && { message: message.trim() }),
            }),
          ]
    })
    if (ids.length > 0) result[`${side}_guardrails`] = ids
  }
  return result
}

function guardChecks(context: ImportContext, guard: JsonObject, at: Pointer): readonly DraftCheck[] {
  const checks: DraftCheck[] = []
  if (isObject(guard['regex']))
    checks.push(...regexChecks(context, guard['regex'], childPointer(at, 'regex')))
  if (isObject(guard['promptInjection'])) {
    const { threshold } = guard['promptInjection']
    context.report(
      'import-approximated',
      childPointer(at, 'promptInjection'),
      'The heuristics of the source and of the check default.promptInjection differ.',
      'key',
    )
    checks.push({
      id: 'default.promptInjection',
      parameters: typeof threshold === 'number' ? { threshold: Math.min(1, Math.max(0.05, threshold)) } : {},
    })
  }
  const bedrock = asObject(guard['bedrockGuardrails'])
  if (typeof bedrock['guardrailIdentifier'] === 'string')
    checks.push({
      id: 'bedrock.guard',
      parameters: {
        guardrailId: bedrock['guardrailIdentifier'],
        guardrailVersion: String(bedrock['guardrailVersion'] ?? 'DRAFT'),
        awsRegion: typeof bedrock['region'] === 'string' ? bedrock['region'] : 'us-east-1',
        awsAccessKeyId: '${env:AWS_ACCESS_KEY_ID}',
        awsSecretAccessKey: '${env:AWS_SECRET_ACCESS_KEY}',
      },
    })
  for (const name of ['openAIModeration', 'webhook'] as const)
    if (guard[name] !== undefined)
      context.report(
        'import-not-expressible',
        childPointer(at, name),
        name === 'webhook'
          ? 'The webhook was left out: default.webhook calls one by another protocol.'
          : 'The moderation was left out: the check vendor.moderateContent calls that of a stored provider.',
        'key',
      )
  return checks
}

function regexChecks(context: ImportContext, regex: JsonObject, at: Pointer): readonly DraftCheck[] {
  const isMask = /^mask$/i.test(String(regex['action'] ?? 'mask'))
  const rules = [
    ...asList(regex['rules']).map((rule, index) => ({ rule, at: `${at}/rules/${index}` })),
    ...asList(regex['builtins']).map((builtin, index) => ({
      rule: { builtin },
      at: `${at}/builtins/${index}`,
    })),
    ...asList(regex['matches']).map((pattern, index) => ({
      rule: isObject(pattern) ? pattern : { pattern },
      at: `${at}/matches/${index}`,
    })),
  ]
  const categories = new Set<string>()
  const checks: DraftCheck[] = []
  for (const { rule, at: place } of rules) {
    const { builtin, pattern, regex: written, name } = asObject(rule)
    const text = pattern ?? written
    const category = BUILTINS[String(builtin).toLowerCase()]
    if (category !== undefined) categories.add(category)
    else if (typeof text === 'string' && variableOf(text) === undefined)
      checks.push(
        isMask
          ? {
              id: 'default.regexReplace',
              parameters: { rule: text, redactText: `<${String(name ?? 'masked').toUpperCase()}>` },
            }
          : { id: 'default.regexMatch', parameters: { rule: text, not: true } },
      )
    else context.report('import-not-expressible', place, 'The rule is not known here, and was left out.')
  }
  if (categories.size > 0)
    checks.push({
      id: 'default.pii',
      parameters: { categories: [...categories], ...(isMask && { redact: true }) },
    })
  return checks
}
