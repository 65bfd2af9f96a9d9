// `npm run build`: the sources as JavaScript in dist/, bundled so that a process reads a few files: the bins, the entry points of
// the package, threads, and chunks that are loaded when they are needed. Packages of which little is used are in the chunks.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, posix, relative, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import { type OutputChunk, type Plugin, rolldown } from 'rolldown'
import { ASSETS_FOLDER, makeSiteAsset, SITE_ASSETS } from '../../compiler/cli/docs/site-assets.ts'
import { OLDEST_NODE } from '../../compiler/facts/node-version.ts'
import { bundlePage } from '../../runtime/console/bundle-page.ts'
import { ROOT } from './folder.ts'

const DIST = `${ROOT}dist`
const BINS = ['compiler/cli/main', 'runtime/main']
const ENTRY_POINTS = ['compiler/index', 'runtime/index']

const { dependencies, optionalDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
  readonly [kind in 'dependencies' | 'optionalDependencies']: Readonly<Record<string, string>>
}
/** What an installation brings; whatever else the sources import is bundled. */
const installed = Object.keys({ ...dependencies, ...optionalDependencies })
const isInstalled = (id: string): boolean =>
  id.startsWith('node:') || installed.some(name => id === name || id.startsWith(`${name}/`))

/** Files that the sources load by their URL, in threads and by import hooks, are entries as well. */
function loadedByUrl(): readonly string[] {
  return ['compiler', 'runtime'].flatMap(folder =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => {
        const path = posix.join(folder, name.replaceAll('\\', '/'))
        const loading = readFileSync(`${ROOT}${path}`, 'utf8').matchAll(
          /new URL\(\s*`([^`$]+)\$\{extname\(import\.meta\.url\)\}`/g,
        )
        return Array.from(loading, ([, loaded = '']) => posix.join(posix.dirname(path), loaded))
      }),
  )
}

const LOCATION = 'portolan-module:'

/** The URL of a module stays that of its own file in dist/, whichever chunk it is in. */
const keepLocations: Plugin = {
  name: 'keep-locations',
  transform: (code, id) => {
    if (!id.startsWith(ROOT) || !code.includes('import.meta.url')) return null
    const file = relative(ROOT, id).replaceAll('\\', '/').replace(/\.ts$/, '.js')
    return { code: code.replaceAll('import.meta.url', `'${LOCATION}${file}'`), map: null }
  },
  renderChunk: (code, chunk) => {
    const located = new RegExp(`(["'\`])${LOCATION}([^"'\`]+)\\1`, 'g')
    const from = posix.dirname(chunk.fileName)
    return code.includes(LOCATION)
      ? { code: code.replaceAll(located, (_all, _quote, file: string) => urlFrom(from, file)), map: null }
      : null
  },
}

/** Modules of the console's page, whose licences are due too. */
const pageModules: string[] = []

/** The console's page is bundled now, and its files are in the chunk that serves them. */
const embedPage: Plugin = {
  name: 'embed-page',
  load: async id => {
    if (id !== `${ROOT}runtime/console/page-files.ts`) return null
    const page = await bundlePage({ isCompressed: true })
    pageModules.push(...page.moduleIds)
    const files = [...page.files].map(([path, { brotli, type, immutable }]) => [
      path,
      { type, immutable, brotli: Buffer.from(brotli ?? []).toString('base64') },
    ])
    return `import { brotliDecompressSync } from 'node:zlib'
const packed = ${JSON.stringify(files)}
export const loadPage = async () => new Map(packed.map(([path, file]) => {
  const brotli = Buffer.from(file.brotli, 'base64')
  return [path, { ...file, brotli, bytes: brotliDecompressSync(brotli) }]
}))
`
  },
}

const urlFrom = (from: string, file: string): string =>
  `new URL(${JSON.stringify(posix.relative(from, file))}, import.meta.url).href`

/** Whether most of the code was not written here: packages and generated files, whose lines say nothing to a reader of a stack trace. */
function isMostlyForeign({ modules }: OutputChunk): boolean {
  const sizes = Object.entries(modules).map(([id, { renderedLength }]) => ({ id, size: renderedLength }))
  const foreign = sizes.filter(
    ({ id }) => id.includes('/node_modules/') || id.includes('/schemas/generated/'),
  )
  const total = (each: typeof sizes): number => each.reduce((sum, { size }) => sum + size, 0)
  return total(foreign) * 2 >= total(sizes)
}

async function bundle(): Promise<readonly OutputChunk[]> {
  const entries = [...BINS, ...ENTRY_POINTS, ...loadedByUrl()]
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(entries.map(entry => [entry, `${ROOT}${entry}.ts`])),
    platform: 'node',
    // What bundles scripts in a checkout is never called in a build.
    external: id => isInstalled(id) || id === 'rolldown',
    plugins: [embedPage, keepLocations],
  })
  const { output } = await build.write({
    dir: DIST,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Names stay as they are: they are in stack traces.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await build.close()
  const chunks = output.filter(item => item.type === 'chunk')
  for (const chunk of chunks) {
    const path = `${DIST}/${chunk.fileName}.map`
    if (isMostlyForeign(chunk)) rmSync(path, { force: true })
    else if (existsSync(path)) writeFileSync(path, coarseMap(readFileSync(path, 'utf8')))
  }
  return chunks
}

/** A source map that tells lines: the place of each column makes maps three times as large, and names are as they were. */
function coarseMap(text: string): string {
  const map = JSON.parse(text) as { readonly mappings: string }
  const lines = decode(map.mappings).map(segments => {
    let [source, line]: readonly (number | undefined)[] = []
    return segments.flatMap(([column, ofSource, ofLine, ofColumn]): readonly SourceMapSegment[] => {
      if (ofSource === undefined || (ofSource === source && ofLine === line)) return []
      source = ofSource
      line = ofLine
      return [[column, ofSource, ofLine ?? 0, ofColumn ?? 0]]
    })
  })
  return JSON.stringify({ ...map, names: [], mappings: encode(lines.map(segments => [...segments])) })
}

/**
 * What `import` loads: a module that any version of Node can read, and whose error says which is needed. `require` loads the entry
 * point itself, since it waits for nothing.
 */
function writeImports(chunks: readonly OutputChunk[]): void {
  const [major, minor] = OLDEST_NODE
  for (const entry of ENTRY_POINTS) {
    const names = chunks.find(({ fileName }) => fileName === `${entry}.js`)?.exports ?? []
    if (names.length === 0) throw new Error(`${entry} exports nothing.`)
    const text = `const [major, minor] = process.versions.node.split('.').map(Number)
if (major < ${major} || (major === ${major} && minor < ${minor}))
  throw new Error('portolan needs Node ${major}.${minor} or later; this is Node ' + process.versions.node + '.')
export const { ${names.join(', ')} } = await import('./index.js')
`
    const folder = `${DIST}/${posix.dirname(entry)}`
    writeFileSync(`${folder}/import.js`, text)
    // `require` of a module is typed as of CommonJS, or compilers refuse it.
    const loaded = `typeof import('./index.js', { with: { 'resolution-mode': 'import' } })`
    const values = names.map(name => `export declare const ${name}: (${loaded})['${name}']\n`)
    const types = `export type * from './index.js' with { 'resolution-mode': 'import' }\n`
    writeFileSync(`${folder}/require.d.cts`, types + values.join(''))
  }
}

/** The files of the documentation's site and the compiler of the console; the modules that they were bundled from. */
async function writeSiteAssets(): Promise<readonly string[]> {
  const modules: string[] = []
  mkdirSync(`${ROOT}${ASSETS_FOLDER}`, { recursive: true })
  for (const name of SITE_ASSETS) {
    const { text, moduleIds } = await makeSiteAsset(name)
    writeFileSync(`${ROOT}${ASSETS_FOLDER}/${name}.br`, brotliCompressSync(text))
    modules.push(...moduleIds)
  }
  return modules
}

/** The licences of the packages in these modules. */
function writeLicences(modules: readonly string[]): void {
  const packages = new Set(
    modules.flatMap(id => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/'))?.[1] ?? []),
  )
  const texts = [...packages].sort().map(name => {
    const folder = `${ROOT}node_modules/${name}`
    const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each))
    if (file === undefined) throw new Error(`The package ${name} is bundled, and has no licence file.`)
    const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as {
      readonly version: string
    }
    return `${name} ${version}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`
  })
  writeFileSync(`${DIST}/THIRD-PARTY-LICENSES`, texts.join(`\n${'-'.repeat(80)}\n\n`))
}

/** Types are checked by `npm run check`, not here again. Declarations that no entry point refers to are left out. */
function writeDeclarations(): void {
  execFileSync(
    process.execPath,
    [`${ROOT}node_modules/typescript/bin/tsc`, '-p', `${ROOT}.tsconfig.build.json`],
    { stdio: 'inherit' },
  )
  for (const name of readdirSync(`${ROOT}schemas/generated`).filter(each => /\.(?:d\.ts|json)$/.test(each))) {
    const text = readFileSync(`${ROOT}schemas/generated/${name}`, 'utf8')
    // Programs read it: its indentation would be a third of it.
    const packed = name.endsWith('.json') ? JSON.stringify(JSON.parse(text)) : text
    writeFileSync(`${DIST}/schemas/generated/${name}`, packed)
  }
  cpSync(`${ROOT}schemas/generated/editors`, `${DIST}/schemas/generated/editors`, { recursive: true })
  // Consumers may compile without `exactOptionalPropertyTypes`, where an optional property may be undefined, which is not JSON.
  const controlTypes = `${DIST}/schemas/generated/control-types.d.ts`
  const loose = readFileSync(controlTypes, 'utf8').replaceAll('[k: string]: Json', '[k: string]: unknown')
  writeFileSync(controlTypes, loose)
  const needed = new Set<string>()
  const add = (path: string): void => {
    if (needed.has(path) || !existsSync(path)) return
    needed.add(path)
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
      /(?:from|import\()\s*['"](\.[^'"]+)\.[jt]s['"]/g,
    ))
      add(resolve(dirname(path), `${name}.d.ts`))
  }
  // The types of configs are read by the compiler itself.
  for (const entry of [...ENTRY_POINTS, 'schemas/generated/types']) add(`${DIST}/${entry}.d.ts`)
  for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    const path = `${DIST}/${name}`
    if (path.endsWith('.d.ts') && !needed.has(path)) rmSync(path)
  }
}

rmSync(DIST, { recursive: true, force: true })
writeDeclarations()
const chunks = await bundle()
writeImports(chunks)
const assets = await writeSiteAssets()
writeLicences([...chunks.flatMap(({ moduleIds }) => moduleIds), ...assets, ...pageModules])
for (const bin of BINS) chmodSync(`${DIST}/${bin}.js`, 0o755)

/** With documents and the packages of the runtime, which test/architecture/installation-size.test.ts bounds, below 20 MB. */
const MAX_MEGABYTES = 16
const megabytes =
  readdirSync(DIST, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(resolve(parentPath, name)).size, 0) / 1_000_000
if (megabytes > MAX_MEGABYTES)
  throw new Error(`The build has ${megabytes.toFixed(1)} MB: at most ${MAX_MEGABYTES}.`)
