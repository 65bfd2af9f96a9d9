// The commands of examples/releases/README.md, in their order.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const EXAMPLE = join(ROOT, 'examples/releases')

/** The words of a command line, in which quotation marks join some. */
const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), match => match[1] ?? match[2] ?? '')

it('the commands of the example work, one after the other', async () => {
  const folder = temporaryFolder()
  cpSync(EXAMPLE, folder, { recursive: true, filter: path => !path.includes('.portolan') })
  const readme = readFileSync(join(EXAMPLE, 'README.md'), 'utf8')
  const lines = readme.split('\n').filter(line => line.startsWith('portolan '))
  const said: string[] = []
  for (const line of lines) {
    // The reader has changed the config by then.
    if (line.includes('Another temperature'))
      writeFileSync(
        join(folder, 'configs/chat.yaml'),
        'provider: "@mock"\noverride_params: { model: other }\n',
      )
    const { code, out, complaints } = await portolan(wordsOf(line).slice(1), folder)
    expect(code, `${line}\n${complaints}`).toBe(0)
    said.push(out)
  }
  expect(said).toHaveLength(9)
  expect(said[0]).toContain('changed chat@1, fast@1. It is live.')
  expect(said[2]).toContain('changed chat@2. portolan promote 2 makes it live.')
  expect(said[6]).toContain('moved from release 2 to release 1, with the keys of release 2')
  expect(said[7]).toContain('release 1 with chat@2')
  expect(said[8]).toContain('moved from release 1 with chat@2 to release 1, with')
})
