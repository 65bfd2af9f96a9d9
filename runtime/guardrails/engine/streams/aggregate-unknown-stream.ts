// Aggregates a stream of unknown format: every string, appended to the string at the same path of earlier events.
// Deltas of any dialect become the texts they form, and nothing passes unread.
import type { Json } from '../../../../schemas/values/json.ts'
import { isList, isObject, parseJson, writeJson } from '../../../../schemas/values/json.ts'
import type { StreamAggregator } from '../../../cache/stream-formats/stream-format.ts'

/** Deeper parts of an event are read as serialized JSON. */
const MAX_DEPTH = 100

export function aggregateUnknownStream(): StreamAggregator {
  const texts = new Map<string, string>()
  let weight = 0
  const addText = (text: string, path: string): void => {
    texts.set(path, (texts.get(path) ?? '') + text)
    weight += text.length
  }
  const add = (value: Json | undefined, path: string, depth: number): void => {
    if (typeof value === 'string') addText(value, path)
    else if (depth > MAX_DEPTH) addText(writeJson(value ?? null), path)
    else if (isList(value))
      for (const [index, item] of value.entries()) add(item, `${path}/${index}`, depth + 1)
    else if (isObject(value))
      for (const [name, item] of Object.entries(value)) add(item, `${path}/${name}`, depth + 1)
  }
  return {
    add: ({ data: text }, parsed) => {
      const value = parsed ?? parseJson(text)
      add(value === undefined && text !== '[DONE]' ? text : value, '', 0)
    },
    state: () => 'complete',
    size: () => weight,
    reply: () => ({ reply: { texts: [...texts.values()] }, hasUsage: false }),
  }
}
