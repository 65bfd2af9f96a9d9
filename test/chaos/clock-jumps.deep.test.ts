// The clock of the machine jumps while the gateway serves: nothing is measured by it but the time of records.
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { portOf, processFixture } from '../edge/gateway-process.ts'
import { exchangeRaw, rawRequest } from '../edge/raw-client.ts'
import { until } from '../support/until.ts'

const LIBRARY = ['x86_64', 'aarch64']
  .map(machine => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find(existsSync)
const DAY = 86_400
/** Seconds by which the clock differs, one after the other. */
const JUMPS = [DAY, -DAY, 3600, -30 * DAY, 0]
const LIMIT = 6

const { folder, start } = processFixture()
const MOCK = { provider: '@mock' }

it.skipIf(LIBRARY === undefined)(
  'clocks that jump by hours, days and a month change no limit, cache, circuit or timeout (needs faketime)',
  async () => {
    const offset = folder.path('offset')
    // Replaced at once: the library reads it with every look at the clock.
    const setClock = (seconds: number): void => {
      writeFileSync(`${offset}.new`, `${seconds < 0 ? '' : '+'}${seconds}`)
      renameSync(`${offset}.new`, offset)
    }
    setClock(0)
    const plan = folder.write({
      manifest: {
        providers: { mock: { provider: 'mock' } },
        policies: {
          rate_limits: [
            {
              name: 'few',
              type: 'requests',
              unit: 'rph',
              value: LIMIT,
              conditions: [{ key: 'config', value: 'limited' }],
            },
          ],
        },
      },
      configs: {
        plain: { ...MOCK, request_timeout: 5000 },
        limited: MOCK,
        cached: { ...MOCK, cache: { mode: 'simple', max_age: 600 } },
        breaking: { ...MOCK, cb_config: { failure_threshold: 2, cooldown_interval: 600_000 } },
      },
    })
    const running = start([plan], {
      environment: {
        LD_PRELOAD: LIBRARY ?? '',
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    })
    const port = await portOf(running)
    let calls = 0
    const call = async (config: string, model = 'echo'): Promise<string> => {
      calls += 1
      const text = await exchangeRaw(
        port,
        rawRequest(
          'POST',
          '/v1/chat/completions',
          ['content-type: application/json', 'connection: close', `x-gateway-config: ${config}`],
          JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
        ),
      )
      const cache = /^x-gateway-cache-status: (HIT)\r$/im.exec(text)?.[1]
      const code = /"code":"([^"]+)"/.exec(text)?.[1]
      return [text.slice(9, 12), cache ?? code].filter(Boolean).join(' ')
    }
    await call('cached')
    for (let failures = 0; failures < 2; failures += 1) await call('breaking', 'status-503')
    let admitted = 0
    for (const seconds of JUMPS) {
      const begun = call('plain', 'delay-1000')
      setClock(seconds)
      const now = [await begun, await call('plain'), await call('cached'), await call('breaking')]
      expect(now, `${seconds} s`).toEqual(['200', '200', '200 HIT', '503 circuit_open'])
      if ((await call('limited')) === '200') admitted += 1
    }
    expect(await call('limited')).toBe('200')
    expect(await call('limited')).toMatch(/^429/)
    expect(admitted).toBe(LIMIT - 1)
    const recordsSoFar = (): readonly { readonly milliseconds: number; readonly time: string }[] =>
      running
        .stdout()
        .split('\n')
        .filter(line => line.includes('"method"'))
        .map(line => JSON.parse(line))
    await until(() => recordsSoFar().length === calls)
    const records = recordsSoFar()
    expect(records.filter(({ milliseconds }) => milliseconds < 0 || milliseconds > 30_000)).toEqual([])
    // The jumps did happen.
    expect(new Set(records.map(({ time }) => time.slice(0, 10))).size).toBeGreaterThanOrEqual(4)
  },
)
