// Detects the image type of bytes by their signature, when the content type is plausible for an image.

const IMAGE_CONTENT_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/jpg',
  'image/gif',
  'image/webp',
  // The default of object stores.
  'application/octet-stream',
  'binary/octet-stream',
])

type Signature = readonly (number | undefined)[]

const SIGNATURES: readonly (readonly [mediaType: string, signature: Signature])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x37, 0x61]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38, 0x39, 0x61]],
  [
    'image/webp',
    [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x57, 0x45, 0x42, 0x50],
  ],
]

/** The media type of the bytes; undefined unless they are PNG, JPEG, GIF or WebP with a plausible content type. */
export function detectImageType(contentType: string | undefined, bytes: Uint8Array): string | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!IMAGE_CONTENT_TYPES.has(type)) return undefined
  const found = SIGNATURES.find(([, signature]) =>
    signature.every((byte, index) => (byte === undefined ? index < bytes.length : bytes[index] === byte)),
  )
  return found?.[0]
}
