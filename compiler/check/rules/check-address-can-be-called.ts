// The service that a check calls is public or trusted, like a custom host: a config must not reach into the
// gateway's network.
import { quoted } from '../../diagnostics/words.ts'
import { addressOf } from '../../lower/guard-check.ts'
import { withDefaults } from '../../lower/parameter-defaults.ts'
import { child } from '../../pointer.ts'
import type { WrittenCheck } from '../guards.ts'
import type { Rule } from '../rule.ts'
import type { Spot } from '../tell.ts'

/** The parameter that the URL is built from, if it is set, else the check. */
function placeOf({ facts, parameters, pointer, spot }: WrittenCheck): Spot {
  const names = Array.from(facts?.address?.matchAll(/\{(\w+)\}/g) ?? [], ([, name = '']) => name)
  const written = names.find(name => Object.hasOwn(parameters, name))
  return written === undefined ? spot : child(pointer, written)
}

export const checkAddressCanBeCalled: Rule = ({ catalog, surroundings, guards }, tell) => {
  const { unsettled, trustedHosts } = surroundings
  if (unsettled) return
  for (const { checks } of guards.written)
    for (const check of checks) {
      const { facts, name, parameters } = check
      const address = facts && addressOf(facts, withDefaults(parameters, facts.parameters))
      if (address === undefined || !/^https?:/.test(address) || !URL.canParse(address)) continue
      const url = new URL(address)
      const blocked = catalog.judgeHost(url, trustedHosts)
      if (blocked === undefined) continue
      const mayBeTrusted = catalog.judgeHost(url, [url.host]) === undefined
      const way = `If it is your own host, trust it in the manifest: trusted_hosts: [${quoted(url.host)}]`
      tell('blocked-host', placeOf(check), `The service of ${quoted(name)} may not be called: ${blocked}.`, {
        notes: mayBeTrusted ? [{ message: way }] : [],
      })
    }
}
