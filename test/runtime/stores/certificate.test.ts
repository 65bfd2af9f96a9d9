// The certificate of the listener: why it cannot be served, and that a change of its files is noticed.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type KeyPair, openCertificate } from '../../../runtime/stores/certificate.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const first = selfSigned('first')
const second = selfSigned('second')
const files = { certificate: 'a.pem', key: 'a.key' }

function openIn(contents: Readonly<Record<string, string>>) {
  const folder = temporaryFolder(contents)
  const clock = virtualClock()
  const reported: string[] = []
  const writeLog = (level: string, message: string): void => void reported.push(`${level}: ${message}`)
  return { folder, clock, reported, opened: openCertificate(files, { folder, clock, writeLog }) }
}

describe('A certificate is not served', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    ['without its file', { 'a.key': first.key }, /^The file .*a\.pem of listen\.tls\.certificate .*ENOENT/],
    ['without its key', { 'a.pem': first.certificate }, /^The file .*a\.key of listen\.tls\.key .*ENOENT/],
    ['that is not PEM', { 'a.pem': 'text', 'a.key': first.key }, /a\.pem of listen\.tls\.certificate is not/],
    [
      'with a key that is not PEM',
      { 'a.pem': first.certificate, 'a.key': 'secret-text' },
      /a\.key of listen\.tls\.key is not/,
    ],
    [
      'with the key of another one',
      { 'a.pem': first.certificate, 'a.key': second.key },
      /^The private key in a\.key does not belong to the certificate in a\.pem\.$/,
    ],
  ])('%s', (_title, contents, sentence) => {
    const { opened } = openIn(contents)
    expect(opened).toMatch(sentence)
    expect(opened).not.toContain('secret-text')
  })
})

it('A change of the files is noticed without a signal', async () => {
  const { folder, clock, reported, opened } = openIn({ 'a.pem': first.certificate, 'a.key': first.key })
  if (typeof opened === 'string') throw new Error(opened)
  const renewed: KeyPair[] = []
  opened.watch(pair => void renewed.push(pair))
  await clock.advance(30_000)
  expect([renewed.length, reported]).toEqual([0, []])
  rmSync(join(folder, 'a.pem'))
  await clock.advance(30_000)
  expect(reported).toEqual([
    expect.stringMatching(/^error: .*ENOENT.* The previous certificate stays in use\.$/),
  ])
  writeFileSync(join(folder, 'a.pem'), second.certificate)
  writeFileSync(join(folder, 'a.key'), second.key)
  await clock.advance(30_000)
  expect(renewed.map(({ cert }) => String(cert))).toEqual([second.certificate])
  expect(reported[1]).toMatch(/^info: /)
  opened.stop()
  expect(await clock.next()).toBe(false)
})
