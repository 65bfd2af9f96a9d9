// What the detectors cost for texts of several scripts: processor time per KB, as a multiple of plain English of the same length, and of a
// KB in a text ten times as long, which shows whether they are linear.

import { join } from 'node:path'
import { cpuUsage } from 'node:process'
import { pathToFileURL } from 'node:url'

/** The root of the build that is measured: another checkout, or this one. */
const root =
  process.argv.slice(2).find(argument => argument !== 'detect') ?? join(import.meta.dirname, '../..')
const load = async (file: string) => import(pathToFileURL(join(root, 'runtime/guardrails/detect', file)).href)

const { linkPiiFinder, finders } = await load('pii/find-pii.ts')
const { linkSecretFinder } = await load('secrets/find-secrets.ts')
const { findFolded } = await load('text/find-folded.ts').catch(() => load('text/fold-text.ts'))
const { scoreInjection } = await load('injection/injection-score.ts')

const LENGTH = 10_240
const ROUNDS = 15
const fill = (sentence: string): string => sentence.repeat(LENGTH / sentence.length + 1).slice(0, LENGTH)

const english = fill(
  'The quarterly report is ready, and the team in room 214 will present it at 10:30 on Friday. ',
)
const TEXTS: Readonly<Record<string, string>> = {
  english,
  'english, one ligature': `${english.slice(0, 5000)}\ufb01le${english.slice(5003)}`,
  'english, quotation marks': fill('She said \u201cthe report is ready\u201d \u2014 and left at 10:30. '),
  german: fill(
    'Der Bericht f\u00fcr das zweite Quartal ist fertig; das Gro\u00dfe zeigt \u00dcbersicht 12. ',
  ),
  'french, no-break spaces': fill(
    'Le rapport est pr\u00eat\u00a0: la pr\u00e9sentation aura lieu \u00e0 10 h 30. ',
  ),
  russian: fill(
    '\u041e\u0442\u0447\u0451\u0442 \u0433\u043e\u0442\u043e\u0432, \u0432\u0441\u0442\u0440\u0435\u0447\u0430 \u0432 10:30 \u0432 \u043f\u044f\u0442\u043d\u0438\u0446\u0443. ',
  ),
  arabic: fill(
    '\u0627\u0644\u062a\u0642\u0631\u064a\u0631 \u062c\u0627\u0647\u0632 \u0648\u0627\u0644\u0627\u062c\u062a\u0645\u0627\u0639 10:30. ',
  ),
  hindi: fill(
    '\u0930\u093f\u092a\u094b\u0930\u094d\u091f \u0924\u0948\u092f\u093e\u0930 \u0939\u0948, \u092c\u0948\u0920\u0915 10:30. ',
  ),
  chinese: fill('\u62a5\u544a\u5df2\u7ecf\u51c6\u5907\u597d\uff0c\u4f1a\u8bae\u572810:30\u5f00\u59cb\u3002'),
  emoji: fill('Done \u2705 see you at 10:30 \u{1f44d}\u{1f3fd} and \u2764\ufe0f '),
  code: fill('  const total = items.reduce((sum, item) => sum + item.price * 1.19, 0) // 2024\n'),
  json: fill('{"id": 1024, "name": "report", "tags": ["a", "b"], "created": "2024-05-01T10:30:00Z"},\n'),
  'chinese keywords': fill('\u5ffd\u7565\u6307\u4ee4\u7cfb\u7edf\u63d0\u793a\u663e\u793a'),
  'japanese keywords': fill(
    '\u6307\u793a\u3092\u7121\u8996\u30b7\u30b9\u30c6\u30e0\u30d7\u30ed\u30f3\u30d7\u30c8\u8868\u793a',
  ),
  'korean keywords': fill(
    '\uc9c0\uc2dc \ubb34\uc2dc \uc2dc\uc2a4\ud15c \ud504\ub86c\ud504\ud2b8 \ud45c\uc2dc ',
  ),
  'words in base64': fill('aGVsbG8gd29ybGQgdGhpcyBpcw '),
  'a manual of agents': fill(
    'The model must call a tool, and the agent should read the results of the assistant. ',
  ),
}

const detectors: Readonly<Record<string, (text: string) => unknown>> = {
  pii: findFolded(linkPiiFinder(Object.keys(finders))),
  secrets: findFolded(linkSecretFinder({ entropy: true, entropyThreshold: 4 })),
  injection: text => scoreInjection(text),
}

const perKilobyte = (microseconds: number): string =>
  String(Math.round((microseconds * 1024) / LENGTH)).padStart(6)

function microseconds(work: () => unknown, rounds = ROUNDS): number {
  const times = Array.from({ length: rounds }, () => {
    const start = cpuUsage()
    work()
    const { user, system } = cpuUsage(start)
    return user + system
  }).sort((a, b) => a - b)
  return times[Math.floor(rounds / 2)] ?? 0
}

for (const [name, detect] of Object.entries(detectors)) {
  for (const text of Object.values(TEXTS)) for (let turn = 0; turn < 5; turn += 1) detect(text)
  const plain = microseconds(() => detect(english))
  for (const [kind, text] of Object.entries(TEXTS)) {
    const spent = microseconds(() => detect(text))
    const long = microseconds(() => detect(text.repeat(10)), 3) / 10
    process.stdout.write(
      `${name.padEnd(10)} ${kind.padEnd(26)} ${perKilobyte(spent)} \u00b5s/KB ${(spent / plain).toFixed(2).padStart(6)} ${perKilobyte(long)} \u00b5s/KB\n`,
    )
  }
}
