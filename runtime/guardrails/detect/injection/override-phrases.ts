// Phrases that revoke instructions or replace them.
import type { WeightedPhrase } from './phrase-pattern.ts'

const DROP =
  'ignore|ignoring|disregard|disregarding|forget|forgetting|override|overrule|discard|scrap|erase|bypass|disobey|neglect|abandon|nullify|unlearn|drop|skip|void|stop+following|stop+obeying|not+follow|not+obey|never+follow|no+longer+follow|pay+no+attention+to|opposite+of|reject'
const RULES =
  'instruction*|instructon*|rule|rules|direction|directions|directive*|guideline*|guidance|prompt*|polic*|programming|constraint*|restriction*|safeguard*|commands|system+message'
const NAMED_RULES =
  'instructions|instruction|rules|rule|guidelines|directives|restrictions|policies|constraints|orders'
const PRIOR =
  'previous|prior|above|earlier|preceding|before|initial|original|past|foregoing|old|former|existing'

/** "Its safety training" is that of a model which the text speaks about. */
const NOT_ITS = '(?<!its\\s)'

export const overridePhrases: readonly WeightedPhrase[] = [
  [0.75, `${DROP} .. ${PRIOR} .. ${RULES}|orders|training`],
  [0.75, `${DROP} .. ${RULES}|orders .. ${PRIOR}`],
  [
    0.6,
    `${DROP} .. your|youre|system|developer|developers|openai|creators|${NOT_ITS}safety|${NOT_ITS}content .. ${RULES}|training|filter*`,
  ],
  [0.6, `${DROP} .. ${RULES} .. you|your|developer*|creator*`],
  [0.45, `${DROP} .. all|any|every .. ${RULES}`],
  [0.25, `${DROP} .. ${RULES}`],
  [0.6, `${DROP} .. everything|all|whatever|anything .. above|before|told|earlier|previously`],
  [
    0.4,
    'cancel|revoke|undo|delete .. previous|prior|earlier|all .. instruction*|directive*|rules|guidelines|restrictions',
  ],
  [0.4, 'never+mind|nevermind .. developer|instructions|system|told'],
  [0.3, 'ignore|disregard|forget them'],
  [0.25, 'ignore|disregard|forget .. user|users|question|request|task|criteria|page|document|review'],
  [
    0.55,
    `your .. ${RULES}|orders .. no+longer|void|revoked|obsolete|superseded|invalid|updated|replaced|disabled|cancelled|changed`,
  ],
  [0.45, `${PRIOR} .. ${RULES}|orders .. no+longer|void|revoked|superseded|invalid|mistake|wrong|obsolete`],
  [0.35, `${NAMED_RULES} .. you|your .. no+longer|revoked|void`],
  [0.45, 'instruction|rule|rules|instructions .. is|are .. revoked|void|lifted'],
  [0.5, 'your .. new|real|true|actual|only .. instruction*|task|orders|rules|goal|directive*|purpose'],
  [0.5, 'your .. task|job|goal .. is|are now|actually'],
  [
    0.3,
    'new|real|actual|updated|following .. instructions|orders|directives|policy .. follow|grant|execute|approve|reply|start|begin|below',
  ],
  [0.3, 'real|actual|true .. instructions'],
  [0.4, 'obey|follow|execute .. my|me|mine|this|these|new .. commands|instead|only|orders|message|ones'],
  [0.35, 'take .. orders .. only|me'],
  [0.35, 'do .. exactly|everything|whatever .. i .. say|tell|want'],
  [0.35, 'you .. work|answer|report .. for|to me'],
  [0.5, 'pretend|imagine|act .. above|before|instructions|prompt .. not+exist|never+existed|gone'],
  [0.5, `without|start .. a+system+prompt|system+prompt`],
  [
    0.35,
    'safety|security|content .. guidelines|protocols|filters|policies|rules .. are|is .. disabled|off|lifted|suspended',
  ],
  [0.3, 'before .. this .. was|were .. test'],
  [
    0.3,
    'approve|grant|mark .. any|every|all|unconditional*|without .. verification|transaction*|user|code|claim',
  ],
]
