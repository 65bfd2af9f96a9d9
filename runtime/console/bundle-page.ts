// Bundles the page: a chunk for each screen, one file of style, and the document that loads them. Names have the digest of their bytes.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { PageFile, PageFiles } from './page-reply.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PAGE = fileURLToPath(new URL('./page/', import.meta.url))

/** The files, and the modules that are in them. */
export interface BundledPage {
  readonly files: PageFiles
  readonly moduleIds: readonly string[]
}

/** `isCompressed`: with brotli and gzip, which takes a second and is worth it where the files are stored. */
export async function bundlePage({ isCompressed }: { readonly isCompressed: boolean }): Promise<BundledPage> {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    cwd: PAGE,
    input: { main: `${PAGE}main.tsx` },
    platform: 'browser',
    tsconfig: `${PAGE}tsconfig.json`,
  })
  const { output } = await build.generate({
    format: 'esm',
    minify: true,
    entryFileNames: 'assets/[name]-[hash].js',
    chunkFileNames: 'assets/[name]-[hash].js',
  })
  await build.close()
  const files = new Map<string, PageFile>()
  const add = (path: string, type: string, bytes: Uint8Array, immutable = true): void => {
    files.set(path, { type, bytes, immutable, ...(isCompressed && compress(bytes)) })
  }
  const moduleIds: string[] = []
  let main = ''
  for (const chunk of output) {
    if (chunk.type !== 'chunk') continue
    if (chunk.isEntry) main = chunk.fileName
    moduleIds.push(...chunk.moduleIds)
    add(chunk.fileName, 'text/javascript; charset=utf-8', Buffer.from(chunk.code))
  }
  const named = (name: string, extension: string, bytes: Uint8Array): string =>
    `assets/${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.${extension}`
  const style = Buffer.from(readStyle())
  const icon = readFileSync(`${PAGE}icon.svg`)
  const stylePath = named('style', 'css', style)
  const iconPath = named('icon', 'svg', icon)
  add(stylePath, 'text/css; charset=utf-8', style)
  add(iconPath, 'image/svg+xml', icon)
  const document = readFileSync(`${PAGE}index.html`, 'utf8')
    .replace('{main}', `/console/${main}`)
    .replace('{style}', `/console/${stylePath}`)
    .replace('{icon}', `/console/${iconPath}`)
  add('index.html', 'text/html; charset=utf-8', Buffer.from(document), false)
  return { files, moduleIds }
}

/** A script without imports, and the modules that are in it. */
export interface BundledScript {
  readonly text: string
  readonly moduleIds: readonly string[]
}

/** One classic script of an entry, named from the folder of the package; `tsconfig`: the file of the page, or none. */
export async function bundleScript(entry: string, tsconfig: string | false): Promise<BundledScript> {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    cwd: ROOT,
    input: entry,
    platform: 'browser',
    tsconfig,
    // What no browser has stays an import, which is an error below.
    external: /^node:/,
  })
  const { output } = await build.generate({ format: 'iife', name: 'portolan', minify: true })
  await build.close()
  const [{ code, imports, moduleIds }] = output
  if (imports.length > 0) throw new Error(`${entry} imports ${imports.join(', ')}, which no browser has.`)
  return { text: code, moduleIds }
}

/** The style of the charts, then that of the page in the order of its names. */
function readStyle(): string {
  const packages = createRequire(import.meta.url)
  const charts = readFileSync(packages.resolve('uplot/dist/uPlot.min.css'), 'utf8')
  const names = readdirSync(`${PAGE}style`)
    .filter(name => name.endsWith('.css'))
    .sort()
  return [charts, ...names.map(name => readFileSync(`${PAGE}style/${name}`, 'utf8'))]
    .join('\n')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\n\s*/g, '\n')
}

const compress = (bytes: Uint8Array): Pick<PageFile, 'brotli' | 'gzip'> => ({
  brotli: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: gzipSync(bytes, { level: 9 }),
})
