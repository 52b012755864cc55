/** What was typed or chosen for one field. */
export type InputValue = string | readonly string[]

/** What was typed, chosen or ticked in an action's dialog, by the name of the field. */
export type InputValues = Readonly<Record<string, InputValue>>
