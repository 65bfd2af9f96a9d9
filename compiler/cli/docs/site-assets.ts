// The files of the site besides its pages: an installation has them, which `npm run build` writes; in a checkout scripts are bundled when
// they are needed, which takes some seconds.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE } from './site-pages.ts'

/** The scripts with the entry of each. */
const SCRIPTS = {
  'compiler.js': 'compiler/cli/page/worker.ts',
  'compiler-page.js': 'runtime/console/page/docs/compiler-page.tsx',
  'search.js': 'runtime/console/page/docs/search.ts',
} as const

type SiteScript = keyof typeof SCRIPTS

export const SITE_ASSETS = [...(Object.keys(SCRIPTS) as SiteScript[]), 'site.css', 'icon.svg'] as const

type SiteAsset = (typeof SITE_ASSETS)[number]

/** Where the build writes them, below the folder of the package. */
export const ASSETS_FOLDER = 'dist/docs'

const isBuilt = import.meta.url.endsWith('.js')

export async function readSiteAsset(name: SiteAsset): Promise<string> {
  return isBuilt ? readFileSync(join(PACKAGE, ASSETS_FOLDER, name), 'utf8') : (await makeSiteAsset(name)).text
}

export interface MadeAsset {
  readonly text: string
  /** The modules that it was bundled from. */
  readonly moduleIds: readonly string[]
}

/** From the sources of a checkout. */
export async function makeSiteAsset(name: SiteAsset): Promise<MadeAsset> {
  const page = join(PACKAGE, 'runtime/console/page')
  if (name === 'icon.svg') return { text: readFileSync(join(page, name), 'utf8'), moduleIds: [] }
  if (name !== 'site.css') return await bundleScript(SCRIPTS[name])
  const styles = readdirSync(join(page, 'style'))
    .filter(each => !each.includes('frame'))
    .sort()
    .map(each => join(page, 'style', each))
  const text = [...styles, join(page, 'docs/site.css')].map(path => readFileSync(path, 'utf8')).join('\n')
  return { text, moduleIds: [] }
}

/** One classic script without imports: a page that was opened from a folder may load no modules. */
async function bundleScript(entry: string): Promise<MadeAsset> {
  // A development dependency, which no installation has.
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    cwd: PACKAGE,
    input: entry,
    platform: 'browser',
    tsconfig: entry.includes('/page/docs/') ? join(PACKAGE, 'runtime/console/page/tsconfig.json') : false,
    // What no browser has stays an import, which is an error below.
    external: /^node:/,
  })
  const { output } = await build.generate({ format: 'iife', name: 'portolan', minify: true })
  await build.close()
  const [{ code, imports, moduleIds }] = output
  if (imports.length > 0) throw new Error(`${entry} imports ${imports.join(', ')}, which no browser has.`)
  return { text: code, moduleIds }
}
