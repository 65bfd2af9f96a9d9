// Downloads images by URL, a few at a time, with limits on their number and sizes. All or none: a partially rewritten
// request would hide the error.
import { headerValue } from '../../headers.ts'
import { toBase64 } from '../../providers/wire/base64.ts'
import { askService, type Unanswered } from '../asking/ask-service.ts'
import type { CheckPorts } from '../check.ts'
import type { Image } from './image-links.ts'
import { imageType } from './image-type.ts'

/** Maximum URLs per request, concurrent downloads, and total bytes. */
const MOST = 10
const AT_A_TIME = 4
const LARGEST_SUM = 40 * 1024 * 1024

const ACCEPT = ['accept', 'image/png, image/jpeg, image/gif, image/webp']

/** Images by URL; or why one failed, without the URL, which may be signed. */
export async function fetchImages(
  links: readonly string[],
  maxBytes: number,
  ports: Pick<CheckPorts, 'ask'>,
): Promise<ReadonlyMap<string, Image> | Unanswered> {
  if (links.length > MOST)
    return { fault: `The request references ${links.length} images; at most ${MOST} are inlined.` }
  const images = new Map<string, Image>()
  let fault: Unanswered | undefined
  let sum = 0
  let next = 0
  const work = async (): Promise<void> => {
    while (fault === undefined && next < links.length) {
      const link = links[next] ?? ''
      next += 1
      const fetched = await fetchImage(link, `The server of image ${next}`, maxBytes, ports)
      if ('fault' in fetched) fault ??= fetched
      else {
        sum += fetched.bytes
        if (sum > LARGEST_SUM)
          fault ??= { fault: `The images are larger than ${LARGEST_SUM} bytes in total.` }
        images.set(link, fetched.image)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, work))
  return fault ?? images
}

async function fetchImage(
  url: string,
  server: string,
  maxBytes: number,
  ports: Pick<CheckPorts, 'ask'>,
): Promise<{ readonly image: Image; readonly bytes: number } | Unanswered> {
  const answer = await askService(server, { method: 'GET', url, headers: ACCEPT, maxBytes }, ports)
  if ('fault' in answer) return answer
  const { headers, bytes } = answer.reply
  const mediaType = imageType(headerValue(headers, 'content-type'), bytes)
  return mediaType === undefined
    ? { fault: `${server} returned something that is not a PNG, JPEG, GIF or WebP image.` }
    : { image: { mediaType, base64: toBase64(bytes) }, bytes: bytes.length }
}
