// `portolan docs` on documents that a test writes: its links, anchors and what looks like HTML.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildSite } from '../../compiler/cli/docs/build-site.ts'
import { buildSearchIndex } from '../../compiler/cli/docs/search-index.ts'
import { expectNone } from '../architecture/breaches.ts'
import { portolan } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const siteOf = (documents: Readonly<Record<string, string>>) =>
  buildSite(`${temporaryFolder({ 'tsconfig.json': '{}', ...documents })}/`, async name => `/* ${name} */`)

/** What is between the tags of an article. */
const articleOf = (html: string | undefined): string =>
  /<article>([\s\S]*)<\/article>/.exec(html ?? '')?.[1]?.trim() ?? ''

describe('the site of this tree', () => {
  it('has no broken link', async () => {
    const { faults, files } = await buildSite(undefined, async () => '')
    expectNone(faults, 'Correct these links.')
    expect(files.size).toBeGreaterThan(300)
  })
})

describe('links', () => {
  it('lead to pages and headings, wherever they are', async () => {
    const { files, faults } = await siteOf({
      'README.md': '# One\n\n[tasks](schemas/tasks.md#do-it-1), [here](#one) and [the code](compiler/)\n',
      'schemas/tasks.md': '# Tasks\n\n## Do it!\n\n## Do it\n\n[back](../README.md)\n',
      'compiler/README.md': '# compiler\n',
    })
    expect(faults).toEqual([])
    expect(articleOf(files.get('index.html'))).toContain('<a href="schemas/tasks.html#do-it-1">tasks</a>')
    expect(articleOf(files.get('index.html'))).toContain('<a href="#one">here</a>')
    expect(articleOf(files.get('index.html'))).toContain('<a href="compiler/index.html">the code</a>')
    expect(articleOf(files.get('schemas/tasks.html'))).toContain('<a href="../index.html">back</a>')
  })

  it('to files of an example lead to the place where the file is shown', async () => {
    const { files, faults } = await siteOf({
      'README.md': '# One\n\n[its config](examples/chat/configs/a.yaml)\n',
      'examples/chat/README.md': '# chat\n',
      'examples/chat/gateway.yaml': 'providers: {}\n',
      'examples/chat/configs/a.yaml': 'provider: openai # <b>\n',
    })
    expect(faults).toEqual([])
    expect(files.get('index.html')).toContain('href="examples/chat/index.html#file-configs-a-yaml"')
    expect(files.get('examples/chat/index.html')).toContain('id="file-configs-a-yaml"')
    expect(files.get('examples/chat/index.html')).toContain('provider: openai # &lt;b&gt;')
  })

  it('that lead nowhere are reported with file and line', async () => {
    const { faults } = await siteOf({
      'README.md':
        '# One\n\n[gone](missing.md)\n\n[no heading](schemas/tasks.md#missing) [x](javascript:alert(1))\n',
      'schemas/tasks.md': '# Tasks\n',
    })
    expect(faults).toEqual([
      'README.md:3: the file missing.md does not exist.',
      'README.md:5: the link javascript:alert(1) is neither a web address nor a path.',
      'README.md:5: schemas/tasks.html has no heading "#missing".',
    ])
  })

  it('to sources that are no pages are shown as text', async () => {
    const { files, faults } = await siteOf({
      'README.md': '# One\n\n[the code](compiler/a.ts)\n',
      'compiler/a.ts': '',
    })
    expect(faults).toEqual([])
    expect(articleOf(files.get('index.html'))).toContain(
      '<span class="path" title="compiler/a.ts">the code</span>',
    )
  })
})

it('shows what looks like HTML as text', async () => {
  const { files } = await siteOf({
    'README.md': [
      '# One <img src=x onerror=alert(1)>',
      '',
      '<script>alert(1)</script>',
      '',
      'a <b onclick="alert(2)">b</b> ![alt"><i>](https://tracker.example/x.png)',
      '',
      '| <u> |',
      '|---|',
      '| `<s>` |',
      '',
      '[q"><svg onload=alert(3)>](https://host.example/"onclick="alert(4))',
    ].join('\n'),
  })
  const html = articleOf(files.get('index.html'))
  const tags = [...html.matchAll(/<(\/?[a-z0-9]+)/g)].map(([, tag]) => tag)
  expect(new Set(tags.filter(tag => !tag?.startsWith('/')))).toEqual(
    new Set(['h1', 'p', 'section', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'code', 'a']),
  )
  expect(html).not.toMatch(/<[^>]*\son\w+=/)
  expect(html).not.toMatch(/<[^>]*\ssrc=/)
})

it('finds words by their parts and in titles first', () => {
  const index = buildSearchIndex([
    {
      path: 'a.html',
      title: 'A',
      sections: [{ id: 'x', title: 'Retries', text: 'the unknown-target code' }],
    },
    { path: 'b.html', title: 'B', sections: [{ id: 'y', title: 'Other', text: 'about retries' }] },
  ])
  expect(index.words['retries']).toBe('0*1')
  expect(index.words['target']).toBe('*0')
  expect(index.words['unknown-target']).toBe('*0')
})

it.each([
  ['a file of the reader', 'mine', 1, 'mine has files that are not of an earlier site'],
  ['a page of the reader', 'page', 1, 'page has files that are not of an earlier site'],
  ['a file in place of the folder', 'mine/text', 1, 'it already exists as a file'],
  ['no name', '', 64, '--output is empty'],
])('writes over nothing: %s', async (_what, output, code, sentence) => {
  const files = { 'mine/text': 'mine', 'page/index.html': '<h1>Mine</h1>' }
  const folder = temporaryFolder(files)
  const finished = await portolan(['docs', `--output=${output}`], folder)
  expect([finished.code, finished.complaints]).toEqual([code, expect.stringContaining(sentence)])
  for (const [path, text] of Object.entries(files))
    expect(readFileSync(join(folder, path), 'utf8')).toBe(text)
})
