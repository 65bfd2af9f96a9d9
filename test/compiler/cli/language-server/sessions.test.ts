// Changes of an editor: of those that have arrived only the last is compiled, and a request waits for the changes before it alone.
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSessions } from '../../../../compiler/cli/language-server/sessions.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

function startSessions(text: () => string) {
  const folder = temporaryFolder({ 'gateway.yaml': 'providers: {}\n', 'configs/a.yaml': 'provider: mock\n' })
  const manifest = join(folder, 'gateway.yaml')
  const compiled: string[] = []
  let next = (): void => {}
  const sessions = createSessions({
    open: {
      openText: path => (path === manifest ? text() : undefined),
      openPaths: () => [manifest],
    },
    isTrusted: () => true,
    now: () => 0,
    onCompiled: each => {
      compiled.push(each.view()?.files.get('gateway.yaml')?.source.text ?? '')
      next()
    },
    onBug: error => expect.fail(String(error)),
    onTooLarge: each => expect.fail(each),
  })
  onTestFinished(() => sessions.close())
  return {
    sessions,
    manifest,
    compiled,
    session: () => sessions.sessionOf(manifest) ?? expect.fail('no session'),
    onNext: (callback: () => void): void => {
      next = callback
    },
  }
}

it('compiles once for sixty changes that have arrived, one message a turn', async () => {
  let text = ''
  const { sessions, manifest, compiled, session } = startSessions(() => text)
  for (let index = 1; index <= 60; index += 1) {
    text = `name: g${index}\n`
    sessions.change(manifest)
    await turn()
  }
  await sessions.settled(session())
  expect(compiled).toEqual(['name: g60\n'])
})

it('lets a request wait for one compilation, however many changes come after it', async () => {
  const { sessions, manifest, compiled, session, onNext } = startSessions(() => `name: g${compiled.length}\n`)
  let left = 20
  onNext(() => {
    left -= 1
    if (left > 0) sessions.change(manifest)
  })
  sessions.change(manifest)
  await sessions.settled(session())
  expect(compiled).toHaveLength(1)
})
