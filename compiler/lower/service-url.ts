// URLs of state services: a URL whose password is a reference, or a reference to the whole URL. The password is
// never part of a plan and is sent to that service only.
import type { Secret } from '../../schemas/generated/types.ts'
import { parseSecretReference } from '../facts/secret.ts'
import { originOf } from './origin.ts'

export interface ServiceLocation {
  /** The URL without a password; absent if the secret holds all of it. */
  readonly address?: string
  readonly secret?: Secret
}

const PASSWORD = /^([a-z]+:\/\/[^/?#@:]*):(\$\{[^{}]*\}|[^/?#@]*)@/

/** `redis://user:${env:PASSWORD}@host:6379/0` → the address without the password, and the reference. */
export function lowerServiceUrl(text: string): ServiceLocation {
  const secretOfUrl = referenceTo(text, [])
  if (secretOfUrl !== undefined) return { secret: secretOfUrl }
  const match = PASSWORD.exec(text)
  const [matched, before = '', password = ''] = match ?? []
  if (matched === undefined) return { address: text }
  const address = `${before}@${text.slice(matched.length)}`
  const secret = referenceTo(password, [originOf(address) ?? ''])
  return secret === undefined ? { address } : { address, secret }
}

function referenceTo(text: string, origins: readonly string[]): Secret | undefined {
  const reference = parseSecretReference(text)
  if (reference === undefined || reference.source === 'secret') return undefined
  return { source: reference.source, name: reference.name, origins }
}
