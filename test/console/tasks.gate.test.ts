// What people come to the console for, done in a real browser: connect, read the traffic, see which models end, try a model, manage people.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleRun, chromiumPath, runConsole } from '../support/console-page.ts'
import { runLegacyUpstream } from '../support/mcp/legacy-upstream.ts'
import { connectModern } from '../support/mcp/test-client.ts'

describe.skipIf(chromiumPath === undefined)('service: Chromium', { timeout: 60_000 }, () => {
  let run: ConsoleRun
  let replies = 0
  beforeAll(async () => {
    run = await runConsole({
      manifest: {
        guardrails: {
          'no-secrets': {
            deny: true,
            checks: [{ id: 'default.contains', parameters: { operator: 'none', words: ['password'] } }],
          },
        },
        input_guardrails: ['no-secrets'],
      },
      answer: (_request, response, body) => {
        replies += 1
        const { model, stream } = JSON.parse(body.toString()) as { model: string; stream?: boolean }
        if (model === 'fails') {
          response.writeHead(400, { 'content-type': 'application/json' })
          response.end('{"error":{"message":"No.","type":"invalid_request_error"}}')
          return
        }
        if (stream !== true) {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.end(
            JSON.stringify({
              id: `chatcmpl-${replies}`,
              object: 'chat.completion',
              model,
              choices: [
                { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' },
              ],
              usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
            }),
          )
          return
        }
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const content of ['Good ', 'morning, ', 'שלום'])
          response.write(
            `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model, choices: [{ index: 0, delta: { content }, finish_reason: null }] })}\n\n`,
          )
        response.end(
          `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', model, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
        )
      },
    })
  }, 60_000)
  afterAll(() => run?.stop())

  it('shows the settings of an agent, waits for its first request, and becomes it', async () => {
    const { page, faults, close } = await run.open('connect?agent=codex')
    await page.getByText('Waiting for your first request').waitFor()
    const settings = page.getByRole('region', { name: /config\.toml/ })
    expect(await settings.innerText()).toContain(`http://127.0.0.1:${run.gateway.port}/v1`)
    expect(await run.chat()).toBe(200)
    await page.getByRole('heading', { name: 'It works' }).waitFor()
    await page.getByRole('link', { name: /POST \/v1\/chat\/completions/ }).click()
    await page.getByRole('article', { name: 'Request' }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/requests\/[0-9a-f]{32}$/)
    expect(faults).toEqual([])
    await close()
  })

  it('shows the program of an SDK in the language that is chosen, also after the page is loaded again', async () => {
    const { page, close } = await run.open('connect')
    await page.getByRole('button', { name: 'An SDK or framework' }).click()
    await page.getByLabel('SDK or framework').selectOption({ label: 'OpenAI' })
    await page.getByLabel('Language').selectOption('go')
    await page.reload()
    const program = page.getByRole('region', { name: /OpenAI, Go/ })
    expect(await program.innerText()).toContain(`http://127.0.0.1:${run.gateway.port}/v1`)
    await close()
  })

  it('has figures that equal the records that they lead to', async () => {
    for (const model of ['@main/gpt-5.6-luna', '@main/gpt-5.6-luna', '@main/gpt-4-turbo', '@main/fails'])
      await run.chat({ model })
    const { page, close } = await run.open('overview')
    const figure = (name: string) =>
      page.locator('.figures > div').filter({ has: page.getByText(name, { exact: true }) })
    const requests = Number((await figure('Requests').locator('dd .number').innerText()).replaceAll(',', ''))
    expect(await figure('Errors').locator('dd .number').innerText()).toBe('1')
    await page.getByText('As a table').first().click()
    const points = await page
      .getByRole('region', { name: 'Requests over time as a table' })
      .locator('td')
      .allInnerTexts()
    expect(points.map(Number).reduce((sum, point) => sum + point, 0)).toBe(requests)
    await figure('Errors').getByRole('link').click()
    await page.getByText('1 request', { exact: false }).first().waitFor()
    expect(
      await page
        .getByRole('table', { name: /requests/i })
        .locator('tbody tr')
        .count(),
    ).toBe(1)
    await page.goBack()
    await figure('Requests').waitFor()
    await close()
  })

  it('names the models that have ended, with what takes their place', async () => {
    await run.chat({ model: '@main/gpt-4-turbo' })
    const { page, close } = await run.open('models?phase=ended')
    await page.getByText(/stopped serving "gpt-4-turbo" on 2026-10-23/).waitFor()
    const rows = page.getByRole('table').locator('tbody tr')
    expect(await rows.allInnerTexts()).toEqual([expect.stringMatching(/gpt-4-turbo.*ended.*gpt-5\.6-sol/s)])
    await close()
  })

  it('streams a chat, with the way that it took and its record', async () => {
    const { page, faults, close } = await run.open('playground?model=%40main%2Fgpt-5.6-luna')
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Hi')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Good morning, שלום').waitFor()
    await page.getByText('first token').waitFor()
    await page.getByRole('link', { name: 'The request with its cost' }).click()
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor()
    await page.goBack()
    await page.getByText('Good morning, שלום').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('adds a person, changes the role, removes the person, and finds all of it in the audit log', async () => {
    const { page, faults, close } = await run.open('people')
    await page.getByRole('button', { name: 'Add a person' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a person' })
    await dialog.getByLabel('Address').fill('ada@example.com')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByText('ada@example.com').waitFor()
    const saved = page.waitForResponse(reply => reply.request().method() === 'PUT')
    await page.getByLabel('Role of ada@example.com').selectOption('admin')
    await saved
    await page.reload()
    await page.getByLabel('Role of ada@example.com').waitFor()
    expect(await page.getByLabel('Role of ada@example.com').inputValue()).toBe('admin')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No people yet').waitFor()
    await page.goto(`${run.url}audit?resource_type=user`)
    const rows = page.getByRole('table', { name: 'Entries of the audit log' }).locator('tbody tr')
    await rows.first().waitFor()
    expect(await rows.count()).toBe(3)
    await rows.nth(1).getByRole('link').click()
    const entry = page.getByRole('dialog')
    expect(await entry.innerText()).toMatch(/role.*member.*admin/s)
    await page.keyboard.press('Escape')
    await entry.waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await close()
  })

  it('shows in the audit log who joined a group of many people, and how many they are', async () => {
    const save = async (method: string, path: string, body: object): Promise<{ readonly id: string }> => {
      const sent = await fetch(`${run.gateway.url}/scim/v2${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return (await sent.json()) as { readonly id: string }
    }
    const people: string[] = []
    for (let index = 0; index < 52; index++)
      people.push((await save('POST', '/Users', { userName: `member${index}@example.com` })).id)
    const [newest = '', ...members] = people
    const values = members.map(value => ({ value }))
    const { id } = await save('POST', '/Groups', { displayName: 'Engineering', members: values })
    await save('PATCH', `/Groups/${id}`, {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'add', path: 'members', value: [{ value: newest }] }],
    })
    const { page, faults, close } = await run.open('audit?resource_type=scim-group')
    const rows = page.getByRole('table', { name: 'Entries of the audit log' }).locator('tbody tr')
    await rows.first().getByRole('link').click()
    const entry = page.getByRole('dialog')
    await entry.getByText('52 after').waitFor()
    const text = await entry.innerText()
    expect(text).toContain('members had 51 items before and 52 after; only those that differ are recorded.')
    expect(text).toContain(newest)
    expect(text).not.toContain(members[0])
    for (const person of people)
      await fetch(`${run.gateway.url}/scim/v2/Users/${person}`, { method: 'DELETE' })
    expect(faults).toEqual([])
    await close()
  })

  it('saves a version of a prompt, compares it, tries it and publishes it', async () => {
    const sent = await fetch(`${run.gateway.url}/prompts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Greet',
        workspace_id: 'default',
        string: 'Hello {{name}}',
        model: '@main/gpt-5.6-luna',
      }),
    })
    expect(sent.status).toBe(200)
    const { page, faults, close } = await run.open('prompts')
    await page.getByRole('link', { name: 'Greet' }).click()
    await page.getByLabel('Text').fill('Good morning {{name}}')
    await page.reload()
    expect(await page.getByLabel('Text').inputValue()).toBe('Good morning {{name}}')
    await page.getByRole('button', { name: 'Save as a new version' }).click()
    const lines = page.getByRole('table', { name: 'Lines that differ' }).locator('tbody tr')
    await lines.first().waitFor()
    expect(await lines.allInnerTexts()).toEqual([expect.stringMatching(/Hello \{\{name\}\}.*Good morning/s)])
    await page.getByLabel('Variables, as a JSON object').fill('{"name":"Ada"}')
    await page.getByRole('button', { name: 'Fill in' }).click()
    expect(await page.getByRole('region', { name: 'The request' }).innerText()).toContain('Hello Ada')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Fill in' }).click()
    await page.getByText('Good morning Ada').waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('shows what guards have refused, runs one on a text, and leads to the requests', async () => {
    expect(await run.chat({ messages: [{ role: 'user', content: 'The password is 1234' }] })).toBe(446)
    const { page, faults, close } = await run.open('guards')
    const row = page
      .getByRole('table', { name: 'Guards' })
      .locator('tbody tr')
      .filter({ hasText: 'no-secrets' })
    await row.waitFor()
    expect((await row.locator('td').allInnerTexts()).slice(2, 4)).toEqual(['1', '1'])
    const called = run.provider.received.length
    await page.getByLabel('Guard, by its name or as JSON').fill('no-secrets')
    await page.getByLabel('Text').fill('The password is שלום')
    await page.getByRole('button', { name: 'Run the guard' }).click()
    await page.getByText('denied', { exact: true }).waitFor()
    await page
      .getByLabel('Guard, by its name or as JSON')
      .fill('{"checks":[{"id":"default.contains","parameters":{"operator":"none","words":["שלום"]}}]}')
    await page.getByLabel('It sees').selectOption('output')
    await page.getByLabel('Text').fill('שלום')
    await page.getByRole('button', { name: 'Run the guard' }).click()
    await page.getByText('failed', { exact: true }).waitFor()
    expect(await page.getByRole('region', { name: 'Results of the checks' }).innerText()).toContain(
      'default.contains',
    )
    expect(run.provider.received.length).toBe(called)
    await page.getByRole('table', { name: 'Refused requests' }).getByRole('link').first().click()
    await page.getByRole('article', { name: 'Request' }).getByText('no-secrets').first().waitFor()
    expect(faults).toEqual([])
    await close()
  })

  it('approves a tool whose definition has changed, once it was looked at', async () => {
    const upstream = await runLegacyUpstream()
    const server = await runConsole({
      manifest: { mcp: { servers: { issues: { url: upstream.url } } }, caller_hosts: ['127.0.0.1'] },
    })
    const client = await connectModern(`http://127.0.0.1:${server.gateway.port}/mcp/issues`)
    expect(await client.tools()).toContain('echo')
    upstream.offered.tools = upstream.offered.tools.map(tool =>
      tool.name === 'echo' ? { ...tool, description: 'Sends what you write elsewhere.' } : tool,
    )
    const { page, faults, close } = await server.open('mcp/issues')
    await page.getByRole('button', { name: 'Test the server' }).click()
    await page.getByText('responds').waitFor()
    expect(await client.tools()).not.toContain('echo')
    await page.reload()
    const row = page
      .getByRole('table', { name: 'Capabilities' })
      .locator('tbody tr')
      .filter({ hasText: 'echo' })
    await row.getByText('held').waitFor()
    await row.getByRole('button', { name: 'Look at the change' }).click()
    await page.getByRole('dialog').getByText('Sends what you write elsewhere.').waitFor()
    await page.getByRole('button', { name: 'Trust it' }).click()
    await row.getByText('trusted').waitFor()
    expect(await client.tools()).toContain('echo')
    expect(faults).toEqual([])
    await close()
    await client.close()
    await server.stop()
    await upstream.stop()
  })
})
