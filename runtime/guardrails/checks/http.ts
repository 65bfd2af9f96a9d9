// default.http: a service decides, through a request and a response mapping described in the config. The template is
// data: placeholders are looked up, nothing is executed.
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

/** The config describes what passes; a flag describes what fails. */
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
    .map(fails => ({ each: path, fails, says: 'The service rejected the text' }))
}
