// People who call MCP servers with a token: its audience is the server, and its scopes are those that the manifest demands.
import type { Gateway } from '../../../schemas/generated/types.ts'
import { failure, isFailure } from '../../values/failures.ts'
import type { Ports } from '../../values/ports.ts'
import type { IdentifyToken } from '../../values/token-callers.ts'
import type { BindPerson } from '../access/members/sign-in-binding.ts'
import { maxSessionTtl } from '../access/settings/model.ts'
import { WORKSPACE } from '../access/workspaces/model.ts'
import { mayIn, type Principal } from '../core/principal.ts'
import type { Replica } from '../core/replica.ts'
import { linkPeople } from './person-principal.ts'
import { insufficientScope, linkTokenVerifier } from './verify-person.ts'

const SCOPE = 'mcp.invoke'

/** Undefined where nobody signs in, or the gateway does not know its own URL, which is the audience. */
export function linkMcpSignIn(
  gateway: Gateway,
  ports: Pick<Ports, 'upstream' | 'clock'>,
  replica: Replica | undefined,
  bind: BindPerson,
): IdentifyToken | undefined {
  const { signIn, publicUrl, mcp } = gateway
  if (signIn === undefined || publicUrl === undefined) return undefined
  const verify = linkTokenVerifier({ ...gateway, signIn }, ports)
  const readPerson = linkPeople(signIn, replica, bind)
  const scopes = [...new Set([...signIn.scopes, ...(mcp?.tokenScopes ?? [])])]
  return async (token, audiences) => {
    const claims = await verify(token, audiences, maxSessionTtl(replica))
    if (isFailure(claims)) return claims
    const insufficient = insufficientScope(claims, scopes)
    if (insufficient !== undefined) return insufficient
    const person = await readPerson(claims)
    if (isFailure(person)) return person
    const workspaces = workspacesOf(person, replica)
    return workspaces.length === 0
      ? failure(
          'forbidden',
          `"${person.id}" may call MCP servers in no workspace: it needs the scope ${SCOPE}.`,
        )
      : { id: person.id, user: person.user ?? person.id, workspaces }
  }
}

function workspacesOf(person: Principal, replica: Replica | undefined): readonly string[] {
  const known = new Set([
    'default',
    ...person.workspaces.keys(),
    ...(replica?.all(WORKSPACE).map(({ id }) => id) ?? []),
  ])
  return [...known].filter(workspace => mayIn(person, SCOPE, workspace)).sort()
}
