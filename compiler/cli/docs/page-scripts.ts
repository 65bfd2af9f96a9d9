// The scripts of pages with the compiler: files of an installation, which `npm run build` writes; in a checkout they are bundled when they
// are needed, which takes two seconds.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../', import.meta.url)

/** The scripts by the names of their files, with the entry of each. */
export const PAGE_SCRIPTS = {
  'compiler.js': 'compiler/cli/page/worker.ts',
  'compiler-page.js': 'runtime/console/page/docs/compiler-page.tsx',
  'search.js': 'runtime/console/page/docs/search.ts',
} as const

export type PageScript = keyof typeof PAGE_SCRIPTS

/** Where the build writes them. */
export const SCRIPTS_FOLDER = 'dist/docs/'

export const readPageScript = (name: PageScript): Promise<string> | string =>
  import.meta.url.endsWith('.ts')
    ? bundlePageScript(name)
    : readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

/** One classic script without imports: a page that was opened from a folder may load no modules. */
export async function bundlePageScript(name: PageScript): Promise<string> {
  // A development dependency, which no installation has.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    cwd: fileURLToPath(ROOT),
    input: PAGE_SCRIPTS[name],
    platform: 'browser',
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // What no browser has stays an import, which is an error below.
    external: /^node:/,
  })
  const { output } = await build.generate({ format: 'iife', name: 'portolan', minify: true })
  await build.close()
  const [{ code, imports }] = output
  if (imports.length > 0) throw new Error(`${name} imports ${imports.join(', ')}, which no browser has.`)
  return code
}
