// default.http: a service judges, by a request and a verdict that the config describes. Its template is data: places
// are looked up and nothing is run.
import type { JsonObject } from '../../../compiler/source.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check } from '../check.ts'
import type { Condition, DescribedRequest, Flag } from '../described/description.ts'
import { linkDescribed } from '../described/link-described.ts'

type Parameters = CheckParameters['default.http']

export const http: Check<Parameters> = {
  link: (parameters, context) => linkDescribed<Parameters>(described(parameters)).link(parameters, context),
}

function described({
  method,
  headers,
  body,
  secretHeader,
  secretPrefix,
  verdict,
  transformed,
}: Parameters): DescribedRequest {
  return {
    service: 'The service',
    address: '{url}',
    method,
    headers: headers ?? {},
    credentials: [{ parameter: 'secret', header: secretHeader, prefix: secretPrefix }],
    body: body as JsonObject,
    reading: {
      flags: verdict === undefined ? [] : flagsOf(verdict),
      ...(transformed === undefined ? {} : { rewritten: { each: transformed } }),
    },
  }
}

/** What is written down is what passes; a flag is what does not. */
function flagsOf({ path, equals, above, below }: NonNullable<Parameters['verdict']>): readonly Flag[] {
  const conditions: readonly (Condition | undefined)[] = [
    above === undefined ? undefined : { order: '<=', bound: above },
    below === undefined ? undefined : { order: '>=', bound: below },
    equals === undefined && (above !== undefined || below !== undefined)
      ? undefined
      : { isNot: [equals ?? true] },
  ]
  return conditions
    .filter(condition => condition !== undefined)
    .map(fails => ({ each: path, fails, says: 'The service did not pass it' }))
}
