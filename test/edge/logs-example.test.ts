// The commands of examples/logs/README.md, in their order, against a gateway on another port.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { COMPILE_CACHE, PORTOLAN, start } from '../support/command.ts'
import { ROOT } from '../support/folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const EXAMPLE = join(ROOT, 'examples/logs')
const hasCurl = spawnSync('curl', ['--version']).error === undefined
if (!hasCurl) console.warn('There is no curl: the commands of examples/logs are not run.')

it.skipIf(!hasCurl)('the commands of the example work, one after the other', async () => {
  const folder = temporaryFolder()
  cpSync(EXAMPLE, folder, { recursive: true, filter: path => !path.includes('.portolan') })
  const readme = readFileSync(join(EXAMPLE, 'README.md'), 'utf8')
  const [first = '', calls = '', commands = '', requests = ''] = [
    ...readme.matchAll(/```sh\n([\s\S]*?)```/g),
  ].map(([, block = '']) => block)
  expect(first).toContain('portolan serve .\n')
  const environment = { PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const gateway = start(PORTOLAN, ['serve', '.', '--port', '0'], folder, environment)
  const [, base = ''] = await gateway.waitForOutput(/(http:\/\/127\.0\.0\.1:\d+\/v1)/)
  const run = (script: string) => {
    const portolan = `portolan() { "${process.execPath}" "${PORTOLAN}" "$@"; }\n`
    const { stdout, stderr, status } = spawnSync(
      'bash',
      ['--norc', '-euc', portolan + script.replaceAll('http://127.0.0.1:8787/v1', base)],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, ...environment, NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILE_CACHE },
      },
    )
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    return stdout
  }
  run(calls)
  await expect
    .poll(
      async () =>
        (await Promise.all(['order-17', 'order-18'].map(trace => fetch(`${base}/logs/traces/${trace}`)))).map(
          ({ status }) => status,
        ),
      { timeout: 15_000 },
    )
    .toEqual([200, 200])
  const printed = run(commands)
  for (const words of [
    'replied 200',
    'config → config.targets[0]  because metadata.plan is "paid"  configs/by-plan.yaml:2:1',
    '503 from mock at config.targets[0].targets[0]',
    'configs/by-plan.yaml:12:',
    'Places are in the files of this folder, which are what was live.',
    'by-plan         2',
    'Where is my order?',
    '"value":-5',
    '1 record of all workspaces that you may read since ',
    ' is in paid.jsonl.',
    'The bodies of 1 records are erased; the records stay.',
  ])
    expect(printed).toContain(words)
  const exported = JSON.parse(readFileSync(join(folder, 'paid.jsonl'), 'utf8'))
  expect(Object.keys(exported)).toEqual(['id', 'cost', 'request'])
  expect(exported.request.messages[0].content).toBe('Where is my order?')
  const replies = run(requests)
  expect(replies).toContain('"has_bodies":false')
  expect(replies).toContain('"user":"ann","requests":1,"cost":0.0000')
  const over = run(
    `portolan logs why order-18 --store http://127.0.0.1:8787/v1; portolan logs tail --format json --store http://127.0.0.1:8787/v1`,
  )
  expect(over).toContain('because default')
  gateway.child.kill('SIGTERM')
  await gateway.finished
})
