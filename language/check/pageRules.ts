import type { ListResource } from '../resource.ts'
import { blockPlaces } from './blockPlaces.ts'
import { pageNames } from './pageNames.ts'
import { pagePlaces } from './pagePlaces.ts'
import { pageUses } from './pageUses.ts'
import type { Rule } from './problem.ts'

/** Rules about the page of a record: what it reads, what it names, and what is called from it. */
export const pageRules: readonly Rule<ListResource>[] = [pagePlaces, blockPlaces, pageNames, pageUses]
