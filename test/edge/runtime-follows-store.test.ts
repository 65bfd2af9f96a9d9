// `portolan-runtime --store`: a process that serves what others push, and what they roll back to.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { portolan, RUNTIME, start } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const config = (model: string): string => `provider: "@mock"\noverride_params: { model: ${model} }\n`

it('serves the live release, picks up a push and a roll-back', async () => {
  const folder = temporaryFolder({
    'gateway.yaml': 'providers: { mock: { provider: mock } }\nstore: sqlite:store.db\n',
    'configs/chat.yaml': config('echo'),
  })
  const missing = start(RUNTIME, ['--store', 'sqlite:store.db'], folder)
  expect(await missing.finished).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('does not exist; portolan push makes it.'),
  })
  await portolan(['push'], folder)
  const unlabelled = start(RUNTIME, ['--store', 'sqlite:store.db'], folder)
  expect((await unlabelled.finished).complaints).toContain('portolan push --promote makes it.')

  await portolan(['promote'], folder)
  const runtime = start(RUNTIME, ['--store', 'sqlite:store.db', '--port', '0'], folder)
  const [, port = ''] = await runtime.waitForOutput(/plan [0-9a-f]{12} on http:\/\/127\.0\.0\.1:(\d+)\/v1/)
  const status = async (): Promise<number> => {
    const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-gateway-config': 'chat' },
      body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    await reply.arrayBuffer()
    return reply.status
  }
  expect(await status()).toBe(200)
  writeFileSync(join(folder, 'configs/chat.yaml'), config('status-418'))
  await portolan(['push', '--promote'], folder)
  const [, second = ''] = await runtime.waitForOutput(/The plan ([0-9a-f]{12}) is now in use/)
  expect(await status()).toBe(418)
  expect((await portolan(['status'], folder)).out).toMatch(
    new RegExp(`runtime .*:${port}: running, live, plan ${second}, revision 3`),
  )
  await portolan(['rollback'], folder)
  await runtime.waitForOutput(new RegExp(`The plan (?!${second})[0-9a-f]{12} is now in use`))
  expect(await status()).toBe(200)
  runtime.child.kill('SIGTERM')
  expect((await runtime.finished).code).toBe(0)
})
