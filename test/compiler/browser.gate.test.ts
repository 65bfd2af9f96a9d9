// The whole compiler in a browser: bundled without Node's modules, with the real catalog and readers, it compiles a project from a map of
// files in a worker as it does here.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleFiles } from '../../compiler/cli/docs/example-files.ts'
import { makeSiteAsset } from '../../compiler/cli/docs/site-assets.ts'
import { createPageCompiler } from '../../compiler/cli/page/page-compiler.ts'
import type { PageCompilation, ProjectFiles } from '../../runtime/console/page/screens/compiler/page-types.ts'
import { findProgram } from '../support/find-program.ts'
import { ROOT } from '../support/folder.ts'

const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome')

/** Bytes of the minified bundle as a server sends it, with every message, provider, price and validator. It was 567,098 when this was written. */
const BUDGET = 640_000

const COMPANY = exampleFiles(`${ROOT}examples/company`)
const BROKEN = { ...COMPANY, 'configs/legal.yaml': 'strategy: { mode: fallbak }\ntargets: []\n' }

/** What is the same everywhere: all but the time that it took. */
const withoutTime = ({ took: _, ...compilation }: PageCompilation): unknown =>
  JSON.parse(JSON.stringify(compilation))

const compileHere = (files: ProjectFiles): unknown =>
  withoutTime(createPageCompiler(Date.now, () => '').compile(files, 'finance'))

describe('the compiler, bundled for a browser', async () => {
  const { text: code } = await makeSiteAsset('compiler.js')

  it(`has at most ${BUDGET} bytes when it is compressed`, () => {
    expect(gzipSync(code).length).toBeLessThanOrEqual(BUDGET)
  })

  describe.skipIf(executablePath === undefined)('service: Chromium', () => {
    let browser: Browser
    let page: Page
    let server: Server

    beforeAll(async () => {
      server = createServer(({ url }, response) => {
        const isScript = url === '/compiler.js'
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
        response.end(isScript ? code : '<!doctype html><title>page</title>')
      })
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      browser = await chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] })
      page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    }, 60_000)
    afterAll(async () => {
      await browser?.close()
      server?.close()
    })

    /** Compiles in a worker of its own. */
    const compileThere = async (files: ProjectFiles): Promise<unknown> => {
      const compilation = await page.evaluate(
        given =>
          new Promise((resolve, reject) => {
            const { Worker } = globalThis as unknown as {
              Worker: new (
                url: string,
              ) => {
                onmessage: (event: { readonly data: { readonly value?: unknown } }) => void
                onerror: (event: { readonly message: string }) => void
                postMessage: (message: unknown) => void
              }
            }
            const worker = new Worker('/compiler.js')
            worker.onerror = ({ message }) => reject(new Error(message))
            worker.onmessage = ({ data }) => resolve(data.value)
            worker.postMessage({ id: 1, call: 'compile', arguments: [given, 'finance'] })
          }),
        files,
      )
      return withoutTime(compilation as PageCompilation)
    }

    it('compiles an example as it does in Node', async () => {
      const compilation = await compileThere(COMPANY)
      expect(compilation).toMatchObject({ diagnostics: [] })
      expect(compilation).toEqual(compileHere(COMPANY))
    })

    it('finds the same mistakes at the same places', async () => {
      const compilation = (await compileThere(BROKEN)) as PageCompilation
      expect(compilation.diagnostics).not.toEqual([])
      expect(compilation).toEqual(compileHere(BROKEN))
    })
  })
})
