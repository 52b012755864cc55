/** A document that the clearing firm would take as proof. */
export interface RequestedDocument {
  readonly name: string
  readonly description: string
}

/** One of the things that an identity check looks at. */
export interface CipCategory {
  readonly name: string
  readonly categoryState: string
  readonly requestedDocuments: readonly RequestedDocument[]
}

const documents = {
  DRIVERS_LICENSE: "Driver's license showing the current address",
  STATE_ID_CARD: 'State identity card',
  PASSPORT: 'Passport, the page with the picture',
  SSN_CARD: 'Social Security card',
  SSA_LETTER: 'Letter from the Social Security Administration',
  IRS_ITIN_LETTER: 'ITIN letter from the IRS',
  ALL_PASSING_CIP_RESULTS: 'Third-party results in which every check passes',
} as const

type Proof = keyof typeof documents

const proofsOf = {
  NAME: ['PASSPORT', 'STATE_ID_CARD'],
  DATE_OF_BIRTH: ['PASSPORT', 'DRIVERS_LICENSE'],
  SSN: ['SSN_CARD', 'SSA_LETTER', 'IRS_ITIN_LETTER'],
  ADDRESS: ['DRIVERS_LICENSE', 'STATE_ID_CARD', 'ALL_PASSING_CIP_RESULTS'],
} as const satisfies Record<string, readonly Proof[]>

/** The names of the categories that every check covers. */
export type CategoryName = keyof typeof proofsOf

const categoryNames = Object.keys(proofsOf) as readonly CategoryName[]

/** Whether the document would prove what the category is about. */
export function proves(proof: string, category: CategoryName): boolean {
  return proofsOf[category].some((name) => name === proof)
}

/** All categories: those in `failing` in the given state, with documents asked for or not, the others accepted. */
export function categoriesWith(
  failing: readonly CategoryName[],
  state: string,
  asksForDocuments: boolean,
): readonly CipCategory[] {
  return categoryNames.map((name) => {
    if (!failing.includes(name)) return { name, categoryState: 'ACCEPTED', requestedDocuments: [] }
    const requestedDocuments = proofsOf[name].map((proof) => ({ name: proof, description: documents[proof] }))
    return { name, categoryState: state, requestedDocuments: asksForDocuments ? requestedDocuments : [] }
  })
}
