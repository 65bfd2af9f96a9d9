// `npm run package [-- FOLDER]`: everything that a release consists of, in one folder (default .release, which git ignores).
// `npm run release [-- FOLDER]` refuses first what must not be released.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { VERSION } from '../../../compiler/facts/version.ts'
import { ROOT } from '../folder.ts'
import { billOfMaterials, type SystemPackage } from './bill-of-materials.ts'
import { buildExecutables, findStripper, NODE } from './executables.ts'
import { librariesOf, writeImage } from './image.ts'
import { licencesOfAll } from './licences.ts'
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

function writePackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run(process.execPath, 'test/support/build.ts')
  const [, runtime = ''] = buildExecutables(folder)
  const licences = join(folder, 'THIRD-PARTY-LICENSES')
  writeFileSync(licences, licencesOfAll())
  writeImage(join(folder, 'portolan-runtime-image'), {
    executable: runtime,
    licences,
    version: VERSION,
    seconds,
  })
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
        stripper: findStripper(),
        seconds,
        lock: sha256(readText('package-lock.json')),
      },
      products,
    ),
  )
  const sums = filesBelow(folder).map(name => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`)
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

const [command, folder = '.release'] = process.argv.slice(2)
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
  writePackage(target)
  process.stdout.write(readFileSync(join(target, 'SHA256SUMS'), 'utf8'))
}
