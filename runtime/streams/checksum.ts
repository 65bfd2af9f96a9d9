// CRC-32 as AWS event streams use it (the one of Ethernet and gzip), table-driven.

const POLYNOMIAL = 0xedb88320

const table: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

/** The CRC-32 of the bytes from `start` up to `end`, an unsigned 32-bit integer. */
export function checksum(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let value = 0xffffffff
  for (let index = start; index < end; index += 1)
    value = (value >>> 8) ^ (table[(value ^ (bytes[index] ?? 0)) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}
