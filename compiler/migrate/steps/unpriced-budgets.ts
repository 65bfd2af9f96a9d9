// Budgets of cost refuse calls whose price is unknown from 0.2.0 on; before, they admitted them without counting.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { locationOf } from '../../diagnostics/diagnostic.ts'
import type { ParsedSource } from '../../source.ts'
import { insertBefore } from '../insert-before.ts'
import type { Migration, MigrationStep } from '../step.ts'

export const unpricedBudgetsStep: MigrationStep = {
  version: '0.2.0',
  isNeutral: false,
  find: (parsed, kind) =>
    kind === 'manifest' ? budgetsOf(parsed.value).map(pointer => admit(parsed, pointer)) : [],
}

const REASON =
  'Budgets of cost refuse calls without a known price from 0.2.0 on: "uncounted: allow" admits them as before.'

function admit(parsed: ParsedSource, budget: Pointer): Migration {
  const type = childPointer(budget, 'type')
  const fix = insertBefore(parsed, type, { name: 'uncounted', value: 'allow', beside: 'cost' })
  return { location: locationOf(parsed, type, 'key'), reason: REASON, fixes: fix === undefined ? [] : [fix] }
}

/** The budgets of cost of a manifest, and of its keys, that do not choose. */
function budgetsOf(manifest: Json): readonly Pointer[] {
  if (!isObject(manifest)) return []
  const { policies, api_keys: keys } = manifest
  const ofKeys = isList(keys)
    ? keys.flatMap((key, index) => limitsOf(key, childPointer('/api_keys', index)))
    : []
  return [...limitsOf(policies, '/policies'), ...ofKeys]
}

function limitsOf(owner: Json | undefined, pointer: Pointer): readonly Pointer[] {
  const limits = isObject(owner) ? owner['usage_limits'] : undefined
  if (!isList(limits)) return []
  const list = childPointer(pointer, 'usage_limits')
  return limits.flatMap((limit, index) => {
    const chooses = !isObject(limit) || limit['type'] !== 'cost' || Object.hasOwn(limit, 'uncounted')
    return chooses ? [] : [childPointer(list, index)]
  })
}
