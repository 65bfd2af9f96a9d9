// The part of a secret that a reference names, in a form that can be sent.
import { isObject, type Json, parseJson } from '../../../../schemas/values/json.ts'
import { type ReadSecret, secretFault } from './secret-source.ts'

/** A whole secret, or with `key` that property of a JSON object. */
export function selectSecret(text: string, key: string | undefined): ReadSecret {
  if (key === undefined) return usable(text)
  const parsed = parseJson(text)
  return isObject(parsed)
    ? selectProperty(parsed, key)
    : secretFault(
        'malformed',
        'The secret is not a JSON object, so secret_key cannot select a property of it.',
      )
}

/** For managers whose secrets are objects: without `key` there must be only one property. */
export function selectValue(values: { readonly [name: string]: Json }, key: string | undefined): ReadSecret {
  if (key !== undefined) return selectProperty(values, key)
  const [only, ...others] = Object.keys(values)
  return only === undefined || others.length > 0
    ? secretFault('malformed', 'The secret has several values or none: name one of them with secret_key.')
    : selectProperty(values, only)
}

function selectProperty(values: { readonly [name: string]: Json }, key: string): ReadSecret {
  const value = Object.hasOwn(values, key) ? values[key] : undefined
  if (value === undefined || value === null)
    return secretFault('malformed', `The secret has no property ${JSON.stringify(key)}.`)
  return usable(typeof value === 'string' ? value : JSON.stringify(value))
}

function usable(text: string): ReadSecret {
  // Editors and command lines add a line break.
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '') return secretFault('malformed', 'The secret is empty.')
  return isSendable(secret)
    ? { text: secret }
    : secretFault(
        'malformed',
        'The secret contains a line break or another character that is not allowed in a header.',
      )
}

/** True for valid header values, and for JSON and PEM keys (of service accounts), which are used for signing and not sent. */
export const isSendable = (value: string): boolean =>
  /^[\t\x20-\x7e\x80-\xff]*$/.test(value) || /^\s*(\{|-----BEGIN )/.test(value)
