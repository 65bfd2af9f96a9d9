// A failed union makes a complaint a branch. Where the value has the kind of one branch, only what is wrong inside that
// branch is worth telling; where it has the kind of none, one complaint names the kinds of all.
import type { Complaint } from '../../../schemas/generated/validators.js'

const isUnion = ({ keyword }: Complaint): boolean => keyword === 'anyOf' || keyword === 'oneOf'

const kindsOf = (complaints: readonly Complaint[]): readonly string[] =>
  complaints.flatMap(({ params }) => params['type'] as string | readonly string[])

function foldUnion(union: Complaint, complaints: readonly Complaint[]): readonly Complaint[] {
  const at = union.instancePath
  const here = complaints.filter(({ instancePath }) => instancePath === at)
  const types = here.filter(({ keyword }) => keyword === 'type')
  const inside = complaints.some(
    each =>
      each.instancePath.startsWith(`${at}/`) ||
      (each.instancePath === at && each.keyword !== 'type' && !isUnion(each)),
  )
  const rest = complaints.filter(each => each !== union && !types.includes(each))
  return inside ? rest : [...rest, { ...union, keyword: 'type', params: { type: kindsOf(types) } }]
}

/** The complaints with every union folded, one for each place and keyword. */
export function fold(complaints: readonly Complaint[]): readonly Complaint[] {
  const folded = complaints.filter(isUnion).reduce((all, union) => foldUnion(union, all), complaints)
  const seen = new Set<string>()
  return folded.filter(({ instancePath, keyword, params }) => {
    const key = `${keyword} ${instancePath} ${JSON.stringify(params)}`
    return !seen.has(key) && seen.add(key)
  })
}
