// `portolan logs tail --follow` beside a gateway whose records are written when their requests have ended.
import { describe, expect, it } from 'vitest'
import type { LogTask } from '../../../compiler/cli/logs/log-task.ts'
import { tailLogs } from '../../../compiler/cli/logs/tail-logs.ts'
import { showLogEntry } from '../../../runtime/control/logs/show-log.ts'
import { logged, NOW } from '../../runtime/control/logs/log-harness.ts'

/** A request: when it began, how long it took, and how long its record waited to be written, in seconds from the start of the tail. */
interface Drawn {
  readonly name: string
  readonly at: number
  readonly took?: number
  readonly wrote?: number
}

/** What is printed within so many seconds: each name with the second when it was. */
async function followed(requests: readonly Drawn[], seconds: number, limit = '20') {
  const printed: string[] = []
  const asked: { readonly from: number; readonly second: number; readonly size: number }[] = []
  let second = 0
  const records = requests.map(({ name, at, took = 1, wrote = 0 }) => ({
    time: NOW + at * 1000,
    written: at + took + wrote,
    entry: showLogEntry({
      record: logged(1, {
        id: name,
        trace: name,
        time: new Date(NOW + at * 1000).toISOString(),
        milliseconds: took * 1000,
      }),
      feedback: [],
      hasBodies: false,
    }),
  }))
  const task: LogTask = {
    connection: {
      name: 'test',
      send: async (_method, path) => {
        const query = new URL(path, 'http://gateway').searchParams
        const from = Date.parse(query.get('time_of_generation_min') ?? '')
        const size = Number(query.get('page_size'))
        const skipped = Number(query.get('cursor') ?? 0)
        asked.push({ from: (from - NOW) / 1000, second, size })
        const found = records
          .filter(({ time, written }) => time >= from && written <= second)
          .filter(({ entry }) => entry.latency >= Number(query.get('latency_min') ?? 0))
          .sort((left, right) => right.time - left.time)
        const next = skipped + size < found.length ? String(skipped + size) : null
        const data = found.slice(skipped, skipped + size).map(({ entry }) => ({ ...entry, feedback: [] }))
        return { data, next_cursor: next }
      },
      download: async () => {},
      close: async () => {},
    },
    argument: '',
    query: { time_of_generation_min: new Date(NOW - 3_600_000).toISOString() },
    values: { follow: true, limit },
    terminal: {
      writeStdout: (line: string) => printed.push(`${JSON.parse(line).trace_id} ${second}`),
    } as unknown as LogTask['terminal'],
    isJson: true,
    wait: async () => {
      second += 1
      if (second > seconds) throw new Error('over')
    },
    now: () => NOW + second * 1000,
  }
  await expect(tailLogs(task)).rejects.toThrow('over')
  return { printed, asked }
}

const history = (count: number): readonly Drawn[] =>
  Array.from({ length: count }, (_, at) => ({ name: `old-${at}`, at: -2 - at }))

describe('logs tail --follow', () => {
  it('stays where it is while nothing comes, and prints nothing of what was before', async () => {
    const { printed, asked } = await followed(history(300), 200, '2')
    expect(printed).toEqual(['old-1 0', 'old-0 0'])
    const looks = asked.filter(({ second }) => second > 0 && second % 10 !== 0)
    expect(new Set(looks.map(({ from }) => from))).toEqual(new Set([-62]))
  })

  it('looks no further back than its period where nothing was in it', async () => {
    const before = [{ name: 'before', at: -3_700 }]
    const { printed, asked } = await followed([...before, { name: 'new', at: 5 }], 9)
    expect(printed).toEqual(['new 6'])
    expect(Math.min(...asked.filter(({ second }) => second > 0).map(({ from }) => from))).toBe(-3_600)
  })

  it('prints requests that took longer than the looks go back, once and within ten seconds', async () => {
    const quick = Array.from({ length: 900 }, (_, at) => ({ name: `q${at}`, at }))
    const slow = [
      { name: 'minutes', at: 3, took: 400 },
      { name: 'half', at: 100, took: 45, wrote: 25 },
      { name: 'before', at: -1_800, took: 2_400 },
      { name: 'known', at: -1_800, took: 1_700 },
      { name: 'late', at: 200, wrote: 29 },
    ]
    const { printed } = await followed([...quick, ...slow], 800)
    const seconds = new Map(printed.map(line => line.split(' ') as [string, string]))
    expect(printed).toHaveLength(seconds.size)
    const names = ['minutes', 'half', 'before', 'late']
    expect(names.map(name => Number(seconds.get(name)))).toEqual([410, 170, 600, 230])
    expect(seconds.has('known')).toBe(true)
    expect(Number(seconds.get('known'))).toBe(0)
    expect(quick.filter(({ name }) => seconds.has(name))).toHaveLength(800)
  })

  it('prints bursts of more than a page, the oldest first', async () => {
    const burst = Array.from({ length: 2_500 }, (_, at) => ({ name: `b${at}`, at: 1 + at / 10_000 }))
    const { printed } = await followed([...history(1_500), ...burst], 5)
    expect(printed.slice(20)).toEqual(burst.map(({ name }) => `${name} 3`).with(0, 'b0 2'))
  })

  it('goes on where a client has reported a request with a time to come', async () => {
    const { printed } = await followed(
      [
        { name: 'future', at: 86_400, took: 0, wrote: -86_399 },
        { name: 'next', at: 5 },
        { name: 'last', at: 150 },
      ],
      160,
    )
    expect(printed).toEqual(['future 1', 'next 6', 'last 151'])
  })
})
