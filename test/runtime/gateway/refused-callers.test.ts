// Whose request it is that is refused by its head: a key that is known is in the record, on every kind of route.
import { describe, expect, it } from 'vitest'
import { linkAdmission } from '../../../runtime/gateway/admit-request.ts'
import { admitControlAlone, admitWorkspaces } from '../../../runtime/gateway/narrow-admission.ts'
import { failure } from '../../../runtime/values/failures.ts'
import { sha256 } from '../../support/control-harness.ts'

const key = (id: string, more: object) => ({ id, hash: sha256(id), workspace: 'team', ...more })
const SERVERS = ['mcp.invoke', 'agents.invoke']
const GATEWAY = {
  headerPrefix: 'x-gateway-',
  guardrails: {},
  apiKeys: [
    key('reader', { scopes: ['models'] }),
    key('bound', { scopes: ['inference'], inlineConfigs: false, customHosts: false }),
    key('fixed', { scopes: ['inference'], configOverride: false }),
    key('visitor', { scopes: SERVERS }),
  ],
} as never
const PORTS = { hash: sha256, randomId: () => 'new' } as never
const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const gone = () => failure('not_found', 'There is none.')
const admission = linkAdmission(GATEWAY, PORTS, undefined, undefined, {
  mcp: { admit: gone } as never,
  agents: { admit: gone } as never,
})

type Sent = readonly [id: string, path: string, headers?: Readonly<Record<string, string>>]
const admit = ([id, path, headers = {}]: Sent, through = admission) =>
  through({
    method: 'POST',
    path,
    pathname: path,
    headers: Object.entries({
      'content-type': 'application/json',
      'x-gateway-api-key': id,
      traceparent: TRACEPARENT,
      ...headers,
    }).flat(),
  })

const CHAT = '/chat/completions'

describe('A refused request has the key and the trace of its caller', () => {
  it.each<readonly [string, Sent]>([
    ['without the scope of models', ['reader', CHAT]],
    ['without the scope of MCP', ['reader', '/mcp/server']],
    ['without the scope of agents', ['reader', '/agents/one']],
    ['to an MCP server that there is not', ['visitor', '/mcp/server']],
    ['to an agent that there is not', ['visitor', '/agents/one']],
    ['with a config of its own', ['bound', CHAT, { 'x-gateway-config': '{"provider":"openai"}' }]],
    ['to a host of its own', ['bound', CHAT, { 'x-gateway-custom-host': 'https://a.example' }]],
    ['with a provider beside its config', ['fixed', CHAT, { 'x-gateway-provider': '@other' }]],
    ['with another type', ['bound', CHAT, { 'content-type': 'text/plain' }]],
    ['with its key in another header', ['fixed', CHAT, { 'x-gateway-span-id': 'fixed' }]],
  ])('%s', (_title, sent) => {
    expect(admit(sent)).toMatchObject({
      refused: { message: expect.any(String) },
      traceparent: TRACEPARENT,
      caller: { id: sent[0], workspace: 'team' },
    })
  })

  it('on a listener without calls of models, and in a process of other workspaces', () => {
    for (const through of [admitControlAlone(admission), admitWorkspaces(admission, () => false)])
      expect(admit(['bound', CHAT], through)).toMatchObject({
        refused: { message: expect.any(String) },
        caller: { id: 'bound', workspace: 'team' },
      })
  })

  it('but for a key that nobody has', () => {
    expect(admit(['nobody', CHAT])).toMatchObject({
      refused: { code: 'invalid_api_key' },
      caller: undefined,
    })
  })
})
