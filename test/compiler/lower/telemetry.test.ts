// What the manifest says of telemetry → facts of the gateway: defaults applied, secrets apart.
import { describe, expect, it } from 'vitest'
import { lowerPrices } from '../../../compiler/lower/prices.ts'
import { lowerTelemetry } from '../../../compiler/lower/telemetry.ts'
import type { Telemetry } from '../../../schemas/generated/types.ts'

const DAY = 86_400_000

describe('Telemetry of a manifest', () => {
  it.each<readonly [string, Telemetry, object]>([
    ['is absent where there is a log alone', { log: 'stderr', metrics: true }, {}],
    [
      'has the defaults of a file',
      { log_file: { path: 'a.jsonl' } },
      { telemetry: { file: { path: 'a.jsonl', maxBytes: 104_857_600, keep: 10 } } },
    ],
    [
      'keeps records for 30 days, and asks for the usage of streams',
      { log_store: {} },
      { telemetry: { store: { records: 30 * DAY, bodies: 7 * DAY, totals: 400 * DAY }, usage: true } },
    ],
    [
      'keeps no body longer than its record, and counts as long as records',
      { log_store: { record_days: 3, total_days: 500 }, usage: false },
      { telemetry: { store: { records: 3 * DAY, bodies: 3 * DAY, totals: 500 * DAY } } },
    ],
    [
      'binds the secret of a header to the origin of its sink',
      {
        log_http: {
          url: 'https://logs.internal/in',
          headers: { Authorization: 'Bearer ${env:TOKEN}', 'X-Team': 'a' },
        },
      },
      {
        telemetry: {
          http: {
            address: 'https://logs.internal/in',
            headers: [
              {
                name: 'authorization',
                value: 'Bearer ',
                secret: { source: 'env', name: 'TOKEN', origins: ['https://logs.internal'] },
              },
              { name: 'x-team', value: 'a' },
            ],
            bodies: false,
          },
        },
      },
    ],
    [
      'has the defaults of a collector',
      { otlp: { endpoint: 'https://collector.internal:4318/' } },
      {
        telemetry: {
          otlp: {
            address: 'https://collector.internal:4318',
            headers: [],
            encoding: 'protobuf',
            traces: 1,
            metrics: false,
            logs: false,
            attributes: {},
            conventions: 'pinned',
          },
        },
      },
    ],
    [
      'names no workspaces where bodies of all are logged',
      { bodies: {} },
      { telemetry: { bodies: { sample: 1, maxBytes: 262_144, mask: ['secrets'] } } },
    ],
  ])('%s', (_title, telemetry, expected) => {
    expect(lowerTelemetry(telemetry)).toEqual(expected)
  })
})

describe('Prices of a manifest', () => {
  it('are in billionths of a dollar for one token, the newest first', () => {
    expect(
      lowerPrices([
        { provider: 'openai', model: 'a', input: 0.15, output: 0.6 },
        { provider: 'openai', model: 'a', input: 2.5, cached: 0.1, from: '2026-01-01' },
      ]),
    ).toEqual({
      prices: [
        { provider: 'openai', model: 'a', input: 2500, output: 0, cached: 100, from: Date.UTC(2026, 0, 1) },
        { provider: 'openai', model: 'a', input: 150, output: 600, cached: 150 },
      ],
    })
    expect(lowerPrices([])).toEqual({})
  })

  it('are tables as they are written where they have more than text', () => {
    const table = {
      input: 3,
      output: 15,
      cache_writes: 3.75,
      above: [{ tokens: 200_000, input: 6 }],
      service_tiers: { priority: { input: 9 } },
    }
    expect(
      lowerPrices([
        { provider: 'openai', model: 'a', ...table, from: '2026-01-01' },
        { provider: 'openai', model: 'whisper-1', per_second: 0.0001 },
      ]),
    ).toEqual({
      prices: [
        { provider: 'openai', model: 'a', table, from: Date.UTC(2026, 0, 1) },
        { provider: 'openai', model: 'whisper-1', table: { per_second: 0.0001 } },
      ],
    })
  })
})
