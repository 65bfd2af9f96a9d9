// The two commands of README.md, as they stand there, in a fresh clone whose shell has the old Node of the machine. `.ci/run` runs the
// second one over the whole suite, with the checks beside it; here it runs one file.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './support/folder.ts'
import { shellEnvironment } from './support/prepared-clone.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { freePort } from './support/test-redis.ts'

const README = readFileSync(join(ROOT, 'README.md'), 'utf8')

/** The major version of Node from which on the gateway runs. */
const OLDEST = 22

/** What a reader sees without scrolling. */
const FIRST_SCREEN = README.split('\n').slice(0, 30).join('\n')

const [START = '', TEST = ''] = Array.from(
  FIRST_SCREEN.matchAll(/^(npm install && npm \w+) +# /gm),
  ([, command = '']) => command,
)

/** The files that git has or would have, without packages. `port` replaces the port of the example. */
function freshClone(port: number): string {
  const clone = temporaryFolder()
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).stdout
  for (const file of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(join(ROOT, file), join(clone, file), { verbatimSymlinks: true })
  }
  const manifest = join(clone, 'examples/quickstart/gateway.yaml')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('8787', String(port)))
  return clone
}

/** The environment of a shell that has the packages npm has downloaded before. */
const environment = (clone: string): Readonly<Record<string, string>> => ({
  ...shellEnvironment(clone),
  npm_config_cache: process.env['npm_config_cache'] ?? `${process.env['HOME']}/.npm`,
  npm_config_prefer_offline: 'true',
})

/** Types the first command, and waits until it names an address. */
async function start(clone: string): Promise<{ readonly address: string; readonly end: () => void }> {
  const child = spawn('bash', ['--norc', '-c', START], {
    cwd: clone,
    env: environment(clone),
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const address = await new Promise<string>((resolve, reject) => {
    const collect = (bytes: Buffer): void => {
      output += String(bytes)
      const served = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (served !== undefined) resolve(served)
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('exit', () => reject(new Error(`It ended: ${output}`)))
  })
  return { address, end: () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')) }
}

describe('The two commands of README.md', () => {
  it('are in its first screen, and the gate runs the second', () => {
    expect([START, TEST]).toEqual(['npm install && npm start', 'npm install && npm test'])
    expect(readFileSync(join(ROOT, '.ci/run'), 'utf8')).toContain(`grep -E '^${TEST}`)
  })

  it('serve an example without a key, and pass the tests, on a machine with an old Node', async () => {
    const port = await freePort()
    const clone = freshClone(port)
    const type = (line: string) =>
      spawnSync('bash', ['--norc', '-c', line], { cwd: clone, env: environment(clone), encoding: 'utf8' })
    const node = type('node --version').stdout.trim()
    if (Number(/\d+/.exec(node)?.[0]) >= OLDEST) console.warn(`The Node of this machine is not old: ${node}.`)

    const served = await start(clone)
    try {
      expect(served.address).toBe(`http://127.0.0.1:${port}`)
      const call = /^curl [\s\S]*?\}'$/m.exec(README)?.[0].replace('8787', String(port)) ?? 'false'
      expect(JSON.parse(type(call).stdout)).toMatchObject({
        choices: [{ message: { role: 'assistant' } }],
      })
    } finally {
      served.end()
    }

    const { status, stdout, stderr } = type(`${TEST} -- test/compiler/node-version.test.ts`)
    expect({ status, output: stdout + stderr }).toEqual({
      status: 0,
      output: expect.stringMatching(/Test Files +1 passed/),
    })
  })
})
