// What the files of a release contain, as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/): the packages of package-lock.json that
// are bundled or installed, Node with the libraries that it contains, and the libraries of the image.
import { readFileSync } from 'node:fs'
import { ROOT } from '../folder.ts'
import { type LockedPackage, lockedPackages } from './locked-packages.ts'

/** A package of the distribution whose libraries are in the image. */
export interface SystemPackage {
  readonly name: string
  readonly version: string
  /** The name of the distribution in package URLs, such as `debian`. */
  readonly distribution: string
}

export interface Materials {
  readonly version: string
  /** The date of the release, in seconds since 1970. */
  readonly seconds: number
  /** `process.versions` of Node. */
  readonly node: Readonly<Record<string, string>>
  readonly system: readonly SystemPackage[]
}

/** One file of it is copied into dist/; the others are bundled. */
const COPIED = 'recheck'

/** The packages in dist/, of which the build writes the licences: each begins with a line of its name and version. */
export function bundledPackages(): readonly LockedPackage[] {
  const licences = readFileSync(`${ROOT}dist/THIRD-PARTY-LICENSES`, 'utf8')
  const names = Array.from(licences.matchAll(/(?:^|-{80}\n\n)(\S+) \S+\n/g), ([, name = '']) => name)
  const locked = lockedPackages()
  return [...names, COPIED].map(name => {
    const found = locked.find(each => each.path === `node_modules/${name}`)
    if (found === undefined) throw new Error(`${name} is bundled, and not in package-lock.json.`)
    return found
  })
}

const packageUrl = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

type Use = 'bundled' | 'installed' | 'optional'

/** A package may be bundled into a page, and installed too: it is one component. */
function componentOf({ name, version, license, integrity }: LockedPackage, uses: readonly Use[]): object {
  const [, base64 = ''] = integrity.split('sha512-')
  const purl = packageUrl(name, version)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: uses.every(use => use === 'optional') ? 'optional' : 'required',
    ...(base64 !== '' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }],
    }),
    licenses: [{ license: { id: license } }],
    purl,
    properties: uses.map(use => ({
      name: 'portolan:use',
      value: use === 'bundled' ? 'bundled' : 'installed',
    })),
  }
}

/** Node, with what its own build contains. */
function nodeComponent({ node = '', ...contained }: Readonly<Record<string, string>>): object {
  const versions = Object.entries(contained).filter(
    ([name]) => !/^(?:modules|napi|unicode|cldr|tz)$/.test(name),
  )
  return {
    type: 'platform',
    'bom-ref': packageUrl('node', node),
    name: 'node',
    version: node,
    licenses: [{ license: { id: 'MIT' } }],
    purl: packageUrl('node', node),
    components: versions.sort().map(([name, version]) => ({ type: 'library', name, version })),
  }
}

const systemComponent = ({ name, version, distribution }: SystemPackage): object => {
  const purl = `pkg:deb/${distribution}/${name}@${encodeURIComponent(version)}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    properties: [{ name: 'portolan:use', value: 'image' }],
  }
}

export function billOfMaterials({ version, seconds, node, system }: Materials): object {
  const purl = packageUrl('portolan', version)
  const bundled = new Set(bundledPackages().map(({ path }) => path))
  const components = [
    ...lockedPackages().flatMap(each => {
      const uses: Use[] = [
        ...(bundled.has(each.path) ? (['bundled'] as const) : []),
        ...(each.installed ? [each.optional ? ('optional' as const) : ('installed' as const)] : []),
      ]
      return uses.length === 0 ? [] : [componentOf(each, uses)]
    }),
    nodeComponent(node),
    ...system.map(systemComponent),
  ]
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': purl,
        name: 'portolan',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
        purl,
      },
    },
    components,
  }
}
