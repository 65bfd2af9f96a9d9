// acme.tone: a text has a calm tone: few exclamation marks, and none of the words that a team does not want.
import { defineCheck } from 'portolan'
import { countWords } from './count-words.ts'

export default defineCheck({
  hooks: ['request', 'reply'],
  schema: {
    title: 'Tone',
    description: 'The text has few exclamation marks and no unwanted words.',
    properties: {
      most: {
        type: 'integer',
        description: 'Maximum number of exclamation marks.',
        minimum: 0,
        default: 0,
      },
      words: {
        type: 'array',
        description: 'Words that must not occur, in upper or lower case.',
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
        // Counts only, never the text: clients and logs see the reason.
        reason: `The text has ${marks} exclamation marks, of ${most} allowed, and ${found} unwanted words.`,
        facts: { marks, words: found },
      }
    }
  },
})
