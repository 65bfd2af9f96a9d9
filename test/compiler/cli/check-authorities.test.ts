// Authorities that a manifest names are looked at by the command that checks it.
import { expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { selfSigned } from '../../support/self-signed.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `outbound: { ca: company.pem }
providers:
  own:
    provider: openai
    api_key: \${env:KEY}
    outbound: { ca: own.pem }
`

const warnings = async (files: Readonly<Record<string, string>>, more = ''): Promise<readonly string[]> => {
  const folder = temporaryFolder({ 'gateway.yaml': MANIFEST + more, ...files })
  const { out, complaints, code } = await portolan(['check', '--format', 'one-line'], folder)
  expect(code).toBe(0)
  return (out + complaints)
    .split('\n')
    .filter(line => line.includes('[unusable-authorities]'))
    .map(line => line.replaceAll(`${folder}/`, ''))
}

it('are a warning where they cannot be read, with the reason', async () => {
  const { certificate } = selfSigned('company')
  expect(await warnings({ 'company.pem': certificate, 'own.pem': certificate })).toEqual([])
  expect(await warnings({ 'company.pem': 'nothing' })).toEqual([
    expect.stringMatching(
      /^gateway\.yaml:1:.*company\.pem of outbound\.ca is not a PEM file of certificates\./,
    ),
    expect.stringMatching(
      /^gateway\.yaml:6:.*own\.pem of providers\.own\.outbound\.ca cannot be read \(ENOENT\)\./,
    ),
  ])
})

it('are none where rules turn the warning off', async () => {
  expect(await warnings({}, 'rules: { unusable-authorities: off }\n')).toEqual([])
})
