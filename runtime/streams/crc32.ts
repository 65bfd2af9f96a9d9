// The checksum of binary event streams (CRC-32 of Ethernet and gzip), by the platform: a table in JavaScript takes ten
// times as long. A pure function of the platform is no input or output.
export { crc32 } from 'node:zlib'
