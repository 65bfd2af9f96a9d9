// `portolan logs` against the stores of a project: what the example does not show.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { PORTOLAN, portolan, start } from '../../support/command.ts'
import { closeAll, listening } from '../../support/local-servers.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Counts what a process loads. */
const COUNT = new URL('../../support/count-modules.ts', import.meta.url).href

const MANIFEST = `providers: { mock: { provider: mock }, spare: { provider: mock } }
store: sqlite:.portolan/store.db
telemetry: { log_store: {} }
`
const CONFIG = `strategy: { mode: fallback }
targets:
  - provider: "@mock"
  - provider: "@spare"
`
const project = (): string =>
  temporaryFolder({
    'gateway.yaml': MANIFEST,
    'configs/chat.yaml': CONFIG,
    'configs/other.yaml': 'provider: "@spare"\n',
  })

const recordOf = (trace: string, more: Partial<LogRecord> = {}): LogRecord => ({
  id: Buffer.from(trace.padEnd(16, '.')).toString('hex'),
  time: new Date().toISOString(),
  trace,
  method: 'POST',
  path: '/v1/chat/completions',
  endpoint: 'chat/completions',
  status: 200,
  milliseconds: 12,
  config: 'chat',
  plan: '000000000000',
  workspace: 'default',
  model: 'echo',
  provider: 'mock',
  at: 'config.targets[1]',
  steps: [{ at: 'config.targets[0]', to: 'config.targets[1]', because: 'status 503' }],
  bytesIn: 1,
  bytesOut: 2,
  ...more,
})

async function write(folder: string, ...records: readonly LogRecord[]): Promise<void> {
  const store = await openLogStore('sqlite:.portolan/store.db', { folder })
  await store.append({
    id: records.map(({ id }) => id).join(),
    lines: records.map(each => JSON.stringify(each)).join('\n'),
  })
  await store.close()
}

async function said(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, out, complaints } = await portolan(args, folder)
  return `${code === 0 ? '' : `${code}: `}${out}${complaints}`.trim()
}

describe('logs why', () => {
  it('names lines of the release that was live, whatever the files are now', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    const plan = (await said(folder, 'show', '1')).match(/[0-9a-f]{12}/)?.[0] ?? ''
    await write(folder, recordOf('order-1', { plan }))
    expect(await said(folder, 'logs', 'why', 'order-1')).toContain(
      'Locations refer to the files of this folder, which are what was live.',
    )
    writeFileSync(join(folder, 'configs/chat.yaml'), `# A line more.\n# And another.\n${CONFIG}`)
    writeFileSync(join(folder, 'configs/other.yaml'), 'provider: "@mock"\n')
    const explained = await said(folder, 'logs', 'why', 'order-1')
    expect(explained).toContain('Locations refer to the sources of release 1, which was live.')
    expect(explained).toMatch(
      /config\.targets\[0\] → config\.targets\[1\] {2}because status 503 {2}configs\/chat\.yaml:3:5/,
    )
  })

  it('names the canary that served a request, and lines of its release', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    writeFileSync(join(folder, 'configs/chat.yaml'), `# A line more.\n${CONFIG}retry: { attempts: 1 }\n`)
    await said(folder, 'push', '--by', 'ann')
    const plan = (await said(folder, 'show', '2')).match(/[0-9a-f]{12}/)?.[0] ?? ''
    writeFileSync(join(folder, 'configs/chat.yaml'), CONFIG)
    await write(folder, recordOf('order-1', { plan, canary: 2 }))
    const explained = await said(folder, 'logs', 'why', 'order-1')
    expect(explained).toContain('the canary of release 2 served it')
    expect(explained).toContain('Locations refer to the sources of release 2, which served it as a canary.')
    expect(explained).toContain('because status 503  configs/chat.yaml:4:5')
    expect(await said(folder, 'logs', 'why', 'order-1', '--as-test')).toContain(
      `on the plan ${plan}, which release 2 served as a canary`,
    )
  })

  it('names lines of the release where a file has a comment more, which leaves its plan as it was', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    const plan = (await said(folder, 'show', '1')).match(/[0-9a-f]{12}/)?.[0] ?? ''
    await write(folder, recordOf('order-1', { plan }))
    writeFileSync(join(folder, 'configs/chat.yaml'), `# A comment.\n${CONFIG}`)
    const explained = await said(folder, 'logs', 'why', 'order-1')
    expect(explained).toContain('Locations refer to the sources of release 1, which was live.')
    expect(explained).toContain('because status 503  configs/chat.yaml:3:5')
  })

  it('says that a file was written since where no release tells what was live', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann', '--project', 'other')
    const plan = (await said(folder, 'show', '1', '--project', 'other')).match(/[0-9a-f]{12}/)?.[0] ?? ''
    await write(
      folder,
      recordOf('order-1', { plan }),
      recordOf('order-0', { plan, time: '2026-01-01T00:00:00.000Z' }),
    )
    expect(await said(folder, 'logs', 'why', 'order-1')).toContain('which are what was live.')
    expect(await said(folder, 'logs', 'why', 'order-0')).toContain(
      'Their plan is the one that was live, but configs/chat.yaml was written after the request, so lines may have moved.',
    )
  })

  it('tells a request that chose no config from one that brought its own', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    const { config: _, ...refused } = recordOf('refused', { status: 401 })
    await write(folder, refused, recordOf('own', { config: 'inline' }))
    expect(await said(folder, 'logs', 'why', 'refused')).toMatch(/ {2}No config was chosen\.$/)
    expect(await said(folder, 'logs', 'why', 'own')).toMatch(/ {2}The config came with the request\.$/)
  })

  it('says so where the store has no sources of the plan', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    await write(folder, recordOf('order-2'))
    expect(await said(folder, 'logs', 'why', 'order-2')).toContain(
      'Locations refer to the files of this folder; the plan 000000000000 was compiled from other sources, which are not in the store.',
    )
  })
})

describe('logs why, where something cannot be read,', () => {
  afterAll(closeAll)
  const answering = async (answer: (path: string, response: ServerResponse) => void): Promise<string> =>
    `http://127.0.0.1:${await listening(createServer(({ url = '' }, response) => answer(url, response)))}/v1`
  const HEAD = { 'content-type': 'application/json', 'content-length': '1000' }
  const why = (store: string) => said(project(), 'logs', 'why', 'order-3', '--store', store)

  it('does not take a damaged log for one without the trace', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    await write(folder, recordOf('order-3'))
    for (const name of readdirSync(join(folder, '.portolan')).filter(each => each.includes('.logs.db')))
      writeFileSync(join(folder, '.portolan', name), 'damaged '.repeat(1000))
    expect(await said(folder, 'logs', 'why', 'order-3')).toMatch(
      /^1: The log store sqlite:\S+store\.logs\.db cannot be used: file is not a database\.$/,
    )
  })

  it('reports the sentence of a gateway that cannot read its log', async () => {
    const store = await answering((_path, response) =>
      response.writeHead(503).end('{"error":{"message":"The log store cannot be used."}}'),
    )
    expect(await why(store)).toBe('1: The log store cannot be used.')
  })

  it('reports a reply that breaks off, and one that is not of a gateway', async () => {
    const broken = await answering((_path, response) => {
      response.writeHead(200, HEAD).write('{"data":[', () => response.destroy())
    })
    expect(await why(broken)).toBe(`1: The reply of the gateway ${broken} broke off.`)
    expect(await said(project(), 'logs', 'export', '--store', broken)).toBe(
      `1: The reply of the gateway ${broken} broke off.`,
    )
    const portal = await answering((_path, response) => response.end('<html>Sign in</html>'))
    expect(await why(portal)).toBe('1: The reply with the status 200 is not one of a gateway.')
  })

  it('does not say of sources that cannot be read that there are none', async () => {
    const store = await answering((path, response) => {
      if (path.includes('/logs/traces/'))
        response.end(JSON.stringify({ data: [{ record: recordOf('order-3') }] }))
      else response.writeHead(503).end('{"error":{"message":"The store cannot be used."}}')
    })
    const sentence = `cannot be read. The gateway ${store} cannot serve releases: The store cannot be used.`
    expect(await why(store)).toContain(`compiled from other sources, which ${sentence}`)
    expect(await said(temporaryFolder(), 'logs', 'why', 'order-3', '--store', store)).toContain(
      `The sources of the plan 000000000000 ${sentence}`,
    )
  })
})

describe('logs replay', () => {
  it('says where a request would go through another config, and what is not decided', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    await write(folder, recordOf('order-3'))
    const { id } = recordOf('order-3')
    const through = await said(folder, 'logs', 'replay', id, '--config', 'other')
    expect(through).toMatch(
      /^it went to +config\.targets\[1\]: mock echo\nit would go +config: @spare echo {2}100 %$/m,
    )
    writeFileSync(join(folder, 'try.json'), '{"provider":"@mock","override_params":{"model":"status-503"}}')
    expect(await said(folder, 'logs', 'replay', id, '--config', 'try.json')).toContain(
      'it would go  config: @mock status-503',
    )
    writeFileSync(
      join(folder, 'try.yaml'),
      'strategy: { mode: fallback, on_status_codes: [503] }\ntargets:\n  - provider: "@mock"\n  - provider: "@spare"\n',
    )
    expect(await said(folder, 'logs', 'replay', id, '--config', 'try.yaml')).toContain(
      '  then config.targets[1]  on 503',
    )
    writeFileSync(join(folder, 'broken.yaml'), 'targets: [')
    expect(await said(folder, 'logs', 'replay', id, '--config', 'broken.yaml')).toMatch(
      /^1: .*broken\.yaml:1:\d+/s,
    )
    expect(await said(folder, 'logs', 'replay', id, '--config', 'gone.yaml')).toMatch(
      /^1: .*gone\.yaml.*unreadable-file/s,
    )
    expect(await said(folder, 'logs', 'replay', id, '--config', 'missing')).toMatch(/^\d: .*missing/s)
  })
})

describe('logs --store', () => {
  it('reads the store that is named, whether or not the folder has a project', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    await write(folder, recordOf('a', { workspace: 'sales' }), recordOf('b'))
    const store = `sqlite:${join(folder, '.portolan/store.db')}`
    const folders = [
      temporaryFolder(),
      temporaryFolder({ 'gateway.yaml': 'providers: [' }),
      temporaryFolder({ 'one/gateway.yaml': MANIFEST, 'two/gateway.yaml': MANIFEST }),
      temporaryFolder({ 'config.yaml': 'provider: openai\n' }),
    ]
    for (const other of folders)
      expect(await said(other, 'logs', 'tail', '--workspace', 'sales', '--store', store)).toMatch(
        /^\S+ \S+ {2}200 .* {2}a$/,
      )
    const [empty = ''] = folders
    const logs = (...args: readonly string[]) => said(empty, 'logs', ...args, '--store', store)
    expect(await logs('show', 'b')).toMatch(/^\S+ \S+ {2}200 .* {2}b$/m)
    expect(await logs('why', 'b')).toContain('The store has no sources of the plan 000000000000.')
    expect(await logs('top')).toMatch(/^echo +2 /m)
    expect(await logs('erase', '--workspace', 'sales')).toContain('0 records are erased')
    writeFileSync(join(empty, 'try.json'), '{"provider":"mock"}')
    expect(await logs('replay', recordOf('a').id, '--config', 'try.json')).toContain(
      'it would go  config: mock echo',
    )
    expect(await said(folders[1] ?? '', 'logs', 'tail')).toMatch(/^1: The project has errors/)
  })
})

describe('logs tail --follow', () => {
  it('prints what is written while it runs, each record once, until it is stopped', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    await write(folder, recordOf('first'))
    const tail = start(PORTOLAN, ['logs', 'tail', '--follow', '--format', 'json'], folder)
    await tail.waitForOutput(/"first"/)
    await write(folder, recordOf('second'))
    await tail.waitForOutput(/"second"/)
    await write(folder, recordOf('third'))
    await tail.waitForOutput(/"third"/)
    tail.child.kill('SIGTERM')
    const { code, out } = await tail.finished
    expect(code).toBe(0)
    const traces = out
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { readonly trace_id: string }).trace_id)
    expect(traces).toEqual(['first', 'second', 'third'])
  })
})

describe('logs export', () => {
  it('writes a file that only its owner may read', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    await write(folder, recordOf('a'), recordOf('b'))
    // It says whose records they are: a key of one workspace would get fewer.
    expect(await said(folder, 'logs', 'export', '--out', 'all.jsonl')).toMatch(
      /^2 records of all workspaces that you may read since \d{4}-\d\d-\d\d \d\d:\d\d UTC are in all\.jsonl\.$/,
    )
    const file = join(folder, 'all.jsonl')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2)
  })
})

describe('logs session', () => {
  const at = (seconds: number): string => new Date(Date.now() - 3_600_000 * 5 + seconds * 1000).toISOString()
  const cached = { input: 1000, output: 50, cached: 800, source: 'provider' } as const

  it('prints one run of an agent as a tree with waits, failures and totals', async () => {
    const folder = project()
    await said(folder, 'push', '--by', 'ann')
    const session = 'run-1'
    await write(
      folder,
      recordOf('a', {
        ...{
          time: at(0),
          session,
          milliseconds: 2000,
          tokens: cached,
          cost: 12_000_000,
          span: { id: 'main' },
        },
        ...{ model: 'fast', servedModel: 'echo', answeredModel: 'echo-2' },
      }),
      recordOf('b', {
        time: at(10),
        session,
        span: { id: 'sub', parent: 'main', name: 'explore' },
        tokens: cached,
      }),
      recordOf('c', {
        ...{ time: at(20), session, status: 429, error: 'rate_limited', message: 'Wait.', limit: 'team' },
        ...{
          attempts: [503, 503, 200].map((status, n) => ({
            at: `config.targets[${n >> 1}]`,
            provider: 'mock',
            status,
            milliseconds: 1,
          })),
        },
      }),
      recordOf('d', { time: at(30), session: 'run-2' }),
      recordOf('e', { time: at(40) }),
    )
    const lines = (await said(folder, 'logs', 'session', session)).split('\n')
    const clock = String.raw`\d\d:\d\d:\d\d`
    expect(lines).toEqual([
      expect.stringMatching(/^session run-1 {2}20/),
      expect.stringMatching(
        new RegExp(
          String.raw`^  ${clock}  200       2 s  fast → echo → echo-2  in 1,000 \(80 % cached\), out 50  \$0\.0120$`,
        ),
      ),
      '    idle 8 s',
      expect.stringMatching(
        new RegExp(
          String.raw`^    ${clock}  200     12 ms  echo  explore  in 1,000 \(80 % cached\), out 50$`,
        ),
      ),
      '  idle 10 s',
      expect.stringMatching(new RegExp(`^  ${clock}  429     12 ms  echo$`)),
      '    1 retry',
      '    1 fallback, answered by mock',
      '    limit team refused it',
      '    rate_limited: Wait.',
      '3 calls, 1 error, in 2,000 (80 % cached), out 100, $0.0120, 1 not priced in full, 1 retry, 1 fallback, 1 denied',
      '20 s: calls 2 s, idle 18 s',
    ])
  })

  it('prints it for programs, and only what is in the period', async () => {
    const folder = project()
    await said(folder, 'push', '--by', 'ann')
    await write(folder, recordOf('a', { time: at(0), session: 's', tokens: cached, cost: 1e9 }))
    const { totals, calls } = JSON.parse(await said(folder, 'logs', 'session', 's', '--format', 'json'))
    expect(totals).toMatchObject({ calls: 1, cost: 1, input_tokens: 1000, cached_tokens: 800, idle_time: 0 })
    expect(calls).toMatchObject([{ trace: 'a', parent: null, depth: 0, models: ['echo'], cost: 1, wait: 0 }])
    expect(await said(folder, 'logs', 'session', 's', '--since', '1h')).toContain(
      'There are no records of the session s in this period: --since has a longer one.',
    )
  })

  it('is a filter and a group of the other subcommands', async () => {
    const folder = project()
    await said(folder, 'push', '--by', 'ann')
    await write(folder, recordOf('a', { session: 's' }), recordOf('b', { session: 't' }), recordOf('c'))
    expect((await said(folder, 'logs', 'tail', '--session', 's')).split('\n')).toHaveLength(1)
    expect(await said(folder, 'logs', 'top', '--by', 'session')).toMatch(
      /session +requests[\s\S]*\ns +1 [\s\S]*\nt +1 /,
    )
  })
})

describe('logs tail and top', () => {
  const lists: readonly string[][] = [
    ['tail'],
    ['tail', '--format', 'json'],
    ['tail', '--status', '503', '--model', 'echo', '--limit', '1'],
    ['tail', '--session', 'run-1'],
    ['tail', '--metadata', '{"team":"legal"}'],
    ['tail', '--metadata', 'team'],
    ['top'],
    ['top', '--by', 'metadata.team', '--format', 'json'],
    ['top', '--by', 'users', '--order', 'cost'],
    ['top', '--by', 'session'],
    ['top', '--by', 'nothing'],
  ]

  it('list from the log store what all of the project would', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    const metadata = { team: 'legal', _user: 'ann' }
    await write(
      folder,
      recordOf('order-1', { metadata, time: new Date(Date.now() - 2_000).toISOString() }),
      recordOf('order-2', { status: 503, error: 'upstream_failed', message: 'The provider refused.' }),
    )
    for (const [task = '', ...options] of lists) {
      const listed = await said(folder, 'logs', task, ...options)
      // Every record is of this workspace, and what names one is read with the whole project.
      const whole = await said(folder, 'logs', task, ...options, '--workspace', 'default')
      expect(listed, [task, ...options].join(' ')).toBe(whole)
    }
    expect(await said(folder, 'logs', 'tail')).toContain('order-2')
  })

  it('list while a config has a mistake, and load no compiler for it', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    await write(folder, recordOf('order-1'))
    writeFileSync(join(folder, 'configs/chat.yaml'), 'provider: "@nothing"\n')
    expect(await said(folder, 'logs', 'tail')).toContain('order-1')
    expect(await said(folder, 'logs', 'show', 'order-1')).toMatch(/^1: /)
    writeFileSync(join(folder, 'gateway.yaml'), `${MANIFEST}store: [`)
    expect(await said(folder, 'logs', 'tail')).toMatch(/^1: /)
  })

  it('say which records and sums leave out what has no price', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    const tokens = { input: 10, output: 5, source: 'provider' } as const
    await write(
      folder,
      recordOf('order-1', { tokens, cost: 500, unpriced: ['service tier'], rates: 'input 2' }),
      recordOf('order-2', { tokens, cost: 500 }),
    )
    expect(await said(folder, 'logs', 'tail', '--format', 'json')).toContain(
      '"unpriced":["service tier"],"rates":"input 2"',
    )
    expect(await said(folder, 'logs', 'top')).toContain(
      'The costs leave out what has no price, in 1 request: "portolan logs show" has the parts.',
    )
  })

  it.each(['tail', 'top'])('load at most 170 modules for %s', { timeout: 60_000 }, async task => {
    const folder = project()
    await said(folder, 'push', '--promote', '--by', 'ann')
    await write(folder, recordOf('order-1'))
    const { stderr, stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', COUNT, PORTOLAN, 'logs', task],
      { cwd: folder, env: { PATH: process.env['PATH'] } },
    )
    expect(stdout).toContain('echo')
    const modules = Number(/modules: (\d+)/.exec(stderr)?.[1])
    expect(modules).toBeGreaterThan(50)
    expect(modules).toBeLessThanOrEqual(170)
  })

  it('make no log store where there is none', async () => {
    const folder = project()
    expect(await said(folder, 'logs', 'tail')).toMatch(/^1: .*store\.db/)
    expect(existsSync(join(folder, '.portolan'))).toBe(false)
  })
})
