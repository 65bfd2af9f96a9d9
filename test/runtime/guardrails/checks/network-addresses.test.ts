// default.pii: addresses of IP version 4 where they are written beside signs, and versions and sections that look like them.
import { describe, expect, it } from 'vitest'
import { linkPiiFinder } from '../../../../runtime/guardrails/detect/pii/find-pii.ts'

const find = linkPiiFinder(['IP_ADDRESS'])
const foundIn = (text: string): readonly string[] =>
  find(text).map(({ start, end }) => text.slice(start, end))

const ADDRESSES = ['203.0.113.7', '198.51.100.23', '192.168.1.20', '10.0.0.5', '8.8.8.8']
const NAMED = [
  'ip=IP', 'client_ip=IP port=443', 'ip.addr == IP', 'src: IP', '"remoteAddr":"IP"', 'host="IP"', '{"ip":"IP"}', 'root@IP', 'ssh ubuntu@IP', 'scp a.txt deploy@IP:/tmp', 'http://IP/', 'https://user:x@IP:8443/a', 'postgres://app@IP/db', '/ip4/IP/tcp/4001', 'tcp/IP', '<IP>', 'Received: from a.example ([IP])', 'X-Forwarded-For: IP', 'inet IP/24', 'redirected IP', 'connected to IP', 'nameserver IP', 'if (ip === "IP") {', 'allow from IP;', 'ip,IP,443', '| IP |', '(IP)', 'IP - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1"',
] // biome-ignore format: a list
const VERSIONS = [
  'redis==4.5.1.2', 'lodash@4.17.21.1', 'Section 5.11.6.11', 'Sections 5.11.6.11 and 5.11.6.12', 'section: 5.11.6.11', '§ 5.11.6.11', 'nginx/1.25.3.1', 'Chrome/131.0.0.0', 'Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36', 'pkg>=1.2.3.4', 'pkg~=1.2.3.4', '"react": "^1.2.3.4"', 'upgrade to 2.4.6.1', 'version=1.2.3.4', 'firmware: 1.2.3.4', 'build 12.4.5.6', 'app-1.2.3.4', 'see clause 4.4.3.2', 'Table 3.2.1.4', 'python=3.11.5.1', 'image: redis@7.2.4.1', 'OID 1.3.6.1',
] // biome-ignore format: a list

describe('An IP address', () => {
  it.each(NAMED)('in %j is found', form => {
    for (const address of ADDRESSES)
      expect(foundIn(`log line\n${form.replace('IP', address)} end`)).toEqual([address])
  })
  it.each(VERSIONS)('is not what %j has', text => {
    expect(foundIn(`See ${text} there.`)).toEqual([])
  })
})
