// Mistakes that follow from one that was reported: what an invalid list defines is not known, so nothing that names it is wrong for certain.
import { type Pointer, parentPointer } from '../../schemas/values/pointer.ts'
import type { DiagnosticCode } from '../diagnostics/messages.ts'

/** The values, of which one that was reported hides a code. */
const DEFINED_IN: Readonly<Partial<Record<DiagnosticCode, RegExp>>> = {
  'unknown-slug': /^\/(providers|external)(\/[^/]+)?$/,
  'unknown-guardrail': /^\/(guardrails|external)(\/[^/]+)?$/,
  'unknown-agent': /^\/agents(\/[^/]+)?$/,
  'unknown-target': /\/targets(\/\d+(\/name)?)?$/,
  'blocked-host': /^\/trusted_hosts(\/\d+)?$/,
}

/** Codes about several values of one object. */
const OF_AN_OBJECT: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'no-address',
  'impossible-limit',
  'key-without-config',
])

const isIn = (pointer: Pointer, holder: Pointer): boolean => pointer.startsWith(`${holder}/`)

/** An entry of the manifest: `/providers/openai`. */
const isEntry = (pointer: Pointer): boolean => pointer.split('/').length <= 3

export function followsFromReported(
  code: DiagnosticCode,
  pointer: Pointer,
  reported: ReadonlySet<Pointer>,
): boolean {
  if (reported.size === 0) return false
  if (reported.has(pointer)) return true
  const definition = DEFINED_IN[code]
  if (definition !== undefined) return [...reported].some(each => definition.test(each))
  if (!OF_AN_OBJECT.has(code)) return false
  const holder = isEntry(pointer) ? pointer : parentPointer(pointer)
  return [...reported].some(each => isIn(each, holder))
}
