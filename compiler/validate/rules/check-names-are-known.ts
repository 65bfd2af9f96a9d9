// Names in the parameters of a check exist: request types, providers, and parameters of requests.
import {
  passThroughType,
  passThroughTypes,
  requestTypes,
  routeNames,
  streamedEndpoints,
} from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, editDistance, suggest } from '../../../schemas/values/suggest.ts'
import type { Rule, RuleContext } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import type { ReportAt, ReportLocation } from '../reporting/report.ts'
import { type CheckValue, checkValues } from '../structure/check-parameters.ts'
import { isJsonArray, isJsonObject } from '../values/json-values.ts'
import { nearParameters } from '../values/request-parameters.ts'

/** A name as it is written, and where. */
interface WrittenName {
  readonly name: string
  readonly location: ReportLocation
}

/** Names with suggestions, which are costly: a config may come in a request header. */
const MAX_SUGGESTED = 20

const typesOf = (endpoint: string): readonly string[] =>
  Object.entries(requestTypes).flatMap(([type, of]) => (of === endpoint ? [type] : []))

const requestTypeNames: readonly string[] = [
  ...routeNames,
  ...Object.keys(requestTypes),
  ...Object.keys(passThroughTypes),
  passThroughType,
  ...streamedEndpoints.flatMap(endpoint => [endpoint, ...typesOf(endpoint)].map(name => `stream-${name}`)),
].toSorted()

/** The items of a list, or the keys of an object. */
function* writtenNames({ value, pointer }: CheckValue): Generator<WrittenName> {
  if (isJsonArray(value)) {
    for (const [index, name] of value.entries())
      if (typeof name === 'string') yield { name, location: childPointer(pointer, index) }
  } else if (isJsonObject(value))
    for (const name of Object.keys(value)) yield { name, location: { key: childPointer(pointer, name) } }
}

/** A path of a request that is passed through is not an endpoint of ours; only a near miss of one is an error. */
function isRequestType(name: string): boolean {
  if (name.includes('*') || name.startsWith('/') || requestTypeNames.includes(name)) return true
  return name.includes('/') && !requestTypeNames.some(known => editDistance(name, known, 2) <= 2)
}

interface UnknownName extends WrittenName {
  readonly message: string
  readonly suggestions: readonly string[]
}

function unknownName(
  { catalog }: RuleContext,
  kind: unknown,
  written: WrittenName,
  isSuggested: boolean,
): UnknownName | undefined {
  const { name } = written
  if (kind === 'request-type' && !isRequestType(name)) {
    const suggestions = isSuggested ? suggest(name, requestTypeNames) : []
    const message = `${quoteName(name)} is not a request type.${didYouMean(suggestions)} A path of a request that is passed through begins with a slash.`
    return { ...written, message, suggestions }
  }
  if (kind === 'provider' && catalog.provider(name) === undefined) {
    const suggestions = isSuggested ? suggest(name, catalog.providerNames) : []
    return {
      ...written,
      message: `${quoteName(name)} is not a provider.${didYouMean(suggestions)}`,
      suggestions,
    }
  }
  return undefined
}

function reportParameters(context: RuleContext, each: CheckValue, report: ReportAt): void {
  // Warnings of header configs are not shown to anyone.
  if (context.environment.origin === 'request') return
  for (const { name, location } of writtenNames(each)) {
    const near = nearParameters(name)
    if (near.length > 0)
      report(
        'misspelled-parameter',
        location,
        `${quoteName(name)} is not a known request parameter.${didYouMean(near)}`,
        { fix: replaceWithOnly(context.parsed, location, name, near) },
      )
  }
}

export const checkNamesAreKnown: Rule = (context, report) => {
  let unknown = 0
  for (const { checks } of context.guards.definitions)
    for (const { facts, parameters, pointer } of checks)
      for (const each of facts === undefined ? [] : checkValues(parameters, facts.parameters, pointer)) {
        const kind = each.schema['x-names']
        if (kind === undefined) continue
        if (kind === 'parameter') reportParameters(context, each, report)
        else
          for (const written of writtenNames(each)) {
            const found = unknownName(context, kind, written, unknown < MAX_SUGGESTED)
            if (found === undefined) continue
            unknown += 1
            report('unknown-value', found.location, found.message, {
              fix: replaceWithOnly(context.parsed, found.location, found.name, found.suggestions),
            })
          }
      }
}
