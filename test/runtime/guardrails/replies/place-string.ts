// A value with a string at a path of a table.
import { isList, isObject, type Json } from '../../../../schemas/values/json.ts'

const STEP = /\.(\*|\w+)|\[\]|\(([^)]+)\)/g

/** The value with `text` at the path, in objects of the types that the path names. What is there is kept, unless it is to be replaced. */
export function placeString(
  value: Json | undefined,
  path: string,
  text: Json,
  replaces: boolean,
): Json | undefined {
  const steps = [...path.matchAll(STEP)]
  const place = (at: Json | undefined, index: number): Json | undefined => {
    const step = steps[index]
    const found = at ?? undefined
    if (step === undefined) return replaces || found === undefined ? text : at
    const [written, name, type] = step
    if (written === '[]') {
      if (found !== undefined && !isList(found)) return replaces ? [place(undefined, index + 1) ?? null] : at
      return [place(found?.[0], index + 1) ?? null, ...(found ?? []).slice(1)]
    }
    if (found !== undefined && (!isObject(found) || isList(found)))
      return replaces ? place(undefined, index) : at
    const object = found ?? {}
    if (type !== undefined)
      return object['type'] === undefined || object['type'] === type
        ? place({ ...object, type }, index + 1)
        : replaces
          ? place({ type }, index + 1)
          : at
    const field = name === '*' || name === undefined ? 'anything' : name
    return { ...object, [field]: place(object[field], index + 1) ?? null }
  }
  return place(value, 0)
}
