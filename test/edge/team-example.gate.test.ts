// The commands of examples/team/README.md, in their order, against a gateway on another port.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exampleCommands, hasCurl } from '../support/example-commands.ts'

if (!hasCurl) console.warn('There is no curl: the commands of examples/team are not run.')

it.skipIf(!hasCurl)('the commands of the example work, one after the other', async () => {
  const { folder, blocks, serve, run } = exampleCommands('team')
  const [first = '', ...others] = blocks
  expect(first).toBe('portolan admin-key create\nportolan serve .\n')
  run('portolan admin-key create')
  const gateway = await serve()
  const stdout = run(others.join('\n'))
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
