// Sentences of this part of the semantics: see sentences.ts.
import { OPENAI, type Row, tell } from './specification-rows.ts'

tell('Section 12: custom hosts and outbound requests', [
  ...[
    'http://10.0.0.5',
    'http://127.0.0.1',
    'http://[::1]',
    'http://[::ffff:10.0.0.1]',
    'http://169.254.169.254',
    'http://2130706433',
    'http://0x7f.1',
    'http://localhost',
  ].map(
    (custom_host): Row => ({
      sentence: `${custom_host} is blocked`,
      config: { ...OPENAI, custom_host },
      codes: ['blocked-host'],
    }),
  ),
  ...[
    'https://user@a.example.com',
    'ftp://a.example.com',
    'https://a.example.com.',
    'a.example.com',
    'https://a.example.com?x=1',
  ].map(
    (custom_host): Row => ({
      sentence: `${custom_host} is no base URL`,
      config: { ...OPENAI, custom_host },
      codes: ['malformed-host'],
    }),
  ),
  ...[
    'x-gateway-api-key',
    'Connection',
    'Cookie',
    'Metadata-Flavor',
    'X-aws-ec2-metadata-token',
    'Authorization',
    'x-api-key',
  ].map(
    (name): Row => ({
      sentence: `${name} is not forwarded`,
      config: { forward_headers: [name] },
      codes: ['unforwardable-header'],
    }),
  ),
])
