// Content codings of request bodies: each alone, one within another, and bytes that are not what the coding states.
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { AdmittedRequest } from '../../../runtime/gateway/request.ts'
import { decodeBody } from '../../../runtime/http/decode-body.ts'
import type { MemoryLease } from '../../../runtime/values/memory-budget.ts'

const TEXT = Buffer.from('{"model":"m"}')
const MORE = Buffer.from('more')

const CODINGS = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const

async function decoded(contentEncoding: string, bytes: Uint8Array): Promise<string> {
  const admitted = {
    head: { headers: [] },
    requestOptions: { contentEncoding },
  } as unknown as AdmittedRequest
  const memory = { take: () => true, give: () => {} } as unknown as MemoryLease
  const result = await decodeBody(admitted, bytes, 1000, memory)
  return 'code' in result ? result.code : Buffer.from(result.bytes).toString()
}

it.each(CODINGS)('%s is decoded, within each other coding too', async (name, encode) => {
  expect(await decoded(name, encode(TEXT))).toBe(String(TEXT))
  for (const [outer, wrap] of CODINGS)
    expect(await decoded(`${name}, ${outer}`, wrap(encode(TEXT)))).toBe(String(TEXT))
})

it.each(CODINGS)('%s with bytes after its end, or cut, is refused', async (name, encode) => {
  expect(await decoded(name, Buffer.concat([encode(TEXT), MORE]))).toBe('invalid_request')
  expect(await decoded(name, encode(TEXT).subarray(0, -3))).toBe('invalid_request')
})

it.each(CODINGS)('%s expands to the limit at most, also within itself', async (name, encode) => {
  const zeros = Buffer.alloc(100_000)
  expect(await decoded(name, encode(zeros))).toBe('body_too_large')
  expect(await decoded(`${name}, ${name}`, encode(encode(zeros)))).toBe('body_too_large')
})
