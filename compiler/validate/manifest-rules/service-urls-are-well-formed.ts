// URLs of state services are well formed, with a reference as the password or as the whole URL.
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { parseSecretReference } from '../../facts/secret.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import type { ReportAt } from '../reporting/report.ts'
import { OPERATOR_REFERENCE_SYNTAX, referenceError } from '../secrets/secret-references.ts'
import { ownProperty } from '../values/json-values.ts'
import { hasPasswordReference, passwordsOf, readServiceUrl } from '../values/service-url.ts'

const EXAMPLES = {
  state: { plain: 'redis://host:6379/0', referring: 'redis://user:${env:STATE_PASSWORD}@host:6379/0' },
  proxy: {
    plain: 'http://proxy.internal:3128',
    referring: 'http://user:${env:PROXY_PASSWORD}@proxy.internal:3128',
  },
  store: {
    plain: 'postgres://host:5432/portolan',
    referring: 'postgres://user:${env:STORE_PASSWORD}@host:5432/portolan',
  },
  vectors: {
    plain: 'postgres://host:5432/vectors',
    referring: 'postgres://user:${env:VECTORS_PASSWORD}@host:5432/vectors',
  },
} as const

type ServiceProperty = keyof typeof EXAMPLES

/** What may be written in place of a URL. */
const INSTEAD: { readonly [name in ServiceProperty]: string } = {
  state: ', or "memory:"',
  store: ', or "memory:"',
  vectors: ', or "memory:"',
  proxy: ', or "env"',
}

/** State of the process, files, and buckets: no password is ever in them. */
const WITHOUT_HOST = /^(?:memory:$|sqlite:|folder:|s3:)/
const WITH_HOST = /^(?:rediss?|postgres(?:ql)?|https?):\/\/./

export const serviceUrlsAreWellFormed: ManifestRule = ({ manifest }, report) => {
  const addresses = [
    ['state', '/state', ownProperty(manifest, 'state')],
    ['store', '/store', ownProperty(manifest, 'store')],
    [
      'vectors',
      '/cache/semantic/vectors',
      ownProperty(ownProperty(ownProperty(manifest, 'cache'), 'semantic'), 'vectors'),
    ],
  ] as const
  for (const [name, at, address] of addresses)
    if (typeof address === 'string' && !WITHOUT_HOST.test(address))
      validateServiceUrl(name, at, address, report)
}

export function validateServiceUrl(
  name: ServiceProperty,
  at: Pointer,
  address: string,
  report: ReportAt,
): void {
  if (/^\$\{[^{}]*\}$/.test(address)) {
    validateReference(name, at, address, report)
    return
  }
  const [reference, ...otherReferences] = address.match(/\$\{[^{}]*\}/g) ?? []
  const parsedUrl = readServiceUrl(address)
  if (passwordsOf(address).length > 0)
    report(
      'literal-secret',
      at,
      `"${name}" contains a plain-text password. Remove it from the file and use a reference.`,
      { notes: [{ message: `Example: ${name}: ${EXAMPLES[name].referring}` }] },
    )
  else if (parsedUrl === undefined || !WITH_HOST.test(address) || parsedUrl.url.hostname === '')
    report(
      'malformed-service-address',
      at,
      `"${name}" is not an address: use a URL with a host, such as "${EXAMPLES[name].plain}"${INSTEAD[name]}.`,
    )
  else if (reference !== undefined && (otherReferences.length > 0 || !hasPasswordReference(parsedUrl)))
    report(
      'misplaced-secret-reference',
      at,
      `"${name}" has a secret reference outside the password. Use a reference for the whole URL instead.`,
      { notes: [{ message: `Example: ${name}: \${env:${name.toUpperCase()}_URL}` }] },
    )
  else if (reference !== undefined) validateReference(name, at, reference, report)
}

function validateReference(name: string, at: Pointer, text: string, report: ReportAt): void {
  const reference = parseSecretReference(text)
  if (reference?.source === 'secret')
    report(
      'unsupported-setting',
      at,
      `"${name}" refers to a secret of "secret_references", which are read for calls of providers and checks only; use \${env:NAME} or \${file:/path}.`,
    )
  if (reference === undefined)
    report(
      'malformed-secret-reference',
      at,
      `"${name}" contains a malformed secret reference: ${referenceError(text)}.`,
      { notes: [{ message: OPERATOR_REFERENCE_SYNTAX }] },
    )
}
