// Downloads images by URL, a few at a time, with limits on their number and sizes. All or none: a partially rewritten
// request would hide the error.
import { toBase64 } from '../../../../schemas/values/base64.ts'
import { headerValue } from '../../../values/headers.ts'
import type { CheckPorts } from '../../check.ts'
import { callService, type ServiceError } from '../../services/call-service.ts'
import type { InlineImage } from './image-links.ts'

/** Maximum URLs per request, concurrent downloads, and total bytes. */
const MAX_IMAGES = 10
const CONCURRENCY = 4
const MAX_TOTAL_BYTES = 40 * 1024 * 1024

const ACCEPT = ['accept', 'image/png, image/jpeg, image/gif, image/webp']

/** Images by URL; or why one failed, without the URL, which may be signed. */
export async function fetchImages(
  links: readonly string[],
  maxBytes: number,
  ports: Pick<CheckPorts, 'callService'>,
): Promise<ReadonlyMap<string, InlineImage> | ServiceError> {
  if (links.length > MAX_IMAGES)
    return { fault: `The request references ${links.length} images; at most ${MAX_IMAGES} are inlined.` }
  const images = new Map<string, InlineImage>()
  let fault: ServiceError | undefined
  let totalBytes = 0
  let next = 0
  const fetchNext = async (): Promise<void> => {
    while (fault === undefined && next < links.length) {
      const link = links[next] ?? ''
      next += 1
      const fetched = await fetchImage(link, `The server of image ${next}`, maxBytes, ports)
      if ('fault' in fetched) fault ??= fetched
      else {
        totalBytes += fetched.bytes
        if (totalBytes > MAX_TOTAL_BYTES)
          fault ??= { fault: `The images are larger than ${MAX_TOTAL_BYTES} bytes in total.` }
        images.set(link, fetched.image)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext))
  return fault ?? images
}

async function fetchImage(
  url: string,
  server: string,
  maxBytes: number,
  ports: Pick<CheckPorts, 'callService'>,
): Promise<{ readonly image: InlineImage; readonly bytes: number } | ServiceError> {
  const response = await callService(server, { method: 'GET', url, headers: ACCEPT, maxBytes }, ports)
  if ('fault' in response) return response
  const { headers, bytes } = response.reply
  const mediaType = detectImageType(headerValue(headers, 'content-type'), bytes)
  return mediaType === undefined
    ? { fault: `${server} did not return a PNG, JPEG, GIF or WebP image.` }
    : { image: { mediaType, base64: toBase64(bytes) }, bytes: bytes.length }
}

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
