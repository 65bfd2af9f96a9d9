// Phrases that request the system prompt.
import type { WeightedPhrase } from './phrase-pattern.ts'

const SHOW =
  'show|reveal|print|output|display|repeat|tell|give|list|write|dump|leak|share|disclose|paste|expose|copy|translate|encode|convert|summarize|summarise|spell|send|return|recite|quote|what+is|what+are|what+were|whats|begin|provide|put|read|echo'
const PROMPT =
  'system+prompt|system+message|system+instruction*|developer+message|developer+prompt|initial+prompt|initial+instruction*|hidden+prompt|hidden+instruction*|secret+instruction*|secret+rules|secret+prompt|original+instruction*|original+prompt|pre+prompt|preprompt|internal+instruction*|confidential+instruction*|hidden+rules|base+prompt'

export const leakPhrases: readonly WeightedPhrase[] = [
  [0.65, `${SHOW} .. your .. ${PROMPT}`],
  [
    0.5,
    'show|reveal|print|output|display|dump|leak|paste|expose|disclose|repeat|give .. the .. system+prompt|system+message|hidden+prompt|hidden+instruction*|developer+message|secret|initial+prompt',
  ],
  [0.4, `your ${PROMPT}`],
  [0.3, `contents|content|text|words|line .. your|the ${PROMPT}`],
  [0.3, 'confidential|secret|hidden|initial|original instructions|instruction|prompt|rules'],
  [
    0.5,
    'show|reveal|print|output|display|dump|leak|paste|expose|disclose|recite|spell .. your .. instruction*|rules|prompt|guidelines|directives',
  ],
  [0.35, `${SHOW} .. your .. instruction*|prompt|directives|preprompt`],
  [
    0.5,
    `${SHOW} .. instruction*|rules|prompt|guidelines|text .. you .. were|was|are|have|got|received|been .. given|told|running|configured|received|got`,
  ],
  [
    0.4,
    'instruction|instructions|rules|prompt|guidelines .. you+were|you+received|you+have+been|you+got|given+to+you|you+are+running',
  ],
  [0.3, 'given|told|received .. before|start|beginning .. conversation|chat|this'],
  [
    0.45,
    'repeat|print|output|copy|show|include|write .. words|text|everything|sentence|contents .. above|before|preceding',
  ],
  [0.4, 'starting|beginning|start|begin .. with .. you+are'],
  [0.3, 'context+window|before+my+first+message'],
  [0.15, 'verbatim|word+for+word|without+changing'],
  [0.15, 'not+just|not+only|just|only .. the+last+sentence'],
  [
    0.3,
    'reveal|share|grant|give|provide|ask+for|list|tell .. secret|password|key|credentials|internal|discount+codes|admin',
  ],
]
