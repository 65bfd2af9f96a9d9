// Texts that PostgreSQL cannot store: JSON may escape NUL, and halves of surrogate pairs. They are refused whatever the store is, so
// that what one of them has taken can be moved to another.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { type Failure, failure } from '../../values/failures.ts'

/** Characters of a name that a path repeats. */
const MAX_NAME = 64

/** The first text of a body that no store keeps; undefined where there is none. */
export function textFault(value: Json, path = ''): Failure | undefined {
  if (typeof value === 'string') return faultOf(value, path, path === '' ? 'The body' : path)
  if (isList(value)) {
    for (const [index, item] of value.entries()) {
      const fault = textFault(item, `${path}[${index}]`)
      if (fault !== undefined) return fault
    }
    return undefined
  }
  if (!isObject(value)) return undefined
  for (const [name, item] of Object.entries(value)) {
    const fault =
      faultOf(name, path, path === '' ? 'The name of a property' : `The name of a property of ${path}`) ??
      textFault(item, joined(path, name))
    if (fault !== undefined) return fault
  }
  return undefined
}

const joined = (path: string, name: string): string => {
  const shown = name.slice(0, MAX_NAME).toWellFormed()
  return path === '' ? shown : `${path}.${shown}`
}

function faultOf(text: string, param: string, subject: string): Failure | undefined {
  const has = text.includes('\0')
    ? 'the character NUL (\\u0000)'
    : text.isWellFormed()
      ? undefined
      : 'an unpaired surrogate'
  return has === undefined
    ? undefined
    : failure('invalid_request', `${subject} has ${has}: it cannot be stored.`, { param })
}
