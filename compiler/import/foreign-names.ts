// Tables that are read with names of a foreign source: what every object inherits is not an entry, whatever the source names.
export const byForeignName = <Value>(
  entries: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> => Object.assign(Object.create(null), entries)
