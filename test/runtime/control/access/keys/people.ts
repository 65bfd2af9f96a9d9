// A workspace with two people who sign in, Ada and her manager Mona, and an administrator.
import type { Json } from '../../../../../schemas/values/json.ts'
import { type ControlAnswer, type ControlHarness, openControl } from '../../../../support/control-harness.ts'
import { createTokenIssuer } from '../../../../support/token-issuer.ts'

export const ADMIN = `ptl_${'a'.repeat(43)}`

export type Ask = (method: string, path: string, body?: Json) => Promise<ControlAnswer>

export interface People extends ControlHarness {
  readonly admin: Ask
  readonly ada: Ask
  readonly mona: Ask
  readonly adaId: string
  readonly withKey: (key: string) => Ask
}

/** `adaRole`: what Ada is in the workspace "team", or "org-admin". */
export async function openPeople(adaRole = 'member', manifest: object = {}): Promise<People> {
  const issuer = await createTokenIssuer()
  const harness = await openControl(
    { sign_in: { issuer: issuer.issuer, audience: 'portolan' }, ...manifest },
    { upstream: issuer.upstream, adminKey: ADMIN, configs: { chat: { provider: 'mock' } } },
  )
  const { send, clock } = harness
  const withKey =
    (key: string): Ask =>
    (method, path, body) =>
      send(method, path, body, { key })
  const signedIn =
    (email: string): Ask =>
    async (method, path, body) => {
      const token = await issuer.sign({ email }, clock.now())
      return await send(method, path, body, { credentials: [`Bearer ${token}`] })
    }
  const admin = withKey(ADMIN)
  await admin('POST', '/workspaces', { name: 'team' })
  const person = async (email: string, role: string): Promise<string> => {
    const isAdmin = role === 'org-admin'
    const made = await admin('POST', '/organisation/users', { email, role: isAdmin ? 'admin' : 'member' })
    const id = made.body.id as string
    if (!isAdmin) await admin('POST', '/workspaces/team/users', { users: [{ id, role }] })
    return id
  }
  const adaId = await person('ada@example.org', adaRole)
  await person('mona@example.org', 'manager')
  return {
    ...harness,
    admin,
    ada: signedIn('ada@example.org'),
    mona: signedIn('mona@example.org'),
    adaId,
    withKey,
  }
}
