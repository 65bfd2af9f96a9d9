// A provider is not called without a credential that its spec requires (semantics, section 11). Required is the secret
// part of one of its credential sets, or an identity of the gateway's machine; the other properties are parts of the
// address.
import { configFacts } from '../../../schemas/generated/facts.ts'
import type { ProviderSpec } from '../../../schemas/generated/types.ts'
import type { Credentials } from '../../values/authentication.ts'
import { type Failure, failure } from '../../values/failures.ts'

/**
 * Why a target lacks a credential; undefined when it has one or needs none. A server at a custom host may need no API
 * key, so none is required there; a signature is required everywhere.
 */
export function missingCredential(
  spec: ProviderSpec,
  credentials: Credentials,
  customHost: boolean,
  headerPrefix: string,
): Failure | undefined {
  const { form } = spec.auth
  if (form === 'none' || (customHost && form !== 'signed')) return undefined
  let required = false
  for (const set of spec.credentials) {
    let secrets = 0
    let present = 0
    for (const name of set) {
      if (!isCredential(name)) continue
      secrets += 1
      if (Object.hasOwn(credentials, name)) present += 1
    }
    if (secrets > 0 && secrets === present) return undefined
    required ||= secrets > 0
  }
  return required ? describeMissing(spec, credentials, headerPrefix) : undefined
}

const isCredential = (name: string): boolean =>
  configFacts[name]?.secret === true || configFacts[name]?.machine === true

function describeMissing(spec: ProviderSpec, credentials: Credentials, headerPrefix: string): Failure {
  const sets = spec.credentials.map(set => set.filter(isCredential)).filter(set => set.length > 0)
  const started = sets.find(set => set.some(name => Object.hasOwn(credentials, name)))
  if (started !== undefined) {
    const missing = started.filter(name => !Object.hasOwn(credentials, name))
    const locations = missing.map(name => {
      const header = configFacts[name]?.header
      return header === undefined ? name : `${name} (header ${headerPrefix}${header})`
    })
    const verb = missing.length === 1 ? 'is' : 'are'
    return failure(
      'missing_api_key',
      `The credential of ${spec.name} is incomplete: ${locations.join(' and ')} ${verb} missing.`,
      { param: missing[0] ?? '' },
    )
  }
  const properties = [...new Set(sets.map(set => set.join(' and ')))].join(', or ')
  const authorization = sets.some(set => set.includes('api_key'))
  const bearer = authorization ? 'send it as "Authorization: Bearer KEY", ' : ''
  return failure(
    'missing_api_key',
    `${spec.name} requires a credential: ${bearer}set ${properties} in the config, or name a stored provider as @slug.`,
    { param: authorization ? 'authorization' : (sets[0]?.[0] ?? '') },
  )
}
