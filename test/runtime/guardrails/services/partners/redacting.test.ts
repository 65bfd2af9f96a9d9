// panw-prisma-airs.intercept, pangea.textGuard, pangea.pii: a verdict, and texts that may be sent on instead.
import { describePartner } from './partner-properties.ts'

const OWN = { apiKey: '${env:KEY}' }
const BEARER = ['authorization', 'Bearer key of apiKey']
const TRACE = '0123456789abcdef0123456789abcdef'

const scan = (action: string, more: object = {}) => ({
  report_id: 'R1',
  scan_id: '1',
  category: action === 'block' ? 'malicious' : 'benign',
  action,
  ...more,
})
const SCAN = 'https://service.api.aisecurity.paloaltonetworks.com/v1/scan/sync/request'
const TOKEN = ['x-pan-token', 'key of apiKey']
const masked = { prompt_masked_data: { data: 'my card is XXXX', pattern_detections: [] } }

describePartner({
  id: 'panw-prisma-airs.intercept',
  parameters: OWN,
  calls: [
    {
      title: 'by the profile that the key is linked to',
      subject: { texts: ['one'] },
      sends: {
        url: SCAN,
        headers: TOKEN,
        body: { tr_id: TRACE, ai_profile: {}, metadata: {}, contents: [{ prompt: 'one' }] },
      },
    },
    {
      title: 'about a reply, by a profile of its own, for the reports',
      parameters: {
        apiEndpoint: 'https://service-de.api.aisecurity.paloaltonetworks.com',
        profileName: 'strict',
        profileId: 'p1',
        appName: 'shop',
        appUser: 'desk',
      },
      subject: { side: 'reply', texts: ['one'], model: 'gpt-6-sol' },
      sends: {
        url: SCAN.replace('service.', 'service-de.'),
        headers: TOKEN,
        body: {
          tr_id: TRACE,
          ai_profile: { profile_name: 'strict', profile_id: 'p1' },
          metadata: { app_name: 'shop', app_user: 'desk', ai_model: 'gpt-6-sol' },
          contents: [{ response: 'one' }],
        },
      },
    },
  ],
  clean: scan('allow', { prompt_detected: { injection: false } }),
  readings: [
    {
      title: 'what the profile blocks fails, by its category',
      json: scan('block', { prompt_detected: { injection: true, dlp: false } }),
      finds: {
        passed: false,
        reason: 'The Prisma AIRS security profile blocked the text: malicious.',
        facts: { category: 'malicious', injection: true, prompt_dlp: false },
      },
    },
    {
      title: 'what it detects and allows passes, and is told',
      json: scan('allow', { response_detected: { dlp: true } }),
      finds: { passed: true, facts: { response_dlp: true } },
    },
    {
      title: 'what it masked is sent on where that is wanted',
      parameters: { redact: true },
      json: scan('allow', masked),
      finds: { passed: true, texts: ['my card is XXXX'] },
    },
    {
      title: 'what it masked in a reply likewise',
      parameters: { redact: true },
      subject: { side: 'reply' },
      json: scan('allow', { response_masked_data: { data: 'your card is XXXX' } }),
      finds: { passed: true, texts: ['your card is XXXX'] },
    },
    {
      title: 'what it masked and blocks fails as it is',
      parameters: { redact: true },
      json: scan('block', masked),
      finds: { passed: false },
    },
    {
      title: 'what it masked is left alone where that is not wanted',
      json: scan('allow', masked),
      finds: { passed: true },
    },
    { title: 'an action that is not known errs', json: scan('alert'), finds: { passed: false, error: true } },
  ],
  maxLength: 320_000,
})

const guarded = (blocked: boolean, text: string) => ({
  status: 'Success',
  result: {
    recipe: 'pangea_prompt_guard',
    blocked,
    prompt_text: text,
    detectors: {
      prompt_injection: { detected: blocked, data: null },
      pii_entity: { detected: true, data: { entities: [{ type: 'US_SSN', value: '234-56-7890' }] } },
    },
  },
})

describePartner({
  id: 'pangea.textGuard',
  parameters: OWN,
  calls: [
    {
      title: 'by the default recipe',
      subject: { texts: ['one'] },
      sends: {
        url: 'https://ai-guard.aws.us.pangea.cloud/v1/text/guard',
        headers: BEARER,
        body: { text: 'one' },
      },
    },
    {
      title: 'another domain by another recipe',
      parameters: { domain: 'aws.eu.pangea.cloud', recipe: 'pangea_llm_response_guard' },
      subject: { texts: ['one'] },
      sends: {
        url: 'https://ai-guard.aws.eu.pangea.cloud/v1/text/guard',
        headers: BEARER,
        body: { text: 'one', recipe: 'pangea_llm_response_guard' },
      },
    },
  ],
  clean: { status: 'Success', result: { blocked: false, prompt_text: 'fine', detectors: {} } },
  readings: [
    {
      title: 'what the recipe blocks fails',
      json: guarded(true, 'one'),
      finds: {
        passed: false,
        reason: 'Pangea AI Guard blocked the text by its recipe: pangea_prompt_guard.',
        facts: { prompt_injection: true, pii: true },
      },
    },
    {
      title: 'what it redacts is sent on where that is wanted',
      parameters: { redact: true },
      json: guarded(false, 'my number is *******7890'),
      finds: {
        passed: true,
        texts: ['my number is *******7890'],
        reason: 'Pangea AI Guard rewrote the text.',
      },
    },
    {
      title: 'what it only reports passes, and is told',
      json: guarded(false, 'one'),
      finds: { passed: true, facts: { pii: true, prompt_injection: false } },
    },
    {
      title: 'an answer that is still to come errs',
      json: { status: 'Accepted', result: { location: 'https://ai-guard.example/1' } },
      finds: { passed: false, error: true },
    },
  ],
  maxLength: 25 * 6800,
})

describePartner({
  id: 'pangea.pii',
  parameters: OWN,
  calls: [
    {
      title: 'for the count alone',
      subject: { texts: ['one'] },
      sends: {
        url: 'https://redact.aws.us.pangea.cloud/v1/redact',
        headers: BEARER,
        body: { text: 'one', return_result: false },
      },
    },
    {
      title: 'for the text, by rules and a configuration of its own',
      parameters: {
        redact: true,
        configId: 'pci_1',
        rules: ['EMAIL_ADDRESS'],
        apiEndpoint: 'http://127.0.0.1:81',
      },
      subject: { texts: ['one'] },
      sends: {
        url: 'http://127.0.0.1:81/v1/redact',
        headers: BEARER,
        body: { text: 'one', config_id: 'pci_1', rules: ['EMAIL_ADDRESS'], return_result: true },
      },
    },
  ],
  clean: { status: 'Success', result: { count: 0 } },
  readings: [
    {
      title: 'what there is to redact fails',
      json: { result: { count: 2 } },
      finds: { passed: false, reason: 'Pangea Redact found something to redact.', facts: { count: 2 } },
    },
    {
      title: 'what was redacted passes where that is wanted',
      parameters: { redact: true },
      json: { result: { count: 1, redacted_text: 'mail <EMAIL_ADDRESS>' } },
      finds: { passed: true, texts: ['mail <EMAIL_ADDRESS>'] },
    },
  ],
  maxLength: 25 * 20_000,
})
