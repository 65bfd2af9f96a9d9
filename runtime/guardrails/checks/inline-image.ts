// default.inlineImage: downloads images that a request references by URL and inlines them, for providers that accept
// no URLs or should not receive them.
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
        return passed('Images are not inlined for this provider.')
      const links = request === undefined ? [] : imageLinks(endpoint, request)
      if (request === undefined || links.length === 0) return passed('The request has no image URLs.')
      const images = await fetchImages(links, maxSizeBytes, ports)
      if ('fault' in images) return erred(images.fault)
      return {
        passed: true,
        reason: `${images.size === 1 ? '1 image was' : `${images.size} images were`} inlined.`,
        facts: { images: images.size },
        body: withImages(endpoint, request, link => images.get(link)),
      }
    }
  },
}
