// Budgets of cost by API refuse calls without a price from when they are written; those saved before admit them.
import { describe, expect, it } from 'vitest'
import { ownPolicies } from '../../../../runtime/control/limits/limit-owner.ts'
import {
  changedLimits,
  NO_LIMITS,
  resourceLimitsOf,
  showLimits,
  storedLimits,
} from '../../../../runtime/control/limits/resource-limits.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { startControl } from '../../../support/control-harness.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'

const BUDGET = { type: 'cost', credit_limit: 1 } as const
const refuses = (stored: Parameters<typeof resourceLimitsOf>[0]): boolean | undefined =>
  ownPolicies({ id: 'a', name: 'a', conditions: [], ...resourceLimitsOf(stored) }).usages[0]?.refusesUnpriced

it('a budget that was saved before admits calls without a price', () => {
  expect(refuses({ usage_limits: BUDGET })).toBeUndefined()
})

it('a budget that is written refuses them, and shows what was written', () => {
  const changed = changedLimits({ usage_limits: BUDGET }, NO_LIMITS)
  if (isFailure(changed)) throw new Error(changed.message)
  expect(refuses(storedLimits(changed))).toBe(true)
  expect(showLimits(changed).usage_limits).toEqual(BUDGET)
})

it('a change of something else leaves it as it was', () => {
  const before = resourceLimitsOf({ usage_limits: BUDGET })
  const changed = changedLimits({ rate_limits: [] }, before)
  if (isFailure(changed)) throw new Error(changed.message)
  expect(refuses(storedLimits(changed))).toBeUndefined()
})

it('budgets of tokens need no prices', () => {
  const changed = changedLimits({ usage_limits: { type: 'tokens', credit_limit: 9 } }, NO_LIMITS)
  if (isFailure(changed)) throw new Error(changed.message)
  expect(refuses(storedLimits(changed))).toBeUndefined()
})

describe('The diagnostics of a budget of cost by API', () => {
  const call = (provider: string, model: string) => ({ provider, override_params: { model } })
  const manifest = {
    providers: { gpu: { provider: 'vllm', custom_host: 'https://models.example.com/v1' } },
    prices: [{ provider: 'vllm', model: 'ours-*', input: 0, output: 0 }],
  }
  const budget = { workspace_id: 'default', name: 'month', type: 'cost', credit_limit: 5 }
  const refused = expect.objectContaining({
    code: 'unpriced-model',
    severity: 'warning',
    message: expect.stringContaining('The price of "our-llama" at vllm is unknown, so the budget "month"'),
  })
  const start = async (store = openMemoryStore()) =>
    await startControl(manifest, {
      store,
      configs: { mine: call('@gpu', 'our-llama'), priced: call('@gpu', 'ours-small') },
    })

  it('name the targets of the project that it refuses, when it is written', async () => {
    const { send } = await start()
    const { body } = await send('POST', '/policies/usage-limits', budget)
    expect(body.diagnostics).toEqual([refused])
    expect(body.diagnostics[0]).toMatchObject({ config: 'mine' })
    const path = `/policies/usage-limits/${body.id}`
    expect((await send('PUT', path, { credit_limit: 6 })).body.diagnostics).toEqual([refused])
    expect((await send('PUT', path, { uncounted: 'allow' })).body.diagnostics).toEqual([])
  })

  it.each([
    ['of another provider', { conditions: [{ key: 'provider', value: 'openai' }] }],
    ['that admits what is not counted', { uncounted: 'allow' }],
    ['of tokens', { type: 'tokens' }],
  ])('are none for a budget %s', async (_which, terms) => {
    const { send } = await start()
    expect((await send('POST', '/policies/usage-limits', { ...budget, ...terms })).body.diagnostics).toEqual(
      [],
    )
  })

  it('name the targets of saved configs of its workspace, whichever was written first', async () => {
    const { send } = await start()
    const save = (name: string, workspace_id: string, model: string) =>
      send('POST', '/configs', { workspace_id, name, config: call('@gpu', model) })
    await send('POST', '/workspaces', { name: 'other' })
    await save('saved', 'default', 'our-llama')
    await save('elsewhere', 'other', 'our-llama')
    await save('free', 'default', 'ours-big')
    const made = await send('POST', '/policies/usage-limits', { ...budget, conditions: [], group_by: [] })
    expect(made.status).toBe(200)
    expect(made.body.diagnostics.map(({ config }: { config: string }) => config)).toEqual(['mine', 'saved'])
  })

  it('are those of a config that is saved under it', async () => {
    const { send } = await start()
    await send('POST', '/policies/usage-limits', budget)
    const save = async (model: string) =>
      (
        await send('POST', '/configs', {
          name: model,
          workspace_id: 'default',
          config: call('@gpu', model),
        })
      ).body.diagnostics
    expect(await save('our-llama')).toEqual([refused])
    expect(await save('ours-small')).toEqual([])
  })

  it('say that one of before admits such calls, until it is written again', async () => {
    const store = openMemoryStore()
    const { send } = await start(store)
    const { id } = (await send('POST', '/policies/usage-limits', budget)).body
    const [saved] = await store.list('usage-limit', { limit: 9 })
    const { refuses_unpriced: _, ...value } = saved?.value ?? {}
    await store.commit({ writes: [{ kind: 'usage-limit', id, value }] })
    const later = await start(store)
    const path = `/policies/usage-limits/${id}`
    expect((await later.send('GET', path)).body.diagnostics).toMatchObject([{ code: 'admits-unpriced' }])
    expect((await later.send('GET', '/policies/usage-limits?workspace_id=default')).body.data).toMatchObject([
      { diagnostics: [{ code: 'admits-unpriced' }] },
    ])
    await later.send('PUT', path, { credit_limit: 7 })
    expect((await later.send('GET', path)).body.diagnostics).toBeUndefined()
  })
})
