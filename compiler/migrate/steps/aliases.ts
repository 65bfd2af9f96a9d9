// Aliases of properties, which are read for compatibility: their canonical names.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { childPointer, lastToken, type Pointer } from '../../../schemas/values/pointer.ts'
import { type Fix, locationOf } from '../../diagnostics/diagnostic.ts'
import { canonicalConfig, canonicalManifest } from '../../facts/canonical-names.ts'
import type { ParsedSource } from '../../source.ts'
import { replaceWith, unquoted } from '../../validate/reporting/replacement-fix.ts'
import type { Migration, MigrationStep } from '../step.ts'

export const aliasStep: MigrationStep = {
  version: '0.2.0',
  isNeutral: true,
  find: (parsed, kind) =>
    kind === 'manifest'
      ? renamed(canonicalManifest(parsed))
      : [...renamed(canonicalConfig(parsed)), ...inNode(parsed, parsed.value, '')],
}

/** Properties whose aliases the schema lists. */
function renamed(parsed: ParsedSource): readonly Migration[] {
  return Array.from(parsed.renamed ?? [], ([pointer, { written, isAlias }]): readonly Migration[] => {
    const name = lastToken(pointer) ?? ''
    if (!isAlias) return []
    const fix = replaceWith(parsed, { key: pointer }, undefined, name)
    // The value of `Authorization` has a scheme, which is not part of the key.
    const fixes = name === 'api_key' ? [fix, withoutScheme(parsed, pointer)] : [fix]
    return [migration(parsed, pointer, `${quoteName(written)} is an alias of ${quoteName(name)}.`, fixes)]
  }).flat()
}

const migration = (
  parsed: ParsedSource,
  pointer: Pointer,
  reason: string,
  fixes: readonly (Fix | undefined)[],
): Migration => {
  const whole = fixes.filter(fix => fix !== undefined)
  const isWhole = whole.length === fixes.length
  return { location: locationOf(parsed, pointer, 'key'), reason, fixes: isWhole ? whole : [] }
}

function withoutScheme(parsed: ParsedSource, pointer: Pointer): Fix {
  const location = locationOf(parsed, pointer)
  const { span, source } = location
  const written = source.text.slice(span.start, span.end)
  const text = written.replace(/Bearer\s+/i, '')
  return { location, text: /^["'`]/.test(written) || text === written ? text : unquoted(text) }
}

const RETRY_ALIAS = 'use_retry_after_header'
const RETRY_NAME = 'use_retry_after_headers'

/** Aliases that only the rules of the validation know, in a config and its targets. */
function inNode(parsed: ParsedSource, node: Json, pointer: Pointer): readonly Migration[] {
  if (!isObject(node)) return []
  const { retry, strategy, on_status_codes: codes, targets } = node
  const found: Migration[] = []
  if (isObject(retry) && Object.hasOwn(retry, RETRY_ALIAS) && !Object.hasOwn(retry, RETRY_NAME)) {
    const at = childPointer(childPointer(pointer, 'retry'), RETRY_ALIAS)
    const fix = replaceWith(parsed, { key: at }, undefined, RETRY_NAME)
    found.push(
      migration(parsed, at, `${quoteName(RETRY_ALIAS)} is an alias of ${quoteName(RETRY_NAME)}.`, [fix]),
    )
  }
  if (codes !== undefined && isObject(strategy) && strategy['mode'] === 'fallback') {
    const reason = Object.hasOwn(strategy, 'on_status_codes')
      ? '"on_status_codes" of "strategy" replaces this list. Remove this one.'
      : '"on_status_codes" belongs in "strategy". Move it there.'
    found.push(migration(parsed, childPointer(pointer, 'on_status_codes'), reason, [undefined]))
  }
  const list = childPointer(pointer, 'targets')
  const inTargets = isList(targets)
    ? targets.flatMap((target, index) => inNode(parsed, target, childPointer(list, index)))
    : []
  return [...found, ...inTargets]
}
