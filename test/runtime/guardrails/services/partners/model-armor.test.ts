// google.modelArmor. Responses as in "Sanitize prompts and responses" (docs.cloud.google.com/model-armor, read 2026-12-01), and by the
// reference of SanitizationResult (docs.cloud.google.com/model-armor/reference/rest/v1/SanitizationResult, read 2026-12-01).
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../../../support/harness.ts'
import { CHAT } from '../../../../support/sample-bodies.ts'
import { describePartner } from './partner-properties.ts'
import { runPartner } from './run-partner.ts'

const OWN = {
  projectId: 'my-project',
  location: 'europe-west4',
  templateId: 'strict-1',
  serviceAccountJson: '${env:ACCOUNT}',
}
const SERVICE = 'https://modelarmor.europe-west4.rep.googleapis.com'
const TEMPLATE = '/v1/projects/my-project/locations/europe-west4/templates/strict-1'
const BEARER = ['authorization', 'Bearer token of https://oauth2.googleapis.com']
const SAYS = 'Google Model Armor found'
const MATCHED = 'The template of Google Model Armor matched the text.'

type State = 'MATCH_FOUND' | 'NO_MATCH_FOUND'
const state = (matchState: State) => ({ executionState: 'EXECUTION_SUCCESS', matchState })
const CLEAN = state('NO_MATCH_FOUND')
const FOUND = state('MATCH_FOUND')

const NOTHING = {
  csam: { csamFilterFilterResult: CLEAN },
  malicious_uris: { maliciousUriFilterResult: CLEAN },
  rai: {
    raiFilterResult: {
      ...CLEAN,
      raiFilterTypeResults: {
        sexually_explicit: { matchState: 'NO_MATCH_FOUND' },
        dangerous: { matchState: 'NO_MATCH_FOUND' },
      },
    },
  },
  pi_and_jailbreak: { piAndJailbreakFilterResult: CLEAN },
  sdp: { sdpFilterResult: { inspectResult: CLEAN } },
}

const result = (
  filterMatchState: State,
  filters: object = {},
  invocationResult: string | null = 'SUCCESS',
) => ({
  sanitizationResult: { filterMatchState, invocationResult, filterResults: { ...NOTHING, ...filters } },
})
const deidentified = (text: string, matchState: State = 'MATCH_FOUND') => ({
  sdp: {
    sdpFilterResult: {
      deidentifyResult: {
        ...state(matchState),
        data: { text },
        transformedBytes: '12',
        infoTypes: matchState === 'MATCH_FOUND' ? ['EMAIL_ADDRESS'] : [],
      },
    },
  },
})
const injection = {
  pi_and_jailbreak: {
    piAndJailbreakFilterResult: { ...FOUND, confidenceLevel: 'MEDIUM_AND_ABOVE' },
  },
}

describePartner({
  id: 'google.modelArmor',
  parameters: OWN,
  calls: [
    {
      title: 'the template about a prompt, with a token of the account',
      subject: { texts: ['one'] },
      sends: {
        url: `${SERVICE}${TEMPLATE}:sanitizeUserPrompt`,
        headers: BEARER,
        body: { userPromptData: { text: 'one' } },
      },
    },
    {
      title: 'the template about a reply, with its prompt',
      subject: {
        side: 'reply',
        texts: ['one'],
        request: { messages: [{ role: 'user', content: 'a question' }] },
      },
      sends: {
        url: `${SERVICE}${TEMPLATE}:sanitizeModelResponse`,
        headers: BEARER,
        body: { modelResponseData: { text: 'one' }, userPrompt: 'a question' },
      },
    },
    {
      title: 'a template of a multi-region by another host',
      parameters: { projectId: 'example.com:mine', location: 'eu', customHost: 'http://127.0.0.1:81/armor' },
      subject: { texts: ['one'] },
      sends: {
        url: 'http://127.0.0.1:81/armor/v1/projects/example.com%3Amine/locations/eu/templates/strict-1:sanitizeUserPrompt',
        headers: BEARER,
        body: { userPromptData: { text: 'one' } },
      },
    },
  ],
  clean: result('NO_MATCH_FOUND'),
  readings: [
    {
      title: 'an injection fails, with its confidence',
      json: result('MATCH_FOUND', injection),
      finds: {
        passed: false,
        reason: `${SAYS} a prompt injection or jailbreak. ${MATCHED}`,
        facts: { injection: 'MEDIUM_AND_ABOVE' },
      },
    },
    {
      title: 'unwanted content fails, by its kinds',
      json: result('MATCH_FOUND', {
        rai: {
          raiFilterResult: {
            ...FOUND,
            raiFilterTypeResults: {
              dangerous: { matchState: 'MATCH_FOUND', confidenceLevel: 'HIGH' },
              harassment: { matchState: 'NO_MATCH_FOUND' },
            },
          },
        },
      }),
      finds: {
        passed: false,
        reason: `${SAYS} unwanted content: dangerous. ${MATCHED}`,
        facts: { found: ['dangerous'] },
      },
    },
    {
      title: 'a malicious URL fails, and is not repeated',
      json: result('MATCH_FOUND', {
        malicious_uris: {
          maliciousUriFilterResult: {
            ...FOUND,
            maliciousUriMatchedItems: [{ uri: 'https://evil.example', locations: [] }],
          },
        },
      }),
      finds: { passed: false, reason: `${SAYS} a malicious URL. ${MATCHED}`, facts: {} },
    },
    {
      title: 'abuse material fails',
      json: result('MATCH_FOUND', { csam: { csamFilterFilterResult: FOUND } }),
      finds: { passed: false, reason: `${SAYS} child sexual abuse material. ${MATCHED}` },
    },
    {
      title: 'sensitive data fail, by their types, also where texts are redacted',
      parameters: { redact: true },
      json: result('MATCH_FOUND', {
        sdp: {
          sdpFilterResult: {
            inspectResult: { ...FOUND, findings: [{ infoType: 'US_SOCIAL_SECURITY_NUMBER' }] },
          },
        },
      }),
      finds: {
        passed: false,
        reason: `${SAYS} sensitive data: US_SOCIAL_SECURITY_NUMBER. ${MATCHED}`,
      },
    },
    {
      title: 'what would be de-identified fails where that is not wanted',
      json: result('MATCH_FOUND', deidentified('mail [REDACTED]')),
      finds: { passed: false, reason: `${SAYS} sensitive data: EMAIL_ADDRESS. ${MATCHED}` },
    },
    {
      title: 'what was de-identified is replaced where that is wanted, and passes',
      parameters: { redact: true },
      json: result('MATCH_FOUND', deidentified('mail [REDACTED]')),
      finds: { passed: true, texts: ['mail [REDACTED]'], facts: { found: ['EMAIL_ADDRESS'] } },
    },
    {
      title: 'a de-identified text that is the same as before has lost nothing',
      parameters: { redact: true },
      json: result('MATCH_FOUND', deidentified('one')),
      finds: { passed: false, texts: ['one'] },
    },
    {
      title: 'a match of the template that is none of its de-identification is not fixed by it',
      parameters: { redact: true },
      json: result('MATCH_FOUND', { ...deidentified('mail [REDACTED]'), ...injection }),
      finds: { passed: false, reason: expect.stringContaining('a prompt injection or jailbreak') as never },
    },
    {
      title: 'a filter of another name fails',
      parameters: { redact: true },
      json: result('MATCH_FOUND', {
        ...deidentified('mail [REDACTED]'),
        virus_scan: { virusScanFilterResult: FOUND },
      }),
      finds: { passed: false, reason: expect.stringContaining(MATCHED) as never },
    },
    {
      title: 'a match without any result of a filter fails',
      json: { sanitizationResult: { filterMatchState: 'MATCH_FOUND', invocationResult: 'SUCCESS' } },
      finds: { passed: false, reason: MATCHED },
    },
    ...['PARTIAL', 'FAILURE', 'INVOCATION_RESULT_UNSPECIFIED', null].map(invocation => ({
      title: `nothing found by some of the filters errs: ${invocation}`,
      json: result('NO_MATCH_FOUND', {}, invocation),
      finds: {
        passed: false,
        error: true,
        reason: 'Google Model Armor did not evaluate the whole text.',
      } as const,
    })),
    {
      title: 'text de-identified by some of the filters errs',
      parameters: { redact: true },
      json: result('MATCH_FOUND', deidentified('mail [REDACTED]'), 'PARTIAL'),
      finds: { passed: false, error: true },
    },
    {
      title: 'a match of one filter fails though another was skipped',
      json: result(
        'MATCH_FOUND',
        {
          ...injection,
          csam: {
            csamFilterFilterResult: {
              executionState: 'EXECUTION_SKIPPED',
              matchState: 'FILTER_MATCH_STATE_UNSPECIFIED',
            },
          },
        },
        'PARTIAL',
      ),
      finds: { passed: false, reason: `${SAYS} a prompt injection or jailbreak. ${MATCHED}` },
    },
    {
      title: 'a state that is not known errs',
      json: result('NO_MATCH_FOUND', { csam: { csamFilterFilterResult: { matchState: 'MAYBE' } } }),
      finds: { passed: false, error: true },
    },
  ],
  maxLength: 25 * 10_000,
})

describe('google.modelArmor', () => {
  it('de-identifies each text separately', async () => {
    const { result: verdict, requests } = await runPartner(
      'google.modelArmor',
      { ...OWN, redact: true },
      { texts: ['fine', 'mail a@b.example'] },
      [
        { json: result('NO_MATCH_FOUND', deidentified('fine', 'NO_MATCH_FOUND')) },
        { json: result('MATCH_FOUND', deidentified('mail [REDACTED]')) },
      ],
    )
    expect(requests).toHaveLength(2)
    expect(verdict).toMatchObject({ passed: true, texts: ['fine', 'mail [REDACTED]'] })
  })
})

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const EMAIL = 'armor@my-project.iam.gserviceaccount.com'
const ACCOUNT = { type: 'service_account', client_email: EMAIL, private_key: PEM }
const TOKEN = { status: 200, body: { access_token: 'google-token', expires_in: 3599 } }
const armor = (verdict: object) => ({ status: 200, body: verdict })

describe('the account of google.modelArmor', () => {
  const scene = (script: object[], account: unknown = ACCOUNT) =>
    createHarness({
      manifest: { providers: { main: { provider: 'openai', api_key: '${env:MAIN_KEY}' } } },
      configs: {
        armored: {
          provider: '@main',
          input_guardrails: [{ id: 'armor', deny: true, 'google.modelArmor': { ...OWN, failOnError: true } }],
        },
      },
      environment: { MAIN_KEY: 'main-key', ACCOUNT: JSON.stringify(account) },
      script: script as never,
    })
  const headers = { 'x-gateway-config': 'armored' }

  it('is exchanged once for a token, which alone is sent to the service', async () => {
    const denied = result('MATCH_FOUND', injection)
    const { call, upstream } = scene([TOKEN, armor(denied), armor(denied)])
    for (const reply of [await call({ headers, body: CHAT }), await call({ headers, body: CHAT })])
      expect(reply.status).toBe(446)
    expect(upstream.sent.map(({ origin, path }) => origin + path)).toEqual([
      'https://oauth2.googleapis.com/token',
      `${SERVICE}${TEMPLATE}:sanitizeUserPrompt`,
      `${SERVICE}${TEMPLATE}:sanitizeUserPrompt`,
    ])
    const [exchange, ...calls] = upstream.sent
    const assertion = new URLSearchParams(exchange?.text).get('assertion') ?? ''
    const claims: unknown = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({ iss: EMAIL, aud: 'https://oauth2.googleapis.com/token' })
    for (const sent of calls) expect(sent.headers).toContain('Bearer google-token')
    for (const sent of upstream.sent) expect(`${sent.headers}${sent.text}`).not.toContain('PRIVATE KEY')
  })

  it('that is not one is an error', async () => {
    const { call, upstream } = scene([], 'no account')
    const reply = await call({ headers, body: CHAT })
    expect([reply.status, upstream.sent]).toEqual([446, []])
    expect(reply.text).toContain('serviceAccountJson must contain a client_email and a private_key')
  })

  it('that gets no token is an error', async () => {
    const refusal = { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }
    const { call } = scene([{ status: 400, body: refusal }])
    const reply = await call({ headers, body: CHAT })
    expect(reply.status).toBe(446)
    expect(reply.text).toContain('Google Model Armor was not called: Google returned no token')
  })
})
