// While records cannot be read, every route of them is 503 with a sentence, whatever the store of saved resources does. While they cannot
// be written, those of this process wait: what is not found may be among them.
import { describe, expect, it } from 'vitest'
import { StoreError } from '../../../../runtime/control/core/store-error.ts'
import type { LogStore } from '../../../../runtime/control/logs/log-store.ts'
import { controlRoutes } from '../../../../schemas/generated/control-routes.ts'
import type { Json } from '../../../../schemas/values/json.ts'
import { logged, openMemoryLogs, PERIOD, startLogs } from './log-harness.ts'

const SENTENCE = 'The log store sqlite::memory: cannot be used: disk I/O error.'
const RECORD = logged(1)

/** Every method rejects once it fails, but those that close it. */
async function openFailingLogs() {
  const inner = await openMemoryLogs()
  const state = { isFailing: false, isBehind: false }
  const logs = Object.fromEntries(
    Object.entries(inner).map(([name, value]) => [
      name,
      typeof value === 'function' && name !== 'close'
        ? (...given: readonly unknown[]) =>
            state.isFailing
              ? Promise.reject(new StoreError('unavailable', SENTENCE))
              : (value as (...all: readonly unknown[]) => unknown)(...given)
        : value,
    ]),
  ) as unknown as LogStore
  return { logs: { ...logs, isBehind: () => state.isBehind }, state }
}

const BODIES: Readonly<Record<string, Json>> = {
  createFeedback: { trace_id: RECORD.trace, value: 5, workspace_id: 'team' },
  updateFeedback: { value: 5 },
  replayLog: { config: { provider: 'openai', api_key: 'a' } },
}

/** What each names in its path. */
const PARTS: Readonly<Record<string, string>> = {
  logId: RECORD.id,
  traceId: RECORD.trace,
  facet: 'model',
  groupBy: 'model',
  metadataKey: 'team',
  graph: 'errors',
  detail: 'rate',
  feedbackID: 'a',
}

const ROUTES = controlRoutes
  .filter(
    ({ path, operation }) =>
      /^\/(logs|analytics|feedback)/.test(path) &&
      // Exports are saved resources; records come by other means.
      !/^(insertLogs|.*LogExports?)$/.test(operation),
  )
  .map(({ operation, method, path, query }) => {
    const named = path.replace(/\{(\w+)\}/g, (_, name: string) => PARTS[name] ?? name)
    const isOfPeriod = Object.hasOwn(query, 'time_of_generation_min')
    const text = isOfPeriod ? PERIOD : operation === 'eraseLogBodies' ? 'workspace_id=team' : ''
    return [`${method} ${path}`, { operation, method, path: `${named}?${text}` }] as const
  })

describe('While the log store alone cannot be used', () => {
  it.each(ROUTES)('%s is 503', async (_title, { operation, method, path }) => {
    const { logs, state } = await openFailingLogs()
    const { admin } = await startLogs([RECORD], { open: async () => logs })
    state.isFailing = true
    expect(await admin(method, path, BODIES[operation])).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'store_unavailable', message: SENTENCE } },
    })
  })
})

describe('While records wait because they cannot be written', () => {
  const absent = { status: 503, body: { error: { code: 'store_unavailable' } } }
  const NEW = logged(2)
  const READS = [
    ['a record', 'GET', `/logs/${NEW.id}`],
    ['a trace', 'GET', `/logs/traces/${NEW.trace}`],
    ['a list that finds none', 'GET', `/logs?${PERIOD}&trace_id=${NEW.trace}`],
    ['the trace of feedback', 'POST', '/feedback'],
  ] as const

  it.each(READS)('%s may be among them', async (_title, method, path) => {
    const { logs, state } = await openFailingLogs()
    const { admin, clock } = await startLogs([RECORD], { open: async () => logs })
    const read = async (trace: string) => {
      const body = method === 'POST' ? { trace_id: trace, value: 5, workspace_id: 'team' } : undefined
      const reply = admin(
        method,
        path.replace(NEW.id, trace === NEW.trace ? NEW.id : RECORD.id).replace(NEW.trace, trace),
        body,
      )
      await clock.advance(3_000)
      return await reply
    }
    const before = await read(NEW.trace)
    expect(before.status === 404 || before.body.data.length === 0).toBe(true)
    state.isBehind = true
    expect(await read(NEW.trace)).toMatchObject(absent)
    expect((await read(RECORD.trace)).status).toBe(200)
  })
})
