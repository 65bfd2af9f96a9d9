// English phrases of prompt injections, each with its weight, by family: instructions that are revoked or replaced, personas without
// rules, requests for the system prompt, and texts that address the model that reads them. `phrase-pattern.ts` defines the notation.
import type { WeightedPhrase } from './phrase-pattern.ts'

const DROP =
  'ignore|ignoring|disregard|disregarding|forget|forgetting|override|overrule|discard|scrap|erase|bypass|disobey|neglect|abandon|nullify|unlearn|drop|skip|void|stop+following|stop+obeying|not+follow|not+obey|never+follow|no+longer+follow|pay+no+attention+to|opposite+of|reject'
/** Those of a person who wants them gone; software overrides, skips and rejects. */
const REVOKE =
  'ignore|ignoring|disregard|disregarding|forget|forgetting|disobey|neglect|abandon|nullify|unlearn|stop+following|stop+obeying|not+follow|not+obey|never+follow|no+longer+follow|pay+no+attention+to|opposite+of'
/** Those of software, too, which an attack uses of what stands directly beside them. */
const UNDO = 'override|overrule|discard|scrap|erase|bypass|drop|skip|void|reject'
const RULES =
  'instruction*|instructon*|rule|rules|direction|directions|directive*|guideline*|guidance|prompt*|polic*|programming|constraint*|restriction*|safeguard*|commands|system+message'
const NAMED_RULES =
  'instructions|instruction|rules|rule|guidelines|directives|restrictions|policies|constraints|orders'
const PRIOR =
  'previous|prior|above|earlier|preceding|before|initial|original|past|foregoing|old|former|existing'

const SAID = 'previous|prior|above|earlier|preceding|foregoing|former'

/** "Its safety training" is that of a model which the text speaks about. */
const NOT_ITS = '(?<!its\\s)'

/** Revoke instructions, or replace them. */
// biome-ignore format: a table
export const overridePhrases: readonly WeightedPhrase[] = [
  [0.75, `${REVOKE} .. ${PRIOR} .. ${RULES}|orders|training`],
  [0.75, `${UNDO} .. ${SAID}|initial+system|original|original+system ${RULES}|orders|training`],
  [0.75, `${UNDO} .. your|youre|ur|all|these initial|old|existing|past ${RULES}|orders|training`],
  [0.75, `${REVOKE} .. ${RULES}|orders .. ${PRIOR}`],
  [0.75, `${UNDO} .. ${RULES}|orders ${SAID}|given|that+came|before+this|from+before|so+far`],
  [0.6, `${REVOKE} .. your|youre|developers|openai|creators|${NOT_ITS}safety|${NOT_ITS}content .. ${RULES}|training|filter*`],
  [0.6, `${UNDO} .. your|youre|developers|openai|creators|${NOT_ITS}safety .. ${RULES}|training|filter*`],
  [0.6, `${UNDO} .. ${NOT_ITS}content ${RULES}|filter*`],
  [0.6, `${REVOKE} .. system|developer .. ${RULES}|training|filter*`],
  [0.4, `${DROP} .. system|developer .. ${RULES}|training|filter*`],
  [0.6, `${REVOKE} .. ${RULES} .. you|your|developer*|creator*`],
  [0.6, `${UNDO} .. ${RULES} .. your|you+were|you+have|you+got|you+received|you+are|you+can+help|you+can+answer|stop+you|stops+you|prevent+you|prevents+you|limit+you|limits+you|developer*|creator*`],
  [0.45, `${DROP} .. all|any|every .. ${RULES}`],
  [0.25, `${DROP} .. ${RULES}`],
  [0.6, `${REVOKE} .. everything|all|whatever|anything .. above|before|told|earlier|previously`],
  [0.6, `${UNDO} .. everything|all|whatever|anything .. above|before+this|told|earlier|previously`],
  [0.4, 'cancel|revoke|undo|delete .. previous|prior|earlier|all .. instruction*|directive*|rules|guidelines|restrictions'],
  [0.4, 'never+mind|nevermind .. developer|instructions|system|told'],
  [0.3, 'ignore|disregard|forget them'],
  [0.25, 'ignore|disregard|forget .. user|users|question|request|task|criteria|page|document|review'],
  [0.55, `your .. ${RULES}|orders .. no+longer|void|revoked|obsolete|superseded|invalid|updated|replaced|disabled|cancelled|changed`],
  [0.45, `${PRIOR} .. ${RULES}|orders .. no+longer|void|revoked|superseded|invalid|mistake|wrong|obsolete`],
  [0.35, `${NAMED_RULES} .. you|your .. no+longer|revoked|void`],
  [0.45, 'instruction|rule|rules|instructions .. is|are .. revoked|void|lifted'],
  [0.5, 'your .. only instruction*|task|orders|rules|goal|directive*|purpose'],
  [0.5, 'your .. new|real|true|actual .. instruction*|task|orders|rules|goal|directive*|purpose'],
  [0.5, 'your .. task|job|goal .. is|are now|actually'],
  [0.3, 'new|real|actual|updated|following .. instructions|orders|directives|policy .. follow|grant|execute|approve|reply|start|begin|below'],
  [0.3, 'real|actual|true .. instructions'],
  [0.4, 'obey|follow|execute .. my|me|mine|this|these|new .. commands|instead|only|orders|message|ones'],
  [0.35, 'take .. orders .. only|me'],
  [0.35, 'do .. exactly|everything|whatever .. i .. say|tell|want'],
  [0.35, 'you .. work|answer|report .. for|to me'],
  [0.5, 'pretend|imagine|act .. above|before|instructions|prompt .. not+exist|never+existed|gone'],
  [0.5, 'respond|answer|reply|act|behave|continue|talk|speak|pretend .. without .. system+prompt'],
  [0.5, 'start|begin .. with|from .. the|your|a .. system+prompt'],
  [0.5, 'start|begin|open .. session|chat|conversation|over|fresh .. without .. system+prompt'],
  [0.35, 'safety|security|content .. guidelines|protocols|filters|policies|rules .. are|is .. disabled|off|lifted|suspended'],
  [0.3, 'before .. this .. was|were .. test'],
  [0.3, 'approve|grant|mark .. any|every|all|unconditional*|without .. verification|transaction*|user|code|claim'],
]

const PLAY =
  'pretend|act|acting|roleplay|simulate|imagine|respond|answer|behave|become|play|playing|you+are|you+will|youre|you+re|suppose|switch|enter'
/** Beside "you are an assistant", which the prompts of programs say. */
const ACT =
  'pretend|act|acting|roleplay|simulate|imagine|respond|behave|become|play|you+are+now|you+will|suppose|switch'
/** "You are an assistant" is how the prompts of programs begin. */
const ANSWER =
  'pretend|act|acting|roleplay|simulate|imagine|respond|answer|behave|become|play|playing|you+will|suppose|switch|enter'
const PERSONA = 'ai|model|assistant|bot|chatbot|chatgpt|gpt|llm|version|machine'
const FREE =
  'without|no|free+of|free+from|not+bound+by|never+bound+by|ignores|ignoring|lacks|lacking|zero|abide+by|avoid|not+care+about|escaped'
const LIMITS =
  'restriction*|filter*|limits|limitations|guidelines|rules|norms|morals|ethic*|censorship|content+policy|warnings|refusals|safety|boundaries'
const BOUNDS = `${LIMITS}|policy|polic*`

/** Give the model a persona that no rule limits. */
// biome-ignore format: a table
export const personaPhrases: readonly WeightedPhrase[] = [
  [0.6, 'do+anything+now|can+do+anything+now'],
  [0.55, `${PLAY}|as|be .. dan|stan|dude|antigpt|evilbot|basedgpt|mongo|jailbroken|betterdan|devmode`],
  [0.55, 'act|acting|pretend|play|you+are|you+will|youre .. aim|maximum'],
  [0.3, 'dan|stan|antigpt|basedgpt .. is|does|has|will|can|can|no|not'],
  [0.3, `${ACT} .. ${PERSONA}`],
  [0.15, `${ANSWER} .. ${PERSONA}`],
  [0.12, `you+are|youre|you+re .. ${PERSONA}`],
  [0.35, `${FREE} .. ${LIMITS}`],
  [0.35, `${FREE} any|all|your|its|the+content|content|openai* .. policy|polic*`],
  [0.2, `${PERSONA}|you|is|has|have|had|be .. ${FREE} .. ${BOUNDS}`],
  [0.5, `unrestricted|uncensored|unfiltered|amoral|unethical|unchained|jailbroken .. ${PERSONA}|mode|language`],
  [0.5, `unlimited ${PERSONA}|mode|language`],
  [0.25, 'unrestricted|uncensored|unfiltered|amoral|jailbroken|unhinged'],
  [0.55, 'jailbreak|god|dan|unrestricted|evil|uncensored|unfiltered|sudo|opposite mode'],
  [0.55, 'enter|entering|activate|enable root mode'],
  [0.25, 'developer|debug|maintenance|admin|test|sudo|root|god mode'],
  [0.2, 'enable|enter|activate|switch|activated|enabled .. mode'],
  [0.2, 'mode .. activated|enabled|engaged'],
  [0.3, 'never|not|nothing|stop .. refuse|refuses|refusing|decline|declines|say+no|say+cannot|say+cant|say+you+cannot|say+you+cant'],
  [0.3, 'answer|answers|comply|complies|speak|anything .. everything|always|freely|anything'],
  [0.2, 'stay|remain|break .. character'],
  [0.4, 'lose .. tokens|points'],
  [0.35, 'tokens|points .. refuse|zero|lose'],
  [0.3, 'do|not|never .. mention|care+about .. ethics|morals|openai|policies|policy'],
  [0.6, 'disable|turn+off|switch+off|deactivate|remove|bypass|suspend|lift .. your .. filter*|guideline*|protocol*|restriction*|check*|moderation|safety|ethic*|moral*'],
  [0.3, 'disable|turn+off|switch+off|deactivate|remove|bypass .. safety|content|moderation|ethical .. filter*|protocol*|guideline*|for'],
  [0.3, 'root|admin|god .. now|no .. limits|rules'],
  [0.35, 'opposite .. of .. yourself|you'],
  [0.3, 'has+broken+free|broken+free|break+free|escaped .. of|from|its'],
  [0.3, 'before .. safety .. training|alignment'],
  [0.4, 'you+are+no+longer|no+longer .. an|a assistant|bot|ai|bound'],
  [0.3, 'who|that .. has|have|with .. no .. ethics|morals|rules|conscience'],
  [0.25, 'grandmother|grandma .. napalm|recipe|keys|who+used'],
]

const SHOW =
  'show|reveal|print|output|display|repeat|tell|give|list|write|dump|leak|share|disclose|paste|expose|copy|translate|encode|convert|summarize|summarise|spell|send|return|recite|quote|what+is|what+are|what+were|whats|begin|provide|put|read|echo'
const PROMPT =
  'system+prompt|system+message|system+instruction*|developer+message|developer+prompt|initial+prompt|initial+instruction*|hidden+prompt|hidden+instruction*|secret+instruction*|secret+rules|secret+prompt|original+instruction*|original+prompt|pre+prompt|preprompt|internal+instruction*|confidential+instruction*|hidden+rules|base+prompt'

/** Request the system prompt. */
// biome-ignore format: a table
export const leakPhrases: readonly WeightedPhrase[] = [
  [0.65, `${SHOW} .. your .. ${PROMPT}`],
  [0.5, 'show|reveal|print|output|display|dump|leak|paste|expose|disclose|repeat|give .. the .. system+prompt|system+message|hidden+prompt|hidden+instruction*|developer+message|secret|initial+prompt'],
  [0.4, `your ${PROMPT}`],
  [0.3, `contents|content|text|words|line .. your|the ${PROMPT}`],
  [0.3, 'confidential|secret|hidden|initial|original instructions|instruction|prompt|rules'],
  [0.5, 'show|reveal|print|output|display|dump|leak|paste|expose|disclose|recite|spell .. your .. instruction*|rules|prompt|guidelines|directives'],
  [0.35, `${SHOW} .. your .. instruction*|prompt|directives|preprompt`],
  [0.5, `${SHOW} .. instruction*|rules|prompt|guidelines|text .. you .. were|was|are|have|got|received|been .. given|told|running|configured|received|got`],
  [0.4, 'instruction|instructions|rules|prompt|guidelines .. you+were|you+received|you+have+been|you+got|given+to+you|you+are+running'],
  [0.3, 'given|told|received .. before|start|beginning .. conversation|chat|this'],
  [0.45, 'repeat|print|output|copy|show|include|write .. words|text|everything|sentence|contents .. above|before|preceding'],
  [0.4, 'starting|beginning|start|begin .. with .. you+are'],
  [0.3, 'before+my+first+message'],
  [0.15, 'your+context+window'],
  [0.1, 'context+window'],
  [0.15, 'verbatim|word+for+word|without+changing+anything|without+changing+a'],
  [0.15, 'not+just|not+only|just|only .. the+last+sentence'],
  [0.3, 'reveal|share|grant|give|provide|ask+for|tell .. secret|password|key|credentials|internal|discount+codes|admin'],
  [0.3, 'list all|your|the|every|any .. secrets|passwords|credentials|keys|discount+codes'],
]

const READER = 'ai|llm|llms|assistant|assistants|chatbot|agent|agents|summarizer|summariser|models|bot'

/** Address the model that reads a text on behalf of a user. */
// biome-ignore format: a table
export const indirectPhrases: readonly WeightedPhrase[] = [
  [0.5, `ps|hey|dear|important|hello|attention .. ai|llm|llms|language+model* .. ${READER}|must|please|ignore|disregard|before|stop|do|reviewer|processing|reading`],
  [0.5, `note|message|notice|attention to|for .. ai|llm|llms|language+model* .. ${READER}|the|must|please|ignore|disregard|before|stop|do|reviewer|processing|reading`],
  [0.5, 'instructions to|for .. ai|llm|llms|language+model* .. must|please|ignore|disregard|stop|reviewer|processing|reading'],
  [0.3, `instructions to|for .. ai|llm|llms|language+model* .. ${READER}`],
  [0.5, `note|message|notice|instructions ai|llm|llms|language+model* .. ${READER}|the|must|please|ignore|disregard|before|stop|do|reviewer|processing|reading`],
  [0.35, `to ai|llm|language+models ${READER}|reviewer|processing|reading`],
  [0.35, `to any|all|every|the ai|llm|language+models ${READER}|reviewer|processing|reading`],
  [0.2, `to .. ai|llm|language+models ${READER}|reviewer|processing|reading`],
  [0.3, 'attention|dear|hey .. assistant|ai|llm|models|agent'],
  [0.3, 'note|notice .. ai|llm'],
  [0.3, 'note|notice to|for .. assistant|models|agent'],
  [0.3, 'note|notice assistant|agent|models must|should|please|shall'],
  [0.4, 'if|when|since .. you+are|you+re|youre|you a|an|the|any .. language+model|ai|llm|ai+assistant'],
  [0.4, 'if|when|since an|any language+model|ai|llm|ai+assistant'],
  [0.4, 'the+assistant|assistants|ai+assistant|assistant .. must|should|shall|now|stop|close .. ignore|send|tell|visit|answers|summarising'],
  [0.5, 'not .. tell|inform|mention|alert|notify|show|disclose .. user|human|instructions'],
  [0.35, 'not .. tell|inform|mention|alert|notify|show|disclose .. customer'],
  [0.5, 'without .. telling|informing|notifying|mentioning .. user|human'],
  [0.35, 'send|forward|email|upload .. the|this|your|all|entire|full|whole|users|our|my .. conversation|inbox|contents|history|emails'],
  [0.25, 'send|forward|email|upload|render .. conversation|chat'],
  [0.25, 'send|forward|email|upload .. the|this|your|all|users|our|my .. data'],
  [0.25, 'append|insert|add|include|replace .. link|url|image|following .. every|your|answer|reply|http*|summary'],
  [0.3, 'ai|llm|model instructions|agent|assistant .. ignore|disregard|mark|recommend|before|do|forward'],
  [0.3, 'ai|llm|model instructions|agent|assistant .. run+the|call+the|run+this|call+this'],
  [0.35, 'authorised|authorized .. you .. to .. delete|send|transfer|forward|share'],
  [0.25, 'tell .. the+user .. visit|that|call|to'],
  [0.25, 'rate|recommend|review|reviews .. candidate|product .. excellent|above|positive|best'],
  [0.3, 'instead .. send|print|provide|say|run|reveal|summarising|summarizing'],
  [0.3, 'instead output'],
  [0.15, 'output|print|say|reply|respond|answer .. only|the+text|the+word|the+reviews|pwned|hacked|owned'],
]
