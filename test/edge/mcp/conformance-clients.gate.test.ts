// The client scenarios of the official conformance suite, with all that both revisions require of clients, and the gateway as the client:
// the suite plays MCP servers and their authorization servers, a client of the official SDK calls them through the gateway.
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll } from '../../support/local-servers.ts'
import { serveDrivers } from '../../support/mcp/conformance-clients.ts'
import { runClientConformance } from '../../support/mcp/conformance-suite.ts'

afterEach(closeAll)

type Expected = readonly (readonly [failed: RegExp, reason: string])[]

/** No revision requires extensions. */
const EXTENSIONS: Expected = [
  [/^auth\/client-credentials-jwt:/, 'Clients with keys of their own in place of secrets are not served.'],
  [/^auth\/dpop(?:-nonce)?:/, 'Tokens that are bound to a key of the client (DPoP) are not served.'],
  [
    /^auth\/enterprise-managed-authorization:/,
    'Tokens of an identity provider are not exchanged for others.',
  ],
  [/^auth\/wif-jwt-bearer:/, 'Identities of workloads are not exchanged for tokens.'],
]
const MIGRATION: Expected = [
  [
    /^auth\/authorization-server-migration:sep-2352-reregister-on-as-change$/,
    'The suite listens on a loopback address, which the operator opens by naming the authorization server; a server that moves to another one is refused then.',
  ],
]

const WARNINGS: Expected = [
  [
    /^auth\/basic-cimd:cimd-client-id-used$/,
    'The suite expects the URL of its own client; the gateway has one of its own.',
  ],
]

const REVISIONS: readonly (readonly [revision: string, expected: Expected, scenarios: number])[] = [
  ['2025-11-25', EXTENSIONS, 25],
  ['2026-07-28', [...EXTENSIONS, ...MIGRATION], 39],
]

describe.each(REVISIONS)('%s', (revision, expected, scenarios) => {
  it('fails nothing but what has a reason, and every reason is needed', async () => {
    const run = await runClientConformance(await serveDrivers(revision), revision)
    const unknown = run.failed.filter(name => !expected.some(([failed]) => failed.test(name)))
    expect(Object.fromEntries(unknown.map(name => [name, run.reasons[name]]))).toEqual({})
    expect(expected.filter(([failed]) => !run.failed.some(name => failed.test(name)))).toEqual([])
    expect(run.warnings.filter(name => !WARNINGS.some(([warned]) => warned.test(name)))).toEqual([])
    expect(run.warnings).toHaveLength(WARNINGS.length)
    expect(run.scenarios.length).toBe(scenarios)
  }, 120_000)
})
