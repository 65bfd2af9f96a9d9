// URLs of state services are well formed, with a reference as the password or as the whole URL.
import type { Pointer } from '../../pointer.ts'
import { secretReference } from '../../secret.ts'
import { own } from '../kind.ts'
import type { ManifestRule } from '../manifest-rule.ts'
import { REFERENCE_FORMS, referenceFault } from '../reference-forms.ts'
import { hasReferredPassword, passwordsOf, readServiceUrl } from '../service-url.ts'
import type { Tell } from '../tell.ts'

const EXAMPLES = {
  state: { plain: 'redis://host:6379/0', referring: 'redis://user:${env:STATE_PASSWORD}@host:6379/0' },
  vectors: {
    plain: 'postgres://host:5432/vectors',
    referring: 'postgres://user:${env:VECTORS_PASSWORD}@host:5432/vectors',
  },
} as const

type Name = keyof typeof EXAMPLES

const WITH_HOST = /^(?:rediss?|postgres(?:ql)?):\/\/./

export const serviceAddressesAreWellFormed: ManifestRule = ({ manifest }, tell) => {
  const addresses = [
    ['state', '/state', own(manifest, 'state')],
    ['vectors', '/cache/semantic/vectors', own(own(own(manifest, 'cache'), 'semantic'), 'vectors')],
  ] as const
  for (const [name, at, address] of addresses)
    if (typeof address === 'string' && address !== 'memory:') judge(name, at, address, tell)
}

function judge(name: Name, at: Pointer, address: string, tell: Tell): void {
  if (/^\$\{[^{}]*\}$/.test(address)) {
    judgeReference(name, at, address, tell)
    return
  }
  const [reference, ...others] = address.match(/\$\{[^{}]*\}/g) ?? []
  const read = readServiceUrl(address)
  if (passwordsOf(address).length > 0)
    tell(
      'literal-secret',
      at,
      `"${name}" contains a plain-text password. Remove it from the file and use a reference.`,
      { notes: [{ message: `Example: ${name}: ${EXAMPLES[name].referring}` }] },
    )
  else if (read === undefined || !WITH_HOST.test(address) || read.url.hostname === '')
    tell(
      'malformed-service-address',
      at,
      `"${name}" is not an address: use a URL with a host, such as "${EXAMPLES[name].plain}", or "memory:".`,
    )
  else if (reference !== undefined && (others.length > 0 || !hasReferredPassword(read)))
    tell(
      'misplaced-secret-reference',
      at,
      `"${name}" has a secret reference outside the password. Use a reference for the whole URL instead.`,
      { notes: [{ message: `Example: ${name}: \${env:${name.toUpperCase()}_URL}` }] },
    )
  else if (reference !== undefined) judgeReference(name, at, reference, tell)
}

function judgeReference(name: string, at: Pointer, text: string, tell: Tell): void {
  const reference = secretReference(text)
  if (reference?.source === 'secret')
    tell(
      'unsupported-setting',
      at,
      `"${name}" refers to a stored secret. Secret stores are not supported by this version; use \${env:NAME} or \${file:/path}.`,
    )
  if (reference === undefined)
    tell(
      'malformed-secret-reference',
      at,
      `"${name}" contains a malformed secret reference: ${referenceFault(text)}.`,
      { notes: [{ message: REFERENCE_FORMS }] },
    )
}
