// Exports by API: drafts, counted in the background, downloaded as JSON Lines, stopped.
import { expect, it } from 'vitest'
import { auditedActions, logged, startLogs } from './log-harness.ts'

const FILTERS = {
  time_of_generation_min: '2026-11-22T00:00:00Z',
  time_of_generation_max: '2026-11-24T00:00:00Z',
}
const RECORDS = Array.from({ length: 450 }, (_, at) => logged(at + 1, at === 0 ? { status: 500 } : {}))
const FIRST = RECORDS[0]?.id ?? ''

const start = () =>
  startLogs([...RECORDS, logged(900, { workspace: 'sales' })], {
    bodies: [{ id: FIRST, request: '{"model":"gpt-5"}', response: 'no' }],
  })

type Sender = Awaited<ReturnType<typeof start>>['reader']

/** The export once it is no longer in progress. */
async function finished(reader: Sender, id: string) {
  const read = async () => (await reader('GET', `/logs/exports/${id}`)).body
  await expect.poll(async () => (await read()).status).not.toBe('in_progress')
  return await read()
}

it('is created, changed, started, counted, downloaded and listed', async () => {
  const { reader, admin } = await start()
  const created = await reader('POST', '/logs/exports', {
    description: 'November',
    filters: { ...FILTERS, status_code: [500] },
  })
  expect(created.body).toEqual({ id: expect.any(String), total: null, object: 'export' })
  const path = `/logs/exports/${created.body.id}`
  expect((await reader('GET', path)).body).toMatchObject({
    status: 'draft',
    description: 'November',
    total_records: null,
  })
  expect((await reader('GET', `${path}/download`)).status).toBe(409)
  await reader('PUT', path, { filters: FILTERS, requested_data: ['id', 'ai_model', 'cost', 'cost_currency'] })
  expect((await reader('POST', `${path}/start`, { exportId: created.body.id })).body.object).toBe('export')
  expect(await finished(reader, created.body.id)).toMatchObject({ status: 'success', total_records: 450 })
  const download = await reader('GET', `${path}/download`)
  expect(download.headers['content-type']).toBe('application/jsonl')
  const lines: readonly string[] = String(download.body).trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line).id)).toEqual(RECORDS.map(({ id }) => id))
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    id: FIRST,
    ai_model: 'gpt-5',
    cost: 0.0025,
    cost_currency: 'USD',
  })
  expect((await reader('GET', '/logs/exports')).body).toMatchObject({
    total: 1,
    data: [{ status: 'success' }],
  })
  expect((await auditedActions(admin)).map(each => each.split(' ')[0]).toSorted()).toEqual([
    'create',
    'download',
    'finish',
    'start',
    'update',
  ])
})

it('has bodies where they are named, as they are when it is downloaded', async () => {
  const { reader } = await start()
  const { body } = await reader('POST', '/logs/exports', {
    filters: { ...FILTERS, status_code: 500 },
    requested_data: ['id', 'request', 'response'],
  })
  await reader('POST', `/logs/exports/${body.id}/start`)
  await finished(reader, body.id)
  const download = () => reader('GET', `/logs/exports/${body.id}/download`)
  expect((await download()).body).toEqual({ id: FIRST, request: { model: 'gpt-5' }, response: 'no' })
  await reader('DELETE', '/logs/bodies')
  expect((await download()).body).toEqual({ id: FIRST, request: null, response: null })
})

it('that was stopped is not downloaded', async () => {
  const { reader } = await start()
  const { body } = await reader('POST', '/logs/exports', { filters: FILTERS })
  await reader('POST', `/logs/exports/${body.id}/cancel`)
  expect((await reader('GET', `/logs/exports/${body.id}`)).body.status).toBe('stopped')
  expect((await reader('GET', `/logs/exports/${body.id}/download`)).status).toBe(409)
  expect((await reader('POST', `/logs/exports/${body.id}/start`)).status).toBe(409)
})

it('whose process was stopped while it counted has failed, and is started again', async () => {
  const { reader, context, clock } = await start()
  const { body } = await reader('POST', '/logs/exports', { filters: FILTERS })
  const kept = context.replica?.get('log-export', body.id)
  await context.store?.commit({
    writes: [
      {
        kind: 'log-export',
        id: body.id,
        value: { ...kept?.value, status: 'in_progress', started_at: clock.now() },
        expects: kept?.revision ?? 0,
      },
    ],
  })
  await context.replica?.look()
  expect((await reader('GET', `/logs/exports/${body.id}`)).body.status).toBe('in_progress')
  await clock.advance(601_000)
  expect((await reader('GET', `/logs/exports/${body.id}`)).body.status).toBe('failed')
  await reader('POST', `/logs/exports/${body.id}/start`)
  expect(await finished(reader, body.id)).toMatchObject({ status: 'success', total_records: 450 })
})

it.each([
  [{ filters: {} }, 400, 'lacks time_of_generation_min'],
  [{ filters: { ...FILTERS, colour: 'red' } }, 400, 'Unknown parameter "colour"'],
  [{ filters: FILTERS, requested_data: ['id', 'secrets'] }, 400, 'There is no field "secrets"'],
  [{ filters: FILTERS, workspace_id: 'sales' }, 404, 'There is no workspace'],
])('%o is %i', async (given, status, sentence) => {
  const { reader } = await start()
  const answer = await reader('POST', '/logs/exports', given)
  expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(sentence)])
})

it('of another workspace does not exist', async () => {
  const { reader, other } = await start()
  const { body } = await reader('POST', '/logs/exports', { filters: FILTERS })
  expect((await other('GET', `/logs/exports/${body.id}`)).status).toBe(404)
  expect((await other('GET', '/logs/exports')).body.total).toBe(0)
})

it('of all workspaces has what its reader sees, also requests without a workspace', async () => {
  const { workspace: _none, ...refused } = logged(901, { status: 401 })
  const records = [...RECORDS.slice(0, 3), logged(900, { workspace: 'sales' }), refused]
  const { reader, other, admin } = await startLogs(records)
  const exported = async (send: Sender): Promise<unknown> => {
    const { body } = await send('POST', '/logs/exports', { filters: FILTERS, workspace_id: null })
    await send('POST', `/logs/exports/${body.id}/start`, { exportId: body.id })
    const { total_records, workspace_id } = await finished(send, body.id)
    return { total_records, isOfOne: typeof workspace_id === 'string', id: body.id }
  }
  const all = (await exported(admin as Sender)) as { readonly id: string }
  expect(all).toMatchObject({ total_records: 5, isOfOne: false })
  // A key of one workspace has those of its own, and does not see the export of all.
  expect(await exported(reader)).toMatchObject({ total_records: 3, isOfOne: true })
  for (const send of [reader, other]) expect((await send('GET', `/logs/exports/${all.id}`)).status).toBe(404)
})
