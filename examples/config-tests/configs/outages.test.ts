// Tests of "chat" for every failure of a vendor, as a program: portolan test
import { defineTests, type UpstreamStep } from 'portolan'

/** Failures after which paying customers are served by the other vendor. */
const OUTAGES: Readonly<Record<string, UpstreamStep>> = {
  ...Object.fromEntries([500, 502, 503, 504, 529].map(status => [`replies ${status}`, { status }])),
  'refuses connections': { fail: 'refused' },
  'has no DNS entry': { fail: 'dns' },
}

export default defineTests({
  config: 'chat',
  given: { metadata: { plan: 'paid' } },
  cases: Object.entries(OUTAGES).map(([title, step]) => ({
    name: `Anthropic ${title}: OpenAI serves paying customers within half a second`,
    upstreams: { '@anthropic': step },
    expect: { status: 200, headers: { 'x-gateway-provider': 'openai' }, time: { max: 500 } },
  })),
})
