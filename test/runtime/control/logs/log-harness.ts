// A control plane with stored records: keys of two workspaces, a log store of its own, and records around the time of its clock.
import { onTestFinished } from 'vitest'
import { readKeyRing } from '../../../../runtime/control/core/sealing/key-ring.ts'
import type { LogStore } from '../../../../runtime/control/logs/log-store.ts'
import { openLogStore } from '../../../../runtime/stores/logs/open-log-store.ts'
import type { LogRecord } from '../../../../schemas/generated/types.ts'
import { manifestKey, sha256, startControl } from '../../../support/control-harness.ts'

/** The time of the harness's clock. */
export const NOW = Date.UTC(2026, 10, 23)
const MINUTE = 60_000

export const PERIOD =
  'time_of_generation_min=2026-11-22T00:00:00Z&time_of_generation_max=2026-11-24T00:00:00Z'

const READER = ['logs.view', 'logs.list', 'logs.write', 'logs.export', 'logs.erase', 'analytics.view']

/** The n-th record: n minutes before the clock's time. */
export const logged = (at: number, more: Partial<LogRecord> = {}): LogRecord => ({
  id: sha256(`record ${at}`).slice(0, 32),
  time: new Date(NOW - at * MINUTE).toISOString(),
  trace: `trace-${at}`,
  method: 'POST',
  path: '/chat/completions',
  endpoint: 'chat/completions',
  status: 200,
  milliseconds: 100 + at,
  plan: '0123456789ab',
  bytesIn: 10,
  bytesOut: 20,
  workspace: 'team',
  key: 'reader',
  config: 'chat',
  provider: 'openai',
  model: 'gpt-5',
  tokens: { input: 10, output: 5, source: 'provider' },
  cost: 2_500_000,
  ...more,
})

export const openFileLogs = (): Promise<LogStore> => {
  const ring = readKeyRing(Buffer.alloc(32, 7).toString('base64'), sha256)
  if (typeof ring === 'string') throw new Error(ring)
  return openLogStore('sqlite::memory:', { folder: '/', ring })
}

export async function startLogs(
  records: readonly LogRecord[] = [],
  {
    open = openFileLogs,
    bodies = [],
    manifest = {},
    ...given
  }: {
    readonly open?: () => Promise<LogStore>
    readonly bodies?: readonly {
      readonly id: string
      readonly user?: string
      readonly request?: string
      readonly response?: string
    }[]
    readonly manifest?: object
  } & Parameters<typeof startControl>[1] = {},
) {
  const logs = await open()
  onTestFinished(() => logs.close())
  const encoder = new TextEncoder()
  if (records.length > 0)
    await logs.append({
      id: 'first',
      lines: records.map(record => JSON.stringify(record)).join('\n'),
      bodies: bodies.map(({ id, user, request, response }) => ({
        id,
        ...(user !== undefined && { user }),
        ...(request !== undefined && { request: encoder.encode(request) }),
        ...(response !== undefined && { response: encoder.encode(response) }),
      })),
    })
  const harness = await startControl(
    {
      api_keys: [
        manifestKey('reader', 'team', READER),
        manifestKey('other', 'sales', READER),
        manifestKey('caller', 'team', ['inference']),
      ],
      ...manifest,
    },
    { ...given, logs, adminKey: ADMIN },
  )
  /** Sends as a key of the manifest, or as the administrator. */
  const as = (id: string) => (method: string, path: string, body?: Parameters<typeof harness.send>[2]) =>
    harness.send(method, path, body, { key: id === 'admin' ? ADMIN : `key ${id}` })
  return { ...harness, logs, as, reader: as('reader'), other: as('other'), admin: as('admin') }
}

const ADMIN = `ptl_${'a'.repeat(43)}`

/** What the audit log says was done. */
export async function auditedActions(admin: Awaited<ReturnType<typeof startLogs>>['admin']) {
  const { body } = await admin(
    'GET',
    '/audit-logs?start_time=2026-11-01T00:00:00Z&end_time=2026-12-01T00:00:00Z',
  )
  return (body.records as readonly { action: string; resource_type: string; resource_id: string }[]).map(
    ({ action, resource_type, resource_id }) => `${action} ${resource_type} ${resource_id}`,
  )
}
