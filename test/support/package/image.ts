// `portolan-runtime` as a container image, in the layout of the OCI (image-spec 1.1, image-layout.md): a folder that skopeo, podman and
// registries read. Two layers: the libraries that Node needs, and the executable. There is no shell and no package manager.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Architecture, Platform } from './platform.ts'
import { type TarEntry, writeTar } from './tar.ts'

/** The user of the process; no name or number of the host is meant. */
export const USER = 65_532

const PROGRAM = 'usr/bin/portolan-runtime'

/** What one processor runs. */
export interface ImageProgram {
  readonly platform: Pick<Platform, 'architecture' | 'libraries'>
  /** Path of the executable. */
  readonly executable: string
}

export interface ImageParts {
  /** The first is that of this machine. */
  readonly programs: readonly ImageProgram[]
  /** The file of the licences. */
  readonly licences: string
  readonly version: string
  /** The date of everything inside, in seconds since 1970. */
  readonly seconds: number
}

const file = (path: string, bytes: Uint8Array | string, mode = 0o644): TarEntry => ({
  kind: 'file',
  path,
  mode,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
})

const systemEntries = (libraries: Platform['libraries']): readonly TarEntry[] => [
  ...libraries.map(each => file(each.path.slice(1), readFileSync(each.file), 0o755)),
  file(
    'etc/passwd',
    `root:x:0:0::/:/nonexistent\nportolan:x:${USER}:${USER}::/var/lib/portolan:/nonexistent\n`,
  ),
  file('etc/group', `root:x:0:\nportolan:x:${USER}:\n`),
  file('etc/nsswitch.conf', 'hosts: files dns\n'),
  ...['dev', 'proc', 'sys', 'etc/portolan'].map(path => ({ kind: 'folder', path, mode: 0o755 }) as const),
  { kind: 'folder', path: 'tmp', mode: 0o1777 },
  { kind: 'folder', path: 'var/lib/portolan', mode: 0o700, owner: USER },
]

const sha256 = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

interface Descriptor {
  readonly mediaType: string
  readonly digest: string
  readonly size: number
}

const MEDIA = 'application/vnd.oci.image'
/** Writes the layout into a folder, which is emptied before. Returns the digest of what is named, and the bytes of all layers. */
export function writeImage(
  folder: string,
  { programs, licences, version, seconds }: ImageParts,
): { readonly digest: string; readonly bytes: number } {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'blobs/sha256'), { recursive: true })
  const store = (mediaType: string, bytes: Uint8Array): Descriptor => {
    const digest = sha256(bytes)
    writeFileSync(join(folder, 'blobs', digest.replace(':', '/')), bytes)
    return { mediaType, digest, size: bytes.length }
  }
  const storeJson = (mediaType: string, value: object): Descriptor =>
    store(mediaType, Buffer.from(JSON.stringify(value)))
  const created = new Date(seconds * 1000).toISOString()
  let bytes = 0
  const manifests = programs.map(({ platform, executable }) => {
    const layers = [
      systemEntries(platform.libraries),
      [
        file(PROGRAM, readFileSync(executable), 0o755),
        file('usr/share/doc/portolan/THIRD-PARTY-LICENSES', readFileSync(licences)),
      ],
    ].map(entries => {
      const archive = writeTar(entries, seconds)
      const layer = store(`${MEDIA}.layer.v1.tar+gzip`, gzipSync(archive, { level: 6 }))
      bytes += layer.size
      return { diff: sha256(archive), layer }
    })
    const config = storeJson(`${MEDIA}.config.v1+json`, {
      created,
      architecture: platform.architecture,
      os: 'linux',
      config: {
        User: `${USER}:${USER}`,
        Env: ['PATH=/usr/bin', 'MALLOC_ARENA_MAX=1'],
        Entrypoint: [`/${PROGRAM}`],
        Cmd: ['/etc/portolan/gateway.plan.json'],
        WorkingDir: '/var/lib/portolan',
        ExposedPorts: { '8787/tcp': {} },
        StopSignal: 'SIGTERM',
        // Not of the specification: Docker reads it, others ignore it.
        Healthcheck: { Test: ['CMD', `/${PROGRAM}`, 'health'] },
      },
      rootfs: { type: 'layers', diff_ids: layers.map(({ diff }) => diff) },
      history: ['libraries of Node', 'portolan-runtime'].map(comment => ({ created, comment })),
    })
    const manifest = storeJson(`${MEDIA}.manifest.v1+json`, {
      schemaVersion: 2,
      mediaType: `${MEDIA}.manifest.v1+json`,
      config,
      layers: layers.map(({ layer }) => layer),
      annotations: {
        'org.opencontainers.image.title': 'portolan-runtime',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
        'org.opencontainers.image.created': created,
      },
    })
    return { ...manifest, platform: { architecture: platform.architecture, os: 'linux' } }
  })
  const indexOf = (list: readonly object[]): object => ({
    schemaVersion: 2,
    mediaType: INDEX,
    manifests: list,
  })
  // Of several processors the name is that of an index, from which tools choose (image-index.md).
  const [first] = manifests
  const named = manifests.length === 1 && first !== undefined ? first : storeJson(INDEX, indexOf(manifests))
  const annotations = { 'org.opencontainers.image.ref.name': version }
  writeFileSync(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}')
  writeFileSync(join(folder, 'index.json'), JSON.stringify(indexOf([{ ...named, annotations }])))
  return { digest: named.digest, bytes }
}

const INDEX = `${MEDIA}.index.v1+json`

interface PlatformDescriptor extends Descriptor {
  readonly platform?: { readonly architecture: string }
}

/** The root file system of an image in a layout: the layers of a processor, one over the other. */
export function unpackImage(folder: string, root: string, architecture: Architecture): void {
  const read = (descriptor: Descriptor): string =>
    readFileSync(join(folder, 'blobs', descriptor.digest.replace(':', '/')), 'utf8')
  const manifestsOf = (text: string): readonly PlatformDescriptor[] =>
    (JSON.parse(text) as { readonly manifests: readonly PlatformDescriptor[] }).manifests
  const [named] = manifestsOf(readFileSync(join(folder, 'index.json'), 'utf8'))
  const manifest =
    named?.mediaType === INDEX
      ? manifestsOf(read(named)).find(({ platform }) => platform?.architecture === architecture)
      : named
  if (manifest === undefined) throw new Error('The index has no such manifest.')
  const { layers } = JSON.parse(read(manifest)) as { readonly layers: readonly Descriptor[] }
  mkdirSync(root, { recursive: true })
  for (const { digest } of layers)
    execFileSync('tar', ['-xzf', join(folder, 'blobs', digest.replace(':', '/')), '-C', root])
}
