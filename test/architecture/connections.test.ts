// Everything that opens a connection leaves as `outbound` says (semantics, section 12), or is listed here with the reason why it does
// not. A file that begins to open one fails this test until it is listed.
import { expect, it } from 'vitest'
import { expectNone } from './breaches.ts'
import { moduleOf, SOURCES, textOf } from './modules.ts'

/** The ways in which Node and the packages of this project open a connection. */
const OPENS: readonly RegExp[] = [
  /from 'undici'/,
  /(?<![.\w])fetch\(/,
  /(?:=|:) fetch\b(?!\?)/,
  /new (?:WebSocket|EventSource|XMLHttpRequest)\(/,
  /import (?!type\b)[^;]*?from 'node:(?:net|tls|http|https|http2|dgram|dns)'/,
  /(?:import|require)\('(?:undici|postgres|iovalkey|node:(?:net|tls|http|https|http2|dgram))'\)/,
]

const LISTENS = 'listens'
const NAMES = 'tells names apart'
const CLIENT = 'the client of the gateway, by which everything else leaves'
const NOT_HTTP = 'does not speak HTTP'
const ITSELF = 'asks the gateway on this machine'
const PAGE = 'in a browser, to the gateway that served it'
const COMMAND = 'a command that has no manifest yet, or is given the client of one'

const OPENERS: Readonly<Record<string, string>> = {
  'compiler/cli/analyse/network-policies.ts': NAMES,
  'compiler/cli/commands/connect.ts': COMMAND,
  'compiler/cli/commands/doctor.ts': LISTENS,
  'compiler/cli/gateway/gateway-token.ts': COMMAND,
  'compiler/cli/gateway/issuer-sign-in.ts': LISTENS,
  'compiler/cli/logs/gateway-logs.ts': COMMAND,
  'runtime/console/page/api/client.ts': PAGE,
  'runtime/http/http2.ts': LISTENS,
  'runtime/http/listen.ts': LISTENS,
  'runtime/http/metrics-server.ts': LISTENS,
  'runtime/http/pipe-tunnel.ts': LISTENS,
  'runtime/http/respond.ts': NAMES,
  'runtime/http/serve-upgrade.ts': LISTENS,
  'runtime/http/server.ts': LISTENS,
  'runtime/http/tls-server.ts': LISTENS,
  'runtime/process/check-health.ts': ITSELF,
  'runtime/stores/certificate.ts': LISTENS,
  'runtime/stores/redis/open-iovalkey.ts': NOT_HTTP,
  'runtime/stores/resources/gateway/gateway-store.ts': COMMAND,
  'runtime/stores/resources/objects/objects-store.ts': COMMAND,
  'runtime/stores/resources/postgres/postgres-connection.ts': NOT_HTTP,
  'runtime/stores/vectors/open-postgres-vectors.ts': NOT_HTTP,
  'runtime/upstream/open-egress.ts': CLIENT,
  'runtime/upstream/proxy-forward.ts': CLIENT,
  'runtime/upstream/proxy.ts': CLIENT,
  'runtime/upstream/proxy-tunnel.ts': CLIENT,
  'runtime/upstream/ssrf-guard.ts': CLIENT,
  'runtime/upstream/tunnel.ts': CLIENT,
  'runtime/upstream/undici-client.ts': CLIENT,
}

/** Types of the packages open nothing. */
const withoutTypes = (text: string): string =>
  text
    .split('\n')
    .filter(line => !/^import type /.test(line) && !/^\s*(?:\/\/|\*|\/\*\*)/.test(line))
    .join('\n')

/** Of pure modules: the table of imports and the test of purity see to the rest. */
const OPENS_IN_PURE = [/(?:=|:) fetch\b(?![?(])/, /new (?:WebSocket|EventSource|XMLHttpRequest)\(/]

/** Which files import these is a rule of its own (imports.test.ts). */
const RULED = /(?:from |import\()'(?:undici|iovalkey)'/g

it('every file that opens a connection is listed, and no other is', () => {
  const opening = SOURCES.filter(path => /^(runtime|compiler)\//.test(path)).map(path => ({
    path,
    opens: moduleOf(path)?.pure === true ? OPENS_IN_PURE : OPENS,
    text: withoutTypes(textOf(path)),
  }))
  const found = opening.flatMap(({ path, opens, text }) =>
    opens.some(pattern => pattern.test(text)) ? [path] : [],
  )
  const foundHere = opening.flatMap(({ path, opens, text }) =>
    opens.some(pattern => pattern.test(text.replaceAll(RULED, ''))) ? [path] : [],
  )
  expectNone(
    foundHere.filter(path => !Object.hasOwn(OPENERS, path)),
    'These open connections. Take the client of the gateway, which leaves as "outbound" says; otherwise add the file to OPENERS with the reason.',
  )
  expectNone(
    Object.keys(OPENERS).filter(path => !found.includes(path)),
    'These open no connection (any more). Take them out of OPENERS.',
  )
})

const MAKERS = [
  // Of a gateway that it makes itself, without `outbound`.
  'compiler/cli/doctor/examine-mcp.ts',
  'runtime/process/open-outbound.ts',
  'runtime/process/start-runtime.ts',
  'runtime/process/store-fetch.ts',
  'runtime/upstream/undici-client.ts',
]

it('clients of the gateway are made by who knows the way out', () => {
  const makers = SOURCES.filter(path => textOf(path).includes('createUpstreamClient('))
  expectNone(
    makers.filter(path => !MAKERS.includes(path)),
    'These make a client. Take the one of openOutbound, which knows the proxies; otherwise add the file to MAKERS.',
  )
  expect(makers).toEqual(MAKERS)
})

it.each([
  "import { request } from 'node:https'",
  'const reply = await fetch(url)',
  "const { Client } = await import('undici')",
  'const socket = new WebSocket(url)',
  'send = fetch',
])('notices %s', line => {
  expect(OPENS.some(pattern => pattern.test(line))).toBe(true)
})
