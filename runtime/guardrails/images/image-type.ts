// Detects the image type of bytes by their signature, when the content type is plausible for an image.

const SAID = new Set([
  'image/png',
  'image/jpeg',
  'image/jpg',
  'image/gif',
  'image/webp',
  // The default of object stores.
  'application/octet-stream',
  'binary/octet-stream',
])

type Begins = readonly (number | undefined)[]

const BEGINNINGS: readonly (readonly [mediaType: string, begins: Begins])[] = [
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
export function imageType(contentType: string | undefined, bytes: Uint8Array): string | undefined {
  const said = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!SAID.has(said)) return undefined
  const found = BEGINNINGS.find(([, begins]) =>
    begins.every((byte, at) => (byte === undefined ? at < bytes.length : bytes[at] === byte)),
  )
  return found?.[0]
}
