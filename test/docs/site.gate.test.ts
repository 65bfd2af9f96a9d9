// `npm run docs` in a browser: the site that is written for readers is searched, its compiler compiles, and nobody is kept out.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../support/find-program.ts'
import { ROOT } from '../support/folder.ts'
import { makeFolder } from '../support/temporary-folder.ts'

const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

describe.skipIf(executablePath === undefined)('service: Chromium', () => {
  let folder: string
  let server: Server
  let origin: string
  let browser: Browser
  const faults: string[] = []

  beforeAll(async () => {
    folder = makeFolder()
    execFileSync(process.execPath, [`${ROOT}compiler/cli/main.ts`, 'docs', '--output', folder], {
      stdio: 'pipe',
    })
    server = createServer(({ url = '/' }, response) => {
      const path = join(folder, new URL(url, 'http://site').pathname)
      const isFile = existsSync(path) && extname(path) !== ''
      response.writeHead(isFile ? 200 : 404, { 'content-type': TYPES[extname(path)] ?? 'text/plain' })
      response.end(isFile ? readFileSync(path) : '')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    server?.close()
  })

  const newContext = (width = 1280, colorScheme: 'dark' | 'light' = 'light'): Promise<BrowserContext> =>
    browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: false })

  const open = async (context: BrowserContext, address: string): Promise<Page> => {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    page.on('console', message => {
      if (message.type() === 'error') faults.push(`${address}: ${message.text()}`)
    })
    page.on('pageerror', ({ message }) => faults.push(`${address}: ${message}`))
    await page.goto(address)
    return page
  }

  /** The rules of axe that a page breaks. */
  const violations = async (page: Page): Promise<readonly string[]> => {
    // The policy of the page allows no inline script: the debugger may evaluate one.
    await page.evaluate(readFileSync(AXE, 'utf8'))
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run: () => Promise<{ violations: readonly { id: string; nodes: readonly { html: string }[] }[] }>
        }
      }
      const { violations: found } = await axe.run()
      return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    })
  }

  it('search finds what only a heading has, and opens it there', async () => {
    const page = await open(await newContext(), `${origin}index.html`)
    await page.getByRole('searchbox').fill('unknown-targ')
    const link = page.locator('#found a', { hasText: 'unknown-target' }).first()
    await link.waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate(`document.activeElement?.closest('#found') !== null`)).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(/messages\/unknown-target\.html/)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('unknown-target')
  })

  it('the compiler shows the mistake of a config at its place, and fixes it', async () => {
    const page = await open(await newContext(), `${origin}compiler.html#routing`)
    await page.getByText('1 plan of 1 config').waitFor()
    await typeMistake(page)
    const problem = page.getByRole('button', { name: 'configs/by-team.yaml:6:13' })
    await problem.waitFor()
    expect(await page.locator('.problems').textContent()).toContain(
      'no target has that name. Did you mean "careful"?',
    )
    await problem.click()
    await expect.poll(() => page.evaluate(SELECTED_TEXT), { timeout: 10_000 }).toBe('carful')
    await page.getByRole('button', { name: 'Write careful' }).click()
    await page.getByText('The compiler has found nothing to report.').waitFor()
  })

  it('the compiler remembers what was typed, shows the plan, and where a request goes', async () => {
    const context = await newContext()
    const page = await open(context, `${origin}compiler.html#routing`)
    await page.getByText('1 plan of 1 config').waitFor()
    await typeMistake(page)
    await page.getByText('1 error').first().waitFor()
    // Files are remembered once they are compiled, since secrets are not: what was typed in between has errors, too.
    const remembered = () => page.evaluate('Object.values(localStorage).join()')
    await expect.poll(remembered, { timeout: 10_000 }).toContain('then: carful')
    await page.reload()
    await page.getByText('1 error').first().waitFor()
    await page.getByRole('tab', { name: 'Patch' }).click()
    expect(await page.locator('.code code').textContent()).toContain(
      '-      then: careful\n+      then: carful\n',
    )
    await page.getByRole('button', { name: 'Discard all changes' }).click()
    await page.getByRole('tab', { name: 'Plan' }).click()
    await page.locator('.code code', { hasText: 'metadata.team is "legal"' }).waitFor()
    await page.getByRole('tab', { name: 'Test', exact: true }).click()
    await page.getByLabel('Metadata (JSON)').fill('{ "team": "support" }')
    await page.locator('.problems strong', { hasText: 'config.targets[1]' }).waitFor()
  })

  it.each([
    ['index.html', 1280, 'light'],
    ['index.html', 380, 'dark'],
    ['compiler.html', 1280, 'dark'],
    ['compiler.html', 380, 'light'],
    ['schemas/reference/config.html', 380, 'light'],
    ['messages/index.html', 1280, 'dark'],
    ['examples/company/index.html', 1280, 'light'],
  ] as const)(
    '%s at %i pixels, %s: no rule of axe is broken, and nothing scrolls sideways',
    async (path, width, scheme) => {
      const page = await open(await newContext(width, scheme), origin + path)
      if (path === 'compiler.html') await page.getByText('1 plan of 1 config').waitFor()
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
    },
  )

  it('works from the folder, without a server', async () => {
    const page = await open(await newContext(), pathToFileURL(join(folder, 'index.html')).href)
    await page.getByRole('searchbox').fill('hedge')
    await page.locator('#found a').first().waitFor()
    const compiler = await open(await newContext(), pathToFileURL(join(folder, 'compiler.html')).href)
    await compiler.getByText('1 plan of 1 config').waitFor()
  })

  it('breaks its own policy nowhere', () => {
    expect(faults).toEqual([])
  })
})

/** In the sixth line, the first target that a condition names. */
async function typeMistake(page: Page): Promise<void> {
  await page.locator('.cm-line', { hasText: 'then: careful' }).first().click()
  await page.keyboard.press('End')
  for (let count = 0; count < 'eful'.length; count += 1) await page.keyboard.press('Backspace')
  await page.keyboard.type('ful')
}

/** In the editor, whose selection is in its shadow root. */
const SELECTED_TEXT = `String(document.querySelector('.editor').shadowRoot.getSelection())`
