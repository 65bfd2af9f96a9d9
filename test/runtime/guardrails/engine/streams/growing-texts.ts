// Texts that are hard to rewrite while they grow: parts of what is found, of what decides on it, and of what looks alike.
import fc from 'fast-check'

const KEY = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEowIBAAKCAQEA7Zq3xV8n\n'.repeat(3)}-----END RSA PRIVATE KEY-----`

const FRAGMENTS = [
  'anna.berg@example.com',
  'anna.',
  '@',
  'example.com',
  '+49 170 1234567',
  'phone ',
  '4111 1111 1111 1111',
  '4111-1111',
  'DE89 3704 0044 0532 0130 00',
  '078-05-1120',
  'SSN: ',
  '192.168.10.7',
  '1',
  '12 ',
  '2026-01-02',
  'AKIAIOSFODNN7ABCDEFG',
  'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8',
  'password = "',
  "token: '",
  'hunter2 & Kx9!zz',
  '"',
  "'",
  'Zx81kQ0v9LmN2bVc7TyU4iOp',
  KEY,
  KEY.slice(0, 80),
  '-----END RSA PRIVATE KEY-----',
  '{{EMAIL_ADDRESS_1}}',
  'Authorization: Bearer ',
  'curl -u ',
  'user:s3cr3tPassw0rd',
  ' ',
  ' ',
  ' ',
  '\n',
  '. ',
  'It is a plain sentence, as most are. ',
  'é🌦 ',
  '\u200b',
  'ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  '{"a": ',
  ', "b": 4111111111111111}',
  '[',
  'x'.repeat(40),
]

export const growingText = fc
  .array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.constantFrom(...'aZ0 .,@-"\n')), { maxLength: 14 })
  .map(parts => parts.join(''))

/** Cuts a text at places given as any numbers. */
export function cut(text: string, places: readonly number[]): readonly string[] {
  const ends = [...new Set(places.map(place => place % (text.length + 1)))].sort((a, b) => a - b)
  return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end))
}
