// default.http: a service decides, through a request and a response mapping described in the config. The template is
// data: placeholders are looked up, nothing is executed.

import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { Check } from '../check.ts'
import type { CheckDefinition, FlagCondition, FlagMapping } from '../services/declarative/definition.ts'
import { linkDefinition } from '../services/declarative/link-definition.ts'

type Parameters = CheckParameters['default.http']

export const http: Check<Parameters> = {
  link: (parameters, context) =>
    linkDefinition<Parameters>(toDefinition(parameters)).link(parameters, context),
}

function toDefinition({
  method,
  headers,
  body,
  secretHeader,
  secretPrefix,
  verdict,
  transformed,
}: Parameters): CheckDefinition {
  return {
    service: 'The service',
    address: '{url}',
    method,
    headers: headers ?? {},
    credentials: [{ parameter: 'secret', header: secretHeader, prefix: secretPrefix }],
    body: body as JsonObject,
    response: {
      flags: verdict === undefined ? [] : toFlags(verdict),
      ...(transformed === undefined ? {} : { rewrite: { each: transformed } }),
    },
  }
}

/** The config describes what passes; a flag describes what fails. */
function toFlags({ path, equals, above, below }: NonNullable<Parameters['verdict']>): readonly FlagMapping[] {
  const conditions: readonly (FlagCondition | undefined)[] = [
    above === undefined ? undefined : { order: '<=', bound: above },
    below === undefined ? undefined : { order: '>=', bound: below },
    equals === undefined && (above !== undefined || below !== undefined)
      ? undefined
      : { isNot: [equals ?? true] },
  ]
  return conditions
    .filter(condition => condition !== undefined)
    .map(failsWhen => ({ each: path, failsWhen, message: 'The service rejected the text' }))
}
