// Every screen of the console in a real browser, over a gateway with records: it shows without a fault or a barrier in both themes and two
// widths, also with hostile text in all fields, and names what is missing to a caller without rights.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleRun, chromiumPath, findBarriers, lookAt, runConsole } from '../support/console-page.ts'
import { ROOT } from '../support/folder.ts'

const hashOf = (key: string): string => `sha256:${createHash('sha256').update(key).digest('hex')}`

const SCREENS: readonly { readonly id: string; readonly title: string; readonly hasScopes: boolean }[] =
  Array.from(
    readFileSync(`${ROOT}runtime/console/page/screens.ts`, 'utf8').matchAll(
      /\{\s*id: '([\w-]+)',\s*title: '([^']+)',(\s*scopes:)?/g,
    ),
    ([, id = '', title = '', scopes]) => ({ id, title, hasScopes: scopes !== undefined }),
  )

/** Text that would run, leave an attribute, reverse a line or hide what follows. */
const HOSTILE =
  '"><img src=x onerror="window.broken=1">\u202eevil</script><script>window.broken=1</script> שלום'

const CHATS: readonly object[] = [
  {},
  { model: '@main/gpt-4-turbo' },
  { model: `@main/${HOSTILE}` },
  { messages: [{ role: 'user', content: HOSTILE }] },
  { user: HOSTILE },
]

/** Names of the metadata are as hostile as its values. */
const HEADERS = {
  'x-gateway-metadata': JSON.stringify({
    _user: '<b>user</b>',
    '<i>name</i>': '"><script>window.broken=1</script>',
  }),
  session_id: '<b>run</b>-7',
}

describe.skipIf(chromiumPath === undefined)('service: Chromium', () => {
  describe('a gateway with records', () => {
    let run: ConsoleRun
    beforeAll(async () => {
      run = await runConsole({
        configs: { chat: { strategy: { mode: 'single' }, targets: [{ provider: '@main' }] } },
      })
      for (const chat of CHATS) await run.chat(chat, HEADERS)
    }, 60_000)
    afterAll(() => run?.stop())

    it.each(SCREENS)('shows $title without a fault or a barrier', { timeout: 60_000 }, async ({ id }) => {
      const view = await run.open(id)
      await view.page.locator('h1').waitFor()
      await view.page.locator('.loading').first().waitFor({ state: 'detached' })
      expect(await lookAt(view.page, id)).toEqual([])
      expect(view.faults).toEqual([])
      expect(await view.page.evaluate('window.broken')).toBeUndefined()
      await view.close()
    })

    it.each(['nope', 'assets', '%E0%A4%A'])(
      'has a heading and a way on at an unknown address: %s',
      async path => {
        const { page, faults, close } = await run.open(path)
        await page.getByRole('heading', { name: 'There is no such page', level: 1 }).waitFor()
        expect(await findBarriers(page)).toEqual([])
        await page.getByRole('link', { name: 'To the first page' }).click()
        await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
        expect(faults).toEqual([])
        await close()
      },
    )

    it('walks through the screens by keyboard', async () => {
      const { page, faults, close } = await run.open('connect')
      await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      expect(await page.evaluate('document.activeElement.id')).toBe('content')
      const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link').first()
      await link.focus()
      const title = await link.innerText()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      expect(await page.title()).toBe(`${title} – Portolan`)
      expect(faults).toEqual([])
      await close()
    })

    it('shows a page at twice the size without scrolling sideways', async () => {
      const { page, close } = await run.open('overview', { viewport: { width: 640, height: 450 } })
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).toBe(0)
      await close()
    })

    it('says that the gateway is away, and goes on when it is back', async () => {
      const { page, context, close } = await run.open('overview')
      await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
      await context.setOffline(true)
      await page.locator('.banner').filter({ hasText: 'cannot be reached' }).waitFor({ timeout: 30_000 })
      expect(await page.getByText('Requests', { exact: true }).first().isVisible()).toBe(true)
      await context.setOffline(false)
      await page
        .locator('.banner')
        .filter({ hasText: 'cannot be reached' })
        .waitFor({ state: 'detached', timeout: 30_000 })
      await close()
    })

    it('says that the gateway is away before a screen has loaded, and shows it when it is back', async () => {
      const { page, context, close } = await run.open('connect')
      await page.getByRole('heading', { name: 'Connect', level: 1 }).waitFor()
      await context.setOffline(true)
      await page.getByRole('link', { name: 'Requests', exact: true }).click()
      await page.getByRole('heading', { name: 'This screen could not be loaded' }).waitFor()
      await page.locator('.banner').filter({ hasText: 'cannot be reached' }).waitFor()
      await context.setOffline(false)
      await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
      await close()
    })
  })

  describe('a gateway without a store', () => {
    it.each(SCREENS)('shows $title with what to switch on', async ({ id }) => {
      const run = await bare()
      const view = await run.open(id)
      await view.page.locator('h1').waitFor()
      await view.page.locator('.loading').first().waitFor({ state: 'detached' })
      expect(view.faults).toEqual([])
      expect(await view.page.getByText('could not be loaded').count()).toBe(0)
      await view.close()
    })
    let started: Promise<ConsoleRun> | undefined
    const bare = (): Promise<ConsoleRun> => {
      started ??= runConsole({ manifest: { store: undefined, telemetry: {} } })
      return started
    }
    afterAll(async () => (await started)?.stop())
  })

  describe('a key that may only call models', () => {
    let run: ConsoleRun
    beforeAll(async () => {
      run = await runConsole({
        manifest: {
          api_keys: [{ id: 'calls', hash: hashOf('key-of-calls'), scopes: ['inference', 'models'] }],
        },
      })
    }, 60_000)
    afterAll(() => run?.stop())

    it('signs in, sees what is missing on each screen, and signs out', { timeout: 120_000 }, async () => {
      const { page, faults, context, close } = await run.open('requests')
      await page.getByLabel('Key of the gateway').fill('wrong')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').filter({ hasText: /key/i }).waitFor()
      await page.getByLabel('Key of the gateway').fill('key-of-calls')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('button', { name: 'Sign out' }).waitFor()
      for (const { id, hasScopes } of SCREENS) {
        await page.goto(run.url + id)
        await page.locator('h1').waitFor()
        await page.locator('.loading').first().waitFor({ state: 'detached' })
        if (hasScopes) await page.getByText('Not visible with your permissions').first().waitFor()
        expect(await page.getByText('could not be loaded').count()).toBe(0)
      }
      expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(
        'key-of-calls',
      )
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByLabel('Key of the gateway').waitFor()
      expect(await context.cookies()).toEqual([])
      expect(faults).toEqual([])
      await close()
    })
  })
})
