// Rules about the names of settings.

import { configFacts } from '../../../schemas/generated/facts.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer, formatPointer, lastToken } from '../../../schemas/values/pointer.ts'
import { objectProperty } from '../nodes/config-node.ts'
import { type Rule, strategyMode } from '../nodes/rule-context.ts'
import { replaceWith, safely } from '../reporting/replacement-fix.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

/** Aliases of properties work and are reported, in configs and stored providers. They were renamed before validation. */
export const propertiesUseCanonicalNames: Rule = ({ parsed }, report) => {
  for (const [pointer, { written, isAlias }] of parsed.renamed ?? []) {
    if (!isAlias) continue
    const name = lastToken(pointer) ?? ''
    const location = { key: pointer }
    // The value of `Authorization` has a scheme, so replacing only the name would be wrong.
    const fix = name === 'api_key' ? undefined : safely(replaceWith(parsed, location, undefined, name))
    report('alias-setting', location, `${quoteName(written)} is read as ${quoteName(name)}.`, { fix })
  }
}

const ALIAS = 'use_retry_after_header'
const NAME = 'use_retry_after_headers'
const MAX_WAIT = 'max_wait'

/** The same for settings that are not renamed before validation. */
export const settingsUseCanonicalNames: Rule = (context, report) => {
  for (const node of context.nodes) {
    const retry = objectProperty(node, 'retry')
    const location = { key: childPointer(childPointer(node.pointer, 'retry'), ALIAS) }
    if (ownProperty(retry, ALIAS) !== undefined && ownProperty(retry, NAME) === undefined)
      report('alias-setting', location, `${quoteName(ALIAS)} is read as ${quoteName(NAME)}.`, {
        fix: safely(replaceWith(context.parsed, location, undefined, NAME)),
      })
    if (ownProperty(retry, ALIAS) !== undefined && ownProperty(retry, NAME) !== undefined)
      report(
        'setting-without-effect',
        location,
        `${quoteName(ALIAS)} has no effect beside ${quoteName(NAME)}.`,
      )
    const wait = { key: childPointer(childPointer(node.pointer, 'retry'), MAX_WAIT) }
    if (
      ownProperty(retry, MAX_WAIT) !== undefined &&
      ![NAME, ALIAS].some(name => ownProperty(retry, name) === true)
    )
      report(
        'setting-without-effect',
        wait,
        `${quoteName(MAX_WAIT)} has no effect without ${quoteName(NAME)}.`,
      )
    const codes = childPointer(node.pointer, 'on_status_codes')
    const strategy = ownProperty(node.value, 'strategy')
    if (
      ownProperty(node.value, 'on_status_codes') === undefined ||
      strategyMode(context, node) !== 'fallback'
    )
      continue
    const both = isJsonObject(strategy) && ownProperty(strategy, 'on_status_codes') !== undefined
    const inside = formatPointer(childPointer(childPointer(node.pointer, 'strategy'), 'on_status_codes'))
    if (both)
      report('setting-without-effect', { key: codes }, `"on_status_codes" has no effect beside "${inside}".`)
    else report('alias-setting', { key: codes }, `"on_status_codes" is read as "${inside}". Write it there.`)
  }
}

/** A setting that this version does not execute is rejected with the reason from the schema, never silently ignored. */
export const settingIsSupported: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    for (const name of Object.keys(node.value)) {
      const reason = Object.hasOwn(configFacts, name) ? configFacts[name]?.unsupported : undefined
      if (reason !== undefined)
        report(
          'unsupported-setting',
          { key: childPointer(node.pointer, name) },
          `${quoteName(name)} is not supported. ${reason}`,
        )
    }
  }
}
