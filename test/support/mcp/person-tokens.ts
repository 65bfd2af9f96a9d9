// An issuer of tokens of people on a real socket, for gateways that run.
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { runProvider } from '../running-gateway.ts'

export interface PersonTokens {
  readonly issuer: string
  readonly sign: (claims: object, audience: string | readonly string[]) => Promise<string>
  readonly stop: () => Promise<void>
}

export async function runPersonTokens(): Promise<PersonTokens> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] }
  const server = await runProvider((request, response) => {
    response.setHeader('content-type', 'application/json')
    const discovery = { issuer: server.origin, jwks_uri: `${server.origin}/keys` }
    response.end(JSON.stringify(request.url === '/keys' ? keys : discovery))
  })
  return {
    issuer: server.origin,
    sign: (claims, audience) =>
      new SignJWT({
        sub: 'ada',
        email: 'ada@example.com',
        email_verified: true,
        workspaces: { research: 'member' },
        role: 'member',
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'one' })
        .setIssuer(server.origin)
        .setAudience(audience as string)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    stop: server.stop,
  }
}
