// Every time that the interface reads is read by one reader: what is not a time is 400, and no day becomes another one.
import { afterEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../../schemas/values/json.ts'
import { type ControlHarness, openControl } from '../../../support/control-harness.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`

let open: ControlHarness | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

const TIMES: readonly (readonly [text: string, isTime: boolean])[] = [
  ['soon', false],
  ['', false],
  ['2030-13-45', false],
  ['2030-02-30T00:00:00Z', false],
  ['2030-02-30', false],
  ['2030-01-01T25:00:00Z', false],
  ['2030-01-01T00:00:00', false],
  ['1/2/2030', false],
  ['2030-03-01T00:00:00Z', true],
  ['2030-03-01T00:00:00+01:00', true],
  ['2030-03-01', true],
]

const limit = (text: string): Json => ({
  name: 'budget',
  type: 'cost',
  credit_limit: 5,
  conditions: [{ key: 'model', value: 'x' }],
  group_by: [{ key: 'api_key' }],
  periodic_reset: 'monthly',
  next_usage_reset_at: text,
  workspace_id: 'default',
})

describe.each(TIMES)('the time "%s"', (text, isTime) => {
  test.each<readonly [string, string, string, Json | undefined]>([
    ['of a reset', 'POST', '/policies/usage-limits', limit(text)],
    [
      'of the expiry of a key',
      'POST',
      '/api-keys/workspace/service',
      { name: 'k', scopes: ['inference'], workspace_id: 'default', expires_at: text },
    ],
    [
      'in a query',
      'GET',
      `/audit-logs?start_time=${encodeURIComponent(text)}&end_time=2030-03-05T00:00:00Z`,
      undefined,
    ],
  ])('%s', async (_title, method, path, body) => {
    open = await openControl({}, { adminKey: ADMIN })
    const reply = await open.send(method, path, body, { key: ADMIN })
    expect(`${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`).toMatch(isTime ? /^20/ : /^400/)
  })
})
