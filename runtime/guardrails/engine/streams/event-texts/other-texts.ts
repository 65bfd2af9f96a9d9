// The texts of an event in fields that its reader does not know: what a provider adds, and events of other types.
import { asObject, isList, type Json, type JsonObject } from '../../../../../schemas/values/json.ts'
import { remainingReplyTexts } from '../../../body-texts/remaining-texts.ts'
import { replyFieldKind } from '../../../body-texts/reply-fields.ts'
import type { TextPath } from '../../../body-texts/text-location.ts'
import type { EventText } from './event-texts.ts'

/** Whether there are texts in these fields only. */
export function hasOnly(object: JsonObject, known: ReadonlySet<string>): boolean {
  for (const name of Object.keys(object)) {
    const value = object[name] ?? 0
    if (typeof value !== 'string' && typeof value !== 'object') continue
    if (!known.has(name) && replyFieldKind(name, object, undefined) !== 'no text') return false
  }
  return true
}

/** The texts of the event besides those that are known. */
export function otherTexts(
  event: JsonObject,
  known: readonly Pick<EventText, 'path'>[],
): readonly EventText[] {
  const found = remainingReplyTexts(event, known)
  if (found.length === 0) return []
  const place = placeOf(event)
  return found.map(({ path, text }) => {
    const steps = stepsOf(path)
    const part = { text, path, isJson: false, kind: 'other' } as const
    return isDelta(steps)
      ? { ...part, key: `${place} ${keyOf(event, steps)}` }
      : { ...part, key: '', isWhole: true }
  })
}

/** Deeper texts are not deltas: their paths are not followed. */
const MAX_DEPTH = 16

/** Empty if there are too many. */
function stepsOf(path: TextPath): readonly (string | number)[] {
  const steps: (string | number)[] = []
  for (let at = path; at !== undefined; at = at.parent) {
    if (steps.length === MAX_DEPTH) return []
    steps.push(at.step)
  }
  return steps.reverse()
}

/** The part of the reply that the event is about: its type, and the fields that number or identify something. */
const placeOf = (event: JsonObject): string =>
  Object.entries(event)
    .filter(([name, value]) => /^type$|index$|_id$/.test(name) && typeof value !== 'object')
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ')

/** An item of a list that has a number of its own is named by it, since deltas hold only some of the items. */
function keyOf(event: JsonObject, steps: readonly (string | number)[]): string {
  let value: Json | undefined = event
  return steps
    .map(step => {
      value = isList(value) ? value[Number(step)] : asObject(value)[step]
      const { index } = asObject(value)
      return typeof step === 'number' && typeof index === 'number' ? index : step
    })
    .join('/')
}

/** Whether other events continue it: a field of a delta, also of an item of a list in it. */
function isDelta(steps: readonly (string | number)[]): boolean {
  const below = steps.slice(steps.lastIndexOf('delta') + 1)
  return (
    below.length < steps.length && (below.length <= 1 || (below.length === 3 && typeof below[1] === 'number'))
  )
}
