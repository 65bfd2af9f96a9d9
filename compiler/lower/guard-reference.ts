// An item of a list of hooks or guardrails that stands for a guardrail of the manifest: its id, alone or in an object.

/** The id; undefined for an item that is a guard itself. */
export function guardReference(item: unknown): string | undefined {
  if (typeof item === 'string') return item
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined
  const entries = Object.entries(item)
  const id: unknown = entries.find(([name]) => name === 'id')?.[1]
  return typeof id === 'string' && entries.every(([name]) => name === 'id' || name === 'type')
    ? id
    : undefined
}
