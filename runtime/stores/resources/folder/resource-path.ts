// The file of a resource: its kind and the parts of its identifier, as names that every file system distinguishes and that
// lead nowhere else. `label`, `Team/v1.json` is `label/%54eam/v1%2Ejson.json`.
import { StoreError } from '../../../control/core/store-error.ts'

const SUFFIX = '.json'

/** Bytes of a name; file systems end at 255. */
const MAX_NAME = 240

/** Small letters, digits and `._-` are written as they are: not all file systems distinguish capital letters. */
const PLAIN = /[a-z0-9._-]/

export function pathOfResource(kind: string, id: string): string {
  const names = [kind, ...id.split('/')].map(nameOf)
  if (!`${kind}${id}`.isWellFormed() || names.some(name => name.length > MAX_NAME))
    throw new StoreError('unsupported', `A folder cannot store a resource by this identifier: ${id}.`)
  return `${names.join('/')}${SUFFIX}`
}

function nameOf(part: string): string {
  // An empty part has a name that no other part has.
  if (part === '') return '%'
  const name = Array.from(Buffer.from(part), byte => {
    const character = String.fromCharCode(byte)
    return PLAIN.test(character) ? character : escapeOf(byte)
  }).join('')
  // No hidden names, no `..`, and no folder that has the name of a file.
  return name.replace(/^\./, '%2E').replace(/\.(?=json$|$)/, '%2E')
}

const escapeOf = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`

/** Undefined for files that no resource has. */
export function resourceOfPath(path: string): { readonly kind: string; readonly id: string } | undefined {
  if (!path.endsWith(SUFFIX)) return undefined
  const [kind, ...parts] = path.slice(0, -SUFFIX.length).split('/').map(partOf)
  if (kind === undefined || parts.length === 0 || parts.includes(undefined)) return undefined
  const id = parts.join('/')
  return pathOfResource(kind, id) === path ? { kind, id } : undefined
}

function partOf(name: string): string | undefined {
  if (name === '%') return ''
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}
