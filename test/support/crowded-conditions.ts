// Conditions of which the last is met by no request, which only a search of all combinations shows: of some fields with fewer values than there
// are fields, two would have the same value, which a condition above meets.

export interface CrowdedCondition {
  readonly query: object
  readonly then: string
}

/** `then`: the target of the last condition. */
export function crowdedConditions(fields: number, then: string): readonly CrowdedCondition[] {
  const keys = Array.from({ length: fields }, (_, index) => `metadata.f${index}`)
  const values = keys.slice(1).map((_, index) => `v${index}`)
  const pairs = keys.flatMap((one, index) => keys.slice(index + 1).map(other => [one, other] as const))
  return [
    ...values.map(value => ({
      query: { $or: pairs.map(([one, other]) => ({ [one]: value, [other]: value })) },
      then: 'same',
    })),
    { query: Object.fromEntries(keys.map(key => [key, { $in: values }])), then },
  ]
}
