// Properties of configs and stored providers under the names of this gateway. A parsed source may use aliases, and with
// `spelling: peer` Portkey's words; both lists are in the config schema. Positions stay those of the text.
import { configFacts } from '../../schemas/generated/facts.ts'
import type { Manifest } from '../../schemas/generated/types.ts'
import { isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { childPointer, type Pointer, parentPointer } from '../../schemas/values/pointer.ts'
import type { Origin, ParsedSource, Renaming } from '../source.ts'

/** Whose words configs, stored providers and headers use. */
export type Spelling = NonNullable<Manifest['spelling']>

const namesOf = (list: 'aliases' | 'peer'): readonly (readonly [string, string])[] =>
  Object.entries(configFacts).flatMap(([name, fact]) =>
    (fact[list] ?? []).map(written => [written, name] as const),
  )

const ALIASES: ReadonlyMap<string, string> = new Map(namesOf('aliases'))
const PEER: ReadonlyMap<string, string> = new Map(namesOf('peer'))
const WITH_PEER: ReadonlyMap<string, string> = new Map([...ALIASES, ...PEER])

/** The property that a word of the peer means. */
export const propertyOfPeerWord = (word: string): string | undefined => PEER.get(word)

/** The source with canonical names in the config and all its targets. */
export function canonicalConfig(parsed: ParsedSource, spelling: Spelling = 'interface'): ParsedSource {
  const renamed = new Map<Pointer, Renaming>()
  return withRenamed(parsed, renameNode(parsed.value, '', spelling, renamed), renamed)
}

/** The setting of the manifest, even if it is misspelt, so that no name is reported because of it. */
export const spellingOf = (manifest: Json | undefined): Spelling => {
  const written = isObject(manifest) ? manifest['spelling'] : undefined
  return written === undefined || written === 'interface' ? 'interface' : 'peer'
}

/** The source with canonical names in the stored providers of the manifest, whose own spelling decides. */
export function canonicalManifest(parsed: ParsedSource): ParsedSource {
  const { value } = parsed
  if (!isObject(value) || !isObject(value['providers'])) return parsed
  const spelling = spellingOf(value)
  const renamed = new Map<Pointer, Renaming>()
  const providers = Object.entries(value['providers']).map(
    ([slug, stored]) =>
      [slug, renameProperties(stored, childPointer('/providers', slug), spelling, renamed)] as const,
  )
  return withRenamed(parsed, { ...value, providers: Object.fromEntries(providers) }, renamed)
}

function renameProperties(
  value: Json,
  pointer: Pointer,
  spelling: Spelling,
  renamed: Map<Pointer, Renaming>,
): Json {
  if (!isObject(value)) return value
  const words = spelling === 'peer' ? WITH_PEER : ALIASES
  const canonical = (word: string): string => {
    const name = words.get(word)
    const at = name === undefined ? '' : childPointer(pointer, name)
    // Beside the canonical name, or a second word for it, the word stays and is reported as unknown.
    if (name === undefined || Object.hasOwn(value, name) || renamed.has(at)) return word
    renamed.set(at, { written: word, isAlias: spelling !== 'peer' || !PEER.has(word) })
    return name
  }
  if (!Object.keys(value).some(word => words.has(word))) return value
  return Object.fromEntries(
    Object.entries(value).map(([word, item]) => {
      const name = canonical(word)
      return [name, name !== word && name === 'api_key' ? withoutScheme(item) : item]
    }),
  )
}

/** `Authorization: Bearer <key>`: the scheme is not part of the key. */
const withoutScheme = (value: Json): Json =>
  typeof value === 'string' ? value.replace(/^Bearer\s+/i, '') : value

function renameNode(
  value: Json,
  pointer: Pointer,
  spelling: Spelling,
  renamed: Map<Pointer, Renaming>,
): Json {
  const node = renameProperties(value, pointer, spelling, renamed)
  if (!isObject(node) || !isList(node['targets'])) return node
  const before = renamed.size
  const at = childPointer(pointer, 'targets')
  const targets = node['targets'].map((target, index) =>
    renameNode(target, childPointer(at, index), spelling, renamed),
  )
  return renamed.size === before ? node : ({ ...node, targets } satisfies JsonObject)
}

function withRenamed(
  parsed: ParsedSource,
  value: Json,
  renamed: ReadonlyMap<Pointer, Renaming>,
): ParsedSource {
  if (renamed.size === 0) return parsed
  return { ...parsed, value, renamed, origins: originsOf(parsed.origins, renamed) }
}

/** The origins by canonical pointers. At most one name of a pointer is renamed, since renamed properties do not nest. */
function originsOf(
  written: ParsedSource['origins'],
  renamed: ReadonlyMap<Pointer, Renaming>,
): ParsedSource['origins'] {
  const toWritten = (pointer: Pointer): Pointer =>
    replacePrefix(pointer, prefix => {
      const renaming = renamed.get(prefix)
      return renaming && childPointer(parentPointer(prefix), renaming.written)
    })
  const canonical = new Map(
    Array.from(renamed, ([pointer, renaming]) => [
      childPointer(parentPointer(pointer), renaming.written),
      pointer,
    ]),
  )
  function* entries(): MapIterator<[Pointer, Origin]> {
    for (const [pointer, origin] of written)
      yield [replacePrefix(pointer, prefix => canonical.get(prefix)), origin]
  }
  return {
    get: pointer => written.get(toWritten(pointer)),
    has: pointer => written.has(toWritten(pointer)),
    get size() {
      return written.size
    },
    entries,
    [Symbol.iterator]: entries,
    keys: () => entries().map(([pointer]) => pointer),
    values: () => written.values(),
    forEach(visit) {
      for (const [pointer, origin] of entries()) visit(origin, pointer, this)
    },
  }
}

/** Replaces the first prefix of a pointer that has a replacement. */
function replacePrefix(pointer: Pointer, replacement: (prefix: Pointer) => Pointer | undefined): Pointer {
  for (let end = pointer.indexOf('/', 1); ; end = pointer.indexOf('/', end + 1)) {
    const prefix = end < 0 ? pointer : pointer.slice(0, end)
    const replaced = replacement(prefix)
    if (replaced !== undefined) return replaced + pointer.slice(prefix.length)
    if (end < 0) return pointer
  }
}
