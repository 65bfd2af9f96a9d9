// default.inlineImage: images that a request names by their addresses are fetched and put into it, for providers that
// take no addresses, or whose servers should not be told them.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { erred } from '../asking/erred.ts'
import type { Check, Finding } from '../check.ts'
import { fetchImages } from '../images/fetch-images.ts'
import { imageLinks, withImages } from '../images/image-links.ts'

const passed = (reason: string): Finding => ({ passed: true, reason })

export const inlineImage: Check<CheckParameters['default.inlineImage']> = {
  perProvider: true,
  link: ({ providers, maxSizeBytes }) => {
    const wanted = new Set(providers)
    return async ({ endpoint, request, provider }, ports) => {
      if (wanted.size > 0 && (provider === undefined || !wanted.has(provider)))
        return passed('Images stay as they are for this provider.')
      const links = request === undefined ? [] : imageLinks(endpoint, request)
      if (request === undefined || links.length === 0) return passed('There is no image to fetch.')
      const images = await fetchImages(links, maxSizeBytes, ports)
      if ('fault' in images) return erred(images.fault)
      return {
        passed: true,
        reason: `${images.size === 1 ? '1 image was' : `${images.size} images were`} put into the request.`,
        facts: { images: images.size },
        body: withImages(endpoint, request, link => images.get(link)),
      }
    }
  },
}
