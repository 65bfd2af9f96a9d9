// `portolan` and `portolan-runtime` as single executables: Node, and the files of dist/ and of the packages beside it. The same sources,
// Node and stripper give the same bytes, since files are sorted and code is not cached.
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../folder.ts'
import { type LockedPackage, lockedPackages } from './locked-packages.ts'
import { NODE, ownPlatform, type Platform } from './platform.ts'

export interface Executable {
  readonly name: 'portolan' | 'portolan-runtime'
  readonly entry: string
  /** The packages inside, beside those that dist/ bundles. */
  readonly packages: readonly LockedPackage[]
}

const installed = lockedPackages().filter(each => each.installed)

export const EXECUTABLES: readonly Executable[] = [
  { name: 'portolan', entry: 'compiler/cli/main.js', packages: installed },
  {
    name: 'portolan-runtime',
    entry: 'runtime/main.js',
    packages: installed.filter(({ optional }) => !optional),
  },
]

/** No source maps, and only the declarations that the compiler reads: the types of configs, and those of the language. */
const isUsed = (name: string): boolean =>
  /\.(?:[cm]?js|json|wasm)$|^(?:schemas\/generated\/types|lib\/lib\..*)\.d\.ts$/.test(name)

/** Other builds and command lines of packages. */
const UNUSED =
  /^(?:yaml\/browser|postgres\/(?:cf|cjs)|typescript\/(?!package\.json$|lib\/typescript\.js$|lib\/lib\.(?!dom|webworker|scripthost))|.*\.umd\.)/

function filesBelow(folder: string): readonly string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile())
    .map(item => join(item.parentPath, item.name).slice(`${ROOT}${folder}/`.length).replaceAll('\\', '/'))
}

/** Paths inside an executable, which are those of the checkout. */
export function embeddedFiles({ packages }: Executable): readonly string[] {
  const ofPackages = packages.flatMap(({ path, name }) =>
    filesBelow(path)
      .filter(file => isUsed(file) && !UNUSED.test(`${name}/${file}`))
      .map(file => `${path}/${file}`),
  )
  const ofDist = filesBelow('dist').filter(isUsed)
  return ['package.json', ...ofDist.map(file => `dist/${file}`), ...ofPackages].sort()
}

/** A stripper and its version; undefined if the machine has none: executables then have the symbols of Node, 33 MB. */
export const stripperVersion = ({ stripper }: Pick<Platform, 'stripper'>): string | undefined =>
  stripper && execFileSync(stripper, ['--version'], { encoding: 'utf8' }).split('\n')[0]

/** Node without symbols, in a folder. A stripper would remove what is injected, so it runs before that. */
function stripNode(folder: string, platform: Platform): string {
  const node = join(folder, 'node')
  copyFileSync(platform.node, node)
  if (platform.stripper !== undefined) execFileSync(platform.stripper, [node])
  return node
}

/** Writes executables into a folder; their paths. */
export function buildExecutables(
  folder: string,
  executables = EXECUTABLES,
  platform = ownPlatform(),
): readonly string[] {
  if (!existsSync(`${ROOT}dist/runtime/main.js`)) throw new Error('Run "npm run build" first.')
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'portolan-package-'))
  try {
    const node = stripNode(work, platform)
    return executables.map(executable => {
      const output = join(folder, executable.name)
      buildExecutable(executable, { work, node, output })
      return output
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function buildExecutable(
  executable: Executable,
  { work, node, output }: { readonly work: string; readonly node: string; readonly output: string },
): void {
  const source = readFileSync(`${ROOT}test/support/package/embedded-main.ts`, 'utf8')
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2024 }
  // The executable contains the path of its main script, so the build runs in that folder.
  writeFileSync(join(work, 'main.mjs'), ts.transpileModule(source, { compilerOptions }).outputText)
  writeFileSync(join(work, 'entry'), `./dist/${executable.entry}`)
  const settings = {
    main: 'main.mjs',
    mainFormat: 'module',
    executable: node,
    output,
    disableExperimentalSEAWarning: true,
    useVfs: true,
    assets: {
      entry: 'entry',
      ...Object.fromEntries(embeddedFiles(executable).map(file => [file, `${ROOT}${file}`])),
    },
  }
  writeFileSync(join(work, 'executable.json'), JSON.stringify(settings))
  execFileSync(NODE, ['--build-sea', 'executable.json'], {
    cwd: work,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
