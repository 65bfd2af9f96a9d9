// Rewrites a compiled plan in the format of this version.
import type { Bundle } from '../../../schemas/generated/types.ts'
import { isObject, type Json } from '../../../schemas/values/json.ts'
import { decodeBundle } from '../../plan/decode.ts'
import type { Hash } from '../../plan/digest.ts'
import { seal } from '../../plan/digest.ts'
import { emit } from '../../plan/emit.ts'
import { FORMAT } from '../../plan/upgrade-bundle.ts'

/** The format of a text that is a compiled plan; undefined for everything else. */
export function formatOfBundle(text: string): number | undefined {
  if (!/"plans"/.test(text)) return undefined
  try {
    const value: Json = JSON.parse(text)
    if (!isObject(value) || !isObject(value['plans']) || typeof value['digest'] !== 'string') return undefined
    return typeof value['format'] === 'number' ? value['format'] : undefined
  } catch {
    return undefined
  }
}

export type MigratedBundle =
  | { readonly text: string; readonly bundle: Bundle; readonly errors?: never }
  | { readonly text?: never; readonly errors: readonly string[] }

/** The text of the plan in the present format, which is the same text if it has that format. */
export function migrateBundle(text: string, format: number, hash: Hash): MigratedBundle {
  const decoded = decodeBundle(text, hash)
  if (decoded.bundle === undefined) return { errors: decoded.errors }
  const bundle = format === FORMAT ? decoded.bundle : seal(decoded.bundle, hash)
  return { bundle, text: format === FORMAT ? text : emit(bundle) }
}
