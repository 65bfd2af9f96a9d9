// The commands of examples/logs/README.md, in their order, against a gateway on another port.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exampleCommands, hasCurl } from '../support/example-commands.ts'

if (!hasCurl) console.warn('There is no curl: the commands of examples/logs are not run.')

it.skipIf(!hasCurl)('the commands of the example work, one after the other', async () => {
  const { folder, blocks, serve, run } = exampleCommands('logs', {
    PORTOLAN_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const [first = '', calls = '', commands = '', requests = ''] = blocks
  expect(first).toContain('portolan serve .\n')
  const gateway = await serve()
  run(calls)
  await expect
    .poll(
      () =>
        run(
          "for id in order-17 order-18; do curl -s -o /dev/null -w '%{http_code} ' http://127.0.0.1:8787/v1/logs/traces/$id; done",
        ),
      { timeout: 15_000 },
    )
    .toBe('200 200 ')
  const printed = run(commands)
  for (const words of [
    'replied 200',
    'config → config.targets[0]  because metadata.plan is "paid"  configs/by-plan.yaml:2:1',
    '503 from mock at config.targets[0].targets[0]',
    'configs/by-plan.yaml:12:',
    'Locations refer to the files of this folder, which are what was live.',
    'by-plan         2',
    'session visit-1  20',
    '2 calls, in ',
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
