// Archives in the format of POSIX.1-1988 (ustar), as the layers of images need them: sorted, with one date, owned by root. Devices, hard
// links and paths of more than 100 bytes are not among what is packed here.

interface Common {
  /** Relative, without a slash at either end. */
  readonly path: string
  /** Permissions, such as 0o755. */
  readonly mode: number
  /** User and group; 0 by default. */
  readonly owner?: number
}

export type TarEntry =
  | (Common & { readonly kind: 'file'; readonly bytes: Uint8Array })
  | (Common & { readonly kind: 'folder' })
  | (Common & { readonly kind: 'link'; readonly target: string })

const BLOCK = 512
const KINDS = { file: '0', link: '2', folder: '5' } as const

const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, '0')}\0`

function headerOf(entry: TarEntry, seconds: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const put = (text: string, offset: number, length: number): void => {
    const bytes = Buffer.from(text)
    if (bytes.length > length) throw new Error(`Too long for an archive: ${text}`)
    bytes.copy(header, offset)
  }
  const owner = entry.owner ?? 0
  put(entry.kind === 'folder' ? `${entry.path}/` : entry.path, 0, 100)
  put(octal(entry.mode, 8), 100, 8)
  put(octal(owner, 8), 108, 8)
  put(octal(owner, 8), 116, 8)
  put(octal(entry.kind === 'file' ? entry.bytes.length : 0, 12), 124, 12)
  put(octal(seconds, 12), 136, 12)
  put(' '.repeat(8), 148, 8)
  put(KINDS[entry.kind], 156, 1)
  if (entry.kind === 'link') put(entry.target, 157, 100)
  put('ustar\x0000', 257, 8)
  const sum = header.reduce((total, byte) => total + byte, 0)
  put(`${octal(sum, 7)} `, 148, 8)
  return header
}

/** The archive of these entries with the folders above them. `seconds`: the date of all, since 1970. */
export function writeTar(entries: readonly TarEntry[], seconds: number): Buffer {
  const all = new Map<string, TarEntry>()
  for (const entry of entries) {
    const names = entry.path.split('/')
    for (let depth = 1; depth < names.length; depth += 1) {
      const path = names.slice(0, depth).join('/')
      if (!all.has(path)) all.set(path, { kind: 'folder', path, mode: 0o755 })
    }
    all.set(entry.path, entry)
  }
  const sorted = [...all.values()].sort((left, right) => (left.path < right.path ? -1 : 1))
  const blocks = sorted.flatMap(entry => {
    const bytes = entry.kind === 'file' ? entry.bytes : new Uint8Array()
    return [headerOf(entry, seconds), bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])
}
