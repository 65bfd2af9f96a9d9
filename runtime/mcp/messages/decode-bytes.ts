// Bytes as text, where they are UTF-8.

/** Undefined for other bytes. */
export function decodeBytes(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
