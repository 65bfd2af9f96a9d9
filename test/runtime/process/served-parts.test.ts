// Where a process listens, by its manifest and its command line, and what the command line may say.
import { expect, test } from 'vitest'
import { readAddress } from '../../../runtime/process/read-options.ts'
import { type ListenerOptions, listenersOf } from '../../../runtime/process/served-parts.ts'

const tls = { certificate: 'a.crt', key: 'a.key' }
const main = { host: '127.0.0.1', port: 1 }
const admin = { host: '127.0.0.1', port: 2 }
const given = { host: '127.0.0.1', port: 3 }

test.each<readonly [string, Parameters<typeof listenersOf>[0]['listen'], ListenerOptions, object]>([
  ['one listener by default', main, {}, { listener: main }],
  ['a second one where the manifest has it', { ...main, admin }, {}, { listener: { ...main, admin }, admin }],
  ['the command line adds it', main, { admin: given }, { listener: main, admin: given }],
  [
    'and replaces its address, not its certificate',
    { ...main, tls },
    { admin: given },
    { listener: { ...main, tls }, admin: { ...given, tls } },
  ],
  ['a control plane listens there', { ...main, admin }, { serves: 'control' }, { listener: admin }],
  [
    'and where the command line says',
    main,
    { serves: 'control', port: 4 },
    { listener: { ...main, port: 4 } },
  ],
  [
    'a runtime of calls has no second one',
    { ...main, admin },
    { serves: 'inference' },
    { listener: { ...main, admin } },
  ],
])('%s', (_title, listen, options, expected) => {
  expect(listenersOf({ listen }, options)).toEqual(expected)
})

test.each([
  ['127.0.0.1:8788', { host: '127.0.0.1', port: 8788 }],
  ['admin.internal:0', { host: 'admin.internal', port: 0 }],
  ['[::1]:8788', { host: '::1', port: 8788 }],
  ['8788', undefined],
  [':8788', undefined],
  ['::1:8788', undefined],
  ['localhost:', undefined],
  ['localhost:65536', undefined],
  ['http://localhost:1', undefined],
])('the address %s', (text, expected) => {
  expect(readAddress(text)).toEqual(expected)
})
