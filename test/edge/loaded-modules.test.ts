// What a process loads before its listener opens: modules of this project, counted from source. They rise only for what every call needs.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { planFolder } from './gateway-process.ts'

const MAIN = fileURLToPath(new URL('../../runtime/main.ts', import.meta.url))
const COUNT = new URL('../support/count-modules.ts', import.meta.url).href

const plans = planFolder()
afterAll(() => plans.remove())

const countWith = (manifest: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const plan = plans.write({ manifest })
    const child = spawn(process.execPath, ['--import', COUNT, MAIN, plan], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'] },
    })
    let text = ''
    child.stderr.on('data', chunk => {
      text += String(chunk)
      const counted = /modules: (\d+)/.exec(text)?.[1]
      if (counted !== undefined) {
        child.kill()
        resolve(Number(counted))
      }
    })
    child.once('exit', () => reject(new Error(text)))
  })

test.each([
  [
    'with a mock provider and no store loads at most 466 modules',
    { providers: { mock: { provider: 'mock' } } },
    466,
  ],
  [
    'with a store, as init writes it, loads at most 550 modules',
    { providers: { mock: { provider: 'mock' } }, store: 'sqlite::memory:' },
    550,
  ],
  [
    'whose callers have keys and send no configs loads at most 466 modules',
    {
      providers: { mock: { provider: 'mock' } },
      inline_configs: false,
      api_keys: [{ id: 'app', hash: `sha256:${'0'.repeat(64)}` }],
    },
    466,
  ],
])('a project %s', async (_title, manifest, bound) => {
  const modules = await countWith(manifest)
  expect(modules).toBeGreaterThan(300)
  expect(modules).toBeLessThanOrEqual(bound)
})
