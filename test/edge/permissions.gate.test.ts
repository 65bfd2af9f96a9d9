// The runtime under Node's permission model, with what its plan needs and nothing else: the table of "Least privilege" in
// schemas/operation.md. What is not permitted is refused in a sentence.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { COMPILE_CACHE, ROOT } from '../support/folder.ts'
import { portOf, processFixture } from './gateway-process.ts'
import { chat, MOCK } from './mock-process.ts'
import { exchangeRaw } from './raw-client.ts'

const { folder, start } = processFixture()

/** The sources, and the cache of compiled code that tests have. */
const CODE = [
  `--allow-fs-read=${ROOT}`,
  `--allow-fs-read=${COMPILE_CACHE}`,
  `--allow-fs-write=${COMPILE_CACHE}`,
]
const stateFolder = (): string => {
  const path = folder.path('state')
  mkdirSync(path, { recursive: true })
  return path
}
const reading = (plan: string): string => `--allow-fs-read=${plan}`
const ask = async (port: number): Promise<string> =>
  (await exchangeRaw(port, chat('echo', ['connection: close']))).slice(9, 12)

const stored = () => {
  const state = stateFolder()
  return folder.write(
    {
      ...MOCK,
      manifest: {
        ...MOCK.manifest,
        store: `sqlite:${state}/store.db`,
        telemetry: { log: 'none', log_file: { path: `${state}/requests.jsonl` }, log_store: {} },
      },
    },
    'stored.json',
  )
}

describe('With --permission', () => {
  it('a plan needs to be read, and the network', async () => {
    const plan = folder.write(MOCK)
    const running = start([plan], { node: ['--permission', ...CODE, reading(plan), '--allow-net'] })
    expect(await ask(await portOf(running))).toBe('200')
  })

  it('a store and logs need their folder and a thread', async () => {
    const plan = stored()
    const state = stateFolder()
    const node = [
      '--permission',
      ...CODE,
      reading(dirname(plan)),
      `--allow-fs-write=${state}`,
      '--allow-net',
      '--allow-worker',
    ]
    expect(await ask(await portOf(start([plan], { node })))).toBe('200')
  })

  it('a folder that may not be written is refused in a sentence', async () => {
    const plan = stored()
    const node = ['--permission', ...CODE, reading(dirname(plan)), '--allow-net', '--allow-worker']
    const running = start([plan], { node })
    expect(await running.ended).toBe(1)
    expect(running.stderr()).toMatch(/cannot be (?:written|opened|used)/)
    expect(running.stderr()).not.toMatch(/\n +at /)
  })

  it('and without the network, it cannot listen', async () => {
    const plan = folder.write(MOCK)
    const running = start([plan], { node: ['--permission', ...CODE, reading(plan)] })
    expect(await running.ended).toBe(1)
    expect(running.stderr()).toContain('Cannot listen on the address (ERR_ACCESS_DENIED).')
    expect(running.stderr()).not.toMatch(/\n +at /)
  })
})
