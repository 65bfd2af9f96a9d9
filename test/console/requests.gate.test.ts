// The screens of requests and sessions in a real browser, over a real gateway with records.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ConsoleRun,
  type ConsoleView,
  chromiumPath,
  lookAt,
  runConsole,
} from '../support/console-page.ts'
import { until } from '../support/until.ts'

const HOSTILE = '<img src=x onerror=alert(1)>\u202e"\'</script>שלום'
const CONFIGS = {
  guarded: {
    provider: '@main',
    input_guardrails: [
      {
        id: 'no-greetings',
        deny: true,
        checks: [{ id: 'default.contains', parameters: { words: ['Hello'], operator: 'none' } }],
      },
    ],
  },
  chat: {
    strategy: { mode: 'fallback' },
    targets: [
      { provider: '@main', override_params: { model: 'gpt-broken' } },
      { provider: '@main', override_params: { model: 'gpt-5.6-luna', seed: 7 } },
    ],
  },
}

/** A provider whose model `gpt-broken` fails, and that calls a tool if it is given one. */
const answer: NonNullable<Parameters<typeof runConsole>[0]>['answer'] = (_request, response, body) => {
  const { model, tools } = JSON.parse(String(body)) as { model: string; tools?: readonly object[] }
  const isBroken = model === 'gpt-broken'
  response.writeHead(isBroken ? 503 : 200, { 'content-type': 'application/json' })
  const call = { id: 'c1', type: 'function', function: { name: 'read_file', arguments: '{}' } }
  response.end(
    JSON.stringify(
      isBroken
        ? { error: { message: `overloaded ${HOSTILE}`, type: 'server_error' } }
        : {
            ...{ id: 'chatcmpl-1', object: 'chat.completion', model },
            choices: [
              {
                index: 0,
                message:
                  tools === undefined
                    ? { role: 'assistant', content: `Hello ${HOSTILE}` }
                    : { role: 'assistant', content: null, tool_calls: [call] },
                finish_reason: tools === undefined ? 'stop' : 'tool_calls',
              },
            ],
            usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
          },
    ),
  )
}

/** Headers have no other characters. */
const asciiJson = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[^ -~]/gu,
    each => `\\u${each.codePointAt(0)?.toString(16).padStart(4, '0')}`,
  )

describe.skipIf(chromiumPath === undefined)('service: Chromium', () => {
  let run: ConsoleRun
  const chat = (metadata: object, body: object = {}, config?: string) =>
    run.chat(body, {
      'x-gateway-metadata': asciiJson(metadata),
      ...(config !== undefined && { 'x-gateway-config': config }),
    })
  const rows = ({ page }: ConsoleView) => page.locator('.split-list tbody tr')

  beforeAll(async () => {
    run = await runConsole({ configs: CONFIGS, answer })
    const tools = [{ type: 'function', function: { name: 'read_file', parameters: { type: 'object' } } }]
    await chat({ _user: 'ann', _session: 'run-1' }, { tools })
    await chat({ _user: 'ann', _session: 'run-1' })
    await chat({ _user: 'ann', _session: 'run-1' }, {}, 'chat')
    await chat({ _user: HOSTILE, _session: `run ${HOSTILE}`.slice(0, 60), team: HOSTILE })
    await chat({}, { model: `@main/${HOSTILE}` })
    await chat({}, { model: '@main/gpt-broken' })
    await chat({ _session: 'guarded' }, {}, 'guarded')
  }, 60_000)
  afterAll(() => run?.stop())

  /** Opens a view whose list has so many rows. */
  const openList = async (path: string, count: number): Promise<ConsoleView> => {
    const view = await run.open(path)
    await view.page
      .locator('.split-list tbody tr')
      .nth(count - 1)
      .waitFor()
    return view
  }

  it('lists, searches on the server, and keeps the view in the address', async () => {
    const view = await openList('requests', 7)
    const { page, faults } = view
    await page.getByRole('searchbox', { name: 'Search' }).fill('503')
    await page.getByText('Searched for: status 503').waitFor()
    await until(async () => (await rows(view).count()) === 1)
    expect(new URL(page.url()).searchParams.get('q')).toBe('503')
    await page.reload()
    await page.getByText('Searched for: status 503').waitFor()
    await until(async () => (await rows(view).count()) === 1)
    expect(await page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('503')
    await page.getByRole('searchbox', { name: 'Search' }).fill('user:ann')
    await until(async () => (await rows(view).count()) === 3)
    await page.getByRole('searchbox', { name: 'Search' }).fill('overloaded')
    await page.getByText('Searched for: failures with “overloaded”').waitFor()
    await until(async () => (await rows(view).count()) === 1)
    expect(faults).toEqual([])
    await view.close()
  })

  it('follows what comes within the filters, and holds while the pointer is on it', async () => {
    const view = await run.open('requests?q=session:tail')
    const { page } = view
    await page.getByText('No request matches').waitFor()
    await chat({ _session: 'other' })
    await chat({ _session: 'tail' })
    await until(async () => (await rows(view).count()) === 1)
    await rows(view).first().hover()
    await chat({ _session: 'tail' })
    await page.getByRole('button', { name: 'Show 1 new' }).waitFor()
    expect(await rows(view).count()).toBe(1)
    await page.mouse.move(0, 0)
    await until(async () => (await rows(view).count()) === 2)
    await view.close()
  })

  it('is walked with the keyboard: j, k, Enter, Escape', async () => {
    const view = await openList('requests?q=session:run-1', 3)
    const { page } = view
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'POST /v1/chat/completions' }).waitFor()
    expect(await rows(view).nth(1).getAttribute('aria-current')).toBe('true')
    const [second] = new URL(page.url()).pathname.split('/').slice(-1)
    await page.keyboard.press('j')
    await until(async () => !page.url().includes(String(second)))
    await page.keyboard.press('k')
    await until(async () => page.url().includes(String(second)))
    expect(await page.locator('.split-list tr[aria-current]').count()).toBe(1)
    await page.keyboard.press('Escape')
    await until(async () => new URL(page.url()).pathname.endsWith('/requests'))
    expect(new URL(page.url()).searchParams.get('q')).toBe('session:run-1')
    expect(await page.locator(':focus').getAttribute('href')).toContain(String(second))
    await view.close()
  })

  it('shows the path, both bodies with their differences, and takes it as a test', async () => {
    const view = await openList('requests?q=config:chat', 1)
    const { page, faults } = view
    await rows(view).first().click()
    const tree = page.getByRole('list', { name: 'Path through the config' })
    await tree.getByText('because status 503').waitFor()
    expect(await tree.getByText('503 from openai').count()).toBe(1)
    await page.getByRole('button', { name: 'Bodies' }).click()
    await page.getByText('Recomputed with the release that served it').waitFor()
    expect(await page.locator('.diff ins').allInnerTexts()).toContain('  "seed": 7')
    expect(await page.locator('.diff del').allInnerTexts()).toContain('  ]')
    await page.getByText('Headers that are sent').click()
    await page.getByText('authorization: Bearer ${env:KEY}').waitFor()
    await page.getByRole('button', { name: 'Replay, test, report' }).click()
    await page.getByText('It passes with the release that served it.').waitFor()
    await page.getByLabel('A saved config').fill('{"provider":"@main"}')
    await page.getByRole('button', { name: 'Replay', exact: true }).click()
    await page.getByText('Through this config it is sent to:').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the bundle' }).click(),
    ])
    const bundle = readFileSync(await download.path(), 'utf8')
    expect(JSON.parse(bundle).path).toEqual(expect.arrayContaining([expect.stringContaining('replied 200')]))
    expect(bundle).not.toMatch(/stored-key|"Hello|"ann"|run-1/)
    await page.getByRole('button', { name: 'Good' }).click()
    await page.getByText('of -10 to 10').waitFor()
    expect(faults).toEqual([])
    await view.close()
  })

  it('shows the verdicts of guards, whose fault a failure is, and what to do', async () => {
    const view = await openList('requests?q=session:guarded', 1)
    const { page } = view
    await rows(view).first().click()
    const guards = page.locator('.guards')
    await guards.getByText('no-greetings').waitFor()
    expect(await guards.getByText('denied', { exact: true }).count()).toBe(1)
    expect(await guards.getByText('default.contains').count()).toBe(1)
    await page.getByText('caused by the').waitFor()
    await page.getByText('No provider was called.').waitFor()
    await view.close()
  })

  it('shows the run of an agent, whose totals are the sums of its rows', async () => {
    const view = await run.open('sessions')
    const { page, faults } = view
    await page.getByRole('link', { name: 'run-1' }).click()
    await page.getByRole('heading', { name: 'run-1' }).waitFor()
    await page.getByText('read_file × 1').waitFor()
    const numbers = async (column: string): Promise<number[]> =>
      (await page.locator(`td[data-title="${column}"]`).allInnerTexts()).map(Number)
    const figure = async (title: string): Promise<number> =>
      Number(await page.locator(`dl.figures div:has(dt:text-is("${title}")) dd .number`).first().innerText())
    const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
    expect(await figure('Requests')).toBe(3)
    expect((await numbers('Input')).length).toBe(3)
    expect(await figure('Input tokens')).toBe(sum(await numbers('Input')))
    expect(await figure('Output tokens')).toBe(sum(await numbers('Output')))
    await page.locator('tbody tr').first().click()
    await page.getByRole('heading', { name: 'POST /v1/chat/completions' }).waitFor()
    expect(faults).toEqual([])
    await view.close()
  })

  it('shows hostile text of every field as text', async () => {
    const view = await openList('requests', 7)
    const { page, faults } = view
    let dialogs = 0
    page.on('dialog', dialog => {
      dialogs += 1
      void dialog.dismiss()
    })
    for (const row of await rows(view).all()) {
      await row.click()
      await page.getByRole('heading', { name: 'POST /v1/chat/completions' }).waitFor()
      for (const tab of ['Bodies', 'Replay, test, report', 'Record', 'Path and cost'])
        await page.getByRole('button', { name: tab, exact: true }).click()
      await page.keyboard.press('Escape')
    }
    await page.goto(`${run.url}sessions`)
    await page.getByText('sessions', { exact: false }).first().waitFor()
    expect(await page.locator('img, script[src="x"]').count()).toBe(0)
    expect([dialogs, faults]).toEqual([0, []])
    await view.close()
  })

  it('names the missing scope, recovers from a lost gateway, and says what is not there', async () => {
    const view = await openList('requests', 7)
    const { page } = view
    await page.route('**/console/api/v1/logs?**', route => route.abort())
    await page.getByText('The gateway cannot be reached.').waitFor({ timeout: 15_000 })
    expect(await rows(view).count()).toBeGreaterThanOrEqual(7)
    await page.unroute('**/console/api/v1/logs?**')
    await page.getByText('The gateway cannot be reached.').waitFor({ state: 'detached', timeout: 30_000 })
    await page.route('**/console/api/v1/logs?**', route =>
      route.fulfill({
        status: 403,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 'forbidden', message: 'The key lacks the scope logs.list.' } }),
      }),
    )
    await page.goto(`${run.url}requests?q=x`)
    await page.getByText('The key lacks the scope logs.list.').first().waitFor()
    await page.goto(`${run.url}requests/unknown`)
    await page.getByText('There is no log "unknown".').waitFor()
    await view.close()
  }, 60_000)

  it('turns pages by cursor, which the buttons of the browser undo', async () => {
    for (let round = 0; round < 11; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => chat({ _session: 'many' })))
    const view = await openList('requests?q=session:many', 100)
    const { page } = view
    await page.getByText('110 requests').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await until(async () => (await rows(view).count()) === 10)
    expect(new URL(page.url()).searchParams.get('cursor')).not.toBeNull()
    expect(await page.getByRole('button', { name: 'Live' }).count()).toBe(0)
    await page.goBack()
    await until(async () => (await rows(view).count()) === 100)
    await view.close()
  }, 60_000)

  it('has no barriers, in both themes and two widths', async () => {
    const view = await openList('requests', 7)
    const { page } = view
    const barriers = [...(await lookAt(page, 'requests'))]
    await page.goto(`${run.url}requests?q=config:chat`)
    await rows(view).first().click()
    await page.getByText('because status 503').waitFor()
    barriers.push(...(await lookAt(page, 'request')))
    await page.getByRole('button', { name: 'Bodies' }).click()
    await page.getByText('lines differ').waitFor()
    barriers.push(...(await lookAt(page, 'request-bodies')))
    await page.getByRole('button', { name: 'Replay, test, report' }).click()
    await page.getByText('It passes').waitFor()
    barriers.push(...(await lookAt(page, 'request-actions')))
    await page.goto(`${run.url}sessions`)
    await page.getByRole('link', { name: 'run-1' }).waitFor()
    barriers.push(...(await lookAt(page, 'sessions')))
    await page.getByRole('link', { name: 'run-1' }).click()
    await page.getByText('read_file × 1').waitFor()
    barriers.push(...(await lookAt(page, 'session')))
    expect(barriers).toEqual([])
    await view.close()
  }, 120_000)
})
