/** Something about the record's page that a person must know before they confirm. */
export interface RecordWarning {
  readonly text: string
  /** Takes the record over from the colleague who has it. Resolves with false if that failed. */
  readonly takeOver?: (() => Promise<boolean>) | undefined
  /** True if the colleague has it from this person, so that the gateway refuses every action until it is taken over. */
  readonly isLost?: boolean
}
