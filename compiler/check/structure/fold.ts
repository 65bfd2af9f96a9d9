// A failed union yields one error per branch. When the value has the type of one branch, only the errors inside
// that branch are useful; when it has the type of none, one error lists the types of all. Unions do not nest.
import type { Complaint } from '../../../schemas/generated/validators.js'
import { type Pointer, parent } from '../../pointer.ts'

const isUnion = ({ keyword }: Complaint): boolean => keyword === 'anyOf' || keyword === 'oneOf'

/** The errors with every union reduced, one per pointer and keyword. */
export function fold(complaints: readonly Complaint[]): readonly Complaint[] {
  const unions = new Set(complaints.filter(isUnion).map(({ instancePath }) => instancePath))
  const isBranch = ({ keyword, instancePath }: Complaint): boolean =>
    keyword === 'type' && unions.has(instancePath)
  const kinds = Map.groupBy(complaints.filter(isBranch), ({ instancePath }) => instancePath)
  const told = placesAround(complaints.filter(each => !isUnion(each) && !isBranch(each)))
  const folded = complaints.flatMap(complaint => {
    if (isBranch(complaint)) return []
    if (!isUnion(complaint)) return [complaint]
    const branches = kinds.get(complaint.instancePath) ?? []
    const type = branches.flatMap(({ params }) => params['type'] as string | readonly string[])
    return told.has(complaint.instancePath) ? [] : [{ ...complaint, keyword: 'type', params: { type } }]
  })
  const seen = new Set<string>()
  return folded.filter(({ instancePath, keyword, params }) => {
    const key = `${keyword} ${instancePath} ${JSON.stringify(params)}`
    return !seen.has(key) && seen.add(key)
  })
}

/** The pointers of the errors and of all their ancestors. */
function placesAround(complaints: readonly Complaint[]): ReadonlySet<Pointer> {
  const places = new Set<Pointer>()
  for (const { instancePath } of complaints)
    for (let at = instancePath; !places.has(at); at = parent(at)) places.add(at)
  return places
}
