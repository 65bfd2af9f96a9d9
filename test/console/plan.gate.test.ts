// The screen of plans in a real browser: the graph of a config with a circuit that opens, walked by keyboard, and releases that are compared,
// split, promoted and rolled back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqliteStore } from '../../runtime/stores/resources/sqlite/sqlite-store.ts'
import { bundleWith, push } from '../runtime/control/releases/release-harness.ts'
import { type ConsoleRun, chromiumPath, lookAt, runConsole } from '../support/console-page.ts'
import { makeFolder } from '../support/temporary-folder.ts'

/** One model of the provider always fails. */
const CONFIG = {
  strategy: { mode: 'fallback' },
  targets: [
    {
      provider: '@main',
      override_params: { model: 'broken' },
      cb_config: { failure_threshold: 2, cooldown_interval: 600_000 },
    },
    {
      strategy: { mode: 'loadbalance' },
      targets: [
        { provider: '@main', weight: 3, override_params: { model: 'gpt-5.6-luna' } },
        { provider: '@both', weight: 1 },
      ],
    },
  ],
}

describe.skipIf(chromiumPath === undefined)('service: Chromium', () => {
  let run: ConsoleRun
  beforeAll(async () => {
    const address = `${makeFolder()}/store.db`
    const store = await openSqliteStore(address)
    await push(store, bundleWith({ chat: 'a' }), { pushed: { by: 'ann', at: 1, commit: 'abc123' } })
    await push(store, bundleWith({ chat: 'b' }), { pushed: { by: 'bob', at: 2, commit: 'def456+' } })
    await push(store, bundleWith({ chat: 'c' }), { promote: false })
    await store.close()
    run = await runConsole({
      manifest: {
        store: `sqlite:${address}`,
        providers: {
          main: { provider: 'openai', api_key: '${env:KEY}', custom_host: 'http://127.0.0.1:1/v1' },
          both: { pool: { members: { one: { provider: 'mock' }, two: { provider: 'mock', tier: 2 } } } },
        },
      },
      configs: { routed: CONFIG },
    })
    const headers = { 'x-gateway-config': 'routed' }
    for (let calls = 0; calls < 4; calls += 1) await run.chat({ model: 'echo' }, headers)
  }, 120_000)
  afterAll(() => run?.stop())

  it('shows the live graph, and walks it by keyboard', { timeout: 240_000 }, async () => {
    const { page, faults, close } = await run.open('plan')
    await page.getByText('a circuit is open').waitFor()
    expect(await lookAt(page, 'plan-list')).toEqual([])
    await page.getByRole('link', { name: 'routed' }).click()
    const graph = page.getByRole('group', { name: /Graph of the plan/ })
    await graph.getByRole('button').first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('opens after 2 failures within 600 s').waitFor()
    await page.getByText('next probe').waitFor()
    expect(new URL(page.url()).searchParams.get('node')).toBe('1')
    await page
      .getByText(/[0-9]+ failed/)
      .first()
      .waitFor()
    expect(await lookAt(page, 'plan-graph')).toEqual([])
    await page.reload()
    await page.getByText('opens after 2 failures within 600 s').waitFor()
    await page.getByRole('list', { name: 'Nodes of the plan' }).waitFor()
    await page.getByRole('heading', { name: 'Pool @both' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('compares, splits, promotes and rolls back releases', { timeout: 240_000 }, async () => {
    const { page, faults, close } = await run.open('plan?view=releases')
    await page.getByText('uncommitted', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'with live' }).first().click()
    await page.getByText('The gravest difference').waitFor()
    await page.getByRole('heading', { name: /^chat: / }).waitFor()
    expect(await lookAt(page, 'plan-releases')).toEqual([])
    await page.getByRole('button', { name: 'Start a canary' }).click()
    await page.getByLabel(/^Percent of the traffic/).fill('10')
    await page.getByText(/moves from release 2 to release 2, release 3 for 10 %/).waitFor()
    expect(await lookAt(page, 'plan-move')).toEqual([])
    await page.getByRole('button', { name: 'Move the label' }).click()
    await page.getByText('release 3 serves 10 %').waitFor()
    await page.getByRole('button', { name: 'End the canary' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End the canary' }).click()
    await page.getByRole('button', { name: 'Start a canary' }).waitFor()
    await page.getByRole('button', { name: 'Promote' }).click()
    await page.getByLabel('Reason, for the history (optional)').fill('reviewed')
    await page.getByText(/moves from release 2 to release 3/).waitFor()
    await page.getByRole('button', { name: 'Move the label' }).click()
    await page.getByText('reviewed').first().waitFor()
    await page.getByRole('button', { name: 'Roll back' }).click()
    await page.getByText(/moves from release 3 to release 2/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
    await page.locator('.facts dd').first().filter({ hasText: 'release 2' }).waitFor()
    expect(faults).toEqual([])
    await close()
  })
})
