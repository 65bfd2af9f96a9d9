// Moderation by a stored provider, called through the gateway: no second key, and the provider's format is
// translated. Not a declarative check, since it has no address.
import type { Json } from '../../../compiler/source.ts'
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { isFailure } from '../../failures.ts'
import type { Check, CheckPorts } from '../check.ts'
import { conclude } from '../described/conclude.ts'
import type { Pieces } from '../described/description.ts'
import { type Share, shareOut } from '../described/pieces.ts'
import { linkReading } from '../described/read-reply.ts'
import { joined, NO_TEXT } from '../judging/judge-text.ts'
import { beyondLimit } from '../judging/outcome.ts'
import { moderation } from './moderation.ts'

type Parameters = CheckParameters['vendor.moderateContent']

const SERVICE = 'The moderation'
const PIECES: Pieces = { by: 'whole', characters: 20_000, requests: 10 }

export const vendorModerateContent: Check<Parameters> = {
  link: parameters => {
    const { provider, model } = parameters
    const read = linkReading(moderation(SERVICE), SERVICE, { ...parameters })
    const ask = async (share: Share, ports: CheckPorts): Promise<ReturnType<typeof read>> => {
      const input = share.map(({ text }) => text)
      const reply = await ports.model(provider, 'moderations', { model, input })
      if (isFailure(reply)) return { fault: `${SERVICE} call to ${provider} failed (${reply.code}).` }
      return read(reply as Json, share.length)
    }
    return async ({ texts: all }, ports) => {
      if (all.length === 0) return NO_TEXT
      const texts = [joined(all)]
      const shares = shareOut(texts, PIECES)
      if (shares === undefined)
        return beyondLimit(`The text is longer than ${provider} can evaluate in ${PIECES.requests} requests.`)
      const reads = await Promise.all(shares.map(share => ask(share, ports)))
      return conclude(SERVICE, { texts, shares, reads, replaceable: false })
    }
  },
}
