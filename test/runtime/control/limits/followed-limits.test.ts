// Limits of saved resources are followed by what has changed: one write visits and links the same however many resources have limits.
import { describe, expect, test } from 'vitest'
import { followKeyLimits, keyOwner } from '../../../../runtime/control/access/keys/key-limits.ts'
import { API_KEY, API_KEY_FORM } from '../../../../runtime/control/access/keys/model.ts'
import { followWorkspaceLimits, WORKSPACE } from '../../../../runtime/control/access/workspaces/model.ts'
import { openReplica, type Replica } from '../../../../runtime/control/core/replica.ts'
import type { ResourceWrite } from '../../../../runtime/control/core/resource-store.ts'
import { REPLICATED_KINDS } from '../../../../runtime/control/kinds.ts'
import { exhaustedOwners } from '../../../../runtime/control/limits/limit-owner.ts'
import { RATE_LIMIT, USAGE_LIMIT } from '../../../../runtime/control/limits/policy.ts'
import { USAGE_RESET } from '../../../../runtime/control/limits/usage-entity.ts'
import { INTEGRATION } from '../../../../runtime/control/resources/integrations/model.ts'
import { followPolicies } from '../../../../runtime/control/resources/policies/enforced-policies.ts'
import { PROVIDER } from '../../../../runtime/control/resources/providers/model.ts'
import { followProviderLimits } from '../../../../runtime/control/resources/providers/provider-limits.ts'
import { createLimiter, type Limiter } from '../../../../runtime/limits/limiter.ts'
import { createMemoryCounters } from '../../../../runtime/limits/memory-counters.ts'
import { NO_JOURNAL } from '../../../../runtime/limits/usage-journal.ts'
import type { Gateway } from '../../../../schemas/generated/types.ts'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'
import { CALL, FACTS } from '../routes/limited-calls.ts'

const limits = (value: number): JsonObject => ({
  rate_limits: [{ type: 'requests', unit: 'rpm', value }],
  usage_limits: { type: 'requests', credit_limit: value },
})

/** Every resource of a kind has limits; an integration in all workspaces, of which each has a provider of it. */
const resources = (count: number): readonly ResourceWrite[] => {
  const numbers = Array.from({ length: count }, (_each, index) => index)
  const write = (kind: string, id: string, value: JsonObject): ResourceWrite => ({ kind, id, value })
  return [
    ...numbers.flatMap(index => [
      write(API_KEY, `key-${index}`, { name: `key ${index}`, workspace: `w${index}`, ...limits(5) }),
      write(WORKSPACE, `w${index}`, { id: `workspace-${index}`, ...limits(5) }),
      write(PROVIDER, `w${index}/p`, {
        id: `provider-${index}`,
        integration: `i${index % 50}`,
        ...limits(5),
      }),
      write(RATE_LIMIT, `rate-${index}`, {
        workspace: `w${index}`,
        terms: { type: 'requests', unit: 'rpm', value: 5 },
      }),
      write(USAGE_LIMIT, `budget-${index}`, {
        workspace: `w${index}`,
        terms: { type: 'requests', credit_limit: 5 },
      }),
      write(USAGE_RESET, `reset-${index}`, { policy: `budget-${index}`, entity: '', at: 1 }),
    ]),
    ...Array.from({ length: 50 }, (_each, index) =>
      write(INTEGRATION, `i${index}`, {
        id: `integration-${index}`,
        global_access: true,
        limits: { [`w${index}`]: limits(5), [`w${index + 50}`]: limits(5) },
      }),
    ),
  ]
}

const GATEWAY = { providers: {} } as Gateway

async function open(writes: readonly ResourceWrite[]) {
  const store = openMemoryStore()
  await store.commit({ writes })
  const clock = virtualClock()
  const opened = await openReplica(store, { kinds: REPLICATED_KINDS, clock, onAvailable: () => {} })
  let visited = 0
  const counted = <Found>(found: Found): Found => {
    visited += 1
    return found
  }
  const replica: Replica = {
    ...opened,
    get: (kind, id) => counted(opened.get(kind, id)),
    all: kind => opened.all(kind).map(counted),
    find: (index, value) => opened.find(index, value).map(counted),
  }
  const limiter = createLimiter({
    counters: createMemoryCounters(clock),
    clock,
    endOfTurn: action => action(),
    price: () => undefined,
    journal: NO_JOURNAL,
    onAlert: () => {},
  })
  followPolicies(limiter, replica)
  followKeyLimits(limiter, replica)
  followWorkspaceLimits(limiter, replica)
  followProviderLimits(limiter, replica, GATEWAY)
  const call = async (apiKey: string): Promise<string> => {
    const begun = limiter.current?.({ ...CALL, record: { attempts: [] } }, { ...FACTS, apiKey })
    return begun === undefined ? 'unlimited' : ((await begun.begin())?.failure.code ?? 'admitted')
  }
  /** What one transaction visits and links. */
  const effort = async (...changes: readonly ResourceWrite[]): Promise<readonly [number, number]> => {
    const [before, linked] = [visited, limiter.linked()]
    await store.commit({ writes: changes })
    await replica.look()
    return [visited - before, limiter.linked() - linked]
  }
  return { limiter, clock, replica, call, effort, visits: () => visited }
}

/** Each of resources that no other changes. */
const CHANGES: readonly (readonly [title: string, linked: number, write: ResourceWrite])[] = [
  ['a key', 0, { kind: API_KEY, id: 'key-1', value: { name: 'other', ...limits(6) } }],
  ['a new key', 0, { kind: API_KEY, id: 'new', value: limits(6) }],
  ['a deleted key', 0, { kind: API_KEY, id: 'key-2', value: undefined }],
  ['a workspace', 2, { kind: WORKSPACE, id: 'w1', value: { id: 'workspace-1', ...limits(6) } }],
  [
    'a workspace whose limits stay',
    0,
    { kind: WORKSPACE, id: 'w2', value: { id: 'workspace-2', description: 'new', ...limits(5) } },
  ],
  ['a deleted workspace', 0, { kind: WORKSPACE, id: 'w3', value: undefined }],
  [
    'a provider',
    2,
    { kind: PROVIDER, id: 'w4/p', value: { id: 'provider-4', integration: 'i4', ...limits(6) } },
  ],
  [
    'a provider more, which an integration limits',
    4,
    { kind: PROVIDER, id: 'w5/q', value: { id: 'q', integration: 'i5', ...limits(6) } },
  ],
  ['a provider without limits', 0, { kind: PROVIDER, id: 'w6/q', value: { id: 'q', integration: 'i9' } }],
  [
    'an integration',
    2,
    {
      kind: INTEGRATION,
      id: 'i7',
      value: { id: 'integration-7', global_access: true, limits: { w7: limits(6), w57: limits(5) } },
    },
  ],
  [
    'a policy',
    1,
    {
      kind: RATE_LIMIT,
      id: 'rate-8',
      value: { workspace: 'w8', terms: { type: 'requests', unit: 'rpm', value: 6 } },
    },
  ],
  [
    'a policy of metadata',
    1,
    {
      kind: RATE_LIMIT,
      id: 'new',
      value: {
        workspace: 'w9',
        terms: { type: 'requests', unit: 'rpm', value: 6, group_by: [{ key: 'metadata.team' }] },
      },
    },
  ],
  ['an archived budget', 0, { kind: USAGE_LIMIT, id: 'budget-10', value: { status: 'archived' } }],
  ['a reset', 0, { kind: USAGE_RESET, id: 'reset-11', value: { policy: 'budget-11', entity: '', at: 2 } }],
]

describe('a write', () => {
  const worlds = [200, 2_000].map(count => open(resources(count)))

  test.each(CHANGES)('of %s costs the same at 200 and 2,000', async (_title, linked, write) => {
    const [few, many] = await Promise.all(worlds)
    const effort = await many?.effort(write)
    expect(effort).toEqual(await few?.effort(write))
    expect(effort?.[1]).toBe(linked)
    expect(effort?.[0]).toBeLessThan(10)
  })

  test('of keys in one transaction is one pass over them', async () => {
    const { effort } = await open(resources(200))
    const [visited, linked] = await effort(
      ...Array.from({ length: 100 }, (_each, index) => ({
        kind: API_KEY,
        id: `key-${index}`,
        value: limits(9),
      })),
    )
    expect([visited, linked]).toEqual([100, 0])
  })
})

describe('the start', () => {
  test('links no limits of keys', async () => {
    const keys = Array.from({ length: 2_000 }, (_each, index) => ({
      kind: API_KEY,
      id: `key-${index}`,
      value: limits(1),
    }))
    const { limiter, call } = await open(keys)
    expect(limiter.linked()).toBe(0)
    expect([await call('key-3'), await call('key-3'), await call('key-4'), await call('none')]).toEqual([
      'admitted',
      'budget_exhausted',
      'admitted',
      'unlimited',
    ])
    expect(limiter.linked()).toBe(4)
  })
})

describe('the owners that have used all of their budgets', () => {
  const exhausted = async (count: number) => {
    const here = await open(resources(count))
    await here.effort({ kind: API_KEY, id: 'key-3', value: limits(1) })
    await here.call('key-3')
    const owners = ['key-3', 'key-4'].flatMap(id => {
      const resource = here.replica.get(API_KEY, id)
      return resource === undefined ? [] : [keyOwner(API_KEY_FORM.read(resource))]
    })
    const reports: string[] = []
    const before = here.visits()
    const limiter: Limiter = {
      ...here.limiter,
      policies: () => {
        reports.push('all')
        return here.limiter.policies()
      },
    }
    const found = await exhaustedOwners(owners, { limits: limiter, clock: here.clock })
    return { found: [...found], visited: here.visits() - before, reports }
  }

  test('are found by looking at these owners alone', async () => {
    const [few, many] = await Promise.all([exhausted(200), exhausted(2_000)])
    expect(many).toEqual({ found: ['key-3'], visited: 1, reports: [] })
    expect(few).toEqual(many)
  })
})
