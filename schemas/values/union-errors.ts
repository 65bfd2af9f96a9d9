// A failed union yields one error per branch. When the value has the type of one branch, only the errors inside
// that branch are useful; when it has the type of none, one error lists the types of all. Unions do not nest.
import { type Pointer, parentPointer } from './pointer.ts'

/** An error of a generated validator, as far as it matters here. */
interface ValidationError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}

const isUnion = ({ keyword }: ValidationError): boolean => keyword === 'anyOf' || keyword === 'oneOf'

const isEnum = ({ keyword }: ValidationError): boolean => keyword === 'enum'

/** The errors with every union reduced, one per pointer and keyword. */
export function foldUnionErrors<E extends ValidationError>(errors: readonly E[]): readonly E[] {
  const unions = new Set(errors.filter(isUnion).map(({ instancePath }) => instancePath))
  const isBranch = ({ keyword, instancePath }: ValidationError): boolean =>
    keyword === 'type' && unions.has(instancePath)
  const branchTypes = Map.groupBy(errors.filter(isBranch), ({ instancePath }) => instancePath)
  const innerPointers = withAncestors(errors.filter(each => !isUnion(each) && !isBranch(each)))
  /** A value with errors inside is meant as the branch that has an inside, not as a name of a list. */
  const hasInside = ({ instancePath }: ValidationError): boolean =>
    unions.has(instancePath) && errors.some(each => each.instancePath.startsWith(`${instancePath}/`))
  const folded = errors.flatMap(error => {
    if (isBranch(error) || (isEnum(error) && hasInside(error))) return []
    if (!isUnion(error)) return [error]
    const branches = branchTypes.get(error.instancePath) ?? []
    const type = branches.flatMap(({ params }) => params['type'] as string | readonly string[])
    return innerPointers.has(error.instancePath) ? [] : [{ ...error, keyword: 'type', params: { type } }]
  })
  const seen = new Set<string>()
  // A value of a list of names has one message, which lists the names.
  const named = new Set(folded.filter(isEnum).map(({ instancePath }) => instancePath))
  return folded.filter(({ instancePath, keyword, params }) => {
    if (keyword === 'type' && named.has(instancePath)) return false
    const key = `${keyword} ${instancePath} ${JSON.stringify(params)}`
    return !seen.has(key) && seen.add(key)
  })
}

/** The pointers of the errors and of all their ancestors. */
function withAncestors(errors: readonly ValidationError[]): ReadonlySet<Pointer> {
  const pointers = new Set<Pointer>()
  for (const { instancePath } of errors)
    for (let at = instancePath; !pointers.has(at); at = parentPointer(at)) pointers.add(at)
  return pointers
}
