// default.pii and default.secrets: values in forms that are rare in prose, and look-alikes of them.
import { expect, it } from 'vitest'
import { BASE64, HEX, LETTERS, madeUp } from '../corpora/made-up.ts'
import { evaluateWith } from './evaluate-with.ts'

const hex = madeUp(32, HEX, 3)
const letters = (length: number): string => madeUp(length, LETTERS, length)
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${madeUp(600, BASE64, 9)}\n-----END RSA PRIVATE KEY-----`
const encodedPem = Buffer.from(pem).toString('base64')
const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

const redacted = async (check: 'default.pii' | 'default.secrets', text: string): Promise<string> =>
  (await evaluateWith(check, { redact: true }, [text])).texts?.[0] ?? text

const PERSONAL: readonly (readonly [text: string, redacted: string])[] = [
  ['1111111G', '{{ES_NIF_1}}'],
  ['130 692 544', '{{CA_SIN_1}}'],
  ['my card is 3530111333300000', 'my card is {{CREDIT_CARD_1}}'],
  ['Call (415) 555-0132 ext. 12', 'Call {{PHONE_NUMBER_1}}'],
  ['415-555-0132x1234', '{{PHONE_NUMBER_1}}'],
  ['fax 415 555 0132', 'fax {{PHONE_NUMBER_1}}'],
  ['+52 1 55 1234 5678', '{{PHONE_NUMBER_1}}'],
  ['_4111111111111111_ and __078-05-1120__', '_{{CREDIT_CARD_1}}_ and __{{SSN_1}}__'],
  ['\u001b[31m4111111111111111\u001b[0m', '\u001b[31m{{CREDIT_CARD_1}}\u001b[0m'],
  ['"\\u001b[32m415-555-0132\\u001b[0m"', '"\\u001b[32m{{PHONE_NUMBER_1}}\\u001b[0m"'],
  ['-ssn: 078-05-1120', '-ssn: {{SSN_1}}'],
  ['-4111111111111111', '-{{CREDIT_CARD_1}}'],
  ['mac 83:60:20:63:28:27', 'mac {{MAC_ADDRESS_1}}'],
  ['mailto:dana@example.org', 'mailto:{{EMAIL_ADDRESS_1}}'],
  ['https://example.com/u/dana@example.org', 'https://example.com/u/{{EMAIL_ADDRESS_1}}'],
  ['redis://cache.internal:6379/0?m=dana@example.org', 'redis://cache.internal:6379/0?m={{EMAIL_ADDRESS_1}}'],
  ['//note dana@example.org', '//note {{EMAIL_ADDRESS_1}}'],
  ['MACs: 00:11:22:33:44:55', 'MACs: {{MAC_ADDRESS_1}}'],
  ['The hardware address is AA-BB-CC-DD-EE-FF', 'The hardware address is {{MAC_ADDRESS_1}}'],
  ['Physical address is aabb.ccdd.eeff', 'Physical address is {{MAC_ADDRESS_1}}'],
  ['peer ::10.0.0.1', 'peer {{IP_ADDRESS_1}}'],
  ['Dana wrote 078.05.1120 there', 'Dana wrote {{SSN_1}} there'],
  ['943 476 5919', '{{UK_NHS_1}}'],
  ['my credit card: 135412345678911', 'my credit card: {{CREDIT_CARD_1}}'],
  ['lewis809212da9ab', '{{DRIVING_LICENCE_1}}'],
  // A label makes up for a sign that is missing, and for the few digits of some licences.
  ['ITIN 911-701234', 'ITIN {{US_ITIN_1}}'],
  ['ITIN: 91170-1234', 'ITIN: {{US_ITIN_1}}'],
  ['my taxpayer id is 911701234', 'my taxpayer id is {{US_ITIN_1}}'],
  ['ssn 078-051120', 'ssn {{SSN_1}}'],
  ['SSN: 07805 1120', 'SSN: {{SSN_1}}'],
  ['RSA ID: 7503305044089', 'RSA ID: {{ZA_ID_1}}'],
  [
    'Permanent resident number 7503305044089 is on file.',
    'Permanent resident number {{ZA_ID_1}} is on file.',
  ],
  ['Führerscheinnummer: Z99AAAAAA0A', 'Führerscheinnummer: {{DRIVING_LICENCE_1}}'],
  ['Führerschein Z99AAAAAAXA', 'Führerschein {{DRIVING_LICENCE_1}}'],
  ['La mia patente è U1K711J11M', 'La mia patente è {{DRIVING_LICENCE_1}}'],
  ['Numero patente: TO1234567X', 'Numero patente: {{DRIVING_LICENCE_1}}'],
  ['TNIN: 3100600445635', 'TNIN: {{TH_ID_1}}'],
  // Numbers of tax offices have no check digit, so a mistyped one is one under its label.
  ['Meine Steuer-ID: 12345678901.', 'Meine Steuer-ID: {{DE_TAX_ID_1}}.'],
  ['IdNr. 98765432100 liegt vor.', 'IdNr. {{DE_TAX_ID_1}} liegt vor.'],
]

const SECRETS: readonly (readonly [text: string, hidden: string])[] = [
  [`key: ${encodedPem}`, encodedPem],
  [`Ocp-Apim-Subscription-Key: ${hex}`, hex],
  [`client.header("Ocp-Apim-Subscription-Key", "${hex}")`, hex],
  [`https://maps.example.com/api?q=a&key=${hex}&x=2`, hex],
  ['db.internal:5432:shop:app:S3cret-pw', 'S3cret-pw'],
  ['*:*:*:postgres:S3cret!pw', 'S3cret!pw'],
  ['network={\n  ssid="home"\n  psk="Gr8-w1fi"\n}', 'Gr8-w1fi'],
  [`https://${hex}@o123.ingest.sentry.io/456`, hex],
  [`seed phrase: ${words}`, words],
  [`MNEMONIC="${words}"`, words],
  ['BUNDLE_ENTERPRISE__CONTRIBSYS__COM=1f3a9b7c:d20e4c81', '1f3a9b7c:d20e4c81'],
  // Pairs of CSV, a dash before a quote, and what a log names.
  [`acmeToken,${hex},\nregion,eu`, hex],
  [`api_key;x\nacme_secret,${letters(24)}`, letters(24)],
  [`acme token - '${hex}'`, hex],
  [`[DEBUG] Using Key=${hex}`, hex],
  [`Using acme Secret=${letters(16)}`, letters(16)],
  // Keys of digits only, and short ones.
  ['api_token = "8201374465019273"', '8201374465019273'],
  ['acme_token: 820137446501927364', '820137446501927364'],
  [`<table><tr><th>secret key</th></tr><tr><td>/cU0${letters(36)}</td></tr></table>`, `/cU0${letters(36)}`],
  ['acmeToken := "k3x81f0z7qw2d9"', 'k3x81f0z7qw2d9'],
  // Manifests with a space or a small letter.
  [' data:\n \textra: YWRtaW46cGFzc3dvcmQ=\n kind: secret\n', 'YWRtaW46cGFzc3dvcmQ='],
  // https://javadoc.jenkins.io/hudson/util/Secret.html
  [`<secret>{AQAAABAAAAAg${letters(64)}=}</secret>`, `AQAAABAAAAAg${letters(64)}=`],
  [`<apiToken>\n  {${letters(32)}}\n</apiToken>`, letters(32)],
  ['mongodb+srv://root:Pa/ss1234@cluster0.example.net/x', 'Pa/ss1234'],
  // curl over several lines, with one part or each part in quotes, and without a user.
  ["curl -k https://a.example \\\n  -H 'Accept: x' \\\n  -u dev:yqDVtkqP9Cri", 'yqDVtkqP9Cri'],
  ['curl -u ":d2LkV78zLx!t" https://a.example', 'd2LkV78zLx!t'],
  [`curl --user kim:'pRf7vG2h1L8n' -X PATCH`, 'pRf7vG2h1L8n'],
  ['curl --user "kim":"pRf7vG2h1L8n" -X PATCH', 'pRf7vG2h1L8n'],
]

const HARMLESS: readonly string[] = [
  'Tracking 9774 3748 9190',
  'score 83:60:20:63:28:27',
  'postgres://app:Pass1234@db.internal:5432/x',
  'mongodb+srv://root:Pa/ss1234@cluster0.example.net/x',
  'postgres://app@db.internal/x',
  'sftp://deploy@files.example.com/in',
  'ABA number 021000021',
  'My Number 123456789018',
  '122000000000003',
  'LEWIS813212DA9AB',
  'la patente US1234567A',
  'ITIN 931-331234',
  'Führerschein der Klasse B',
]

const NO_SECRETS: readonly string[] = [
  `ca: ${Buffer.from(pem.replaceAll('RSA PRIVATE', 'PUBLIC')).toString('base64')}`,
  'src/app.ts:1042:7:error:Unexpected',
  'https://example.com/search?key=title&page=2',
  'The seed phrase is twelve words that you write down, and never share with others at all.',
  '12:30:45:10:20:30',
  'redis://cache.internal:6379/0?mail=dana@example.org',
  'curl -u <user:password> https://a.example',
  'curl --user "xxx:yyy"',
  'curl -u ":" https://a.example',
  'curl -u "${USER}":"${PASS}" https://a.example',
  `name: ENC[AES256_GCM,data:W3PiZ6lD6bpfAdI=,iv:${madeUp(43, BASE64, 5)}=,tag:${madeUp(22, BASE64, 6)}==,type:str]`,
  "open(key='param:secp384r1.pem')",
  '<secret>{{ .Values.secret }}</secret>',
  '<table><tr><th>secret key</th></tr><tr><td>/usr/lib/x86_64-linux-gnu/libssl3/engines-3/keys</td></tr></table>',
  'next_page_token = "8201374465019273"',
  'token,value,region\nnone,1,eu',
]

it.each(PERSONAL)('default.pii redacts %j', async (text, expected) => {
  expect(await redacted('default.pii', text)).toBe(expected)
})

it.each(SECRETS)('default.secrets redacts %j', async (text, hidden) => {
  const after = await redacted('default.secrets', text)
  expect(after.replace(/\{\{\w+\}\}/, hidden)).toBe(text)
  expect(after).not.toContain(hidden)
})

it('default.secrets redacts a coloured token', async () => {
  const token = `ghp_${letters(36)}`
  expect(await redacted('default.secrets', `\u001b[33m${token}\u001b[0m`)).not.toContain(token)
})

it.each(HARMLESS)('default.pii finds nothing in %j', async text => {
  expect(await redacted('default.pii', text)).toBe(text)
})

it.each(NO_SECRETS)('default.secrets finds nothing in %j', async text => {
  expect(await redacted('default.secrets', text)).toBe(text)
})
