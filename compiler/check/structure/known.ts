// Which properties an object may have, found by walking from the root's kind along the generated shapes.
import { shapes } from '../../../schemas/generated/facts.ts'
import { type Pointer, tokens } from '../../pointer.ts'

/** The kind of the object at a pointer; undefined where any object may stand. */
export function kindAt(root: string, pointer: Pointer): string | undefined {
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
