// The script of the compiler, which one screen starts in a worker. It is far larger than the page, so it is not among its files: it is read,
// or in a checkout bundled, when that screen is first opened.
import { readFileSync } from 'node:fs'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import type { PageFile, PageFiles } from './page-reply.ts'

/** Its path below the console. */
export const COMPILER_SCRIPT = 'assets/compiler.js'

export async function loadCompiler(): Promise<PageFiles> {
  const variants = import.meta.url.endsWith('.js') ? readBuilt() : await bundleNow()
  return new Map([
    [COMPILER_SCRIPT, { type: 'text/javascript; charset=utf-8', immutable: false, ...variants }],
  ])
}

type Variants = Pick<PageFile, 'bytes' | 'brotli' | 'gzip'>

/** The file that the build writes. */
function readBuilt(): Variants {
  const brotli = readFileSync(new URL('../../docs/compiler.js.br', import.meta.url))
  const bytes = brotliDecompressSync(brotli)
  return { bytes, brotli, gzip: gzipSync(bytes) }
}

async function bundleNow(): Promise<Variants> {
  const { bundleScript } = await import('./bundle-page.ts')
  const bytes = Buffer.from((await bundleScript('compiler/cli/page/worker.ts', false)).text)
  return { bytes, gzip: gzipSync(bytes) }
}
