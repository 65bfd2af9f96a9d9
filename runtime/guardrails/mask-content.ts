// Masks what detectors find in a body before it is logged. JSON stays JSON: a number becomes the text of its placeholder.
import type { LoggedContent } from '../../schemas/generated/types.ts'
import { atOnce } from '../values/turns.ts'
import { finders, linkPiiFinder, type PiiCategory } from './detect/pii/find-pii.ts'
import { linkSecretFinder } from './detect/secrets/find-secrets.ts'
import type { FindMatches } from './detect/text/text-match.ts'
import { unnumbered } from './replacing/placeholders.ts'
import { isJsonText, replaceRanges } from './replacing/replace-ranges.ts'

export type MaskContent = (bytes: Uint8Array) => Uint8Array

const decoder = new TextDecoder()
const encoder = new TextEncoder()

type Detector = NonNullable<LoggedContent['mask']>[number]

const LINKED: { readonly [D in Detector]: () => FindMatches } = {
  pii: () => linkPiiFinder(Object.keys(finders) as PiiCategory[]),
  // Identifiers of requests and replies are random: entropy would mask them all. What guards of the request found is not known here: they
  // see texts of a converted and decoded body, not its bytes, and their results do not repeat what they found.
  secrets: () => linkSecretFinder({ entropy: false, entropyThreshold: 4 }),
}

/** Applies the detectors one after the other. */
export function linkContentMask(detectors: readonly Detector[]): MaskContent {
  const finds = detectors.map(detector => LINKED[detector]())
  return bytes => {
    if (finds.length === 0) return bytes
    const original = decoder.decode(bytes)
    let text = original
    for (const find of finds) {
      const found = find(text)
      if (found.length > 0) text = atOnce(replaceRanges(text, found, isJsonText(text), unnumbered)).text
    }
    return text === original ? bytes : encoder.encode(text)
  }
}
