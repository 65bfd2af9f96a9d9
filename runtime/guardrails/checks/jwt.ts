// default.jwt: the request has a token signed by an issuer, with the required claims. Only keys that cannot be
// fetched are an error; anything wrong with the token fails the check.
import type { JWTVerifyOptions } from 'jose'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { erred } from '../asking/erred.ts'
import type { Check, CheckPorts, Finding } from '../check.ts'
import { linkClaims } from '../tokens/claims.ts'
import { type KeySource, linkFetchedKeys } from '../tokens/fetched-keys.ts'
import { type KeySet, keySet } from '../tokens/key-set.ts'
import { type Verified, verifyToken } from '../tokens/verify-token.ts'

type Parameters = CheckParameters['default.jwt']

/** Longer values are not tokens. */
const LONGEST = 16 * 1024

const failed = (reason: string): Finding => ({ passed: false, reason })

export const jwt: Check<Parameters> = {
  link: parameters => {
    const { headerKey, algorithms, issuer, audience, clockTolerance, maxTokenAge } = parameters
    const name = headerKey.toLowerCase()
    const source = linkKeys(parameters)
    const claimsFault = linkClaims(parameters)
    const options: JWTVerifyOptions = {
      algorithms: [...algorithms],
      clockTolerance,
      maxTokenAge,
      ...(issuer === undefined ? {} : { issuer: [...issuer] }),
      ...(audience === undefined ? {} : { audience: [...audience] }),
    }
    return async ({ header }, ports) => {
      const token = header(name)?.replace(/^Bearer\s+/i, '') ?? ''
      if (token === '') return failed(`The request has no token in the header ${headerKey}.`)
      if (token.length > LONGEST) return failed('The header does not contain a signed token.')
      if (source === undefined) return failed('The check has no keys: set "jwks" or "jwksUri".')
      const keys = await source.keys(ports)
      if ('fault' in keys) return erred(keys.fault)
      const dated = { ...options, currentDate: new Date(ports.now()) }
      const first = await verifyToken(token, keys, dated)
      const verified = first === 'unknown key' ? await again(token, source, keys, dated, ports) : first
      if (verified === 'unknown key')
        return failed("The token is signed with a key that is not in the issuer's key set.")
      if ('fault' in verified) return failed(verified.fault)
      const fault = claimsFault(verified.payload, { ...verified.protectedHeader })
      return fault === undefined ? { passed: true, reason: 'The token is valid.' } : failed(fault)
    }
  },
}

/** The issuer may have rotated its keys. */
async function again(
  token: string,
  source: KeySource,
  known: KeySet,
  options: JWTVerifyOptions,
  ports: CheckPorts,
): Promise<Verified> {
  const others = await source.others(known, ports)
  return others === undefined ? 'unknown key' : await verifyToken(token, others, options)
}

/** Undefined when the config has no usable keys; such a config rejects every token. */
function linkKeys({ jwks, jwksUri, cacheMaxAge }: Parameters): KeySource | undefined {
  if (jwks === undefined)
    return jwksUri === undefined ? undefined : linkFetchedKeys(jwksUri, cacheMaxAge * 1000)
  const keys = keySet(jwks, '"jwks"')
  return 'fault' in keys ? undefined : { keys: async () => keys, others: async () => undefined }
}
