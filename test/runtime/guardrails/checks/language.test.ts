// default.language: accuracy on sentences of many languages, language codes, and what is not evaluated.
import { describe, expect, it } from 'vitest'
import {
  normalizeLanguage,
  sampleText,
} from '../../../../runtime/guardrails/detect/language/detect-languages.ts'
import { checkDeclarations } from '../../../../schemas/generated/checks.ts'
import { effort } from '../../../support/effort.ts'
import { SENTENCES } from '../corpora/languages.ts'
import { evaluateWith } from './evaluate-with.ts'

const judge = (language: readonly string[], text: string, more: object = {}) =>
  evaluateWith('default.language', { language, ...more }, [text])
const sentences = Object.entries(SENTENCES).flatMap(([name, all]) => all.map(text => [name, text] as const))
const ENGLISH = SENTENCES['en']?.join(' ') ?? ''
const GERMAN = SENTENCES['de']?.join(' ') ?? ''

describe('default.language', () => {
  it('detects the language of every whole sentence of the corpus', async () => {
    const findings = await Promise.all(sentences.map(([name, text]) => judge([name], text)))
    const wrong = sentences.filter((_, at) => findings[at]?.error !== true && findings[at]?.passed !== true)
    const unjudged = findings.filter(finding => finding.error === true)
    expect(sentences.length).toBeGreaterThan(100)
    expect({ wrong, unjudged: unjudged.length }).toEqual({ wrong: [], unjudged: 0 })
  })

  it('detects that of nearly all half sentences, or reports an error', async () => {
    const halves = sentences.map(([name, text]) => [name, text.slice(0, Math.ceil(text.length / 2))] as const)
    const findings = await Promise.all(halves.map(([name, text]) => judge([name], text)))
    const judged = findings.filter(finding => finding.error !== true)
    expect(judged.length).toBeGreaterThanOrEqual(halves.length * 0.8)
    expect(judged.filter(finding => finding.passed).length).toBeGreaterThanOrEqual(judged.length * 0.95)
  })

  it.each([
    [['en'], ENGLISH, {}, true, 'The text is in a listed language.'],
    [['eng'], ENGLISH, {}, true, 'The text is in a listed language.'],
    [['eng_Latn'], ENGLISH, {}, true, 'The text is in a listed language.'],
    [['fr', 'es'], ENGLISH, {}, false, 'The text is not in a listed language.'],
    [['en'], ENGLISH, { not: true }, false, 'The text is in a listed language; "not" forbids this.'],
    [['de'], ENGLISH, { not: true }, true, 'The text is not in a listed language.'],
    [
      ['en'],
      `${ENGLISH}\n\`\`\`\n${GERMAN}\n${GERMAN}\n\`\`\`\n${ENGLISH}`,
      {},
      true,
      'The text is in a listed language.',
    ],
    [['en'], `${ENGLISH} ${GERMAN.repeat(5)}`, {}, false, 'The text is not in a listed language.'],
  ])('%j', async (language, text, more, passed, reason) => {
    expect(await judge(language, text, more)).toMatchObject({ passed, reason })
  })

  it('reports the language in the facts', async () => {
    expect((await judge(['en'], GERMAN)).facts).toEqual({ language: 'de' })
  })

  it.each([
    ['ok', 'The text is too short to detect its language.'],
    [
      '12345 67890 ... https://example.com/this/is/an/address',
      'The text is too short to detect its language.',
    ],
    ['```\nconst languageOfTheText = detect(text)\n```', 'The text is too short to detect its language.'],
    ['xqzv kjhg wrtp bcdf mnbv lkjh qwrt zxcv', 'The language of the text could not be detected.'],
  ])('does not evaluate %j, regardless of "not"', async (text, reason) => {
    for (const not of [false, true])
      expect(await judge(['en'], text, { not })).toEqual({ passed: false, error: true, reason })
  })

  it('passes where there is no text', async () => {
    expect(await evaluateWith('default.language', { language: ['en'] }, [])).toEqual({
      passed: true,
      reason: 'There is no text to check.',
    })
  })

  it('maps every code of the schema to a language of the detector', async () => {
    const { eld } = await import('eld/extrasmall')
    const known = new Set(Object.values(eld.info().Languages).map(normalizeLanguage))
    const schema = checkDeclarations.find(({ id }) => id === 'default.language')?.parameters as {
      properties: { language: { items: { enum: readonly string[] } } }
    }
    const spellings = schema.properties.language.items.enum
    expect(spellings.filter(name => !known.has(normalizeLanguage(name)))).toEqual([])
    expect(new Set(spellings.map(normalizeLanguage))).toEqual(known)
  })

  const same = (prompt: string, reply: string, more: object = {}) =>
    evaluateWith(
      'default.language',
      { sameAsPrompt: true, ...more },
      {
        texts: [reply],
        side: 'reply',
        endpoint: 'chat/completions',
        request: {
          messages: [
            { role: 'system', content: SENTENCES['hu']?.[0] ?? '' },
            { role: 'user', content: prompt },
            { role: 'assistant', content: null, tool_calls: [] },
            { role: 'tool', content: SENTENCES['it']?.[1] ?? '' },
          ],
        },
      },
    )

  it('allows the language of the prompt for each pair of sentences, and no other one', async () => {
    const pairs = sentences.flatMap(([name, prompt], at) =>
      sentences.map(([other, reply], to) => ({ name, other, prompt, reply, isOneText: at === to })),
    )
    const apart = pairs.filter(({ isOneText }) => !isOneText)
    const wrong: string[] = []
    let missed = 0
    for (const { name, other, prompt, reply } of apart) {
      const { passed } = await same(prompt, reply)
      if (name === other && !passed) wrong.push(`${name}: ${reply}`)
      if (name !== other && passed) missed += 1
    }
    expect(wrong).toEqual([])
    expect(missed).toBeLessThan(apart.length / 400)
  })

  const [, FRENCH = ''] = SENTENCES['fr'] ?? []
  it.each([
    [
      'a language that the prompt names',
      'Please translate this into French: the train is late.',
      FRENCH,
      true,
    ],
    [
      'its name with an ending',
      'Übersetze das bitte ins Französische: Der Zug hat heute Verspätung.',
      FRENCH,
      true,
    ],
    [
      'its name among letters of a script without spaces',
      '请把下面的句子翻译成法语：火车今天早上晚点了。',
      FRENCH,
      true,
    ],
    ['a quotation in it', `What does this sentence mean? ${FRENCH}`, FRENCH, true],
    ['the language around a quotation', `What does this sentence mean? ${FRENCH}`, ENGLISH, true],
    ['a short reply', ENGLISH, 'Oui.', true],
    ['a reply of code', ENGLISH, '```\nconst languageOfTheText = detect(text)\n```', true],
    ['a short prompt', 'ok', FRENCH, true],
    ['no other language', ENGLISH, FRENCH, false],
    ['no language of a tool or of the system', ENGLISH, SENTENCES['it']?.[0] ?? '', false],
  ])('sameAsPrompt allows %s', async (_, prompt, reply, passed) => {
    expect([prompt, (await same(prompt, reply)).passed]).toEqual([prompt, passed])
    expect(await same(prompt, reply)).not.toHaveProperty('error')
  })

  it('sameAsPrompt adds the language of the prompt to those listed, and "not" forbids both', async () => {
    expect(await same(ENGLISH, FRENCH, { language: ['fr'] })).toMatchObject({ passed: true })
    expect(await same(ENGLISH, GERMAN, { language: ['fr'] })).toMatchObject({
      passed: false,
      reason: 'The reply is not in the language of the prompt.',
    })
    expect(await same(ENGLISH, ENGLISH, { not: true })).toMatchObject({
      passed: false,
      reason: 'The reply is in the language of the prompt; "not" forbids this.',
    })
    expect(await same(ENGLISH, GERMAN, { not: true })).toMatchObject({ passed: true })
  })

  it('samples a long text, in linear time', () => {
    expect(sampleText('word '.repeat(100_000)).length).toBe(8)
    for (const run of ['`', 'https://', 'a@', '<', '```', 'é'])
      expect(effort(() => void sampleText(run.repeat(100_000 / run.length)))).toBeLessThan(60)
  })
})
