// Aggregates a stream of unknown format: every string, appended to the string at the same path of earlier events.
// Deltas of any dialect become the texts they form, and nothing passes unread.
import type { Json } from '../../../compiler/source.ts'
import type { Fold } from '../../cache/forms/form.ts'
import { isList, isObject, parseJson, writeJson } from '../../providers/wire/json.ts'

/** Deeper parts of an event are read as serialized JSON. */
const DEEPEST = 100

export function foldAny(): Fold {
  const texts = new Map<string, string>()
  let weight = 0
  const addText = (text: string, place: string): void => {
    texts.set(place, (texts.get(place) ?? '') + text)
    weight += text.length
  }
  const add = (value: Json | undefined, place: string, depth: number): void => {
    if (typeof value === 'string') addText(value, place)
    else if (depth > DEEPEST) addText(writeJson(value ?? null), place)
    else if (isList(value))
      for (const [index, item] of value.entries()) add(item, `${place}/${index}`, depth + 1)
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) add(item, `${place}/${name}`, depth + 1)
  }
  return {
    take: ({ data: text }) => {
      const value = parseJson(text)
      add(value === undefined && text !== '[DONE]' ? text : value, '', 0)
    },
    state: () => 'whole',
    weight: () => weight,
    folded: () => ({ reply: { texts: [...texts.values()] }, counted: false }),
  }
}
