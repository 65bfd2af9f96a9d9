// Tokens of client credentials: used until they end, requested again at intervals, and what is refused is the operator's.
import { describe, expect, it } from 'vitest'
import type { AuthorityReply } from '../../../../runtime/control/mcp-oauth/call-authority.ts'
import { createRefusalReports } from '../../../../runtime/control/mcp-oauth/report-refusals.ts'
import { createServiceAuth } from '../../../../runtime/control/mcp-oauth/service-auth.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

const SUBJECT = { key: 'desk', user: undefined, actsAsUser: false, workspace: 'research' }

const reply = (status: number, json: object, headers: readonly string[] = []): AuthorityReply => ({
  status,
  headers,
  json: json as never,
})
const issued = (token: string): AuthorityReply =>
  reply(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 })

function createWorld() {
  const clock = virtualClock()
  const state = { next: issued('first'), requests: 0 }
  const lines: string[] = []
  const server = {
    slug: 'mail',
    url: 'https://mail.example/mcp',
    author: 'operator',
    plainHosts: [],
    issuer: undefined,
    tokenUrl: 'https://as.example/token',
    clientId: 'service',
    hasSecret: true,
    clientSecret: () => 'secret',
    scopes: [],
  } as const
  const auth = createServiceAuth(server, {
    clock,
    call: async () => {
      state.requests += 1
      return state.next
    },
    report: createRefusalReports(clock, (_level, line) => lines.push(line)),
  })
  const call = async (): Promise<string> => {
    const headers = await auth.headers(SUBJECT)
    return isFailure(headers) ? headers.message : (headers[1] ?? '')
  }
  return { clock, state, lines, call }
}

describe('a token of client credentials', () => {
  it.each([
    [429, {}],
    [503, {}],
    [401, { error: 'invalid_client' }],
    [400, { error: 'invalid_grant' }],
    [200, {}],
  ])('is used until it ends while status %d with %j is answered, and renewed then', async (status, json) => {
    const { clock, state, call } = createWorld()
    expect(await call()).toBe('Bearer first')
    state.next = reply(status, json)
    await clock.advance(3_595_000)
    expect(await call()).toBe('Bearer first')
    await clock.advance(6_000)
    expect(await call()).toMatch(/^The authorization server of the MCP server "mail" /)
    state.next = issued('second')
    await clock.advance(30_000)
    expect(await call()).toBe('Bearer second')
  })
  it('is not requested before the time that the server names, nor more often than it may', async () => {
    const { clock, state, call } = createWorld()
    state.next = reply(429, {}, ['retry-after', '90'])
    for (let second = 0; second < 90; second += 1) {
      expect(await call()).toContain('Retry after 90 seconds.')
      await clock.advance(1_000)
    }
    expect(state.requests).toBe(1)
    state.next = reply(503, {})
    for (let second = 0; second < 300; second += 1) {
      await call()
      await clock.advance(1_000)
    }
    expect(state.requests).toBeLessThan(18)
  })
  it('that is refused is a line of the log for each cause, once an hour', async () => {
    const { clock, state, lines, call } = createWorld()
    for (const error of ['invalid_client', 'invalid_scope']) {
      state.next = reply(400, { error })
      for (let minute = 0; minute < 30; minute += 1) {
        await call()
        await clock.advance(60_000)
      }
    }
    expect(lines).toEqual(
      ['invalid_client', 'invalid_scope'].map(cause => expect.stringContaining(`(${cause})`)),
    )
    await clock.advance(3_600_000)
    await call()
    expect(lines.length).toBe(3)
  })
})
