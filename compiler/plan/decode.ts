// Decodes and validates a bundle before a runtime uses it: form, versions, digest, secrets, and everything the
// linker relies on. Never throws; all errors are returned, unless one hides the next.
import type { Bundle } from '../../schemas/generated/types.ts'
import { bundle as isBundle } from '../../schemas/generated/validators.js'
import { complaintSentences } from './complaint-words.ts'
import { digestOf, type Hash } from './digest.ts'
import { planFaults } from './plan-faults.ts'
import { secretsOf } from './secrets.ts'

export type Decoded =
  | { readonly bundle: Bundle; readonly faults?: never }
  /** Sentences for the operator's log; at least one. */
  | { readonly bundle?: never; readonly faults: readonly string[] }

const FORMAT = 1
const MOST_FAULTS = 20

/** The bundle of a text, or why it is invalid. `hash` is SHA-256, as in `seal`. */
export function decode(text: string, hash: Hash): Decoded {
  try {
    const value: unknown = JSON.parse(text)
    return judged(value, hash)
  } catch (failure) {
    // Only the parser and a stack overflow by deep nesting throw here.
    const reason =
      failure instanceof SyntaxError ? 'The bundle is not JSON.' : 'The bundle is nested too deeply.'
    return { faults: [reason] }
  }
}

function judged(value: unknown, hash: Hash): Decoded {
  const strange = unknownVersions(value)
  if (strange.length > 0) return { faults: strange }
  if (!isBundle(value)) return refused(complaintSentences(isBundle.errors ?? []))
  // The validator and the type are generated from the same schema.
  const bundle = value as Bundle
  const faults = [
    ...digestFaults(bundle, hash),
    ...secretFaults(bundle),
    ...Object.entries(bundle.plans).flatMap(planFaults),
  ]
  return faults.length === 0 ? { bundle } : refused(faults)
}

function refused(faults: readonly string[]): Decoded {
  if (faults.length <= MOST_FAULTS) return { faults }
  return {
    faults: [...faults.slice(0, MOST_FAULTS), `There are ${faults.length - MOST_FAULTS} more faults.`],
  }
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(key)
    : undefined

/** Another version is told before anything else: all other faults would follow from it. */
function unknownVersions(value: unknown): readonly string[] {
  const format = member(value, 'format')
  if (typeof format === 'number' && format !== FORMAT)
    return [`The bundle has the format ${format}; this version reads the format ${FORMAT}.`]
  const plans = member(value, 'plans')
  const entries = typeof plans === 'object' && plans !== null ? Object.entries(plans) : []
  return entries.flatMap(([id, plan]) => {
    const version = member(plan, 'version')
    if (typeof version !== 'number' || version === FORMAT) return []
    return [`The plan "${id}" has the version ${version}; this version reads the version ${FORMAT}.`]
  })
}

function digestFaults(bundle: Bundle, hash: Hash): readonly string[] {
  if (digestOf(bundle, hash) === bundle.digest) return []
  return ['The digest does not match: the bundle was changed after it was compiled.']
}

const secretFaults = (bundle: Bundle): readonly string[] =>
  secretsOf(bundle)
    .filter(({ secret }) => secret.source === 'literal')
    .map(({ place }) => `The bundle contains a literal secret (${place}); only references are allowed.`)
