// Why the TLS connection to a provider failed, in one word and in a sentence: who has to do what differs.
import { createServer } from 'node:https'
import { afterEach, describe, expect, it } from 'vitest'
import { openEgress } from '../../../runtime/upstream/open-egress.ts'
import { createUpstreamClient } from '../../../runtime/upstream/undici-client.ts'
import { callBy } from '../../support/client-calls.ts'
import { closeAll, later, listening } from '../../support/local-servers.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

afterEach(closeAll)

const CERTIFICATES = [
  ['tls-expired', 'its certificate has expired or is not valid yet', { end: '20200102000000Z' }, true],
  ['tls-host', 'its certificate is for another host name', { host: 'other.example' }, true],
  ['tls-issuer', 'its certificate was issued by an authority that this machine does not trust', {}, false],
] as const

describe('A certificate that is refused', () => {
  it.each(CERTIFICATES)('%s: %s', async (cause, sentence, more, isTrusted) => {
    const { certificate, key } = selfSigned('private', more)
    const port = await listening(createServer({ cert: certificate, key }, (_, response) => response.end()))
    const folder = makeFolder({ 'ca.pem': certificate })
    const openHosts = () => ['localhost']
    const connectTimeout = 500
    const options = { environment: {}, folder, proxyUrl: undefined, connectTimeout, openHosts }
    const egress = isTrusted ? openEgress({ ca: 'ca.pem' }, 'outbound', options) : undefined
    if (typeof egress === 'string') throw new Error(egress)
    const client = createUpstreamClient({
      connections: 4,
      connectTimeout,
      replyHeaderBytes: 32_768,
      openHosts,
      egress,
    })
    later(client.close)
    expect(await callBy(client, 'operator', `https://localhost:${port}/`)).toBe(
      `upstream_unreachable (${cause}): The call failed: ${sentence} (${cause}).`,
    )
  })
})
