// The commands of examples/team/README.md, in their order, against a gateway on another port.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PORTOLAN, portolan, start } from '../support/command.ts'
import { ROOT } from '../support/folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const EXAMPLE = join(ROOT, 'examples/team')
const hasCurl = spawnSync('curl', ['--version']).error === undefined
if (!hasCurl) console.warn('There is no curl: the commands of examples/team are not run.')

it.skipIf(!hasCurl)('the commands of the example work, one after the other', async () => {
  const folder = temporaryFolder()
  cpSync(EXAMPLE, folder, { recursive: true, filter: path => !path.includes('.portolan') })
  const readme = readFileSync(join(EXAMPLE, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block)
  const [first = '', ...others] = blocks
  expect(first).toBe('portolan admin-key create\nportolan serve .\n')
  expect((await portolan(['admin-key', 'create'], folder)).code).toBe(0)
  const gateway = start(PORTOLAN, ['serve', '.', '--port', '0'], folder)
  const [, base = ''] = await gateway.waitForOutput(/(http:\/\/127\.0\.0\.1:\d+\/v1)/)
  const script = others.join('\n').replace('http://127.0.0.1:8787/v1', base)
  const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-euc', script], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  const lines = stdout.trim().split('\n')
  expect(lines.slice(1, 7)).toEqual(['200', '200', '200', '200', '200', '429'])
  const [workspace, rendered, saved, configs, rotated, revoked, audit] = [lines[0], ...lines.slice(7)].map(
    line => JSON.parse(line ?? '') as Record<string, unknown>,
  )
  expect(workspace).toMatchObject({ slug: 'research' })
  expect(rendered).toMatchObject({ data: { messages: [{ content: 'Welcome, Ada!' }] } })
  expect(saved).toMatchObject({ success: true, slug: 'careful' })
  expect(configs).toMatchObject({
    data: [
      { slug: 'careful', owner: 'api' },
      { slug: 'chat', owner: 'git' },
    ],
  })
  expect(rotated).toHaveProperty('key_transition_expires_at')
  expect(revoked).toEqual({})
  expect(audit).toMatchObject({ total: 6 })
  // A secret is in no reply but the one that made it.
  const secret = (JSON.parse(readFileSync(join(folder, 'key.json'), 'utf8')) as { key: string }).key
  expect(JSON.stringify([saved, configs, rotated, audit])).not.toContain(secret)
  gateway.child.kill('SIGTERM')
  await gateway.finished
})
