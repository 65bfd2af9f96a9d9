// Rules about overrides of parameters, whatever model is called.

import { configFacts } from '../../../schemas/generated/facts.ts'
import { parameters } from '../../../schemas/generated/parameters.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import { objectProperty } from '../nodes/config-node.ts'
import { OVERRIDES } from '../nodes/overrides.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt } from '../reporting/report.ts'
import { describeValue, ownProperty } from '../values/json-values.ts'
import { nearParameters, reportParameterValue } from '../values/request-parameters.ts'

const OVERRIDE_TYPES: Readonly<Record<string, readonly [type: string, typeName: string]>> = {
  model: ['string', 'a string'],
  stream: ['boolean', 'true or false'],
}

/** Overrides of parameters that the gateway itself reads have the type of the parameter. */
export const overridePreservesType: Rule = ({ nodes }, report) => {
  for (const node of nodes)
    for (const [name, [type, typeName]] of Object.entries(OVERRIDE_TYPES)) {
      const value = ownProperty(objectProperty(node, 'override_params'), name)
      if (value === undefined || typeof value === type) continue
      const at = childPointer(childPointer(node.pointer, 'override_params'), name)
      report('wrong-type', at, `The override of "${name}" must be ${typeName}, not ${describeValue(value)}.`)
    }
}

/** Reported by the rule about parameters that the gateway itself reads. */
const READ_BY_THE_GATEWAY = new Set(['model', 'stream'])

function reportUnknown(
  { parsed, environment }: RuleContext,
  report: ReportAt,
  name: string,
  at: Pointer,
): void {
  // Warnings of header configs are not shown to anyone.
  if (environment.origin === 'request') return
  const near = nearParameters(name)
  if (near.length === 0) return
  report(
    'misspelled-parameter',
    { key: at },
    `${quoteName(name)} is not a known request parameter.${didYouMean(near)}`,
    { fix: replaceWithOnly(parsed, { key: at }, undefined, near) },
  )
}

/** A property of targets, which no route has as a parameter. */
const isSetting = (name: string): boolean =>
  Object.hasOwn(configFacts, name) &&
  !Object.hasOwn(parameters, name) &&
  name !== 'provider' &&
  name !== 'name'

/** What clients write themselves, in each request. */
const CONTENT: ReadonlySet<string> = new Set(['messages', 'input', 'prompt', 'contents'])

function reportMeaning(
  { environment }: RuleContext,
  report: ReportAt,
  name: string,
  value: Json,
  at: Pointer,
): void {
  // Warnings of header configs are not shown to anyone.
  if (environment.origin === 'request') return
  if (isSetting(name))
    report(
      'misplaced-override',
      { key: at },
      `${quoteName(name)} is a property of the target: write it beside "override_params". Here it is sent to the provider as a parameter.`,
    )
  if (CONTENT.has(name))
    report(
      'override-replaces-the-request',
      { key: at },
      `The override of ${quoteName(name)} replaces the content of every request, so all of them get the same reply. For instructions of your own, use a prompt or the check default.addPrefix.`,
    )
  if (name === 'stream' && typeof value === 'boolean')
    report(
      'override-replaces-the-request',
      { key: at },
      'The override of "stream" decides for clients whether replies are streamed: a client that requested the other form cannot read them.',
    )
}

/**
 * Overrides of known parameters have a type and a range that a route accepts, and names are not misspelled. A provider may have parameters
 * of its own and allow more, so only a wrong type is an error.
 */
export const overrideIsPlausible: Rule = (context, report) => {
  for (const node of context.nodes)
    for (const [name, value] of Object.entries(objectProperty(node, OVERRIDES) ?? {})) {
      const at = childPointer(childPointer(node.pointer, OVERRIDES), name)
      const fact = Object.hasOwn(parameters, name) ? parameters[name] : undefined
      reportMeaning(context, report, name, value, at)
      if (READ_BY_THE_GATEWAY.has(name)) continue
      if (isSetting(name)) continue
      if (fact === undefined) reportUnknown(context, report, name, at)
      else reportParameterValue(report, `The override of "${name}"`, name, value, at, fact)
    }
}
