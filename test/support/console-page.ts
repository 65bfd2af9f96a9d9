// The console in a real browser: a gateway with a store and records, a provider on this machine, and pages that are looked at as a
// viewer would, with the rules of accessibility and pictures in both themes and two widths.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findProgram } from './find-program.ts'
import { ROOT } from './folder.ts'
import { type Provider, type RunningGateway, runGateway, runProvider } from './running-gateway.ts'
import { makeFolder } from './temporary-folder.ts'

/** Undefined where no browser is installed. */
export const chromiumPath: string | undefined = findProgram('chromium', 'chromium-browser', 'google-chrome')

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Git ignores it. */
const PICTURES = `${ROOT}test/console/.pictures`

export interface ConsoleOptions {
  /** Settings besides those of the provider, the store and the console. */
  readonly manifest?: object
  readonly configs?: Readonly<Record<string, object>>
  readonly environment?: Readonly<Record<string, string>>
  /** The reply of the provider; by default chats that work. */
  readonly answer?: Parameters<typeof runProvider>[0]
}

export interface ConsoleRun {
  readonly gateway: RunningGateway
  readonly provider: Provider
  readonly browser: Browser
  /** The address of the console, with a slash at the end. */
  readonly url: string
  /** Sends a chat as a client would; the status of its reply. */
  readonly chat: (body?: object, headers?: Readonly<Record<string, string>>) => Promise<number>
  /** Opens a path of the console, such as `requests?period=1h`, in a browser of its own. */
  readonly open: (path: string, options?: Parameters<Browser['newContext']>[0]) => Promise<ConsoleView>
  readonly stop: () => Promise<void>
}

export interface ConsoleView {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors of the page, and requests to other origins: a console has none. */
  readonly faults: readonly string[]
  readonly close: () => Promise<void>
}

export async function runConsole({
  manifest = {},
  configs = {},
  environment = {},
  answer = answerChat,
}: ConsoleOptions = {}): Promise<ConsoleRun> {
  const provider = await runProvider(answer)
  const gateway = await runGateway(
    {
      providers: {
        main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `${provider.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
      store: `sqlite:${makeFolder()}/store.db`,
      telemetry: { log_store: {}, bodies: {} },
      console: true,
      ...manifest,
    },
    configs,
    { KEY: 'stored-key', PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'), ...environment },
  )
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
  const url = `http://127.0.0.1:${gateway.port}/console/`
  return {
    gateway,
    provider,
    browser,
    url,
    chat: async (body = {}, headers = {}) => {
      const reply = await fetch(`${gateway.url}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({
          model: '@main/gpt-5.6-luna',
          messages: [{ role: 'user', content: 'Hello' }],
          ...body,
        }),
      })
      await reply.arrayBuffer()
      return reply.status
    },
    open: async (path, options = {}) => {
      const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Berlin', ...options })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', error => faults.push(error.message))
      page.on('console', message => {
        // Replies of 4xx and 5xx are among what screens show.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text())
      })
      page.on('request', request => {
        if (!request.url().startsWith(new URL(url).origin) && !request.url().startsWith('data:'))
          faults.push(`request to ${request.url()}`)
      })
      await page.goto(url + path)
      return { page, context, faults, close: () => context.close() }
    },
    stop: async () => {
      await browser.close()
      await gateway.stop()
      await provider.stop()
    },
  }
}

const answerChat: Parameters<typeof runProvider>[0] = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(
    JSON.stringify({
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model: 'gpt-5.6-luna',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
    }),
  )
}

/** What breaks a rule of accessibility on the page as it is shown: rule, number of places, the first of them. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  // The policy of the page allows no scripts of others: evaluated code is the debugger's.
  await page.evaluate(readFileSync(AXE, 'utf8'))
  return await page.evaluate(async () => {
    const { violations } = await (
      globalThis as unknown as {
        axe: {
          run: () => Promise<{
            violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[]
          }>
        }
      }
    ).axe.run()
    return violations.map(
      ({ id, nodes }) =>
        `${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
    )
  })
}

/** What a screen is looked at in. */
export const LOOKS = (['light', 'dark'] as const).flatMap(theme =>
  [1280, 380].map(width => ({ theme, width })),
)

/** The barriers in any look of the page. Pictures of each are taken for people, if PORTOLAN_TEST_PICTURES is set. */
export async function lookAt(page: Page, name: string): Promise<readonly string[]> {
  const takesPictures = process.env['PORTOLAN_TEST_PICTURES'] !== undefined
  if (takesPictures) mkdirSync(PICTURES, { recursive: true })
  const barriers: string[] = []
  for (const { theme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    // Charts are drawn again in the frame after the one that sees the new size.
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    if (takesPictures)
      await page.screenshot({ path: `${PICTURES}/${name}-${theme}-${width}.png`, fullPage: true })
    // Colours differ by the theme and places by the width: two looks show both of each.
    if ((theme === 'light') === (width === 1280))
      for (const barrier of await findBarriers(page)) barriers.push(`${theme}, ${width}: ${barrier}`)
    const overflow = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    if (overflow > 0) barriers.push(`${theme}, ${width}: the page scrolls sideways by ${overflow}`)
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  return barriers
}
