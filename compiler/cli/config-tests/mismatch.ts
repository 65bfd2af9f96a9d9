// Compares what a test expects, or has recorded, with what it received, part by part.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, formatPointer, type Pointer } from '../../../schemas/values/pointer.ts'

/** The first place where a value differs from the expectation. */
interface JsonDifference {
  readonly at: Pointer
  readonly expected: Json
  /** Undefined where nothing is. */
  readonly received: Json | undefined
}

/** Objects may have more properties than expected, unless `whole`; lists have as many items. */
export function differenceOf(
  expected: Json,
  received: Json | undefined,
  whole = false,
  at: Pointer = '',
): JsonDifference | undefined {
  const different = { at, expected, received }
  if (isObject(expected)) {
    if (!isObject(received)) return different
    for (const [name, value] of Object.entries(expected)) {
      const inner = Object.hasOwn(received, name) ? received[name] : undefined
      const found = differenceOf(value, inner, whole, childPointer(at, name))
      if (found !== undefined) return found
    }
    return whole && Object.keys(received).some(name => !Object.hasOwn(expected, name)) ? different : undefined
  }
  if (isList(expected)) {
    if (!isList(received) || received.length !== expected.length) return different
    for (const [index, item] of expected.entries()) {
      const found = differenceOf(item, received[index], whole, childPointer(at, index))
      if (found !== undefined) return found
    }
    return undefined
  }
  return expected === received ? undefined : different
}

/** A part of an expectation that was not met. */
export interface Mismatch {
  /** Below the expectation. */
  readonly at: Pointer
  /** What differs, as the beginning of a sentence. */
  readonly subject: string
  readonly expected: string
  readonly received: string
}

const show = (value: Json | undefined): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** Compares the value as a whole. */
export function compareValue(
  expected: Json | undefined,
  received: Json | undefined,
  at: Pointer,
  subject: string,
): readonly Mismatch[] {
  if (expected === undefined) return []
  const difference = differenceOf(expected, received, true)
  return difference === undefined ? [] : [{ at, subject, expected: show(expected), received: show(received) }]
}

export function compareHeaders(
  expected: Readonly<Record<string, string | null>> | undefined,
  received: Readonly<Record<string, string>>,
  at: Pointer,
  subject: string,
): readonly Mismatch[] {
  return Object.entries(expected ?? {}).flatMap(([name, value]) => {
    const sent = received[name.toLowerCase()]
    return (sent ?? null) === value
      ? []
      : [
          {
            at: childPointer(at, name),
            subject: `${subject} ${name} differs`,
            expected: value === null ? 'none' : show(value),
            received: sent === undefined ? 'none' : show(sent),
          },
        ]
  })
}

export function compareBody(
  expected: Json | undefined,
  received: Json | undefined,
  at: Pointer,
  subject: string,
): readonly Mismatch[] {
  const difference = expected === undefined ? undefined : differenceOf(expected, received)
  if (difference === undefined) return []
  const place = formatPointer(difference.at)
  return [
    {
      at: at + difference.at,
      subject: place === '' ? `${subject} differs` : `${subject} differs at ${place}`,
      expected: show(difference.expected),
      received: show(difference.received),
    },
  ]
}

/** Compares what was recorded with what happened, property by property. */
export function compareRecording(
  recorded: JsonObject,
  received: JsonObject,
  at: Pointer,
): readonly Mismatch[] {
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(received)])]
  return names.flatMap(name => {
    const expected = recorded[name]
    const pointer = expected === undefined ? at : childPointer(at, name)
    const difference = differenceOf(expected ?? null, received[name] ?? null, true)
    if (difference === undefined) return []
    const place = formatPointer(difference.at)
    return [
      {
        at: pointer + difference.at,
        subject: `"${name}" was recorded differently${place === '' ? '' : ` at ${place}`}`,
        expected: show(difference.expected),
        received: show(difference.received),
      },
    ]
  })
}
