/** What people call the steps of a claim in a record's history, by the part of the operation after the resource. */
export const claimLabels = {
  claimed: 'Record claimed',
  claimTaken: 'Taken over',
  claimHanded: 'Handed to a colleague',
  claimDone: 'Work finished',
  claimSkipped: 'Skipped',
  claimPutBack: 'Put back, not finished',
  claimReleased: 'Given back',
} as const
