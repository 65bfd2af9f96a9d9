// The certificate authorities of a PEM file.
import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g

/** The certificates as PEM, or the reason why the file cannot be used. `setting` names it: `outbound.ca`. */
export function readAuthorities(path: string, setting: string, folder: string): readonly string[] | string {
  const file = resolve(folder, path)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return `The file ${file} of ${setting} cannot be read (${code}).`
  }
  const authorities = text.match(CERTIFICATE) ?? []
  return authorities.length > 0 && authorities.every(isCertificate)
    ? authorities
    : `The file ${file} of ${setting} is not a PEM file of certificates.`
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}
