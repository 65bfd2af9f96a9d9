// What an object may contain, for messages: property names, and the units of numbers. Configs and manifests are
// looked up in the generated shapes.
import { shapes, units } from '../../../schemas/generated/facts.ts'
import { lastToken, type Pointer, parentPointer, pointerTokens } from '../../../schemas/values/pointer.ts'

export interface PropertyNames {
  /** The name of the root: `config`. */
  readonly root: string
  /** The names of the properties that the object at a pointer may have. */
  readonly names: (pointer: Pointer) => readonly string[]
  /** The unit of a number, in plural form. */
  readonly unit: (pointer: Pointer) => string | undefined
}

/** The schema title of the object at a pointer; undefined where any object is allowed. */
function kindAt(root: string, pointer: Pointer): string | undefined {
  let kind: string | undefined = root
  let itemKinds: readonly string[] | undefined
  for (const token of pointerTokens(pointer)) {
    if (itemKinds !== undefined) {
      kind = itemKinds[0]
      itemKinds = undefined
      continue
    }
    const childKind: string | readonly string[] | null | undefined =
      kind === undefined ? undefined : shapes[kind]?.[token]
    // A list in place of one object has items of its kind.
    if (childKind === undefined && kind !== undefined && /^\d+$/.test(token)) continue
    if (typeof childKind === 'string') kind = childKind
    else if (childKind) itemKinds = childKind
    else return undefined
  }
  return itemKinds === undefined ? kind : undefined
}

/** The names for a source whose root has this schema title. */
export const propertyNamesOf = (kind: string): PropertyNames => ({
  root: kind.toLowerCase(),
  names: pointer => Object.keys(shapes[kindAt(kind, pointer) ?? ''] ?? {}),
  unit: pointer => units[kindAt(kind, parentPointer(pointer)) ?? '']?.[lastToken(pointer) ?? ''],
})

/** A number with its unit, if it has one: `60 seconds`. */
export function withUnit({ unit }: PropertyNames, pointer: Pointer, number: number): string {
  const noun = unit(pointer)
  if (noun === undefined) return String(number)
  return `${number} ${number === 1 ? noun.replace(/s$/, '') : noun}`
}
