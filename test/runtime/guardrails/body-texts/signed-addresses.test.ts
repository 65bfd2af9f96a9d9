// Addresses of attached files as guards read them: without the signature by which a provider fetches the file, in the forms that clouds
// document, and with everything else.
import { expect, it } from 'vitest'
import { attachedFilesAndAddresses } from '../../../../runtime/guardrails/body-texts/attached-files.ts'

const HEX = '0a'.repeat(32)
const read = (url: string): string | undefined =>
  attachedFilesAndAddresses({ type: 'image_url', image_url: { url } }, undefined)[0]?.text

it.each([
  [
    'S3',
    `https://b.s3.amazonaws.com/a.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261130%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20261130T000000Z&X-Amz-Expires=600&X-Amz-SignedHeaders=host&X-Amz-Signature=${HEX}`,
    'https://b.s3.amazonaws.com/a.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&&X-Amz-Date=20261130T000000Z&X-Amz-Expires=600&X-Amz-SignedHeaders=host&',
  ],
  [
    'Google Cloud',
    `https://storage.googleapis.com/b/a.png?X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Credential=a%40b.iam.gserviceaccount.com%2F20261130&X-Goog-Signature=${HEX.repeat(8)}`,
    'https://storage.googleapis.com/b/a.png?X-Goog-Algorithm=GOOG4-RSA-SHA256&&',
  ],
  [
    'Azure',
    'https://a.blob.core.windows.net/c/a.png?sv=2024-11-04&se=2026-11-30T10%3A00%3A00Z&sr=b&sp=r&sig=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE%3D',
    'https://a.blob.core.windows.net/c/a.png?sv=2024-11-04&se=2026-11-30T10%3A00%3A00Z&sr=b&sp=r&',
  ],
])('the signature of %s is not read', (_, url, expected) => {
  expect(read(url)).toBe(expected)
})

it.each([
  'https://example.com/a.png?api_key=sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd',
  'https://example.com/a.png?X-Amz-Signature=sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd',
  'https://example.com/a.png?sig=sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd',
  'https://example.com/a.png?X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20261130',
])('everything else is: %s', url => {
  expect(read(url)).toBe(url)
})
