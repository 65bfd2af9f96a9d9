// Sixteen hexadecimal digits derived from bytes (FNV-1a, twice with different offsets), so that the same request
// always gets the same ids. Not for secrets.

const PRIME = 0x01000193

function round(bytes: Uint8Array, start: number): string {
  let sum = start
  for (const byte of bytes) sum = Math.imul(sum ^ byte, PRIME)
  return (sum >>> 0).toString(16).padStart(8, '0')
}

export const fingerprint = (bytes: Uint8Array): string => round(bytes, 0x811c9dc5) + round(bytes, 0x2b3c4d5e)
