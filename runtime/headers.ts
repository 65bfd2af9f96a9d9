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
