// The official conformance suite, with all that both revisions require of servers, through the gateway: with a server of the same era
// behind it, and with one of the other. What fails is known, each with its reason; nothing fails because of the gateway.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runConformanceLegacy } from '../../support/mcp/conformance-legacy.ts'
import { runConformanceModern } from '../../support/mcp/conformance-modern.ts'
import { runConformance } from '../../support/mcp/conformance-suite.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

type Expected = readonly (readonly [failed: RegExp, reason: string])[]

const TASKS: Expected = [
  [/^tasks-/, 'The extension for tasks, which no revision requires: the server behind the gateway has none.'],
]
const OF_THE_OTHER_ERA: Expected = [
  ...TASKS,
  [
    /^input-required-result-basic-elicitation:sep-2322-elicitation-incomplete$/,
    'A server of the older era numbers what it asks for; the scenario wants a key of its own choice.',
  ],
  [
    /^input-required-result-(?:multi-round|request-state|tampered-state):/,
    'A server of the older era has no state that a client carries: the gateway parks its call.',
  ],
  [/^input-required-result-non-tool-request:/, 'In the older era prompts ask for nothing.'],
  [
    /^server-stateless:sep-2575-(?:server-rejects-undeclared-capability|missing-capability-http-400)$/,
    'The older era has no error -32021: its servers look at the capabilities of the session.',
  ],
]

const CELLS: readonly (readonly [
  revision: string,
  server: 'legacy' | 'modern',
  expected: Expected,
  scenarios: number,
])[] = [
  ['2025-11-25', 'legacy', [], 33],
  ['2025-11-25', 'modern', [], 33],
  ['2026-07-28', 'modern', TASKS, 50],
  ['2026-07-28', 'legacy', OF_THE_OTHER_ERA, 50],
]

const servers = { legacy: runConformanceLegacy, modern: runConformanceModern }

describe.each(CELLS)('%s with a server of the %s era', (revision, era, expected, scenarios) => {
  let server: { readonly url: string; readonly stop: () => Promise<void> }
  let gateway: RunningGateway
  beforeAll(async () => {
    server = await servers[era]()
    gateway = await runGateway({
      trusted_hosts: ['127.0.0.1'],
      mcp: { servers: { suite: { url: server.url } } },
    })
  })
  afterAll(async () => {
    await gateway?.stop()
    await server?.stop()
  })
  it('fails nothing but what has a reason, and every reason is needed', async () => {
    const run = await runConformance(`http://127.0.0.1:${gateway.port}/mcp/suite`, revision)
    const unknown = run.failed.filter(name => !expected.some(([failed]) => failed.test(name)))
    expect(Object.fromEntries(unknown.map(name => [name, run.reasons[name]]))).toEqual({})
    const stale = expected.filter(([failed]) => !run.failed.some(name => failed.test(name)))
    expect(stale).toEqual([])
    expect(run.scenarios.length).toBe(scenarios)
  }, 120_000)
})
