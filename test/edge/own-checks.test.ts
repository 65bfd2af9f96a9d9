// Checks of one's own in the runtime as a process: loaded when it starts and when a plan is loaded again, never anything
// else than what was compiled, and never for what a request says.
import { cpSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { portolan } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type GatewayProcess, portOf, startProcess } from './gateway-process.ts'
import { until } from './raw-client.ts'

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
const check = (judge: string): string => `import { defineCheck } from 'portolan'
import { reasonOf } from './reason.ts'
export default defineCheck({
  schema: {
    title: 'Tone', description: 'It is calm.',
    properties: { word: { type: 'string', description: 'The word.', minLength: 1 } },
    required: ['word'],
  },
  link: ({ word }) => ${judge},
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

async function compiled(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = temporaryFolder({ ...FILES, ...files })
  const { code, out, complaints } = await portolan(['compile'], folder)
  if (code !== 0) throw new Error(out + complaints)
  return folder
}

const run = (folder: string, words: readonly string[] = []): GatewayProcess => {
  const running = startProcess([join(folder, 'gateway.plan.json'), '--port', '0', ...words])
  started.push(running)
  return running
}

async function ask(port: number, content: string, config = 'chat'): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': config },
    body: JSON.stringify({ model: 'echo', messages: [{ role: 'user', content }] }),
  })
  return `${reply.status} ${reply.headers.get('x-gateway-hook-verdict')} ${await reply.text()}`
}

describe('a plan with a check of one’s own', () => {
  it('is served: the check judges, in saved configs and in those of headers', async () => {
    const port = await portOf(run(await compiled()))
    expect(await ask(port, 'Hello')).toMatch(/^200 passed /)
    expect(await ask(port, 'They shout')).toMatch(/^446 denied .*acme\.tone: first 5/)
    const inline = (parameters: object, more: object = {}): string =>
      JSON.stringify({
        provider: '@mock',
        input_guardrails: [{ deny: true, 'acme.tone': parameters }],
        ...more,
      })
    expect(await ask(port, 'They whisper', inline({ word: 'whisper' }))).toMatch(/^446 .*first 7/)
    expect(await ask(port, 'Hello', inline({ word: '' }))).toMatch(/^400 null .*must not be empty/)
    expect(await ask(port, 'Hello', inline({ wrod: 'a' }))).toMatch(/^400 null .*no property.*Did you mean/)
    // Only a manifest names modules.
    expect(await ask(port, 'Hello', inline({ word: 'a' }, { checks: { 'acme.b': './b.ts' } }))).toMatch(
      /^400 null .*\\"checks\\" is no property/,
    )
  })

  it('lies where its modules do, or is told where they are, links of the system included', async () => {
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
    expect(await ask(port, 'They shout')).toMatch(/^446 /)
  })

  it.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    [
      'that was changed',
      { 'checks/tone.ts': `${TONE}// more\n` },
      /checks\/tone\.ts has changed since/,
    ],
    [
      'a part of which was changed',
      { 'checks/reason.ts': `${REASON} ` },
      /checks\/reason\.ts has changed since/,
    ],
  ])('is refused with a module %s', async (_title, files, sentence) => {
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
    ['gives no function', `('judge' as never)`, /its "link" did not return a function\./],
  ])('is refused where the link of a check %s', async (_title, judge, sentence) => {
    const running = run(await compiled({ 'checks/tone.ts': check(judge) }))
    expect(await running.ended).toBe(1)
    expect(running.stderr()).toMatch(sentence)
    expect(running.stderr()).not.toMatch(/hunter2|\n +at /)
  })
})

describe('a bug in a check', () => {
  it.each<readonly [string, string]>([
    ['that throws', `() => { throw new Error('hunter2') }`],
    ['that rejects', `async () => { throw new Error('hunter2') }`],
    ['that finds nothing', `() => undefined as never`],
    ['that finds something else', `() => ({ passed: 'yes', reason: 1 }) as never`],
    ['that rewrites with what are no texts', `() => ({ passed: true, reason: '', texts: [1] }) as never`],
    ['that gives a body that is none', `() => ({ passed: true, reason: '', body: 'x' }) as never`],
  ])('%s is a check that could not judge', async (_title, judge) => {
    const files = {
      'checks/tone.ts': check(judge),
      'configs/strict.yaml': CHAT.replace('word: shout', 'word: a, failOnError: true'),
    }
    const running = run(await compiled(files))
    const port = await portOf(running)
    expect(await ask(port, 'Hello')).toMatch(/^200 passed .*/)
    expect(await ask(port, 'Hello', 'strict')).toMatch(/^446 denied .*The check threw an error/)
    expect(running.stdout() + running.stderr()).not.toContain('hunter2')
  })
})

describe('SIGHUP', () => {
  it('loads a check that was compiled anew, and keeps the last good one', async () => {
    const folder = await compiled()
    const running = run(folder)
    const port = await portOf(running)
    const hup = async (sentence: RegExp): Promise<void> => {
      running.child.kill('SIGHUP')
      await until(() => sentence.test(running.stderr()))
    }
    expect(await ask(port, 'shout')).toMatch(/^446 .*first 5/)

    writeFileSync(join(folder, 'checks/reason.ts'), REASON.replace('first', 'second'))
    // It runs what was loaded; the file on the disk is not the one of the plan, but nothing is loaded again.
    await hup(/is served now/)
    expect(await ask(port, 'shout')).toMatch(/^446 .*first 5/)

    expect((await portolan(['compile'], folder)).code).toBe(0)
    await hup(/served now[\s\S]*served now/)
    expect(await ask(port, 'shout')).toMatch(/^446 .*second 5/)

    writeFileSync(join(folder, 'checks/reason.ts'), REASON.replace('first', 'third'))
    expect((await portolan(['compile'], folder)).code).toBe(0)
    writeFileSync(join(folder, 'checks/reason.ts'), 'throw 1\n')
    await hup(/checks\/reason\.ts has changed since[\s\S]*The last good plan stays/)
    expect(await ask(port, 'shout')).toMatch(/^446 .*second 5/)

    // What failed once is tried anew.
    writeFileSync(join(folder, 'checks/reason.ts'), REASON.replace('first', 'third'))
    await hup(/served now[\s\S]*served now[\s\S]*served now/)
    expect(await ask(port, 'shout')).toMatch(/^446 .*third 5/)
  })
})
