// What a kind of object may hold, for sentences: the names of properties, and the units of numbers. The kinds of configs
// and manifests are found along the generated shapes.
import { shapes, units } from '../../../schemas/generated/facts.ts'
import { lastToken, type Pointer, parent, tokens } from '../../pointer.ts'

export interface Vocabulary {
  /** What the root is called: `config`. */
  readonly root: string
  /** The names of the properties that the object at a pointer may have. */
  readonly names: (pointer: Pointer) => readonly string[]
  /** The unit of a number, in the plural. */
  readonly unit: (pointer: Pointer) => string | undefined
}

/** The kind of the object at a pointer; undefined where any object may stand. */
function kindAt(root: string, pointer: Pointer): string | undefined {
  let kind: string | undefined = root
  let many: readonly string[] | undefined
  for (const token of tokens(pointer)) {
    if (many !== undefined) {
      kind = many[0]
      many = undefined
      continue
    }
    const below: string | readonly string[] | null | undefined =
      kind === undefined ? undefined : shapes[kind]?.[token]
    if (typeof below === 'string') kind = below
    else if (below) many = below
    else return undefined
  }
  return many === undefined ? kind : undefined
}

/** The vocabulary of a text whose root is of a kind, which is the title of its schema. */
export const vocabularyOf = (kind: string): Vocabulary => ({
  root: kind.toLowerCase(),
  names: pointer => Object.keys(shapes[kindAt(kind, pointer) ?? ''] ?? {}),
  unit: pointer => units[kindAt(kind, parent(pointer)) ?? '']?.[lastToken(pointer) ?? ''],
})

/** A number with its unit, where it has one: `60 seconds`. */
export function withUnit({ unit }: Vocabulary, pointer: Pointer, number: number): string {
  const noun = unit(pointer)
  if (noun === undefined) return String(number)
  return `${number} ${number === 1 ? noun.replace(/s$/, '') : noun}`
}
