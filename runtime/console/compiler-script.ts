// The script of the compiler, which one screen starts in a worker. It is far larger than the page, so it is not among its files: it is read,
// or in a checkout bundled, when that screen is first opened.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { PageFiles } from './page-reply.ts'

/** Its path below the console. */
export const COMPILER_SCRIPT = 'assets/compiler.js'

export async function loadCompiler(): Promise<PageFiles> {
  const bytes = import.meta.url.endsWith('.js')
    ? readFileSync(new URL('../../docs/compiler.js', import.meta.url))
    : Buffer.from(
        (await (await import('./bundle-page.ts')).bundleScript('compiler/cli/page/worker.ts', false)).text,
      )
  const type = 'text/javascript; charset=utf-8'
  return new Map([[COMPILER_SCRIPT, { type, bytes, gzip: gzipSync(bytes), immutable: false }]])
}
