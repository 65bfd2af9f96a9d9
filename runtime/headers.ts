// Headers as a flat list `[name, value, name, value, ...]`, as sockets give and take them: order and repetition stay,
// and nothing is built per request. Names are compared lower-case.

export type Headers = readonly string[]

/** The first value of a header, or undefined. `name` is lower-case. */
export function headerValue(headers: Headers, name: string): string | undefined {
  for (let index = 0; index < headers.length; index += 2) {
    const candidate = headers[index]
    if (candidate !== undefined && candidate.length === name.length && candidate.toLowerCase() === name) {
      return headers[index + 1]
    }
  }
  return undefined
}

/**
 * The names that the header `Connection` lists, lower-case: they belong to one hop, and so do the headers that they
 * name. Undefined for the usual case of none but `close` and `keep-alive`.
 */
export function hopNames(headers: Headers): ReadonlySet<string> | undefined {
  const value = headerValue(headers, 'connection')
  if (value === undefined || /^(close|keep-alive)$/i.test(value)) return undefined
  const names = new Set<string>()
  for (let index = 0; index + 1 < headers.length; index += 2) {
    if (headers[index]?.toLowerCase() !== 'connection') continue
    for (const name of (headers[index + 1] ?? '').split(',')) names.add(name.trim().toLowerCase())
  }
  return names
}
