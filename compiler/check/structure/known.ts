// Which properties an object may have, found by walking from the root's kind along the generated shapes.
import { shapes, units } from '../../../schemas/generated/facts.ts'
import { lastToken, type Pointer, parent, tokens } from '../../pointer.ts'

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

/** The names of the properties that an object at a pointer may have. */
export function knownNames(root: string, pointer: Pointer): readonly string[] {
  const kind = kindAt(root, pointer)
  return kind === undefined ? [] : Object.keys(shapes[kind] ?? {})
}

/** A number of a property with its unit, where it has one: `60 seconds`. */
export function withUnit(root: string, pointer: Pointer, number: number): string {
  const unit = units[kindAt(root, parent(pointer)) ?? '']?.[lastToken(pointer) ?? '']
  if (unit === undefined) return String(number)
  return `${number} ${number === 1 ? unit.replace(/s$/, '') : unit}`
}
