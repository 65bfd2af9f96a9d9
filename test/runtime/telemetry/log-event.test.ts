// Events outside of single requests, as log records.
import { describe, expect, it } from 'vitest'
import { toEventRecord } from '../../../runtime/telemetry/log-event.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const GUARD = { kind: 'guard', guard: 'g', side: 'reply', trace: 't' } as const

describe('An event', () => {
  it.each([
    ['passed', 'notice'],
    ['failed', 'warning'],
    ['erred', 'warning'],
    ['shed', 'warning'],
  ] as const)('of a guard that %s is a %s, with its trace', (verdict, level) => {
    expect(toEventRecord({ ...GUARD, verdict }, NOW)).toMatchObject({
      time: '2026-01-01T00:00:00.000Z',
      level,
      guard: 'g',
      side: 'reply',
      trace: 't',
    })
  })

  it('of a guard contains its result', () => {
    const result = { id: 'g', verdict: false, deny: false, checks: [], execution_time: 1 }
    expect(toEventRecord({ ...GUARD, verdict: 'failed', result }, NOW)).toMatchObject({ result })
  })

  it('of a sink that lost records is a warning with their number, though the sink takes records', () => {
    const event = {
      kind: 'sink',
      sink: 'log_http',
      available: true,
      message: 'It dropped 2 records.',
    } as const
    expect(toEventRecord(event, NOW)).toMatchObject({ level: 'notice' })
    expect(toEventRecord({ ...event, lost: 2 }, NOW)).toMatchObject({ level: 'warning', lost: 2 })
  })

  it('of a bug has stack frames and no message', () => {
    const line = JSON.stringify(toEventRecord({ kind: 'bug', trace: 't', bug: new Error('sk-secret') }, NOW))
    expect(line).toContain('"trace":"t"')
    expect(line).toContain(' at ')
    expect(line).not.toContain('sk-secret')
  })

  it.each([[undefined], ['sk-secret'], [{ message: 'sk-secret' }]])(
    'of a bug that is not an Error: %j',
    bug => {
      expect(JSON.stringify(toEventRecord({ kind: 'bug', trace: 't', bug }, NOW))).not.toContain('sk-secret')
    },
  )
})
