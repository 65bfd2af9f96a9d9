// A process that is stopped, at any time from its first reply on: whatever its sinks of the log do meanwhile, its exit code is 0, each
// sink that works has all records, and each that does not says in one line how many it lost.
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { openLogStore } from '../../runtime/stores/logs/open-log-store.ts'
import { closeAll, later, listening } from '../support/local-servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, portOf, processFixture } from './gateway-process.ts'
import { chat, MOCK, status } from './mock-process.ts'
import { exchangeRaw, openRaw, rawRequest } from './raw-client.ts'

const { folder, start } = processFixture()
afterEach(closeAll)

/** How a receiver replies: with a status, never, or by closing the connection. */
type Manner = number | 'never' | 'closes'

/** A receiver of batches over HTTP, and the records that it has taken. */
async function receiver(recordsOf: (text: string) => number) {
  let manner: Manner = 200
  let taken = 0
  const server: Server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (manner === 'closes') return void request.socket.destroy()
      if (manner === 'never') return
      if (manner === 200) taken += recordsOf(Buffer.concat(pieces).toString())
      response.writeHead(manner, { 'content-type': 'application/json' }).end('{}')
    })
  })
  later(() => server.closeAllConnections())
  const port = await listening(server)
  return {
    url: `http://127.0.0.1:${port}`,
    taken: async () => taken,
    behave: (next: Manner) => {
      manner = next
    },
  }
}

const callsIn = (text: string): number => text.split('"endpoint":"chat/completions"').length - 1

interface OpenSink {
  readonly telemetry: object
  readonly store?: string
  readonly taken: () => Promise<number>
  /** Stops taking records; the result takes them again. */
  readonly fail: () => () => void
}

const SINKS: Readonly<Record<string, (manner: Manner) => Promise<OpenSink>>> = {
  log_file: async () => {
    const path = `${temporaryFolder()}/requests.jsonl`
    const moved = `${path}.moved`
    const read = (file: string): string => {
      try {
        return readFileSync(file, 'utf8')
      } catch {
        return ''
      }
    }
    return {
      telemetry: { log_file: { path } },
      taken: async () => callsIn(read(path)) + callsIn(read(moved)),
      fail: () => {
        renameSync(path, moved)
        mkdirSync(path)
        return () => renameSync(path, `${path}.folder`)
      },
    }
  },
  log_store: async () => {
    const place = temporaryFolder()
    return {
      telemetry: { log_store: {} },
      store: `sqlite:${place}/store.db`,
      taken: async () => {
        const logs = await openLogStore(`sqlite:${place}/store.db`, { folder: place, ring: undefined })
        const count = await logs.count({ scope: 'all', from: 0, to: Number.MAX_SAFE_INTEGER })
        await logs.close()
        return count
      },
      fail: () => {
        const database = new DatabaseSync(`${place}/store.logs.db`, { timeout: 30_000 })
        database.exec('BEGIN EXCLUSIVE')
        return () => database.close()
      },
    }
  },
  log_http: async manner => {
    const { url, taken, behave } = await receiver(callsIn)
    return {
      telemetry: { log_http: { url } },
      taken,
      fail: () => {
        behave(manner)
        return () => behave(200)
      },
    }
  },
  otlp_logs: async manner => {
    const { url, taken, behave } = await receiver(text => text.split('"timeUnixNano"').length - 1)
    return {
      telemetry: { otlp: { endpoint: url, logs: true, traces: 0, encoding: 'json' } },
      taken,
      fail: () => {
        behave(manner)
        return () => behave(200)
      },
    }
  },
}
const NAMES = Object.keys(SINKS)

interface Loss {
  readonly sink: string
  readonly lost: number
  readonly message: string
}

const lossesOf = ({ stdout }: GatewayProcess): readonly Loss[] =>
  stdout()
    .split('\n')
    .filter(line => line.includes('before the process ended'))
    .map(line => JSON.parse(line) as Loss)

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}

const FAULTS: readonly (readonly [title: string, sinks: readonly string[], manner: Manner])[] = [
  ['all sinks work', [], 200],
  ['the file cannot be written', ['log_file'], 200],
  ['the store is locked', ['log_store'], 200],
  ['a service does not reply', ['log_http'], 'never'],
  ['a service closes connections', ['log_http', 'otlp_logs'], 'closes'],
  ['a service replies 503', ['log_http', 'otlp_logs'], 503],
  ['no sink takes records', NAMES, 503],
]
const MOMENTS = ['with the first reply', 'after forty calls', 'when they take records again'] as const
const FEWER = ['all sinks work', 'the file cannot be written', 'no sink takes records']
const CASES = [1, 2, 4].flatMap(workers =>
  FAULTS.filter(([title]) => workers === 1 || FEWER.includes(title)).flatMap(([title, failing, manner]) =>
    MOMENTS.filter(moment => failing.length > 0 || moment !== 'when they take records again').map(moment => ({
      workers,
      title,
      failing,
      manner,
      moment,
    })),
  ),
)

describe('SIGTERM', () => {
  it.each(CASES)(
    'loses nothing that can be written: $title, $workers thread(s), $moment',
    { timeout: 60_000 },
    async ({ workers, failing, manner, moment }) => {
      const sinks = await Promise.all(NAMES.map(async name => [name, await SINKS[name]?.(manner)] as const))
      const opened = new Map(
        sinks.flatMap(([name, sink]) => (sink === undefined ? [] : [[name, sink] as const])),
      )
      const telemetry = Object.assign({}, ...[...opened.values()].map(each => each.telemetry)) as object
      const store = opened.get('log_store')?.store
      const port = await freePort()
      const manifest = { ...MOCK.manifest, listen: { port }, store, telemetry, trusted_hosts: ['127.0.0.1'] }
      const running = start([folder.write({ manifest }), '--workers', String(workers)])
      let replied = 0
      const call = async (): Promise<void> => {
        if (status(await exchangeRaw(port, chat('echo')).catch(() => '')) === '200') replied += 1
      }
      await until(async () => {
        if (running.child.exitCode !== null) throw new Error(running.stderr())
        await call()
        return replied > 0
      }, 60_000)
      if (moment !== 'with the first reply') {
        await portOf(running)
        for (let turn = 0; turn < 5; turn += 1) await Promise.all(Array.from({ length: 4 }, call))
      }
      const repairs = failing.map(name => opened.get(name)?.fail())
      if (moment !== 'with the first reply')
        for (let turn = 0; turn < 5; turn += 1) await Promise.all(Array.from({ length: 4 }, call))
      if (moment === 'when they take records again') {
        // The fault is noticed, so that what waits is that of the time before.
        await until(() => failing.every(name => running.stdout().includes(`"sink":"${name}"`)), 30_000)
        for (const repair of repairs) repair?.()
      }
      running.child.kill('SIGTERM')
      expect(await running.ended).toBe(0)
      for (const repair of repairs) if (moment !== 'when they take records again') repair?.()
      const losses = lossesOf(running)
      for (const [name, { taken }] of opened) {
        const own = losses.filter(({ sink }) => sink === name)
        const lost = own.reduce((sum, each) => sum + each.lost, 0)
        const isFailing = failing.includes(name) && moment !== 'when they take records again'
        if (!isFailing) expect([name, lost, await taken()]).toEqual([name, 0, replied])
        // Each thread has sinks of its own. The file takes lines of events, too.
        expect(own.length).toBeLessThanOrEqual(workers)
        if (isFailing && name !== 'log_file') expect(lost + (await taken())).toBe(replied)
        if (isFailing && name === 'log_file') expect(lost + (await taken())).toBeGreaterThanOrEqual(replied)
      }
    },
  )
})

describe('From the first reply on', () => {
  const get = (port: number, path: string): Promise<string> =>
    exchangeRaw(port, rawRequest('GET', path, ['connection: close'])).catch(() => '')
  const untilServed = (port: number): Promise<void> =>
    until(async () => status(await get(port, '/healthz')) === '200', 60_000)

  it.each([1, 2, 4])('SIGHUP ends none of %i thread(s), and is obeyed', async workers => {
    const port = await freePort()
    const manifest = { ...MOCK.manifest, listen: { port } }
    const running = start([folder.write({ manifest }), '--workers', String(workers)])
    await untilServed(port)
    running.child.kill('SIGHUP')
    await until(() => running.stderr().includes('is now in use'), 60_000)
    expect(status(await get(port, '/readyz'))).toBe('200')
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  })

  it.each([2, 4])('connections that are opened together are divided among %i threads', async workers => {
    const port = await freePort()
    const manifest = { ...MOCK.manifest, listen: { port }, telemetry: { metrics: true } }
    const running = start([folder.write({ manifest }), '--workers', String(workers)])
    await untilServed(port)
    await portOf(running)
    let open: readonly number[] = []
    // A thread that has no processor for a moment takes none of a burst.
    for (let burst = 0; burst < 5 && !(open.length > 0 && open.every(count => count > 0)); burst += 1) {
      await Promise.all(Array.from({ length: 64 }, () => openRaw(port)))
      const metrics = await get(port, '/metrics')
      open = [...metrics.matchAll(/portolan_worker_connections\{worker="\d+"\} (\d+)/g)].map(([, count]) =>
        Number(count),
      )
    }
    expect(open).toHaveLength(workers)
    for (const count of open) expect(count).toBeGreaterThan(0)
  })
})
