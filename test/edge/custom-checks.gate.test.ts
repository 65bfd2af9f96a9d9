// Custom checks in the runtime process: loaded when it starts and when a plan is reloaded, never other code than what
// was compiled, and never by request.
import { cpSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { portolan } from '../support/command.ts'
import { makeFolder, temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { type GatewayProcess, portOf, startProcess } from './gateway-process.ts'

const started: GatewayProcess[] = []
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})

const MANIFEST = `providers:
  mock: { provider: mock }
checks:
  acme.tone: ./checks/tone.ts
`
const CHAT = `provider: "@mock"
input_guardrails:
  - { id: tone, deny: true, acme.tone: { word: shout } }
`
const check = (evaluate: string): string => `import { defineCheck } from 'portolan'
import { reasonOf } from './reason.ts'
export default defineCheck({
  schema: {
    title: 'Tone', description: 'It is calm.',
    properties: { word: { type: 'string', description: 'The word.', minLength: 1 } },
    required: ['word'],
  },
  link: ({ word }) => ${evaluate},
})
`
const TONE = check(`({ texts }) => ({ passed: !texts.join('').includes(word), reason: reasonOf(word) })`)
const REASON = "export const reasonOf = (word: string): string => 'first ' + word.length\n"
const FILES = {
  'gateway.yaml': MANIFEST,
  'configs/chat.yaml': CHAT,
  'checks/tone.ts': TONE,
  'checks/reason.ts': REASON,
}

async function compiled(
  files: Readonly<Record<string, string>> = {},
  make: (contents: Readonly<Record<string, string>>) => string = temporaryFolder,
): Promise<string> {
  const folder = make({ ...FILES, ...files })
  const { code, out, complaints } = await portolan(['compile'], folder)
  if (code !== 0) throw new Error(out + complaints)
  return folder
}

const run = (folder: string, words: readonly string[] = []): GatewayProcess => {
  const running = startProcess([join(folder, 'gateway.plan.json'), '--port', '0', ...words])
  started.push(running)
  return running
}

async function send(port: number, content: string, config = 'chat'): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': config },
    body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content }] }),
  })
  return `${reply.status} ${reply.headers.get('x-gateway-hook-verdict')} ${await reply.text()}`
}

describe('a plan with a custom check', () => {
  it('is served: the check runs, in saved configs and in header configs', async () => {
    const port = await portOf(run(await compiled()))
    expect(await send(port, 'Hello')).toMatch(/^200 passed /)
    expect(await send(port, 'They shout')).toMatch(/^446 denied .*acme\.tone: first 5/)
    const inline = (parameters: object, more: object = {}): string =>
      JSON.stringify({
        provider: '@mock',
        input_guardrails: [{ deny: true, 'acme.tone': parameters }],
        ...more,
      })
    expect(await send(port, 'They whisper', inline({ word: 'whisper' }))).toMatch(/^446 .*first 7/)
    expect(await send(port, 'Hello', inline({ word: '' }))).toMatch(/^400 null .*must not be empty/)
    expect(await send(port, 'Hello', inline({ wrod: 'a' }))).toMatch(
      /^400 null .*is not a property.*Did you mean/,
    )
    // Only a manifest references modules.
    expect(await send(port, 'Hello', inline({ word: 'a' }, { checks: { 'acme.b': './b.ts' } }))).toMatch(
      /^400 null .*\\"checks\\" is not a property/,
    )
  })

  it('is in the folder of its modules, or gets --modules, symbolic links included', async () => {
    const [from, plans, mounted] = [await compiled(), temporaryFolder(), temporaryFolder()]
    renameSync(join(from, 'gateway.plan.json'), join(plans, 'gateway.plan.json'))
    const alone = run(plans)
    expect(await alone.ended).toBe(1)
    expect(alone.stderr()).toBe(
      'portolan-runtime: The check "acme.tone" of checks/tone.ts cannot be used. The file checks/tone.ts cannot be read.\n',
    )
    cpSync(join(from, 'checks'), join(mounted, '..data', 'checks'), { recursive: true })
    symlinkSync(join(mounted, '..data', 'checks'), join(mounted, 'checks'))
    const port = await portOf(run(plans, ['--modules', mounted]))
    expect(await send(port, 'They shout')).toMatch(/^446 /)
  })

  it.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    ['that was changed', { 'checks/tone.ts': `${TONE}// more\n` }, /checks\/tone\.ts has changed since/],
    [
      'with a changed dependency',
      { 'checks/reason.ts': `${REASON} ` },
      /checks\/reason\.ts has changed since/,
    ],
  ])('is rejected with a module %s', async (_title, files, sentence) => {
    const folder = await compiled()
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const running = run(folder)
    expect(await running.ended).toBe(1)
    expect(running.stderr()).toMatch(sentence)
    expect(running.stderr().split('\n')).toHaveLength(2)
  })

  it.each<readonly [string, string, RegExp]>([
    [
      'throws',
      `{ throw new Error('hunter2') }`,
      /The check "acme\.tone" cannot be linked: its "link" threw an error\./,
    ],
    ['returns no function', `('judge' as never)`, /its "link" did not return a function\./],
  ])('is rejected where the link of a check %s', async (_title, evaluate, sentence) => {
    const running = run(await compiled({ 'checks/tone.ts': check(evaluate) }))
    expect(await running.ended).toBe(1)
    expect(running.stderr()).toMatch(sentence)
    expect(running.stderr()).not.toMatch(/hunter2|\n +at /)
  })
})

describe('a bug in a check', () => {
  const BUGS: readonly (readonly [title: string, evaluate: string])[] = [
    ['that throws', `() => { throw new Error('hunter2') }`],
    ['that rejects', `async () => { throw new Error('hunter2') }`],
    ['that returns nothing', `() => undefined as never`],
    ['that returns something else', `() => ({ passed: 'yes', reason: 1 }) as never`],
    ['that rewrites with non-strings', `() => ({ passed: true, reason: '', texts: [1] }) as never`],
    ['that returns an invalid body', `() => ({ passed: true, reason: '', body: 'x' }) as never`],
  ]
  const named = (config: string, number: number): string => config.replaceAll('tone', `tone${number}`)
  const files = BUGS.flatMap(([, evaluate], number) => [
    [`checks/tone${number}.ts`, check(evaluate)],
    [`configs/chat${number}.yaml`, named(CHAT, number)],
    [
      `configs/strict${number}.yaml`,
      named(CHAT.replace('word: shout', 'word: a, failOnError: true'), number),
    ],
  ])
  const manifest = BUGS.map((_bug, number) => `  acme.tone${number}: ./checks/tone${number}.ts\n`)

  // One process has all of the checks: none may keep it from evaluating the others.
  let folder: string
  let running: GatewayProcess
  let port: number
  beforeAll(async () => {
    const contents = { ...Object.fromEntries(files), 'gateway.yaml': MANIFEST + manifest.join('') }
    folder = await compiled(contents, makeFolder)
    running = startProcess([join(folder, 'gateway.plan.json'), '--port', '0'])
    port = await portOf(running)
  })
  afterAll(() => {
    running.child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })

  it.each(BUGS.map(([title], number) => [title, number] as const))(
    '%s is a check error',
    async (_, number) => {
      expect(await send(port, 'Hello', `chat${number}`)).toMatch(/^200 passed .*/)
      expect(await send(port, 'Hello', `strict${number}`)).toMatch(/^446 denied .*The check threw an error/)
      expect(running.stdout() + running.stderr()).not.toContain('hunter2')
    },
  )
})

describe('SIGHUP', () => {
  it('loads a recompiled check, and keeps the running plan when it is rejected', async () => {
    const folder = await compiled()
    const running = run(folder)
    const port = await portOf(running)
    const hup = async (sentence: RegExp): Promise<void> => {
      running.child.kill('SIGHUP')
      await until(() => sentence.test(running.stderr()))
    }
    expect(await send(port, 'shout')).toMatch(/^446 .*first 5/)

    writeFileSync(join(folder, 'checks/reason.ts'), REASON.replace('first', 'second'))
    // It runs what was loaded; the file on the disk differs from the plan's, but nothing is loaded again.
    await hup(/is now in use/)
    expect(await send(port, 'shout')).toMatch(/^446 .*first 5/)

    expect((await portolan(['compile'], folder)).code).toBe(0)
    await hup(/now in use[\s\S]*now in use/)
    expect(await send(port, 'shout')).toMatch(/^446 .*second 5/)

    writeFileSync(join(folder, 'checks/reason.ts'), REASON.replace('first', 'third'))
    expect((await portolan(['compile'], folder)).code).toBe(0)
    writeFileSync(join(folder, 'checks/reason.ts'), 'throw 1\n')
    await hup(/checks\/reason\.ts has changed since[\s\S]*The running plan stays/)
    expect(await send(port, 'shout')).toMatch(/^446 .*second 5/)

    // What failed before is tried again.
    writeFileSync(join(folder, 'checks/reason.ts'), REASON.replace('first', 'third'))
    await hup(/now in use[\s\S]*now in use[\s\S]*now in use/)
    expect(await send(port, 'shout')).toMatch(/^446 .*third 5/)
  })
})
