// Streamed tool arguments, each delta with its JSON path (`$.items[0].name`) and possibly more text for the same
// path to follow. They are assembled here, because incomplete values cannot be written as JSON yet.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asText, writeJson } from '../../../schemas/values/json.ts'

type Slot = Json | Slots
type Slots = { [key: string]: Slot } | Slot[]

/** Longer lists are not filled: an index far beyond the end would exhaust memory. */
const LONGEST_LIST = 10_000

export interface PartialArguments {
  /** Takes one delta; one with an unreadable path is skipped. */
  readonly feed: (piece: JsonObject) => void
  /** The assembled arguments as JSON. */
  readonly toJson: () => string
}

export function collectArguments(initial: JsonObject): PartialArguments {
  const root = Object.assign(Object.create(null), initial) as { [key: string]: Slot }
  return {
    feed: piece => {
      const steps = readPath(asText(piece['jsonPath']) ?? '')
      const value = readValue(piece)
      if (steps !== undefined && value !== undefined) setAtPath(root, steps, value)
    },
    toJson: () => writeJson(root as Json),
  }
}

/** A string is appended to the one at its path; other values replace it. */
function setAtPath(root: Slots, steps: readonly (string | number)[], value: Json): void {
  let container: Slots = root
  for (const [position, step] of steps.entries()) {
    if (Array.isArray(container) ? typeof step !== 'number' || step > LONGEST_LIST : typeof step === 'number')
      return
    const slots = container as { [key: string | number]: Slot }
    const before = Object.hasOwn(slots, step) ? slots[step] : undefined
    const next = steps[position + 1]
    if (next === undefined) {
      slots[step] = typeof before === 'string' && typeof value === 'string' ? before + value : value
      return
    }
    const inner: Slots = isSlots(before) ? before : typeof next === 'number' ? [] : {}
    slots[step] = inner
    container = inner
  }
}

const isSlots = (slot: Slot | undefined): slot is Slots => typeof slot === 'object' && slot !== null

function readValue(piece: JsonObject): Json | undefined {
  if (piece['nullValue'] !== undefined) return null
  return piece['stringValue'] ?? piece['numberValue'] ?? piece['boolValue']
}

/** `$.a['b'][0]` as its steps; undefined when it is malformed, the root itself, or would pollute the prototype. */
function readPath(path: string): readonly (string | number)[] | undefined {
  if (path.includes('__proto__')) return undefined
  if (!/^\$(\.[^.[\]]+|\[\d+\]|\['[^']*'\]|\["[^"]*"\])+$/.test(path)) return undefined
  return [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g)].map(
    ([, name, index, single, double]) =>
      index === undefined ? (name ?? single ?? double ?? '') : Number(index),
  )
}
