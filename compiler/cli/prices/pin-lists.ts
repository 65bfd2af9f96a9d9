// Writes the digest and the day of files of prices into the manifest that names them, and leaves the rest of it as it is.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { applyFixes } from '../../diagnostics/apply-fixes.ts'
import { type Fix, locationOf } from '../../diagnostics/diagnostic.ts'
import type { SourceInput } from '../../project-input.ts'
import type { ParsedSource } from '../../source.ts'
import { fileOfList, priceEntries } from '../../validate/manifest-rules/prices-can-apply.ts'
import { isJsonObject, ownProperty } from '../../validate/values/json-values.ts'

export interface Pin {
  readonly digest: string
  /** The day on which the source was read; undefined where it stays. */
  readonly read?: string
}

/** The manifest with the pins of its files; undefined where it cannot be edited: what it has is computed, or from another file. */
export function pinLists({ source, read }: SourceInput, pins: ReadonlyMap<string, Pin>): string | undefined {
  const parsed = read(source, () => {})
  if (parsed === undefined) return undefined
  const fixes = priceEntries(parsed.value).flatMap(([at, entry]) => {
    const pin = pins.get(fileOfList(entry) ?? '')
    return pin === undefined ? [] : pinEntry(parsed, at, entry, pin)
  })
  if (fixes.some(({ location }) => location.source.name !== source.name)) return undefined
  const [edited] = applyFixes(
    fixes.map(fix => ({ fix })),
    'all',
  )
  const text = edited?.text ?? source.text
  const again = read({ name: source.name, text }, () => {})
  const isPinned = priceEntries(again?.value).every(([, entry]) => {
    const pin = pins.get(fileOfList(entry) ?? '')
    return (
      pin === undefined || Object.entries(pin).every(([name, value]) => ownProperty(entry, name) === value)
    )
  })
  return again !== undefined && isPinned && samePrices(parsed.value, again.value) ? text : undefined
}

/** Values that are there are replaced, others follow what names the list. */
function pinEntry(parsed: ParsedSource, at: Pointer, entry: JsonObject, pin: Pin): readonly Fix[] {
  const wanted = Object.entries(pin).filter(([name, value]) => ownProperty(entry, name) !== value)
  const missing = wanted.filter(([name]) => ownProperty(entry, name) === undefined)
  const replaced = wanted
    .filter(pair => !missing.includes(pair))
    .map(([name, value]) => ({
      location: locationOf(parsed, childPointer(at, name)),
      text: JSON.stringify(value),
    }))
  return missing.length === 0 ? replaced : [...replaced, insertion(parsed, at, entry, missing)]
}

function insertion(
  parsed: ParsedSource,
  at: Pointer,
  entry: JsonObject,
  properties: readonly (readonly [string, string])[],
): Fix {
  const names = ['file', 'url'].filter(name => Object.hasOwn(entry, name))
  const places = names.map(name => parsed.origins.get(childPointer(at, name)))
  const last = places.toSorted((one, other) => (other?.value.end ?? 0) - (one?.value.end ?? 0))[0]
  const location = locationOf(parsed, at)
  const { text } = location.source
  const { start = location.span.start } = last?.key ?? {}
  const end = last?.value.end ?? location.span.end
  const isQuoted = text[start] === '"'
  const pairs = properties.map(
    ([name, value]) => `${isQuoted ? `"${name}"` : name}: ${JSON.stringify(value)}`,
  )
  if (text[location.span.start] === '{')
    return { location: { ...location, span: { start: end, end } }, text: `, ${pairs.join(', ')}` }
  // After a comment that follows the value.
  const lineEnd = /\r?\n|$/.exec(text.slice(end))?.index ?? 0
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1))
  const place = end + lineEnd
  return {
    location: { ...location, span: { start: place, end: place } },
    text: pairs.map(pair => `\n${indent}${pair}`).join(''),
  }
}

/** Whether two manifests are the same but for the pins of their lists. */
function samePrices(one: Json, other: Json): boolean {
  const withoutPins = (value: Json): string =>
    JSON.stringify(value, (name, each: Json) => (name === 'digest' || name === 'read' ? undefined : each))
  return isJsonObject(one) && withoutPins(one) === withoutPins(other)
}
