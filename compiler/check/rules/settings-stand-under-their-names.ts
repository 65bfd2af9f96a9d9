// Settings use their canonical names; aliases work and are reported.
import { quoted } from '../../diagnostics/words.ts'
import { child, human } from '../../pointer.ts'
import { isObject, own } from '../kind.ts'
import { rewrite } from '../rewrite.ts'
import type { Rule } from '../rule.ts'
import { objectOf } from '../site.ts'
import { modeOf } from '../subject.ts'

const ALIAS = 'use_retry_after_header'
const NAME = 'use_retry_after_headers'

export const settingsStandUnderTheirNames: Rule = (subject, tell) => {
  for (const site of subject.sites) {
    const retry = objectOf(site, 'retry')
    const spot = { key: child(child(site.pointer, 'retry'), ALIAS) }
    if (own(retry, ALIAS) !== undefined && own(retry, NAME) === undefined)
      tell('alias-setting', spot, `${quoted(ALIAS)} is read as ${quoted(NAME)}.`, {
        fix: rewrite(subject.parsed, spot, undefined, NAME),
      })
    if (own(retry, ALIAS) !== undefined && own(retry, NAME) !== undefined)
      tell('setting-without-effect', spot, `${quoted(ALIAS)} has no effect beside ${quoted(NAME)}.`)
    const codes = child(site.pointer, 'on_status_codes')
    const strategy = own(site.value, 'strategy')
    if (own(site.value, 'on_status_codes') === undefined || modeOf(subject, site) !== 'fallback') continue
    const both = isObject(strategy) && own(strategy, 'on_status_codes') !== undefined
    const inside = human(child(child(site.pointer, 'strategy'), 'on_status_codes'))
    if (both)
      tell('setting-without-effect', { key: codes }, `"on_status_codes" has no effect beside "${inside}".`)
    else tell('alias-setting', { key: codes }, `"on_status_codes" is read as "${inside}". Write it there.`)
  }
}
