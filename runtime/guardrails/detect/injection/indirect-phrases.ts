// Phrases of texts that address the AI which reads them on a user's behalf.
import type { WeightedPhrase } from './phrase-pattern.ts'

const MACHINE = 'ai|llm|llms|assistant|assistants|chatbot|agent|agents|summarizer|summariser|models|bot'

export const indirectPhrases: readonly WeightedPhrase[] = [
  [
    0.5,
    `note|message|attention|notice|instructions|ps|hey|dear|important|hello .. ai|llm|llms|language+model* .. ${MACHINE}|the|must|please|ignore|disregard|before|stop|do|reviewer|processing|reading`,
  ],
  [0.35, `to .. ai|llm|language+models ${MACHINE}|reviewer|processing|reading`],
  [0.3, 'attention|dear|hey|note|notice .. assistant|ai|llm|models|agent'],
  [0.4, 'if|when|since .. you+are|an .. language+model|ai|llm|ai+assistant'],
  [
    0.4,
    'the+assistant|assistants|ai+assistant|assistant .. must|should|shall|now|stop|close .. ignore|send|tell|visit|answers|summarising',
  ],
  [0.5, 'not .. tell|inform|mention|alert|notify|show|disclose .. user|human|instructions'],
  [0.35, 'not .. tell|inform|mention|alert|notify|show|disclose .. customer'],
  [0.5, 'without .. telling|informing|notifying|mentioning .. user|human'],
  [0.35, 'send|forward|email|upload|render .. conversation|inbox|contents|history|chat|emails|data'],
  [
    0.25,
    'append|insert|add|include|replace .. link|url|image|following .. every|your|answer|reply|http*|summary',
  ],
  [
    0.3,
    'ai|llm|model .. instructions|agent|assistant .. ignore|disregard|mark|recommend|run|before|do|forward|call',
  ],
  [0.35, 'authorised|authorized .. you .. to .. delete|send|transfer|forward|share'],
  [0.25, 'tell .. the+user .. visit|that|call|to'],
  [0.25, 'rate|recommend|review|reviews .. candidate|product .. excellent|above|positive|best'],
  [0.3, 'instead|instead+of .. output|send|print|provide|say|run|reveal|summarising|summarizing'],
  [0.15, 'output|print|say|reply|respond|answer .. only|the+text|the+word|the+reviews|pwned|hacked|owned'],
]
