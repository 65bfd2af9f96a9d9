// acme.tone: a text is written calmly. It has few exclamation marks and none of the words that a team does not want.
import { defineCheck } from 'portolan'
import { countWords } from './count-words.ts'

export default defineCheck({
  sides: ['request', 'reply'],
  schema: {
    title: 'Tone',
    description: 'The text has few exclamation marks and no unwanted words.',
    properties: {
      most: {
        type: 'integer',
        description: 'How many exclamation marks there may be.',
        minimum: 0,
        default: 0,
      },
      words: {
        type: 'array',
        description: 'Words that may not occur, in either case.',
        items: { type: 'string', minLength: 1 },
        default: [],
      },
    },
  },
  link: ({ most, words }) => {
    const unwanted = new Set(words.map(word => word.toLowerCase()))
    return ({ texts }) => {
      const text = texts.join('\n')
      const marks = text.split('!').length - 1
      const found = countWords(text, unwanted)
      return {
        passed: marks <= most && found === 0,
        // Counts, and never the text: a verdict is seen by clients and stands in the log.
        reason: `The text has ${marks} exclamation marks, of ${most} allowed, and ${found} unwanted words.`,
        facts: { marks, words: found },
      }
    }
  },
})
