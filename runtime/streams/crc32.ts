// CRC-32 (IEEE 802.3, as in gzip), from node:zlib: ten times as fast as a lookup table in JavaScript. It is a pure
// function, so it may be imported here.
export { crc32 } from 'node:zlib'
