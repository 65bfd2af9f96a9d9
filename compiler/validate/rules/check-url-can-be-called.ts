// The service that a check calls is public or trusted, like a custom host: a config must not reach into the
// gateway's network.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { checkServiceUrl } from '../../lower/check.ts'
import { withDefaults } from '../../lower/parameter-defaults.ts'
import type { CheckUse } from '../nodes/guards.ts'
import type { Rule } from '../nodes/rule-context.ts'
import type { ReportLocation } from '../reporting/report.ts'
import { openingAdvice, reportPlainText } from '../services/blocked-host.ts'

/** The parameter that the URL is built from, if it is set, else the check. */
function urlLocation({ facts, parameters, pointer, location }: CheckUse): ReportLocation {
  const names = Array.from(facts?.address?.matchAll(/\{(\w+)\}/g) ?? [], ([, name = '']) => name)
  const urlParameter = names.find(name => Object.hasOwn(parameters, name))
  return urlParameter === undefined ? location : childPointer(pointer, urlParameter)
}

export const checkUrlCanBeCalled: Rule = ({ catalog, environment, guards }, report) => {
  const { hasInvalidManifest, trustedHosts } = environment
  if (hasInvalidManifest) return
  for (const { checks } of guards.definitions)
    for (const check of checks) {
      const { facts, name, parameters } = check
      const address = facts && checkServiceUrl(facts, withDefaults(parameters, facts.parameters))
      if (address === undefined || !/^https?:/.test(address) || !URL.canParse(address)) continue
      const url = new URL(address)
      const blocked = catalog.validateHost(url, trustedHosts)
      if (blocked === undefined) {
        const subject = `The service of ${quoteName(name)}`
        if (environment.origin !== 'request')
          reportPlainText({ catalog, trusted: trustedHosts }, subject, url, urlLocation(check), report)
        continue
      }
      const mayBeTrusted = catalog.validateHost(url, [url.host]) === undefined
      const advice = openingAdvice(url, environment)
      report(
        'blocked-host',
        urlLocation(check),
        `The service of ${quoteName(name)} may not be called: ${blocked}.`,
        {
          notes: mayBeTrusted ? [{ message: advice }] : [],
        },
      )
    }
}
