// Issuers whose addresses count as verified are the one that people sign in with, and tokens for the command line have a store.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

export const signInTrustsItsIssuer: ManifestRule = ({ manifest }, report) => {
  const signIn = ownProperty(manifest, 'sign_in')
  const issuer = ownProperty(signIn, 'issuer')
  const trusted = ownProperty(signIn, 'trusted_addresses')
  const client = ownProperty(signIn, 'client_id')
  if (client !== undefined && ownProperty(manifest, 'store') === undefined)
    report(
      'setting-without-effect',
      '/sign_in/client_id',
      'Tokens for the command line are keys of a store, and the manifest has no "store".',
    )
  if (client === undefined && ownProperty(signIn, 'token_ttl') !== undefined)
    report(
      'setting-without-effect',
      '/sign_in/token_ttl',
      'It is the time of tokens for the command line, for which "client_id" is missing.',
    )
  if (typeof issuer !== 'string' || !Array.isArray(trusted)) return
  for (const [index, name] of trusted.entries())
    if (typeof name === 'string' && name !== issuer)
      report(
        'setting-without-effect',
        childPointer('/sign_in/trusted_addresses', index),
        `${quoteName(name)} is not the issuer of "sign_in", which is ${quoteName(issuer)}.`,
      )
}
