// What editors make of a new project: the schemas that it names are loaded by a real YAML language server.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { type Editor, startEditor } from '../../support/language-server.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

let editor: Editor
beforeAll(async () => {
  editor = await startEditor()
}, 30_000)
afterAll(() => editor?.close())

async function newProject(): Promise<string> {
  const folder = temporaryFolder()
  await portolan(['init', 'team-gateway'], folder)
  return join(folder, 'team-gateway')
}

/** The file with a line more, and the number of that line. */
function withLine(path: string, line: string): { readonly text: string; readonly line: number } {
  const text = readFileSync(path, 'utf8')
  return { text: `${text}${line}\n`, line: text.split('\n').length - 1 }
}

const FILES = ['gateway.yaml', 'configs/chat.yaml', 'configs/split.yaml', 'configs/chat.test.yaml']

describe('an editor with a new project', () => {
  it.each(FILES)('finds no problem in %s', async file => {
    expect(await editor.open(join(await newProject(), file))).toEqual([])
  })

  it.each([
    ['gateway.yaml', 'listn: { port: 1 }', /listn/],
    ['gateway.yaml', 'limits: { body_bytes: many }', /integer/],
    ['configs/chat.yaml', 'cache: { mode: sometimes }', /simple/],
    ['configs/chat.yaml', 'targts: []', /targts/],
    ['configs/chat.test.yaml', 'coverage: 80', /coverage/],
  ])('underlines a mistake in %s: %s', async (file, line, says) => {
    const path = join(await newProject(), file)
    const changed = withLine(path, line)
    const [problem] = await editor.open(path, changed.text)
    expect(problem).toMatchObject({
      message: expect.stringMatching(says),
      range: { start: { line: changed.line } },
    })
  })

  it.each([
    ['gateway.yaml', 'limits: {}', 'Resource limits of the gateway'],
    ['configs/chat.yaml', 'request_timeout: 1000', 'milliseconds'],
  ])('describes a property of %s: %s', async (file, line, says) => {
    const path = join(await newProject(), file)
    const changed = withLine(path, line)
    await editor.open(path, changed.text)
    expect(await editor.hover(path, changed.line, 2)).toContain(says)
  })

  it.each([
    ['gateway.yaml', 'al', 'alerts'],
    ['configs/chat.yaml', 'inp', 'input_guardrails'],
  ])('completes names in %s: %s', async (file, line, word) => {
    const path = join(await newProject(), file)
    const changed = withLine(path, line)
    await editor.open(path, changed.text)
    expect(await editor.complete(path, changed.line, line.length)).toContain(word)
  })
})

it('an editor finds no problem in the examples whose files name a schema', async () => {
  const folder = temporaryFolder()
  for (const part of ['examples', 'schemas/generated/editors'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  for (const file of ['telemetry/gateway.yaml', 'config-tests/configs/chat.test.yaml'])
    expect(await editor.open(join(folder, 'examples', file))).toEqual([])
})
