// Encodes a large JSON value in turns, with the bytes of encoding it at once: the vectors of a reply, or a string of many megabytes,
// would hold up all other requests. Loaded with the first large reply that is translated.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { Turns } from '../turns.ts'

/** Characters that are written at once. */
const PART = 64 * 1024
/** Characters of a number, about. */
const NUMBER = 16
const encoder = new TextEncoder()

/** The bytes of `JSON.stringify`, of which about `part` are written in one turn. */
export function* encodeInTurns(value: Json, part = PART): Turns<Uint8Array> {
  const pieces: Uint8Array[] = []
  let text = ''
  function* add(written: string): Turns<void> {
    text += written
    if (text.length < part) return
    pieces.push(encoder.encode(text))
    text = ''
    yield
  }
  function* write(member: Json): Turns<void> {
    const isLong = left(member, part) < 0
    if (isLong && typeof member === 'string') yield* writeText(member)
    else if (isLong && isList(member)) yield* writeList(member)
    else if (isLong && isObject(member)) yield* writeObject(member)
    else yield* add(JSON.stringify(member))
  }
  function* writeText(long: string): Turns<void> {
    text += '"'
    for (let from = 0; from < long.length; ) {
      // A pair of surrogates is one character.
      const next = from + part + (isHighSurrogate(long.charCodeAt(from + part - 1)) ? 1 : 0)
      yield* add(JSON.stringify(long.slice(from, next)).slice(1, -1))
      from = next
    }
    text += '"'
  }
  /** Members that follow each other are written together. */
  function* writeList(list: readonly Json[]): Turns<void> {
    text += '['
    for (let from = 0; from < list.length; ) {
      if (from > 0) text += ','
      let next = from
      let room = part
      for (; next < list.length && room >= 0; next += 1) room = left(list[next] ?? null, room)
      const run = list.slice(from, room < 0 ? next - 1 : next)
      if (run.length > 0) yield* add(JSON.stringify(run).slice(1, -1))
      else yield* write(list[from] ?? null)
      from += Math.max(run.length, 1)
    }
    text += ']'
  }
  function* writeObject(object: JsonObject): Turns<void> {
    let separator = '{'
    for (const [name, member] of Object.entries(object)) {
      if (member === undefined) continue
      text += `${separator}${JSON.stringify(name)}:`
      separator = ','
      yield* write(member)
    }
    text += separator === '{' ? '{}' : '}'
  }
  yield* write(value)
  pieces.push(encoder.encode(text))
  return Buffer.concat(pieces)
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

/** What is left of `room` characters once the value is written; below zero, looking no further, where it has more. */
function left(value: Json, room: number): number {
  if (typeof value === 'string') return room - value.length
  let rest = room - NUMBER
  if (isList(value))
    for (let index = 0; index < value.length && rest >= 0; index += 1) rest = left(value[index] ?? null, rest)
  else if (isObject(value))
    for (const name in value) {
      if (rest < 0) break
      rest = left(value[name] ?? null, rest - name.length)
    }
  return rest
}
