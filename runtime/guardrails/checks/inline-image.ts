// default.inlineImage: downloads images that a request references by URL and inlines them, for providers that accept
// no URLs or should not receive them.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import type { Check, CheckResult } from '../check.ts'
import { checkError } from '../result.ts'
import { fetchImages } from './rewrite/fetch-images.ts'
import { imageLinks, withImages } from './rewrite/image-links.ts'

const passedResult = (reason: string): CheckResult => ({ passed: true, reason })

export const inlineImage: Check<CheckParameters['default.inlineImage']> = {
  perProvider: true,
  link: ({ providers, maxSizeBytes }) => {
    const enabled = new Set(providers)
    return async ({ endpoint, request, provider }, ports) => {
      if (enabled.size > 0 && (provider === undefined || !enabled.has(provider)))
        return passedResult('Images are not inlined for this provider.')
      const links = request === undefined ? [] : imageLinks(endpoint, request)
      if (request === undefined || links.length === 0) return passedResult('The request has no image URLs.')
      const images = await fetchImages(links, maxSizeBytes, ports)
      if ('fault' in images) return checkError(images.fault)
      return {
        passed: true,
        reason: `${images.size === 1 ? '1 image was' : `${images.size} images were`} inlined.`,
        facts: { images: images.size },
        body: withImages(endpoint, request, link => images.get(link)),
      }
    }
  },
}
