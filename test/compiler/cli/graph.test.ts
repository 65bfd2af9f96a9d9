// `portolan graph`: pictures of plans in each format. Boxes never overlap, equal parts are drawn once, what is cut off is said, nothing is
// loaded, and no secret is in a picture.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOut, type PlacedBox } from '../../../compiler/cli/graph/layout.ts'
import type { PictureBox } from '../../../compiler/cli/graph/picture.ts'
import { pictureOf } from '../../../compiler/cli/graph/plan-picture.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import type { Config } from '../../../schemas/generated/types.ts'
import { configs } from '../../support/arbitrary-config.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const picture = (config: object, worst: readonly string[] = []) =>
  pictureOf({ id: 'chat', plan: optimise(lowerConfig(config as Config, tinyCatalog, STANDALONE)), worst })

const boxesOf = (box: PictureBox): readonly PictureBox[] => [
  box,
  ...box.links.flatMap(({ to }) => boxesOf(to)),
]

const overlaps = (left: PlacedBox, right: PlacedBox): boolean =>
  left.x < right.x + right.width &&
  right.x < left.x + left.width &&
  left.y < right.y + right.height &&
  right.y < left.y + left.height

const MANIFEST = 'providers:\n  main: { provider: openai, api_key: "${env:MAIN_KEY}" }\n'
const CHAT = `strategy: { mode: fallback, on_status_codes: [429, 503] }
targets:
  - { provider: "@main", cache: { mode: simple, max_age: 3600 }, retry: { attempts: 2 } }
  - provider: "@main"
    override_params: { model: '<script>alert("sk-0123456789abcdefghij")</script>' }
`
const folder = () => temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': CHAT })
const graph = async (...words: readonly string[]): Promise<string> =>
  (await portolan(['graph', ...words], folder())).out

describe('a picture', () => {
  it('has boxes that do not overlap, and links from left to right or down, of any config', () => {
    fc.assert(
      fc.property(configs, config => {
        const { boxes, links, width, height } = layOut(picture(config))
        for (const [index, box] of boxes.entries()) {
          expect([box.x >= 0, box.y >= 0, box.x + box.width <= width, box.y + box.height <= height]).toEqual([
            true,
            true,
            true,
            true,
          ])
          for (const other of boxes.slice(index + 1)) expect(overlaps(box, other)).toBe(false)
        }
        for (const { kind, from, to } of links)
          if (kind === 'failure') expect(to.y).toBeGreaterThan(from.y + from.height)
          else expect(to.x).toBeGreaterThan(from.x + from.width)
      }),
      { numRuns: 300 },
    )
  })

  it('says what leads where: shares, conditions, statuses', () => {
    const { root } = picture({
      strategy: { mode: 'loadbalance' },
      targets: [
        { provider: 'openai', weight: 3 },
        {
          weight: 1,
          strategy: { mode: 'fallback', on_status_codes: [500] },
          targets: [{ provider: 'anthropic' }, { provider: 'groq' }],
        },
      ],
    })
    const [split] = root.links
    expect(split?.to.links.map(({ label }) => label)).toEqual(['75%', '25%'])
    const fallback = split?.to.links[1]?.to
    expect(fallback?.links.map(({ kind, label, to }) => [kind, label, to.title])).toEqual([
      ['request', '', 'anthropic'],
      ['failure', 'on 500', 'groq'],
    ])
  })

  it('draws equal targets once with their number, and equal parts once', () => {
    const pair = { strategy: { mode: 'fallback' }, targets: [{ provider: 'openai' }, { provider: 'groq' }] }
    const { root, notes } = picture({
      strategy: {
        mode: 'conditional',
        conditions: [{ query: { 'metadata.a': '1' }, then: 'one' }],
        default: 'two',
      },
      targets: [
        { name: 'one', ...pair },
        {
          name: 'two',
          strategy: { mode: 'fallback', on_status_codes: [500] },
          targets: [pair, ...Array.from({ length: 30 }, () => ({ provider: 'anthropic' }))],
        },
      ],
    })
    const titles = boxesOf(root).map(({ title }) => title)
    expect(titles).toContain('as config.targets[0]')
    expect(titles).toContain('30 × anthropic')
    expect(notes).toEqual([])
  })

  it('says what is cut off of a large plan, and stays small', () => {
    const { root, notes } = picture({
      strategy: { mode: 'loadbalance' },
      targets: Array.from({ length: 5000 }, (_, index) => ({
        provider: 'openai',
        override_params: { model: `m${index}` },
      })),
    })
    expect(boxesOf(root).length).toBeLessThan(20)
    expect(notes).toEqual(['Cut off: 4988 targets of the plan are not drawn.'])
    expect(
      boxesOf(root)
        .at(-1)
        ?.lines.map(({ text }) => text),
    ).toContain('99.8% of these requests')
  })
})

describe('graph', () => {
  it('as Mermaid: a flowchart, with escaped texts', async () => {
    expect(await graph()).toBe(`%% Plan of chat.
%% At worst a request makes 4 calls of targets. The whole reply takes at most 50.1 min; the first content of a stream at most 50.1 min.
%% Cost at list prices: not decided, because targets[0] takes the model of the request.
flowchart LR
  n0(["chat<br/>requests"]):::entry
  n1>"fallback<br/>2 targets in this order"]:::fallback
  n2["@main<br/>simple cache for 1 h<br/>2 retries on 408, 429, 500, 502-504, 529<br/>config.targets[0]"]:::target
  n3["@main #60;script#62;alert(#34;${'#42;'.repeat(23)}#34;)#60;/script#62;<br/>only after failures<br/>config.targets[1]"]:::target
  n1 --> n2
  n2 -. "on 429, 503" .-> n3
  n0 --> n1
  classDef entry stroke:#6b7280
  classDef fallback stroke:#dc2626,stroke-width:2px
  classDef target stroke:#2563eb,stroke-width:2px
`)
  })

  it.each(['svg', 'html'])(
    'as %s: the same each time, well-formed, loads nothing, no secret',
    async format => {
      const out = await graph('--format', format)
      expect(await graph('--format', format)).toBe(out)
      expect(out).toContain('prefers-color-scheme: dark')
      expect(out).toContain('on 429, 503')
      expect(out).toContain('simple cache for 1 h')
      expect(out).toContain('At worst a request makes 4 calls')
      expect(out).not.toContain('<script')
      expect(out).not.toContain('sk-0123456789abcdefghij')
      expect(out).not.toMatch(/\b(?:src|href)="(?!#)|url\(|@import|MAIN_KEY}"/)
      expect(out.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/http:/)
      const svg = /<svg[\s\S]*<\/svg>/.exec(out)?.[0] ?? ''
      const open: string[] = []
      for (const [, end, name = '', closed] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g))
        if (end === '/') expect(open.pop()).toBe(name)
        else if (closed !== '/') open.push(name)
      expect(open).toEqual([])
    },
  )

  it('as HTML: a page of several plans with their analyses, where no script may run', async () => {
    const files = { 'gateway.yaml': MANIFEST, 'configs/a.yaml': CHAT, 'configs/b.yaml': CHAT }
    const { out } = await portolan(['graph', '--format', 'html'], temporaryFolder(files))
    expect(out).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(out.match(/<svg/g)).toHaveLength(2)
    for (const part of ['href="#plan-2"', '<summary>Failures</summary>', '<summary>Flows</summary>'])
      expect(out).toContain(part)
  })

  it.each<readonly [string, readonly string[], RegExp]>([
    ['an unknown format', ['--format', 'png'], /mermaid, svg or html/],
    ['several configs in one SVG', ['--format', 'svg'], /Name one of 2 configs with --config \(a, b\)/],
    ['an unknown config', ['--config', 'c'], /Unknown config "c"/],
  ])('%s: a sentence and 64', async (_title, words, says) => {
    const files = { 'gateway.yaml': MANIFEST, 'configs/a.yaml': CHAT, 'configs/b.yaml': CHAT }
    const { code, complaints } = await portolan(['graph', ...words], temporaryFolder(files))
    expect([code, complaints]).toEqual([64, expect.stringMatching(says)])
  })
})
