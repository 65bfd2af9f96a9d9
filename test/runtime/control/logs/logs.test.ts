// Logs by API: lists with filters, one record with its bodies, traces, erasure, and what other workspaces see of it. On every driver.
import { describe, expect, it } from 'vitest'
import type { LogStore } from '../../../../runtime/control/logs/log-store.ts'
import { openLogStore } from '../../../../runtime/stores/logs/open-log-store.ts'
import { sealingOf, sha256, startControl } from '../../../support/control-harness.ts'
import { postgresSchemas } from '../../../support/postgres-schemas.ts'
import { isPostgresListening, TEST_POSTGRES } from '../../../support/test-postgres.ts'
import { auditedActions, logged, openMemoryLogs, PERIOD, startLogs } from './log-harness.ts'

const ids = (answer: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
  answer.body.data.map(({ id }) => id)

const FAILED = logged(3, {
  status: 503,
  error: 'circuit_open',
  message: 'All circuits are open.',
  metadata: { team: 'legal', _user: 'ann' },
})
const DEAR = logged(2, { cost: 900_000_000, model: 'gpt-5-pro', key: 'second', cache: 'MISS' })
const ELSEWHERE = logged(1, { workspace: 'sales', key: 'other' })
const ALL = [
  ELSEWHERE,
  DEAR,
  FAILED,
  logged(4, { trace: 'trace-3', span: { id: 'inner' }, session: 'run-1' }),
]

function logContract(open: () => Promise<LogStore>) {
  const start = () =>
    startLogs(ALL, {
      open,
      bodies: [
        { id: FAILED.id, user: 'ann', request: '{"messages":[]}', response: 'data: broken' },
        { id: ELSEWHERE.id, request: '{"secret":true}' },
      ],
    })

  it('lists the records of the key’s workspace, the newest first, page by page', async () => {
    const { reader } = await start()
    const first = await reader('GET', `/logs?${PERIOD}&page_size=2&include_total=true`)
    expect(first.body).toMatchObject({ object: 'list', total: 3, has_more: true })
    expect(ids(first)).toEqual([DEAR.id, FAILED.id])
    const second = await reader('GET', `/logs?${PERIOD}&page_size=2&cursor=${first.body.next_cursor}`)
    expect(ids(second)).toEqual([ALL[3]?.id])
    expect(second.body).toMatchObject({ has_more: false, next_cursor: null })
    expect(second.body.data[0].record).toBeUndefined()
    const whole = await reader('GET', `/logs?${PERIOD}&records=true`)
    expect(whole.body.data.map(({ record }: { record: object }) => record)).toEqual([DEAR, FAILED, ALL[3]])
  })

  it('refuses a cursor that the list has not returned, as a mistake of the request', async () => {
    const { reader } = await start()
    const { status, body } = await reader('GET', `/logs?${PERIOD}&cursor=elsewhere`)
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_request', 'cursor'])
  })

  it.each([
    ['status_code=500,503', [FAILED]],
    ['cost_min=0.5', [DEAR]],
    ['cost_min=5e-1', [DEAR]],
    ['cost_max=0.5', [FAILED, ALL[3]]],
    ['ai_org_model=openai__gpt-5-pro', [DEAR]],
    ['api_key_ids=second', [DEAR]],
    ['cache_status=MISS', [DEAR]],
    ['trace_id=trace-3', [FAILED, ALL[3]]],
    ['span_id=inner', [ALL[3]]],
    ['session=run-1', [ALL[3]]],
    ['error=CIRCUITS are', [FAILED]],
    ['metadata={"team":"legal"}', [FAILED]],
    ['total_units_min=16', []],
    ['latency_min=103.5', [ALL[3]]],
    ['workspace_slug=team&configs=chat,other', [DEAR, FAILED, ALL[3]]],
  ])('filters by %s', async (query, expected) => {
    const { reader } = await start()
    expect(ids(await reader('GET', `/logs?${PERIOD}&${query}`))).toEqual(expected.map(each => each?.id))
  })

  it('reads a record with its bodies and says so in the audit log; without them it says nothing', async () => {
    const { reader, admin } = await start()
    const quiet = await reader('GET', `/logs/${FAILED.id}?bodies=false`)
    expect(quiet.body).toMatchObject({
      status_code: 503,
      has_bodies: true,
      request: { url: '/chat/completions' },
    })
    expect(quiet.body.request).not.toHaveProperty('body')
    expect(await auditedActions(admin)).toEqual([])
    const { status, body } = await reader('GET', `/logs/${FAILED.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      object: 'log',
      log_format: 'interface',
      trace_id: 'trace-3',
      request: { method: 'POST', body: { messages: [] } },
      response: { status: 503, body: 'data: broken' },
      metrics: { cost: 0.0025, total_tokens: 15, tokens_source: 'provider' },
      metadata: { team: 'legal', _user: 'ann' },
    })
    expect(await auditedActions(admin)).toEqual([`read_bodies log ${FAILED.id}`])
  })

  it('reads a record as the line of the request log with log_format=record', async () => {
    const { reader } = await start()
    const { body } = await reader('GET', `/logs/${DEAR.id}?log_format=record`)
    expect(body).toEqual({
      object: 'log',
      log_format: 'record',
      record: DEAR,
      feedback: [],
      has_bodies: false,
    })
  })

  it('reads all records of a trace in the order of their times, and the values of filters', async () => {
    const { reader } = await start()
    expect(ids(await reader('GET', '/logs/traces/trace-3'))).toEqual([ALL[3]?.id, FAILED.id])
    const { body } = await reader('GET', '/logs/facets/model')
    expect(body.data.map(({ value }: { value: string }) => value).sort()).toEqual(['gpt-5', 'gpt-5-pro'])
  })

  it('what is in another workspace does not exist for a key', async () => {
    const { other, reader } = await start()
    expect(ids(await other('GET', `/logs?${PERIOD}`))).toEqual([ELSEWHERE.id])
    for (const path of [`/logs/${FAILED.id}`, '/logs/traces/trace-3'])
      expect((await other('GET', path)).status, path).toBe(404)
    expect(
      (await other('POST', `/logs/${FAILED.id}/replay`, { config: { provider: 'openai' } })).status,
    ).toBe(404)
    expect((await other('GET', `/logs?${PERIOD}&workspace_slug=team`)).status).toBe(404)
    expect((await reader('GET', `/logs/${ELSEWHERE.id}`)).status).toBe(404)
  })

  it('erases the bodies of a user, and of a workspace, and records both', async () => {
    const { reader, admin } = await start()
    expect((await reader('DELETE', '/logs/bodies?user=nobody')).body).toEqual({
      erased: 0,
      object: 'erasure',
    })
    expect((await reader('DELETE', '/logs/bodies?user=ann')).body.erased).toBe(1)
    const { body } = await reader('GET', `/logs/${FAILED.id}`)
    expect(body).toMatchObject({ has_bodies: false, status_code: 503 })
    expect((await admin('DELETE', '/logs/bodies?workspace_id=sales')).body.erased).toBe(1)
    // All at one time of the harness's clock.
    expect((await auditedActions(admin)).toSorted()).toEqual([
      'erase_bodies log ann',
      'erase_bodies log nobody',
      'erase_bodies log sales',
    ])
  })
}

const LONG = `${'é'.repeat(100)}@example.com`
const SECRET = 'sk-user-aB3dE5gH7jK9mN1pQ3sT5vX7'
const misread = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

describe('Bodies of a user', () => {
  it.each([
    ['with a name beyond ASCII', 'José', 'José'],
    ['with a name beyond ASCII that an earlier version stored', 'José', misread('José')],
    ['with a long name', LONG.repeat(2), `sha256:${sha256(LONG.repeat(2))}`],
    ['whose name looks like a secret', SECRET, `sha256:${sha256(SECRET)}`],
    ['whose name looks like a digest', 'sha256:1', `sha256:${sha256('sha256:1')}`],
  ])('%s are erased by the name', async (_title, name, stored) => {
    const bodies = [
      { id: FAILED.id, user: stored, request: '1' },
      { id: DEAR.id, user: 'another', request: '2' },
    ]
    const { reader, admin } = await startLogs(ALL, { bodies })
    const reply = await reader('DELETE', `/logs/bodies?user=${encodeURIComponent(name)}`)
    expect(reply.body.erased).toBe(1)
    expect((await reader('GET', `/logs/${DEAR.id}`)).body.has_bodies).toBe(true)
    expect((await auditedActions(admin)).join()).not.toContain('sk-user')
  })
})

describe('SQLite', () => logContract(openMemoryLogs))

const present = await isPostgresListening()
if (!present) console.warn(`No PostgreSQL listens at ${TEST_POSTGRES}: its tests are skipped.`)
describe.skipIf(!present)('service: PostgreSQL', () => {
  const schemas = postgresSchemas()
  const { ring } = sealingOf(Buffer.alloc(32, 7).toString('base64'))
  logContract(() => openLogStore(schemas.create().href, { folder: '/', ring }))
})

describe('what cannot be answered', () => {
  it.each([
    ['/logs', 'lacks time_of_generation_min'],
    [`/logs?${PERIOD.replace('2026-11-24', '2026-11-21')}`, 'must be before'],
    [`/logs?${PERIOD}&status_code=good`, 'status_code must be statuses'],
    [`/logs?${PERIOD}&metadata=[1]`, 'metadata must be a JSON object'],
    [`/logs?${PERIOD}&cost_min=cheap`, 'cost_min must be a number'],
    [`/logs?${PERIOD}&colour=red`, 'Unknown parameter "colour"'],
  ])('%s is 400 with a sentence', async (path, sentence) => {
    const { reader } = await startLogs()
    const answer = await reader('GET', path)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain(sentence)
  })

  it('without a log store every route is 501 with the line that switches it on', async () => {
    const { send } = await startControl({})
    const answer = await send('GET', `/logs?${PERIOD}`)
    expect(answer.status).toBe(501)
    expect(answer.body.error.message).toContain('telemetry: { log_store: {} }')
  })
})
