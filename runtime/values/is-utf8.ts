// Whether bytes are valid UTF-8, from node:buffer: native, and without decoding them. It is a pure function, so it may
// be imported here.
export { isUtf8 } from 'node:buffer'
