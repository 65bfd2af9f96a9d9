// JSON Pointers (RFC 6901) identify values in a config; they are displayed as `targets[1].retry`.

/** A JSON Pointer: `''` for the root, `/targets/1/retry` below it. */
export type Pointer = string

const escapeToken = (token: string): string =>
  token.includes('~') || token.includes('/') ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
const unescapeToken = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

/** The pointer of a child: `child('/targets', 1)` is `/targets/1`. */
export function childPointer(parentPointer: Pointer, key: string | number): Pointer {
  return `${parentPointer}/${typeof key === 'number' ? key : escapeToken(key)}`
}

/** The tokens of a pointer, unescaped: `/a~1b/0` gives `['a/b', '0']`. */
export function pointerTokens(pointer: Pointer): readonly string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescapeToken)
}

/** The pointer of the containing value; the root is its own parent. */
export function parentPointer(pointer: Pointer): Pointer {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
}

/** The last token, or undefined at the root. */
export function lastToken(pointer: Pointer): string | undefined {
  return pointerTokens(pointer).at(-1)
}

/** The display form: `targets[1].retry`, `metadata["user id"]`; the root is the empty string. */
export function formatPointer(pointer: Pointer): string {
  return pointerTokens(pointer).reduce((path, token) => {
    if (/^(0|[1-9]\d*)$/.test(token)) return `${path}[${token}]`
    if (!/^[$\w-]+$/.test(token)) return `${path}[${JSON.stringify(token)}]`
    return path === '' ? token : `${path}.${token}`
  }, '')
}
