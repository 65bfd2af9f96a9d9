// `npm run package [-- FOLDER --both-processors]`: everything that a release consists of, in one folder (default .release, which git
// ignores), with --both-processors also for the processor that this machine does not have (amd64, arm64).
// `npm run release [-- FOLDER]` refuses first what must not be released.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { VERSION } from '../../../compiler/facts/version.ts'
import { ROOT } from '../folder.ts'
import { billOfMaterials, type SystemPackage } from './bill-of-materials.ts'
import { buildExecutables, EXECUTABLES, stripperVersion } from './executables.ts'
import { type ImageProgram, writeImage } from './image.ts'
import { licencesOfAll } from './licences.ts'
import { fetchPlatform, librariesOf, NODE, ownPlatform } from './platform.ts'
import { provenanceOf } from './provenance.ts'
import { releaseFaults } from './release-faults.ts'

const run = (command: string, ...words: readonly string[]): string =>
  execFileSync(command, words, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trimEnd()
const readText = (name: string): string => readFileSync(`${ROOT}${name}`, 'utf8')
const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** The date of everything inside: SOURCE_DATE_EPOCH (reproducible-builds.org), or that of the commit. */
const seconds = Number(process.env['SOURCE_DATE_EPOCH'] ?? run('git', 'log', '-1', '--format=%ct'))

/** The packages of Debian, or of a distribution that follows it, that these files belong to; none elsewhere. */
function systemPackages(files: readonly string[]): readonly SystemPackage[] {
  const distribution = /^ID=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'debian'
  const paths = files.flatMap(file => [file, realpathSync(file), `/usr${file}`])
  const { stdout, error } = spawnSync('dpkg-query', ['--search', ...paths], { encoding: 'utf8' })
  if (error !== undefined) return []
  const names = new Set(Array.from(stdout.matchAll(/^([^\s:,]+)(?::\w+)?: /gm), ([, name = '']) => name))
  return [...names].sort().map(name => ({
    name,
    version: run('dpkg-query', '--show', '--showformat=${Version}\n', name).split('\n')[0] ?? '',
    distribution,
  }))
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile())
    .map(item => relative(folder, join(item.parentPath, item.name)).replaceAll('\\', '/'))
    .sort()

/** The runtime for the other processor, whose Node and libraries are fetched into a folder. */
function buildOther(folder: string, work: string): ImageProgram {
  const other = ownPlatform().architecture === 'amd64' ? 'arm64' : 'amd64'
  const platform = fetchPlatform(other, work)
  if (typeof platform === 'string') throw new Error(platform)
  const built = buildExecutables(work, EXECUTABLES, platform)
  for (const path of built) renameSync(path, join(folder, `${basename(path)}-${other}`))
  return { platform, executable: join(folder, `portolan-runtime-${other}`) }
}

function writePackage(folder: string, withOther: boolean): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run(process.execPath, 'test/support/build.ts')
  const platform = ownPlatform()
  const [, runtime = ''] = buildExecutables(folder)
  const work = mkdtempSync(join(tmpdir(), 'portolan-other-'))
  const licences = join(folder, 'THIRD-PARTY-LICENSES')
  writeFileSync(licences, licencesOfAll())
  try {
    const programs = [{ platform, executable: runtime }, ...(withOther ? [buildOther(folder, work)] : [])]
    writeImage(join(folder, 'portolan-runtime-image'), { programs, licences, version: VERSION, seconds })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  run('npm', 'pack', '--silent', '--pack-destination', folder)
  const node = JSON.parse(run(NODE, '--print', 'JSON.stringify(process.versions)')) as Record<string, string>
  const system = systemPackages(librariesOf(runtime))
  const writeJson = (name: string, value: object): void =>
    writeFileSync(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`)
  writeJson('portolan.cdx.json', billOfMaterials({ version: VERSION, seconds, node, system }))
  const products = filesBelow(folder).map(name => ({
    name,
    sha256: sha256(readFileSync(join(folder, name))),
  }))
  writeJson(
    'portolan.provenance.json',
    provenanceOf(
      {
        version: VERSION,
        commit: run('git', 'rev-parse', 'HEAD'),
        platform: `${process.platform}-${process.arch}`,
        node: node['node'] ?? '',
        stripper: stripperVersion(platform),
        seconds,
        lock: sha256(readText('package-lock.json')),
      },
      products,
    ),
  )
  const sums = filesBelow(folder).map(name => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

const [command, ...words] = process.argv.slice(2)
const OTHER = '--both-processors'
const [folder = '.release'] = words.filter(word => word !== OTHER)
const { version } = JSON.parse(readText('package.json')) as { readonly version: string }
const faults =
  command === 'release'
    ? releaseFaults({
        status: run('git', 'status', '--porcelain'),
        changelog: readText('CHANGELOG.md'),
        version,
        printed: VERSION,
      })
    : []
if (faults.length > 0) {
  process.stderr.write(`There is no release:\n${faults.map(fault => `- ${fault}\n`).join('')}`)
  process.exitCode = 1
} else {
  const target = resolve(ROOT, folder)
  writePackage(target, words.includes(OTHER))
  process.stdout.write(readFileSync(join(target, 'SHA256SUMS'), 'utf8'))
}
