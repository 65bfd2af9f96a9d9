// Lowers a header that the gateway sends to a server of the manifest, split around its secret: `Bearer ${env:TOKEN}`.
import type { PlanServerHeader } from '../../schemas/generated/types.ts'
import { parseSecretReference } from '../facts/secret.ts'

const AROUND_REFERENCE = /^([^$]*)(\$\{[^{}]*\})(.*)$/s

/** `origins`: where the secret may go. */
export function lowerServerHeader(name: string, value: string, origins: readonly string[]): PlanServerHeader {
  const [, before = '', text = '', after = ''] = AROUND_REFERENCE.exec(value) ?? []
  const reference = parseSecretReference(text)
  if (reference === undefined) return { name: name.toLowerCase(), before: value }
  const secret = { source: reference.source, name: reference.name, origins }
  return { name: name.toLowerCase(), before, secret, ...(after !== '' && { after }) }
}
