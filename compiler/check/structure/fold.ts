// A failed union makes a complaint a branch. Where the value has the kind of one branch, only what is wrong inside that
// branch is worth telling; where it has the kind of none, one complaint names the kinds of all. No union holds another.
import type { Complaint } from '../../../schemas/generated/validators.js'
import { type Pointer, parent } from '../../pointer.ts'

const isUnion = ({ keyword }: Complaint): boolean => keyword === 'anyOf' || keyword === 'oneOf'

/** The complaints with every union folded, one for each place and keyword. */
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

/** The places of complaints and all above them. */
function placesAround(complaints: readonly Complaint[]): ReadonlySet<Pointer> {
  const places = new Set<Pointer>()
  for (const { instancePath } of complaints)
    for (let at = instancePath; !places.has(at); at = parent(at)) places.add(at)
  return places
}
