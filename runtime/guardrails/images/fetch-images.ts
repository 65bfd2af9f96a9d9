// Images fetched from their addresses, some at a time, with bounds on their number and sizes. All or none: a request in
// which some images were replaced would tell less of what went wrong than one that stayed as it was.
import { headerValue } from '../../headers.ts'
import { toBase64 } from '../../providers/wire/base64.ts'
import { askService, type Unanswered } from '../asking/ask-service.ts'
import type { CheckPorts } from '../check.ts'
import type { Image } from './image-links.ts'
import { imageType } from './image-type.ts'

/** The most addresses of one request, how many are fetched at a time, and the bytes that all may hold. */
const MOST = 10
const AT_A_TIME = 4
const LARGEST_SUM = 40 * 1024 * 1024

const ACCEPT = ['accept', 'image/png, image/jpeg, image/gif, image/webp']

/** By address; or why not all could be had, without telling an address: they may carry signatures. */
export async function fetchImages(
  links: readonly string[],
  maxBytes: number,
  ports: Pick<CheckPorts, 'ask'>,
): Promise<ReadonlyMap<string, Image> | Unanswered> {
  if (links.length > MOST)
    return { fault: `The request names ${links.length} images; ${MOST} are fetched at most.` }
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
        if (sum > LARGEST_SUM) fault ??= { fault: `The images hold more than ${LARGEST_SUM} bytes.` }
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
    ? { fault: `${server} gave something that is no PNG, JPEG, GIF or WebP.` }
    : { image: { mediaType, base64: toBase64(bytes) }, bytes: bytes.length }
}
