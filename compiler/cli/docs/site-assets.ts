// The files of the site besides its pages: an installation has them, which `npm run build` writes; in a checkout scripts are bundled when
// they are needed, which takes some seconds.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { BundledScript } from '../../../runtime/console/bundle-page.ts'
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

/** Where the build writes them, compressed with brotli, below the folder of the package. */
export const ASSETS_FOLDER = 'dist/docs'

const isBuilt = import.meta.url.endsWith('.js')

export async function readSiteAsset(name: SiteAsset): Promise<string> {
  return isBuilt
    ? brotliDecompressSync(readFileSync(join(PACKAGE, ASSETS_FOLDER, `${name}.br`))).toString()
    : (await makeSiteAsset(name)).text
}

/** From the sources of a checkout. */
export async function makeSiteAsset(name: SiteAsset): Promise<BundledScript> {
  const page = join(PACKAGE, 'runtime/console/page')
  if (name === 'icon.svg') return { text: readFileSync(join(page, name), 'utf8'), moduleIds: [] }
  if (name !== 'site.css') {
    const { bundleScript } = await import('../../../runtime/console/bundle-page.ts')
    return await bundleScript(SCRIPTS[name], name === 'compiler.js' ? false : join(page, 'tsconfig.json'))
  }
  const styles = readdirSync(join(page, 'style'))
    .filter(each => OF_DOCUMENTS.test(each))
    .sort()
    .map(each => join(page, 'style', each))
  const text = [...styles, join(page, 'docs/site.css')].map(path => readFileSync(path, 'utf8')).join('\n')
  return { text, moduleIds: [] }
}

/** The styles of the console that documents share. */
const OF_DOCUMENTS = /^\d-(?:base|parts|compiler)\.css$/
