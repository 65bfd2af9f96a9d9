// Connections of people at MCP servers, as people and managers of workspaces see them.
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../../support/local-servers.ts'
import { startConnections } from '../../support/mcp/connected-gateways.ts'

afterEach(closeAll)

describe('connections of an MCP server', () => {
  const MANAGER = { workspaces: { research: 'manager' } }
  const OTHER = { workspaces: { sales: 'manager' } }
  it('are listed: all of a workspace by its managers, in pages, and by others their own', async () => {
    const { connect, manage } = await startConnections()
    await connect('ada@example.com')
    await connect('bob@example.com')
    const all = await manage('GET', 'eve@example.com', MANAGER)
    expect(all).toMatchObject({ status: 200, body: { total: 2, has_more: false } })
    expect(all.body.data[0]).toEqual({
      user_id: expect.stringMatching(/^(ada|bob)@/),
      connected: true,
      created_at: expect.stringMatching(/Z$/),
      last_updated_at: expect.stringMatching(/Z$/),
    })
    expect((await manage('GET', 'eve@example.com', MANAGER, '?page_size=1')).body).toMatchObject({
      total: 2,
      has_more: true,
    })
    expect(
      (await manage('GET', 'eve@example.com', MANAGER, '?page_size=1&current_page=1')).body,
    ).toMatchObject({ has_more: false })
    expect((await manage('GET', 'ada@example.com', {})).body.data).toMatchObject([
      { user_id: 'ada@example.com' },
    ])
    expect((await manage('GET', 'ada@example.com', {}, '?user_id=bob@example.com')).body.total).toBe(0)
    expect((await manage('GET', 'eve@example.com', OTHER)).body.total).toBe(0)
    expect((await manage('GET', 'root@example.com', { role: 'admin' })).body.total).toBe(2)
  })
  it('are revoked here and at the authorization server, and not by strangers', async () => {
    const { as, call, connect, manage } = await startConnections()
    await connect('ada@example.com')
    for (const [person, claims] of [
      ['bob@example.com', {}],
      ['eve@example.com', OTHER],
    ] as const)
      expect((await manage('DELETE', person, claims, '?user_id=ada@example.com')).status).toBe(404)
    expect(await manage('DELETE', 'ada@example.com', {})).toEqual({ status: 200, body: { success: true } })
    expect(as.seen.revoked).toEqual([expect.stringMatching(/^refresh-/)])
    expect((await call('ada@example.com')).result.resultType).toBe('input_required')
    await connect('ada@example.com')
    expect((await manage('DELETE', 'eve@example.com', MANAGER, '?user_id=ada@example.com')).status).toBe(200)
    expect((await manage('DELETE', 'eve@example.com', MANAGER, '?user_id=ada@example.com')).status).toBe(404)
  })
})
