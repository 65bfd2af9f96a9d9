// The screen of keys in a real browser: a key is made with a budget, used, explained, disabled, rotated and revoked; one of git is only read.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ConsoleRun,
  type ConsoleView,
  chromiumPath,
  lookAt,
  runConsole,
} from '../support/console-page.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

const signIn = async ({ page }: ConsoleView, key: string): Promise<void> => {
  await page.getByLabel('Key of the gateway').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

const MANAGER = [
  ...['create', 'read', 'update', 'delete', 'list', 'rotate'].map(
    verb => `workspace_service_api_keys.${verb}`,
  ),
  ...[
    'inference',
    'models',
    'workspaces.list',
    'logs.list',
    'analytics.view',
    'configs.read',
    'configs.list',
  ],
]

describe.skipIf(chromiumPath === undefined)('service: Chromium', () => {
  let run: ConsoleRun
  beforeAll(async () => {
    run = await runConsole({
      configs: { chat: { provider: '@main', override_params: { model: 'gpt-5.6-luna' } } },
      manifest: {
        api_keys: [
          { id: 'manager', workspace: 'team', hash: hashOf('key-of-manager'), scopes: MANAGER },
          {
            id: 'app',
            workspace: 'team',
            hash: hashOf('key-of-app'),
            scopes: ['inference'],
            defaults: { config: 'chat' },
          },
        ],
        policies: {
          rate_limits: [
            {
              name: 'rate of the team',
              conditions: [{ key: 'workspace_id', value: 'team' }],
              type: 'requests',
              unit: 'rpm',
              value: 50,
            },
          ],
        },
      },
    })
  }, 120_000)
  afterAll(() => run?.stop())

  it('makes a key, shows its use and why it may do what, and ends it', { timeout: 240_000 }, async () => {
    const view = await run.open('keys')
    const { page, faults, close } = view
    await signIn(view, 'key-of-manager')
    await page.getByRole('button', { name: 'New key' }).click()
    expect(await lookAt(page, 'keys-new')).toEqual([])
    await page.getByLabel('Name', { exact: true }).last().fill('agent שלום')
    await page.getByLabel('Budget in US dollars (optional)').fill('0.5')
    await page.getByLabel('Requests in a minute (optional)').fill('20')
    await page.getByRole('button', { name: 'Create the key' }).click()
    const secret = await page.locator('dialog code').innerText()
    expect(secret).toMatch(/^ptl_/)
    // A browser closes at the second Escape what the page has kept open at the first.
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape')
    expect(await page.locator('dialog code').isVisible()).toBe(true)
    await page.locator('dialog').evaluate('dialog => dialog.close()')
    await page.locator('dialog code').waitFor()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    expect(await run.chat({}, { 'x-gateway-api-key': secret })).toBe(200)

    await page.reload()
    await page.getByRole('link', { name: 'agent שלום' }).waitFor()
    await page.getByRole('meter', { name: 'Use of agent שלום' }).waitFor({ state: 'attached' })
    expect(await lookAt(page, 'keys-list')).toEqual([])
    await page.getByRole('link', { name: 'agent שלום' }).click()
    await page.getByText('may call models').waitFor()
    await page.getByText('rate of the team').waitFor()
    await page.getByText('granted').first().waitFor()
    expect(await lookAt(page, 'keys-detail')).toEqual([])

    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('may not call models').waitFor()
    expect(await run.chat({}, { 'x-gateway-api-key': secret })).toBe(401)
    await page.getByRole('button', { name: 'Enable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click()
    await page.getByText('may call models', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
    await page.getByText('The key was rotated').waitFor()
    const rotated = await page.locator('dialog code').innerText()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    expect(await run.chat({}, { 'x-gateway-api-key': rotated })).toBe(200)

    await page.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('heading', { name: 'Keys and limits' }).waitFor()
    await page.getByRole('link', { name: 'agent שלום' }).waitFor({ state: 'detached' })
    expect(await run.chat({}, { 'x-gateway-api-key': rotated })).toBe(401)
    const stored = await page.evaluate('JSON.stringify([localStorage, sessionStorage]) + location.href')
    expect(stored).not.toContain(secret)
    expect(faults).toEqual([])
    await close()
  })

  it('only reads a key of git, and proposes lines for it', { timeout: 120_000 }, async () => {
    const view = await run.open('keys?name=app')
    const { page, faults, close } = view
    await signIn(view, 'key-of-manager')
    await page.getByRole('link', { name: 'app', exact: true }).click()
    await page.getByText('Calls that name nothing use the config chat.').waitFor()
    expect(await page.getByRole('button', { name: 'Revoke' }).count()).toBe(0)
    await page.getByText('Change it in git').click()
    await page.getByText('conditions: [{ key: api_key, value: "app" }]').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('shows callers what they may do themselves', { timeout: 120_000 }, async () => {
    const view = await run.open('keys?view=mine')
    await signIn(view, 'key-of-app')
    await view.page.getByText('may call models').waitFor()
    await view.page.getByText('rate of the team').waitFor()
    expect(await lookAt(view.page, 'keys-mine')).toEqual([])
    expect(view.faults).toEqual([])
    await view.close()
  })
})
