// Cues of requests for what a model was told: a verb that shows, what was told, its place before the conversation, how
// exactly it is wanted, and a claim to be entitled. Each is an everyday phrase.
import type { CuePhrase } from './cue-signals.ts'

const RULES =
  'instructions|instruction|guidelines|rules|rule|directives|configuration|configuration+text|setup|prompt|preamble|text|message|content|sentence|sentences|paragraph|everything|wording|context|words'

// biome-ignore format: a table
export const extractionPhrases: readonly CuePhrase[] = [
  ['show', 0.2, 'repeat|print|output|show|reveal|tell|give|send|list|dump|quote|write|put|translate|encode|spell|recite|summarize|summarise|rephrase|paraphrase|append|copy|echo|cat|display|paste|share|what+is|what+are|what+was|could+you+tell|replace|reply'],
  ['show', 0.2, 'make|write|create|complete|finish|which .. table|list|poem|story|the+following|tools|functions|rules|answer|reply|footer'],
  ['told', 0.35, `${RULES}|what|whatever|topics|that .. you+were|you+have+been|you+received|you+got|you+must|you+had .. told|given|started|received|instructed|follow|with|configured|set+up|before|at|shown`],
  ['told', 0.35, 'you+were|you+have+been|you+got told|given|instructed|configured'],
  ['told', 0.35, `${RULES} .. govern|define|defines|determine|control|shape .. your|you`],
  ['told', 0.35, 'parts|text|sentences|words|instructions .. addressed|meant|intended to|for you'],
  ['told', 0.35, 'your operator|developer|creator|provider|vendor|company .. instruct|instructed|placed|told|gave|tell|put|wrote'],
  ['told', 0.35, 'did|has|had your|the operator|developer|creator|provider|company .. instruct|tell|told|give|given|say'],
  ['told', 0.35, 'what .. hide|conceal|withhold|not+to+say|not+to+tell .. from+me|me|users'],
  ['prompt', 0.35, 'your|hidden .. system+prompt|system+message'],
  ['prompt', 0.2, 'the system+prompt|system+message'],
  ['prompt', 0.35, 'your|the|hidden .. system+field|initial+directives|setup+instructions|hidden+context|hidden+prompt|own+memory|developer+message|internal+rules|initial+prompt|starting+prompt|pre+prompt'],
  ['prompt', 0.35, 'message|text|content .. role|type .. system|developer'],
  ['prompt', 0.4, 'system prompt .. txt|md|file|json'],
  ['prompt', 0.35, 'echo|cat|print|dump|show|debug|sudo .. system prompt'],
  ['prompt', 0.3, 'tools|functions|tool .. definitions|schemas|json|signatures|descriptions .. received|you|exactly|them|full'],
  ['place', 0.35, `before|above|precedes|preceding|prior+to|in+front+of my|our|this|the first|conversation|chat|message|question|line|user+turn`],
  ['place', 0.4, 'start|beginning|top|first+line|first+words .. of your|this|our|the context|conversation|chat|context+window|memory'],
  ['place', 0.35, 'context+window|that+i+cannot+see|that+i+cant+see|i+cannot+see|hidden+from+me|not+visible+to+me|in+front+of+it'],
  ['place', 0.3, 'text|everything|message|paragraph .. above|before|that+precedes|preceding|in+front+of'],
  ['exact', 0.2, 'word+for+word|verbatim|literally|exact|exactly|unabridged|unedited|in+full|entire|all+of+it|complete|letter+by+letter|backwards|base64|code+block|xml|json|full|without+leaving|unchanged|as+they+are|including'],
  ['claim', 0.25, 'i+am|im|as your|the developer|owner|creator|administrator|auditor'],
  ['claim', 0.25, 'audit|compliance|debug|debugging|confidentiality|quote+it|lost+my+notes'],
]
