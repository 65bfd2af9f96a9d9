// Connected accounts of people, reached through keys: who made, changed or accepted the key, who holds it, and what it reaches.
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../../support/local-servers.ts'
import { startConnections } from '../../support/mcp/connected-gateways.ts'

afterEach(closeAll)

const ADA = { email: 'ada@example.com' }
const MONA = { email: 'mona@example.com', workspaces: { research: 'manager' } }
const SCOPES = ['mcp.invoke', 'mcp_servers.list', 'mcp_servers.read']

/** Ada, a member, with an account at the server, and Mona, who manages the workspace. */
async function startTeam() {
  const started = await startConnections({}, { saved: true })
  const { administer, connect, call, manageAs } = started
  const person = async ({ email }: { email: string }, role: string): Promise<string> => {
    const { id } = (await administer('POST', '/organisation/users', { email })).body
    await administer('POST', '/workspaces/research/users', { users: [{ id, role }] })
    return String(id)
  }
  const adaId = await person(ADA, 'member')
  await person(MONA, 'manager')
  await connect(ADA.email)
  const make = async (maker: object) => {
    const body = { name: 'desk', workspace_id: 'research', user_id: adaId, scopes: SCOPES }
    const made = await manageAs(maker, 'POST', '/api-keys/workspace/user', body)
    expect(made.status).toBe(200)
    return { id: String(made.body['id']), key: String(made.body['key']) }
  }
  /** What a call of the server with a key comes to. */
  const reach = async (key: string, method?: string) => {
    const { result, error } = await call(ADA.email, { key, ...(method && { method }) })
    return error?.data?.code ?? (result.resultType === 'input_required' ? 'asks' : 'served')
  }
  return { ...started, make, reach, adaId }
}

describe('a key of a person', () => {
  it('that the person made while signed in reaches the account; one that a manager made does not', async () => {
    const { make, reach, as } = await startTeam()
    expect(await reach((await make(ADA)).key)).toBe('served')
    expect(as.seen.bearers.at(-1)).toMatch(/^access-ada-upstream-/)
    const seen = as.seen.bearers.length
    const { key } = await make(MONA)
    expect([await reach(key), await reach(key, 'tools/list')]).toEqual(['not_accepted', 'not_accepted'])
    expect(as.seen.bearers.slice(seen).filter(bearer => bearer !== '')).toEqual([])
  })

  it('is accepted by its person: the secret that the maker holds is dead, the new one reaches the account', async () => {
    const { make, reach, manageAs } = await startTeam()
    const { id, key } = await make(MONA)
    const accepted = await manageAs(ADA, 'POST', `/api-keys/${id}/accept`)
    expect(await reach(String(accepted.body['key']))).toBe('served')
    expect(await reach(key)).not.toBe('served')
  })

  it('loses the account at once when others change its scopes or rotate it, also in a session that is open', async () => {
    const { make, reach, manageAs } = await startTeam()
    const first = await make(ADA)
    expect(await reach(first.key)).toBe('served')
    await manageAs(MONA, 'PUT', `/api-keys/${first.id}`, { scopes: ['mcp.invoke'] })
    expect(await reach(first.key)).toBe('not_accepted')
    const second = await make(ADA)
    const rotated = await manageAs(MONA, 'POST', `/api-keys/${second.id}/rotate`, {})
    expect([await reach(second.key), await reach(String(rotated.body['key']))]).toEqual([
      'not_accepted',
      'not_accepted',
    ])
  })

  it('that was not accepted neither lists nor revokes connections of the person', async () => {
    const { make, ports } = await startTeam()
    const { key } = await make(MONA)
    const connections = (method: string) =>
      fetch(`http://127.0.0.1:${ports[0]}/v2/mcp-servers/mail/connections`, {
        method,
        headers: { 'x-gateway-api-key': key },
      })
    expect(await (await connections('GET')).json()).toMatchObject({ total: 0 })
    expect((await connections('DELETE')).status).toBe(404)
    const own = (await make(ADA)).key
    const listed = await fetch(`http://127.0.0.1:${ports[0]}/v2/mcp-servers/mail/connections`, {
      headers: { 'x-gateway-api-key': own },
    })
    expect(await listed.json()).toMatchObject({ total: 1 })
  })
})
