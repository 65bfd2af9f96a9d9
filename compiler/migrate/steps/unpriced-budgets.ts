// Budgets of cost refuse calls whose price is unknown from 0.2.0 on; before, they admitted them without counting.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type Fix, locationOf } from '../../diagnostics/diagnostic.ts'
import type { ParsedSource } from '../../source.ts'
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

// Inserts a property before another one, in the layout and with the quotes of that one.

interface InsertedProperty {
  readonly name: string
  readonly value: string
  /** The value of the property at the place. */
  readonly beside: string
}

/** Undefined where the property is not written as a name and a scalar: an alias or an expression. */
function insertBefore(
  parsed: ParsedSource,
  at: Pointer,
  { name, value, beside }: InsertedProperty,
): Fix | undefined {
  const key = locationOf(parsed, at, 'key')
  const scalar = locationOf(parsed, at)
  const { text, name: file } = key.source
  if (parsed.origins.get(at)?.key === undefined || scalar.source.text !== text) return undefined
  const quotesOf = ({ span }: typeof key, expected: string): string | undefined => {
    const written = text.slice(span.start, span.end)
    const quote = /^["'`]/.exec(written)?.[0] ?? ''
    return written === quote + expected + quote ? quote : undefined
  }
  const [inKey, inValue] = [quotesOf(key, at.slice(at.lastIndexOf('/') + 1)), quotesOf(scalar, beside)]
  if (inKey === undefined || inValue === undefined) return undefined
  const before = text.slice(0, key.span.start)
  const indent = /(?:^|[\r\n])([ \t-]*)$/.exec(before)?.[1]?.replaceAll('-', ' ')
  const isFlow = !/\.ya?ml$/.test(file) || /^\s*[,}]/.test(text.slice(scalar.span.end))
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n'
  const separator = `${isFlow ? ',' : ''}${indent === undefined ? ' ' : lineBreak + indent}`
  if (!isFlow && indent === undefined) return undefined
  return {
    location: { source: key.source, span: { start: key.span.start, end: key.span.start } },
    text: `${inKey}${name}${inKey}: ${inValue}${value}${inValue}${separator}`,
  }
}
