// Lists of prices in files: pinned by their digests, read where a project is compiled, written by `portolan prices --update` and `--import`.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compileOne } from '../../../compiler/cli/compile-groups.ts'
import { createFetchList, type FetchList } from '../../../compiler/cli/prices/fetch-list.ts'
import { updateLists } from '../../../compiler/cli/prices/update-lists.ts'
import { createTerminal } from '../../../compiler/cli/terminal.ts'
import { portolan, TODAY } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const digestOf = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

const PROVIDERS = `providers:
  main: { provider: openai, api_key: "\${env:KEY}" }
  eu: { provider: openai, api_key: "\${env:KEY}" }
`
const LIST = `[
  { "provider": "openai", "model": "gpt-4o", "input": 2, "output": 8 },
  { "provider": "@eu", "model": "gpt-*", "discount": "10%" }
]
`
const pinned = (file: string, text: string, more = ''): string =>
  `  - { file: ${file}, digest: "${digestOf(text)}"${more} }\n`

const projectOf = (prices: string, files: Readonly<Record<string, string>> = {}): string =>
  temporaryFolder({
    'gateway.yaml': `${PROVIDERS}prices:\n${prices}`,
    'configs/chat.yaml': 'provider: "@main"\n',
    ...files,
  })

async function run(folder: string, ...args: readonly string[]) {
  const { code, out, complaints } = await portolan(args, folder)
  return { code, text: `${out}${complaints}`.trim() }
}

const findings = async (folder: string): Promise<readonly string[]> =>
  (await run(folder, 'check', '--format', 'one-line')).text.split('\n').filter(line => line.includes(': '))

describe('A list of prices', () => {
  it('is part of the plan, with its digest and its day', async () => {
    const folder = projectOf(pinned('prices/acme.json', LIST, ', read: 2026-05-20'), {
      'prices/acme.json': LIST,
    })
    const { code } = await run(folder, 'compile')
    expect(code).toBe(0)
    const { gateway } = JSON.parse(readFileSync(join(folder, 'gateway.plan.json'), 'utf8'))
    expect(gateway.priceLists).toEqual([{ file: 'prices/acme.json', digest: digestOf(LIST) }])
    expect(gateway.prices).toEqual([
      {
        ...{ provider: 'openai', model: 'gpt-4o', input: 2000, output: 8000, cached: 2000 },
        ...{ dated: '2026-05-20', list: 0 },
      },
      { provider: '@eu', model: 'gpt-*', discount: 0.1, dated: '2026-05-20', list: 0 },
    ])
  })

  it('is YAML too', async () => {
    const text = '- { provider: openai, model: gpt-4o, input: 2 }\n'
    const folder = projectOf(pinned('prices/acme.yaml', text), { 'prices/acme.yaml': text })
    expect(await findings(folder)).toEqual([])
    expect((await run(folder, 'prices', 'gpt-4o', '--provider', 'openai')).text).toContain(
      `of prices/acme.yaml (${digestOf(text).slice(0, 19)}), for gpt-4o`,
    )
  })

  it.each<readonly [string, string, Readonly<Record<string, string>>, string]>([
    [
      'a missing file',
      pinned('prices/acme.json', LIST),
      {},
      'gateway.yaml:5:13: error: The file prices/acme.json does not exist. [unusable-price-list]',
    ],
    [
      'another digest',
      pinned('prices/acme.json', LIST),
      { 'prices/acme.json': '[]' },
      `gateway.yaml:5:39: error: prices/acme.json has the digest ${digestOf('[]')}: it has changed since it was pinned. Look at its changes, then pin it with "portolan prices --update". [unusable-price-list]`,
    ],
    [
      'no digest',
      '  - { file: prices/acme.json }\n',
      { 'prices/acme.json': LIST },
      'gateway.yaml:5:13: error: prices/acme.json is not pinned by a digest. Pin it with "portolan prices --update". [unusable-price-list]',
    ],
    [
      'a file above the project',
      pinned('../acme.json', LIST),
      {},
      'gateway.yaml:5:13: error: A file of prices must be in the folder of the project, not ../acme.json. [unusable-price-list]',
    ],
    [
      'a file that is not a list',
      pinned('prices/acme.json', '{"gpt-4o": 2}'),
      { 'prices/acme.json': '{"gpt-4o": 2}' },
      'prices/acme.json:1:1: error: A file of prices is a list of prices as the manifest has them. "portolan prices --import" writes one from a public list. [wrong-type]',
    ],
  ])('is refused with %s', async (_title, prices, files, expected) => {
    expect(await findings(projectOf(prices, files))).toEqual([expected])
  })

  it('has its mistakes at its own lines, all at once', async () => {
    const text = `[
  { "provider": "openai", "model": "gpt-4o", "inptu": 2 },
  { "provider": "openia", "model": "gpt-4o", "input": 2 },
  { "provider": "@eau", "model": "gpt-4o", "discount": "120%" },
  { "file": "prices/other.json" }
]
`
    expect(
      (await findings(projectOf(pinned('prices/acme.json', text), { 'prices/acme.json': text }))).map(line =>
        line.replace(/: error: .*(\[.*\])$/, ' $1'),
      ),
    ).toEqual([
      'prices/acme.json:2:46 [unknown-property]',
      'prices/acme.json:3:17 [unknown-provider]',
      'prices/acme.json:4:17 [unknown-slug]',
      'prices/acme.json:4:56 [wrong-form]',
      'prices/acme.json:5:3 [unusable-price-list]',
    ])
  })

  it('does not lead out of the project by a link', async () => {
    const outside = temporaryFolder({ 'acme.json': LIST })
    const folder = projectOf(pinned('prices/acme.json', LIST))
    symlinkSync(outside, join(folder, 'prices'))
    expect((await findings(folder)).join()).toContain('is a symbolic link that leads out of the folder')
    expect((await run(folder, 'prices', '--update')).code).toBe(1)
  })

  it('is reported where a discount has nothing to be taken off', async () => {
    const text = '[{ "provider": "openai", "model": "home-made", "discount": "5%" }]'
    const folder = projectOf(
      `${pinned('prices/acme.json', text)}  - { provider: "@eu", model: "zzz-*", discount: 5% }\n`,
      { 'prices/acme.json': text },
    )
    expect(await findings(folder)).toEqual([
      'gateway.yaml:6:50: warning: This discount has no effect: no list has a price of "zzz-*" at openai. Add its prices beside the discount. [setting-without-effect]',
      'prices/acme.json:1:60: warning: This discount has no effect: no list has a price of "home-made" at openai. Add its prices beside the discount. [setting-without-effect]',
    ])
  })
})

describe('portolan prices', () => {
  it('shows a model on a day, at stored providers too, with where each price is written', async () => {
    const folder = projectOf(
      `${pinned('prices/acme.json', LIST, ', read: 2026-05-20')}  - { provider: "@eu", model: gpt-4o, input: 1, output: 2, from: 2027-01-01 }\n`,
      { 'prices/acme.json': LIST },
    )
    const list = digestOf(LIST).slice(0, 19)
    const shown = async (...args: readonly string[]) =>
      (await run(folder, 'prices', 'gpt-4o', ...args)).text
        .split('\n\n')[0]
        ?.replaceAll(/\n {24}/g, ' ')
        .split('\n')
    expect(await shown()).toEqual([
      'gpt-4o at @eu',
      `  price                 of prices/acme.json (${list}), read on 2026-05-20, for gpt-4o, less 10% by prices/acme.json (${list}), read on 2026-05-20, for gpt-* at @eu`,
      '  per million tokens    input 1.8, cached 1.8, output 7.2',
    ])
    expect(await shown('--on', '2027-01-01')).toEqual([
      'gpt-4o at @eu',
      '  price                 of the manifest (gateway.yaml:6), for gpt-4o at @eu',
      '  per million tokens    input 1, cached 1, output 2',
    ])
    const { text } = await run(folder, 'prices', 'gpt-4o', '--provider', '@eu', '--json')
    expect(JSON.parse(text).prices).toMatchObject([
      { provider: '@eu', input: 1.8, output: 7.2, discount: 0.1, dated: '2026-05-20' },
    ])
    expect((await run(folder, 'prices', 'gpt-4o', '--on', 'May')).code).toBe(64)
    expect((await run(folder, 'prices', 'gpt-4o', '--provider', '@us')).code).toBe(64)
  })

  it('names the lists of the project, and shows one by provider', async () => {
    const folder = projectOf(pinned('prices/acme.json', LIST), { 'prices/acme.json': LIST })
    const digest = digestOf(LIST).slice(0, 19)
    expect(await run(folder, 'prices')).toEqual({
      code: 0,
      text: `prices/acme.json (${digest}) has 2 prices of openai and @eu: --provider NAME shows them.`,
    })
    expect((await run(folder, 'prices', '--provider', 'openai')).text).toMatch(/^openai +gpt-4o +2 +2 +- +8/m)
  })

  it('is at the stored provider in the list of models and in their successors', async () => {
    const folder = projectOf('  - { provider: "@eu", model: gpt-4o, input: 7, output: 9 }\n', {
      'configs/chat.yaml': 'provider: "@eu"\noverride_params: { model: gpt-4o }\n',
    })
    expect((await run(folder, 'models')).text).toContain('7/9')
  })

  it('imports a public list, and pins it where the manifest names it', async () => {
    const cost = { input: 2.5, output: 11, context_over_200k: { input: 5, output: 20 } }
    const list = JSON.stringify({ openai: { a: { id: 'gpt-4o', cost } }, nobody: { a: { id: 'x', cost } } })
    const folder = projectOf('  - { provider: openai, model: x, input: 1 }\n', { 'models.json': list })
    const text =
      '[\n  {"provider":"openai","model":"gpt-4o","input":2.5,"output":11,"above":[{"tokens":200000,"input":5,"output":20}]}\n]\n'
    const entry = `{ file: prices/models.json, digest: "${digestOf(text)}", read: "${TODAY}" }`
    const imported = await run(folder, 'prices', '--import', 'models.json')
    expect([imported.code, imported.text]).toEqual([
      0,
      `prices/models.json: 1 price of 1 provider.\nAdd it to "prices" of gateway.yaml:\n  - ${entry}`,
    ])
    expect(readFileSync(join(folder, 'prices/models.json'), 'utf8')).toBe(text)
    writeFileSync(
      join(folder, 'gateway.yaml'),
      `${PROVIDERS}prices:\n  - { file: prices/models.json } # public\n`,
    )
    expect((await run(folder, 'prices', '--import', 'models.json')).code).toBe(0)
    expect(readFileSync(join(folder, 'gateway.yaml'), 'utf8')).toBe(
      `${PROVIDERS}prices:\n  - ${entry} # public\n`,
    )
    expect(await findings(folder)).toEqual([])
    expect((await run(folder, 'prices', '--import', 'gateway.yaml')).code).toBe(1)
    expect((await run(folder, 'prices', '--import', 'models.json', '--update')).code).toBe(64)
  })
})

describe('portolan prices --update', () => {
  const update = async (folder: string, fetchList: FetchList) => {
    const written: string[] = []
    const stream = { write: (text: string) => written.push(text) > 0 }
    const terminal = createTerminal(
      { stdout: stream, stderr: stream, env: {} },
      folder,
      () => 0,
      () => TODAY,
    )
    const project = await compileOne([], 'prices', terminal)
    if (typeof project === 'number') throw new Error(written.join(''))
    const code = await updateLists(project, terminal, fetchList)
    return { code, text: written.join('').trim() }
  }
  const never: FetchList = url => Promise.reject(new Error(`${url} was read.`))
  const manifestOf = (folder: string): string => readFileSync(join(folder, 'gateway.yaml'), 'utf8')

  it('pins files as they are, and leaves the rest of the manifest alone', async () => {
    const folder = projectOf(
      `  - file: prices/acme.json # ours\n  # nothing else\n${pinned('prices/other.json', 'x', ', read: 2026-01-01')}`,
      { 'prices/acme.json': LIST, 'prices/other.json': '[]' },
    )
    expect(await update(folder, never)).toEqual({
      code: 0,
      text: 'prices/acme.json: updated.\nprices/other.json: updated.',
    })
    expect(manifestOf(folder)).toBe(
      `${PROVIDERS}prices:\n  - file: prices/acme.json # ours\n    digest: "${digestOf(LIST)}"\n  # nothing else\n${pinned('prices/other.json', '[]', ', read: 2026-01-01')}`,
    )
    expect(await findings(folder)).toEqual([])
    expect(await update(folder, never)).toEqual({
      code: 0,
      text: 'prices/acme.json: unchanged.\nprices/other.json: unchanged.',
    })
  })

  it('fetches lists that have a URL, in either form', async () => {
    const url = 'https://prices.example.com/lists/public.json'
    const published = JSON.stringify({ openai: { a: { id: 'gpt-4o', cost: { input: 3, output: 9 } } } })
    const folder = projectOf(`  - { url: "${url}" }\n  - { url: "${url}?own", file: own.json }\n`)
    const fetched = await update(folder, async each => ({ text: each === url ? published : LIST }))
    expect(fetched).toEqual({ code: 0, text: 'prices/public.json: updated.\nown.json: updated.' })
    const text = '[\n  {"provider":"openai","model":"gpt-4o","input":3,"output":9}\n]\n'
    expect(readFileSync(join(folder, 'prices/public.json'), 'utf8')).toBe(text)
    expect(readFileSync(join(folder, 'own.json'), 'utf8')).toBe(LIST)
    expect(manifestOf(folder)).toBe(
      `${PROVIDERS}prices:\n  - { url: "${url}", digest: "${digestOf(text)}", read: "${TODAY}" }\n  - { url: "${url}?own", file: own.json, digest: "${digestOf(LIST)}", read: "${TODAY}" }\n`,
    )
    expect(await findings(folder)).toEqual([])
  })

  it('edits a manifest in JSON', async () => {
    const folder = temporaryFolder({
      'gateway.json': '{\n  "prices": [\n    { "file": "acme.json" }\n  ]\n}\n',
      'acme.json': '[]',
    })
    expect((await update(folder, never)).code).toBe(0)
    expect(readFileSync(join(folder, 'gateway.json'), 'utf8')).toBe(
      `{\n  "prices": [\n    { "file": "acme.json", "digest": "${digestOf('[]')}" }\n  ]\n}\n`,
    )
  })

  it('prints what a manifest must have that computes its prices', async () => {
    const folder = temporaryFolder({
      'gateway.ts': "export default { prices: [Object.fromEntries([['file', 'acme.json']])] }\n",
      'acme.json': '[]',
    })
    const { code, text } = await update(folder, never)
    expect(code).toBe(1)
    expect(text).toContain(`{ file: acme.json, digest: "${digestOf('[]')}" }`)
  })

  it.each<readonly [string, FetchList, string]>([
    ['cannot be reached', async () => ({ fault: 'Its server cannot be reached.' }), 'cannot be reached'],
    ['has another form', async () => ({ text: '{"a": 1}' }), 'not a list of prices in a form that is known'],
  ])('leaves a file alone whose list %s', async (_title, fetchList, expected) => {
    const folder = projectOf('  - { url: "https://prices.example.com/a.json" }\n')
    const { code, text } = await update(folder, fetchList)
    expect(code).toBe(1)
    expect(text).toContain(expected)
    expect(manifestOf(folder)).not.toContain('digest')
  })

  it('writes nothing through a link that leads out of the project', async () => {
    const outside = temporaryFolder({})
    mkdirSync(join(outside, 'in'))
    const folder = projectOf('  - { url: "https://prices.example.com/a.json", file: prices/in/a.json }\n')
    symlinkSync(outside, join(folder, 'prices'))
    const { code, text } = await update(folder, async () => ({ text: '[]' }))
    expect(code).toBe(1)
    expect(text).toContain('leads out of the folder')
    expect(() => readFileSync(join(outside, 'in/a.json'))).toThrow()
  })

  it('says so without any list', async () => {
    const folder = projectOf('  - { provider: openai, model: x, input: 1 }\n')
    expect(await update(folder, never)).toEqual({ code: 0, text: 'The manifest names no list of prices.' })
  })
})

describe('A list is fetched', () => {
  const URL_OF_LIST = 'https://prices.example.com/list.json'
  type Answers = Readonly<Record<string, () => Response>>
  const read = (answers: Answers) =>
    createFetchList(async input => answers[String(input)]?.() ?? new Response('', { status: 404 }))(
      URL_OF_LIST,
    )
  const redirect = (location: string) => () => new Response(null, { status: 302, headers: { location } })

  it.each<readonly [string, Answers, object]>([
    ['from its URL', { [URL_OF_LIST]: () => new Response('[]') }, { text: '[]' }],
    [
      'over a redirect in its origin',
      {
        [URL_OF_LIST]: redirect('/new.json'),
        'https://prices.example.com/new.json': () => new Response('[1]'),
      },
      { text: '[1]' },
    ],
    [
      'never from another origin',
      { [URL_OF_LIST]: redirect('https://evil.example/list.json') },
      { fault: 'It redirects to https://evil.example: write the URL that it leads to.' },
    ],
    [
      'never without TLS',
      { [URL_OF_LIST]: redirect('http://prices.example.com/list.json') },
      { fault: 'It redirects to http://prices.example.com: write the URL that it leads to.' },
    ],
    ['not in a circle', { [URL_OF_LIST]: redirect('/list.json') }, { fault: 'It redirects too often.' }],
    ['unless it is missing', {}, { fault: 'Its server replied with 404.' }],
    [
      'unless it is too large',
      { [URL_OF_LIST]: () => new Response(new Uint8Array(17 * 1024 * 1024)) },
      { fault: 'It is larger than 16 MiB.' },
    ],
    [
      'unless it is not text',
      { [URL_OF_LIST]: () => new Response(new Uint8Array([0xff, 0xfe])) },
      { fault: 'It is not UTF-8 text.' },
    ],
  ])('%s', async (_title, answers, expected) => {
    expect(await read(answers)).toEqual(expected)
  })
})

describe('portolan diff', () => {
  it('shows prices that have changed by entry', async () => {
    const other = LIST.replace('"input": 2', '"input": 1.5').replace('10%', '12%')
    const [before, after] = [LIST, other].map(text =>
      projectOf(pinned('prices/acme.json', text), { 'prices/acme.json': text }),
    )
    const { code, text } = await run(before ?? '', 'diff', '.', after ?? '')
    expect(code).toBe(1)
    expect(text.split('\n').slice(2, 7)).toEqual([
      'The manifest: cost',
      '',
      '  cost: 2 prices differ, in US dollars per million tokens, or for one of the units that begin with per_',
      expect.stringMatching(/^ +before +after$/),
      expect.stringMatching(
        /^ +gpt-4o at openai +input 2, cached 2, output 8 +input 1.5, cached 1.5, output 8$/,
      ),
    ])
    expect(text).toMatch(/gpt-\* at @eu +less 10% +less 12%/)
    expect(text).toMatch(
      / {2}cosmetic: a setting differs\n.*\n +price_lists\.prices\/acme\.json\.digest +"sha256:/,
    )
  })

  it('is cosmetic where a list has moved, and every price is the same', async () => {
    const before = projectOf(pinned('prices/acme.json', LIST), { 'prices/acme.json': LIST })
    const after = projectOf(pinned('acme.json', LIST, ', read: 2026-05-20'), { 'acme.json': LIST })
    expect((await run(before, 'diff', '.', after)).text).toContain('The manifest: cosmetic')
  })
})
