// The licences of everything in the executables: the packages that dist/ bundles, those beside it, and Node.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { ROOT } from '../folder.ts'
import { type LockedPackage, lockedPackages } from './locked-packages.ts'

const RULE = `\n${'-'.repeat(80)}\n\n`

/** The licence of Node is in the package of its platform. */
const NODE_FOLDER = `node_modules/node/node_modules/node-${process.platform}-${process.arch}`

function licenceOf({
  path,
  name,
  version,
  license,
}: Pick<LockedPackage, 'path' | 'name' | 'version' | 'license'>): string {
  const file = readdirSync(`${ROOT}${path}`).find(each => /^licen[cs]e/i.test(each))
  const text =
    file === undefined
      ? `${license} (the package has no file of it)`
      : readFileSync(`${ROOT}${path}/${file}`, 'utf8')
  return `${name} ${version}\n\n${text.trim()}\n`
}

export function licencesOfAll(): string {
  const { version } = JSON.parse(readFileSync(`${ROOT}node_modules/node/package.json`, 'utf8')) as {
    readonly version: string
  }
  if (!existsSync(`${ROOT}${NODE_FOLDER}/LICENSE`)) throw new Error('Node has no licence file.')
  const beside = lockedPackages().filter(each => each.installed)
  return [
    readFileSync(`${ROOT}dist/THIRD-PARTY-LICENSES`, 'utf8'),
    ...[...beside, { path: NODE_FOLDER, name: 'node', version, license: 'MIT' }].map(licenceOf),
  ].join(RULE)
}
