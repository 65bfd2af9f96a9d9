// The compiler's core in a browser: bundled without Node's modules, it compiles a project from a map of files as it does here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileFiles } from '../support/browser-compiler.ts'
import { findProgram } from '../support/find-program.ts'
import { ROOT } from '../support/folder.ts'

const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome')

/** Bytes of the minified bundle, with every message, provider spec and validator. It was 1,620,433 when this was written. */
const BUDGET = 1_780_000

const example = (...paths: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(paths.map(path => [path, readFileSync(join(ROOT, 'examples/routing', path), 'utf8')]))

const ROUTING = example('gateway.yaml', 'configs/by-team.yaml')

async function bundleCompiler(): Promise<{ readonly code: string; readonly imports: readonly string[] }> {
  const build = await rolldown({
    cwd: ROOT,
    input: `${ROOT}test/support/browser-compiler.ts`,
    platform: 'browser',
    // What no browser has stays an import, which the first test lists.
    external: /^node:/,
  })
  const { output } = await build.generate({ format: 'iife', name: 'compiler', minify: true })
  await build.close()
  return { code: output[0].code, imports: output[0].imports }
}

describe('the core of the compiler, bundled for a browser', async () => {
  const { code, imports } = await bundleCompiler()

  it('imports nothing of Node', () => {
    expect(imports).toEqual([])
  })

  it(`has at most ${BUDGET} bytes`, () => {
    expect(Buffer.byteLength(code)).toBeLessThanOrEqual(BUDGET)
  })

  describe.skipIf(executablePath === undefined)('service: Chromium', () => {
    let browser: Browser
    let page: Page

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
      page = await browser.newPage()
      await page.addScriptTag({ content: code })
    }, 60_000)
    afterAll(() => browser?.close())

    const compileThere = (files: Readonly<Record<string, string>>): Promise<unknown> =>
      page.evaluate(
        given =>
          (
            globalThis as unknown as { compiler: { compileFiles: typeof compileFiles } }
          ).compiler.compileFiles(given),
        files,
      )

    it('compiles an example as it does in Node', async () => {
      const compilation = compileFiles(ROUTING)
      expect(compilation.findings).toEqual([])
      expect(Object.keys(compilation.plans)).toEqual(['by-team'])
      expect(await compileThere(ROUTING)).toEqual(JSON.parse(JSON.stringify(compilation)))
    })

    it('finds the same mistakes', async () => {
      const mistaken = { ...ROUTING, 'configs/by-team.yaml': 'strategy: { mode: fallbak }\ntargets: []\n' }
      const { findings } = compileFiles(mistaken)
      expect(findings).not.toEqual([])
      expect(await compileThere(mistaken)).toMatchObject({ findings })
    })
  })
})
