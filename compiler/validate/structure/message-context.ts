// The context in which messages are built: the parsed text, its property names, and how a location is named.

import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { formatPointer, type Pointer, pointerTokens } from '../../../schemas/values/pointer.ts'
import { mightBeSecretName } from '../../diagnostics/secret-names.ts'
import type { ParsedSource } from '../../source.ts'
import { isJsonArray, ownProperty } from '../json-values.ts'
import type { ReportAt } from '../report.ts'
import type { PropertyNames } from './property-names.ts'

export interface MessageContext {
  readonly parsed: ParsedSource
  readonly propertyNames: PropertyNames
  readonly corrections: ReadonlyMap<Pointer, readonly string[]>
  readonly intendedNames: (pointer: Pointer, value: JsonObject) => ReadonlySet<string>
  /** Whether a value would be valid at a pointer, so that a fix can be offered; with `isWhole` also what is in it. */
  readonly accepts: (pointer: Pointer, value: Json, isWhole?: boolean) => boolean
  readonly report: ReportAt
}

/** The value at a pointer. */
export function valueAtPointer(parsed: ParsedSource, pointer: Pointer): Json | undefined {
  return pointerTokens(pointer).reduce<Json | undefined>(
    (value, token) => (isJsonArray(value) ? value[Number(token)] : ownProperty(value, token)),
    parsed.value,
  )
}

export const subjectName = ({ propertyNames }: MessageContext, pointer: Pointer): string =>
  pointer === '' ? `The ${propertyNames.root}` : `"${formatPointer(pointer)}"`

export const holdsSecret = (pointer: Pointer): boolean => pointerTokens(pointer).some(mightBeSecretName)
