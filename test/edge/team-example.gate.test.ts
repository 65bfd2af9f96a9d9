// The commands of examples/team/README.md, in their order, against a gateway on another port; and each refusal that it quotes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exampleCommands, hasCurl } from '../support/example-commands.ts'
import { ROOT } from '../support/folder.ts'

if (!hasCurl) console.warn('There is no curl: the commands of examples/team are not run.')

interface Refusal {
  readonly status: string
  readonly text: string
}

const readme = readFileSync(join(ROOT, 'examples/team/README.md'), 'utf8')
const quoted = [...readme.matchAll(/<!-- (\d{3}) -->\n```text\n(.*)\n```/g)].map(
  ([, status = '', text = '']): Refusal => ({ status, text }),
)

/** `…` stands for identifiers and times. */
const matching = ({ text }: Refusal): RegExp =>
  new RegExp(
    `^${text
      .split('…')
      .map(part => part.replaceAll(/[().?[\]{}|+*^$\\]/g, '\\$&'))
      .join('\\S+')}$`,
  )

it.skipIf(!hasCurl)('the commands of the example work, one after the other', async () => {
  const { folder, blocks, serve, run } = exampleCommands('team')
  const [first = '', ...others] = blocks
  expect(first).toBe('cd examples/team\nportolan admin-key create\nportolan serve .\n')
  run('portolan admin-key create')
  const gateway = await serve()
  const lines = run(others.join('\n')).trim().split('\n')
  const isStatus = (line: string): boolean => /^\d{3}$/.test(line)
  expect(lines.filter(isStatus)).toEqual([
    ...['200', '200', '200', '200', '200', '429'],
    '401',
    ...['200', '429'],
    ...['200', '412'],
    '401',
  ])
  const replies = lines.filter(line => !isStatus(line)).map(line => JSON.parse(line))
  const messages = replies.flatMap(({ error }) => (error === undefined ? [] : [error.message]))
  expect(quoted.map(({ status }) => status)).toEqual(['429', '401', '429', '412', '403', '400'])
  expect(messages).toEqual(quoted.map(refusal => expect.stringMatching(matching(refusal))))
  const shown = replies.filter(({ error }) => error === undefined)
  expect(shown).toMatchObject([
    { slug: 'research' },
    { slug: 'interns', keys: 0 },
    { slug: 'interns', keys: 2, rate_limits: [{ value: 1 }] },
    { data: [{ email: 'ada@example.com', role: 'member' }] },
    { data: [{ current_usage: 2, status: 'active' }] },
    { data: { messages: [{ content: 'Welcome, Ada!' }] } },
    { slug: 'summary' },
    { success: true, slug: 'careful' },
    {
      data: [
        { slug: 'careful', owner: 'api' },
        { slug: 'chat', owner: 'git' },
      ],
    },
    { key_transition_expires_at: expect.any(String) },
    {},
    // Of the key of the owner, too.
    { total: 15 },
  ])
  // A secret is in no reply but the one that made it.
  for (const file of ['key.json', 'ada-key.json', 'interns.json']) {
    const [key = ''] = /ptl_[\w-]{43}/.exec(readFileSync(join(folder, file), 'utf8')) ?? []
    expect(key).not.toBe('')
    expect(JSON.stringify(replies)).not.toContain(key)
  }
  gateway.child.kill('SIGTERM')
  await gateway.finished
})
