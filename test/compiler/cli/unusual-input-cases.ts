// Unusual files and command lines, each with its message and exit code.
export const MANIFEST = 'providers:\n  mock: { provider: mock }\n'
export const GOOD = 'provider: "@mock"\n'
export const ALONE = 'provider: mock\n'
export const BAD = 'provider: mock\nretyr: 1\n'

interface UnusualInput {
  readonly title: string
  readonly files: Readonly<Record<string, string | Uint8Array>>
  readonly words: readonly string[]
  readonly code: number
  /** Matches standard output and standard error together. */
  readonly says: RegExp
}

export const CASES: readonly UnusualInput[] = [
  {
    title: 'an empty folder',
    files: { 'a/b.txt': '' },
    words: ['check', 'a'],
    code: 64,
    says: /^No config or project found\./,
  },
  {
    title: 'printing an empty folder',
    files: { 'a/b.txt': '' },
    words: ['print', 'a'],
    code: 64,
    says: /^No config or project found/,
  },
  {
    title: 'an empty argument, as from an unset shell variable',
    files: { 'a.yaml': ALONE },
    words: ['check', ''],
    code: 64,
    says: /^No config, folder or glob matches ""\./,
  },
  {
    title: 'a source with CRLF and a byte order mark',
    files: { 'a.yaml': `\ufeff${BAD.replaceAll('\n', '\r\n')}` },
    words: ['check', 'a.yaml'],
    code: 1,
    says: /a\.yaml:2:1 error unknown-property/,
  },
  {
    title: 'a byte order mark before the error',
    files: { 'a.json': '\ufeff{"retyr":1}' },
    words: ['check', 'a.json'],
    code: 1,
    says: /a\.json:1:2 error unknown-property[\s\S]* 1 \| \{"retyr":1}\n {4}\| {2}~{7}/,
  },
  {
    title: 'tabs',
    files: { 'a.yaml': 'provider: mock\nretry:\n\tattempts: 1\n' },
    words: ['check', 'a.yaml'],
    code: 1,
    says: /a\.yaml:3:1 error malformed-yaml/,
  },
  {
    title: 'terminal control characters in a source',
    files: { 'a.json': '{"provider":"mock","x":"\x1b[2J\u009b2J\u202e"}' },
    words: ['check', 'a.json'],
    code: 1,
    says: /malformed-json/,
  },
  {
    title: 'a name with spaces and letters of many scripts',
    files: { 'my configs/ünï côdé 😀.yml': BAD },
    words: ['check', 'my configs'],
    code: 1,
    says: /my configs\/ünï côdé 😀\.yml:2:1 error/,
  },
  {
    title: 'a manifest in TypeScript',
    files: {
      'gateway.ts': `import { defineGateway } from 'portolan'\nexport default defineGateway({ configs: 'c', providers: { mock: { provider: 'mock' } } })\n`,
      'c/a.yml': GOOD,
    },
    words: ['check', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a manifest in JSON',
    files: { 'gateway.json': '{"providers":{"mock":{"provider":"mock"}}}', 'configs/a.yaml': GOOD },
    words: ['check', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a missing folder of configs',
    files: { 'gateway.yaml': `${MANIFEST}configs: nowhere\n` },
    words: ['check'],
    code: 1,
    says: /gateway\.yaml:3:10 error unreadable-file\n {2}The folder "nowhere" does not exist\./,
  },
  {
    title: 'a folder of configs that is a file',
    files: { 'gateway.yaml': `${MANIFEST}configs: gateway.yaml\n` },
    words: ['check'],
    code: 1,
    says: /The folder "gateway\.yaml" is a file\./,
  },
  {
    title: 'a folder of configs outside the project',
    files: { 'p/gateway.yaml': `${MANIFEST}configs: ../shared\n`, 'shared/a.yaml': GOOD },
    words: ['check', 'p', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a project nested in the configs of another',
    files: {
      'gateway.yaml': MANIFEST,
      'configs/a.yaml': GOOD,
      'configs/inner/gateway.yaml': '{}',
      'configs/inner/configs/a.yaml': BAD,
    },
    words: ['check'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'the folder of configs of a project, which is checked with its manifest',
    files: { 'gateway.yaml': MANIFEST, 'configs/a.yaml': 'provider: "@mok"\n' },
    words: ['check', 'configs'],
    code: 1,
    says: /No provider of the manifest has the slug "mok"\. Did you mean "mock"/,
  },
  {
    title: 'several projects for a command that takes one',
    files: {
      'a/gateway.yaml': MANIFEST,
      'a/configs/a.yaml': GOOD,
      'b/gateway.yaml': '{}',
      'b/configs/a.yaml': ALONE,
    },
    words: ['compile', '.'],
    code: 64,
    says: /^Several projects found/,
  },
  {
    title: 'the plans of several projects under different names',
    files: {
      'a/gateway.yaml': MANIFEST,
      'a/configs/c.yaml': GOOD,
      'b/gateway.yaml': '{}',
      'b/configs/c.yaml': ALONE,
    },
    words: ['print', '.'],
    code: 0,
    says: /^a\/c\n[\s\S]*\nb\/c\n/,
  },
  {
    title: 'packages and files of other tools',
    files: {
      'node_modules/x/a.yaml': BAD,
      'package.json': '{}',
      'tsconfig.json': '{}',
      '.hidden/a.yaml': BAD,
      'a.yaml': ALONE,
    },
    words: ['check', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a glob that matches packages and plans',
    files: { 'node_modules/x/a.json': '{}', 'gateway.plan.json': '{}', 'a.json': '{"provider":"mock"}' },
    words: ['check', '**/*.json', '--deny-warnings'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'the same files several times',
    files: { 'a.yaml': ALONE },
    words: ['check', 'a.yaml', '.', '*.yaml', 'a.yaml'],
    code: 0,
    says: /^0 errors in 1 config/,
  },
  {
    title: 'a source of more than eight megabytes',
    files: { 'a.yaml': `${ALONE}#${'x'.repeat(8 * 1024 * 1024)}` },
    words: ['check', 'a.yaml'],
    code: 1,
    says: /error source-too-large/,
  },
  {
    title: 'a file that is too large for a config',
    files: { 'a.yaml': ' '.repeat(34 * 1024 * 1024) },
    words: ['check', 'a.yaml'],
    code: 1,
    says: /error unreadable-file\n {2}The file is too large for a config\./,
  },
  {
    title: 'thousands of errors in one large source',
    files: {
      'a.json': `{"provider":"mock",${Array.from({ length: 20_000 }, (_, index) => `\n"wrong${index}":1`)}}`,
    },
    words: ['check', 'a.json'],
    code: 1,
    says: /More like this follow[\s\S]*100 errors in 1 config/,
  },
  {
    title: 'a plan that is not JSON',
    files: { 'a.plan.json': '{"format":' },
    words: ['print', 'a.plan.json'],
    code: 1,
    says: /^a\.plan\.json: The bundle is not JSON\./,
  },
  {
    title: 'a plan that is not text',
    files: { 'a.plan.json': new Uint8Array([0xff, 0xfe]) },
    words: ['print', 'a.plan.json'],
    code: 1,
    says: /^a\.plan\.json: It is not UTF-8 text\./,
  },
  {
    title: 'an empty plan',
    files: { 'a.plan.json': '{}' },
    words: ['print', 'a.plan.json'],
    code: 1,
    says: /^a\.plan\.json: The bundle is missing "format"\./,
  },
  {
    title: 'two plans',
    files: { 'a.plan.json': '{}' },
    words: ['print', 'a.plan.json', 'a.plan.json'],
    code: 64,
    says: /^Name only one compiled plan\./,
  },
  {
    title: 'an output that is a folder',
    files: { 'gateway.yaml': MANIFEST, 'out/a.txt': '' },
    words: ['compile', '-o', 'out'],
    code: 1,
    says: /out cannot be written: it is a folder\./,
  },
  {
    title: 'an output inside a file',
    files: { 'gateway.yaml': MANIFEST },
    words: ['compile', '-o', 'gateway.yaml/x.json'],
    code: 1,
    says: /cannot be written: it is inside a path that is not a folder/,
  },
  {
    title: 'comparing with standard output',
    files: { 'gateway.yaml': MANIFEST },
    words: ['compile', '--check', '-o', '-'],
    code: 64,
    says: /^--check requires an output file/,
  },
  {
    title: 'a project inside a file',
    files: { 'a.txt': '' },
    words: ['init', 'a.txt/b'],
    code: 1,
    says: /cannot be created: it is inside a path that is not a folder/,
  },
]
