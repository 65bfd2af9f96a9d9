// Country calling codes with the lengths of the numbers behind them, shortest and longest: derived from the metadata of
// libphonenumber-js 1.13.16, with some ranges narrowed.

const LENGTHS: readonly (readonly [shortest: number, longest: number, codes: string])[] = [
  [10, 10, '1'],
  [7, 10, '44 84 230 243 254 263 267 353 372 960'],
  [10, 14, '7 234'],
  [8, 10, '20 60 378 506 850 855 856 964 970 976'],
  [5, 10, '27 64 685'],
  [10, 12, '30'],
  [5, 11, '31 852'],
  [8, 9, '32 36 51 213 224 233 237 250 258 264 268 377 382 387 591 962 963'],
  [
    9,
    9,
    '33 34 93 94 211 212 218 221 240 242 244 249 251 255 256 260 261 262 351 590 594 596 979 992 994 995 998',
  ],
  [6, 12, '39 46 359 381'],
  [6, 9, '40 252 355 376 421 508 681 689'],
  [9, 12, '41 420 870'],
  [4, 13, '43 598'],
  [
    8,
    8,
    '45 216 222 223 226 227 228 232 235 236 253 257 266 350 356 357 370 371 373 374 389 505 509 800 808 973 993',
  ],
  [5, 8, '47 386 686'],
  [6, 10, '48 53 95 880'],
  [4, 13, '49'],
  [10, 10, '58 225 229'],
  // With the 1 that mobile numbers had until 2019.
  [10, 11, '52'],
  [10, 11, '54'],
  [8, 11, '55 57 65 502 504 593 977'],
  [9, 11, '56'],
  [5, 12, '61 358 971'],
  [7, 12, '62 66 86 882 972'],
  [9, 10, '81'],
  [6, 13, '63'],
  [5, 12, '82'],
  [7, 13, '90'],
  [8, 13, '91'],
  [8, 12, '92 383 883'],
  [4, 10, '98'],
  [7, 9, '220 231 245 265 354 385 423 967 968'],
  [7, 7, '238 239 246 248 269 291 297 592 673 674 680 691 692'],
  [7, 8, '241 599 670 675 853 961 965 975'],
  [4, 6, '247 290'],
  [6, 6, '298 299 672 687'],
  [4, 11, '352'],
  [6, 11, '375 595'],
  [9, 10, '380 881 966 996'],
  [5, 5, '500 682'],
  [7, 11, '501 503 507 679 886 974'],
  [6, 7, '597'],
  [4, 7, '676 677 678 683 688 690'],
  [11, 12, '878 888'],
]

const lengthsByCode: ReadonlyMap<string, readonly [number, number]> = new Map(
  LENGTHS.flatMap(([shortest, longest, codes]) =>
    codes.split(' ').map(code => [code, [shortest, longest]] as const),
  ),
)

/** The calling code that a number starts with, if it has as many digits as the numbers behind it. No code begins another. */
export function callingCode(digits: string): string | undefined {
  for (let length = 1; length <= 3; length += 1) {
    const code = digits.slice(0, length)
    const lengths = lengthsByCode.get(code)
    if (lengths === undefined) continue
    const rest = digits.length - length
    return rest >= lengths[0] && rest <= lengths[1] ? code : undefined
  }
  return undefined
}
