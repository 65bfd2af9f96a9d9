// Whether bytes are valid UTF-8, or only ASCII, from node:buffer: native, and without decoding them. Both are pure functions, so
// they may be imported here.
export { isAscii, isUtf8 } from 'node:buffer'
